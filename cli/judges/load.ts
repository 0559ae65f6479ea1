import { readFileSync } from 'node:fs';
import { BadFile } from '../../simulator/bad-file.ts';
import { messageOf } from '../../src/process/reason-of.ts';
import { untilSignal } from '../../src/process/until-signal.ts';
import { command } from '../parts/command.ts';
import { flag, jsonObject, text } from '../parts/options.ts';
import { UsageError } from '../parts/usage-error.ts';
import { deploymentEnvironment, deploymentOptions, startFile } from './deployment.ts';
import { showLoad } from './load-progress.ts';
import { rateKeys } from './rate-keys.ts';
import { reportOption, writeReports } from './report-option.ts';

export const load = command({
  summary: 'Loads a deployment, accounts for every request up to its signed webhook, and says what does not hold.',
  options: {
    profile: text('smoke (without it), ramp, spike, soak, or a file in YAML.', 'NAME|FILE'),
    ...deploymentOptions,
    apiKey: text('The key in whose tenant the load is sent (RINGPOST_API_KEY, where no operator is known).', 'KEY'),
    dial: text('Without a simulator: the number that every call goes to. A real telephone rings.', 'NUMBER'),
    variables: jsonObject('The variables of every call, if the agent of the key needs some.'),
    ignoreBudgets: flag('Sends more than the published budgets of the key allow.'),
    baseline: text('The JSON report of an earlier run, to compare with.', 'FILE'),
    report: reportOption(['html', 'json', 'junit', 'prometheus']),
  },
  notes: `In the folder of \`npm start\` it needs no options. With an operator it makes tenants of its own; --api-key sends the
load in the tenant of that key instead, within its budgets, without texts and events, which only an operator causes.
Load goes to the deployment that was named and to nothing else, within the profile's count, time and requests under
way. It takes its endpoints and triggers back, and deletes the tenants that it made. On a terminal + and - change the
rate. A threshold of a duration needs its unit: call.accept.p95 < 200ms. Exit code 0: every threshold holds; 1: one
does not, or the run was not possible; 3: none fails, but this machine was too late to send for all of them to be
judged. tools/load/README.md describes profiles and what is counted.`,
  examples: [
    'ringpost load',
    'ringpost load --profile ramp --report html=load.html --report json=load.json',
    'ringpost load --profile my-load.yaml --base-url https://calls.example.org/api/v1/public --receiver-port 9000 --receiver-url https://hooks.example.org',
  ],

  async run({ profile = 'smoke', dial, variables, ignoreBudgets, baseline, report, ...given }) {
    // The modules are loaded here because the documents that they read would slow every other command down.
    const { readProfile, includedProfile, includedProfiles } = await import('../../tools/load/profile.ts');
    const { runLoad } = await import('../../tools/load/run.ts');
    const { loadReports } = await import('../../tools/load/report/report.ts');
    const { outcomeOf } = await import('../../tools/load/report/parts.ts');
    const { loadJson, readLoadJson } = await import('../../tools/load/report/json.ts');
    const { compare } = await import('../../tools/load/compare.ts');
    const { targetFor } = await import('../../tools/conformance/target.ts');
    const included = includedProfiles.find((name) => name === profile);
    const read = (): ReturnType<typeof readProfile> => {
      try {
        return readProfile(
          included ? includedProfile(included) : contentOf(profile, `Included profiles are ${includedProfiles.join(', ')}.`),
        );
      } catch (error) {
        if (error instanceof BadFile) throw new UsageError(`${profile} is no load profile:\n${error.message}`);
        throw error;
      }
    };
    const before = baseline === undefined ? null : readLoadJson(contentOf(baseline, '--baseline takes a JSON report of load.'));
    if (before === null && baseline !== undefined) throw new UsageError(`--baseline: ${baseline} is no JSON report of load.`);
    if (given.apiKey !== undefined && (given.operatorUrl ?? given.operatorToken) !== undefined)
      throw new UsageError('--api-key sends the load in the tenant of that key, and an operator in tenants of its own: give one of them.');
    const found = targetFor(given, startFile(), deploymentEnvironment(given));
    // A key that was asked for is used, although an operator of this folder or of the environment is known.
    const target = found && given.apiKey !== undefined ? { ...found, operator: null } : found;
    if (!target)
      throw new UsageError('Nothing to load is known here. Run `ringpost start` in this folder, or name a deployment with --base-url.');
    const wanted = { target, profile: read(), dial: dial ?? null, variables: variables ?? {}, keepsBudgets: !ignoreBudgets };
    const stopping = new AbortController();
    const view = showLoad(process.stderr, wanted.profile.title);
    const leaving = new AbortController();
    const leave = (): never => {
      leaving.abort();
      process.exit(130);
    };
    void untilSignal(stopping, leave).then(() =>
      view.said('No more is sent. What was accepted is waited for. Again: at once, and what it has made stays behind.'),
    );
    const keys = rateKeys(process.stdin);
    const controls = { stop: stopping.signal, leave: leaving.signal, factor: keys.factor };
    const run = await runLoad(wanted, view, controls).finally(keys.close);
    const areWritten = writeReports(report, (kind) => loadReports[kind](run));
    if (before) for (const line of compare(before, loadJson(run))) process.stdout.write(`${line}\n`);
    process.stdout.write(loadReports.terminal(run));
    return areWritten ? exitCodes[outcomeOf(run)] : 1;
  },
});

const exitCodes = { passed: 0, failed: 1, 'cannot tell': 3 } as const;

function contentOf(file: string, hint: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read (${messageOf(error)}). ${hint}`);
  }
}
