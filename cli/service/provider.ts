import type { Finding } from '../../tools/doctor/finding.ts';
import { publicOptions } from '../clients/public-command.ts';
import { type CommandGroup, command } from '../parts/command.ts';
import { flag, pairs, text } from '../parts/options.ts';
import { UsageError } from '../parts/usage-error.ts';
import { examinedService } from './examined-service.ts';
import { findingsText } from './findings-text.ts';

export const provider: CommandGroup = {
  summary: 'The voice and text providers: what has to be right before a real telephone rings.',
  commands: {
    check: command({
      summary: 'Walks the steps of going live, and says at which one it stops and what to do.',
      options: {
        call: text('Then place one real call to this number. It costs money.', '+1…'),
        confirm: text('The same number again; without it nobody is called.', '+1…'),
        agent: text("The agent of the call, by its id or name (the tenant's default agent)."),
        variable: pairs("A variable of the agent's prompt. May be repeated."),
        json: flag('Print the findings as JSON and nothing else.'),
        ...publicOptions,
      },
      notes: `The steps: settings, Vapi's credentials, phone numbers, PUBLIC_URL, callbacks of calls, Twilio's credentials, where texts
to the numbers go, callbacks of texts, callbacks that were refused. Run it where the service runs, with the same
environment variables, while it runs. It changes nothing and rings nobody. A call is placed with an API key of a tenant,
like any other; it shows what nothing else can: whether Vapi signs its callbacks with our secret.
Exit code 0: no step is at fault; 1: one is. docs/going-live.md explains each step.`,
      examples: ['ringpost provider check', 'ringpost provider check --call +14155550123 --confirm +14155550123 --agent Riley'],

      async run({ call, confirm, agent, variable, json, ...address }) {
        const { environmentConfig } = await import('../../src/process/environment-config.ts');
        const { walkProviderSteps } = await import('../../tools/doctor/provider-steps.ts');
        if (call !== undefined) mustBeConfirmed(call, confirm);
        else if (confirm !== undefined || agent !== undefined || Object.keys(variable).length > 0)
          throw new UsageError('--confirm, --agent and --variable are of a call: give --call too. Nobody was called.');
        const { settings, told } = examinedService(process.env);
        if (told && !json) process.stderr.write(`Examined: ${told}\n`);
        const { config, findings, stoppedAt } = await walkProviderSteps({
          readConfig: () => environmentConfig(settings, false),
          machineNow: () => new Date(),
        });
        const { testCall } = await import('./provider-call.ts');
        const called =
          call === undefined || config === null || stoppedAt !== null ? [] : await testCall({ call, agent, variable, address, config });
        const all = [...findings, ...called];
        const stop = stoppedAt ?? firstFault(called);
        process.stdout.write(
          json ? `${JSON.stringify({ stoppedAt: stop, findings: all })}\n` : findingsText(all) + ending(stop, call, called),
        );
        return stop === null ? 0 : 1;
      },
    }),
  },
};

function mustBeConfirmed(call: string, confirm: string | undefined): void {
  if (!/^\+[1-9]\d{6,14}$/.test(call)) throw new UsageError(`--call takes a number in E.164 such as +14155550123, not "${call}".`);
  if (confirm === call) return;
  if (confirm !== undefined) throw new UsageError(`--call is ${call} and --confirm is ${confirm}. Nobody was called.`);
  throw new UsageError(`This rings the telephone ${call} and costs money at the provider. If that is meant, add --confirm ${call}.`);
}

const firstFault = (findings: readonly Finding[]): string | null => findings.find(({ state }) => state === 'fault')?.check ?? null;

const ending = (stop: string | null, call: string | undefined, called: readonly Finding[]): string =>
  stop !== null
    ? `It stops at "${stop}".\n`
    : call === undefined
      ? 'No step is at fault. Whether Vapi signs with our secret shows in one real call: --call +1…\n'
      : called.every(({ state }) => state === 'good')
        ? 'The telephone rang, and its callbacks came.\n'
        : 'The call ended. Whether its callbacks came could not be seen from here.\n';
