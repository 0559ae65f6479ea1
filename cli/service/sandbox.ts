import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import { type CommandGroup, command } from '../parts/command.ts';
import { mustBeSure } from '../parts/must-be-sure.ts';
import { expectPostgresUrl, flag, httpUrl, list, need, postgresUrl, text, wholeNumber } from '../parts/options.ts';
import { screenFor, showTime, tell } from '../parts/screen.ts';

const name = need(text('Up to 16 lower-case letters and digits; its keys bear it: rp_test_NAME_….'));
const json = flag('Print it as JSON and nothing else, tokens too.');
/** Takes the failure to tell that it is ready: the command that began it was interrupted, and the sandbox goes on. */
const nobodyListens = (): void => {};

export const sandbox: CommandGroup = {
  summary: 'Sandboxes: cells beside a live installation, each with a simulator and a time of its own.',
  commands: {
    create: command({
      summary: 'Makes a sandbox and leaves it running. No real provider can be reached from it.',
      arguments: { name },
      options: {
        publicUrl: httpUrl('Its address for callbacks and links, through the router: https://NAME.… (else on this machine alone).'),
        port: wholeNumber('Its public API; the operator API and the console are on the next two (else free ones).', 1, 65_533),
        databaseUrl: postgresUrl('A PostgreSQL to make its database on (better in SANDBOX_DATABASE_URL; else one of its own).'),
        allowPrivateWebhooks: list('Networks of yours that its webhooks may reach, such as 10.1.0.0/16.'),
        json,
      },
      notes: `It is in .ringpost/sandboxes/NAME of this folder. RINGPOST_DATA_FOLDER=.ringpost/sandboxes/NAME before any other
command makes that work on it, whatever OPERATOR_URL and OPERATOR_TOKEN say: ringpost time, clock, tenant,
stats. The router finds all of them by .ringpost/sandboxes/router.map, and reads it again when it is told to.
docs/sandboxes.md shows it all.`,
      examples: [
        'ringpost sandbox create team1',
        'ringpost sandbox create team1 --public-url https://team1.calls.example.org && nginx -s reload',
      ],
      async run({ json, databaseUrl = process.env['SANDBOX_DATABASE_URL'] || undefined, ...wanted }) {
        if (databaseUrl !== undefined) expectPostgresUrl(databaseUrl, 'SANDBOX_DATABASE_URL');
        const { createSandbox } = await import('./sandbox/create-sandbox.ts');
        const made = await createSandbox({ databaseUrl, ...wanted });
        tell(json, made, (screen) => {
          screen.fields({
            sandbox: made.name,
            'public API': `http://127.0.0.1:${made.port}/api/v1/public`,
            console: made.simulatorUrl,
            'its token': made.simulatorToken,
          });
          screen.note(`To give a tenant keys of it: ringpost sandbox copy-tenant ${made.name} ten_…`);
        });
        return 0;
      },
    }),

    list: command({
      summary: 'Lists the sandboxes of this folder with the time that each goes by.',
      options: { json: flag('Print it as JSON and nothing else.') },
      examples: ['ringpost sandbox list'],
      async run({ json }) {
        const sandboxesHere = (await import('./sandbox/sandbox.ts')).sandboxes();
        const { stateOf } = await import('./sandbox/remove-sandbox.ts');
        const sandboxes = await Promise.all(
          sandboxesHere.map(async (sandbox) => {
            const { name, publicUrl, operatorUrl, simulatorUrl } = sandbox;
            return { name, publicUrl, operatorUrl, simulatorUrl, ...(await stateOf(sandbox)) };
          }),
        );
        tell(json, { sandboxes }, (screen) =>
          screen.table(
            sandboxes,
            [
              { title: 'NAME', value: ({ name }) => name },
              {
                title: 'TIME',
                value: ({ time, runs, pid }) =>
                  time !== null ? showTime(time) : runs ? `does not answer, process ${pid}` : 'stands still',
              },
              { title: 'PUBLIC URL', value: ({ publicUrl }) => publicUrl, shrinks: true },
              { title: 'CONSOLE', value: ({ simulatorUrl }) => simulatorUrl },
            ],
            'There is no sandbox here. `ringpost sandbox create` makes one.',
          ),
        );
        return 0;
      },
    }),

    run: command({
      summary: 'Runs a sandbox that stands still, until SIGTERM or Ctrl-C: after a restart of the machine, or by systemd.',
      arguments: { name },
      examples: ['ringpost sandbox run team1'],
      async run({ name }) {
        const { readSandbox } = await import('./sandbox/sandbox.ts');
        const { runSandbox } = await import('./sandbox/run-sandbox.ts');
        return runSandbox(readSandbox(name), () => void process.send?.('ready', undefined, undefined, nobodyListens));
      },
    }),

    'copy-tenant': operatorCommand({
      summary: 'Gives a live tenant test keys of a sandbox, with copies of its agents, numbers, endpoints and triggers.',
      arguments: { name, tenant: tenantArgument },
      notes: `The operator API that is named here is that of the live installation, and is only read. Each living key gets a test
key beside it. Every key and signing secret is new, and shown this once. Exit code 1: the sandbox refused an
endpoint; what was copied is there all the same.`,
      examples: ['ringpost sandbox copy-tenant team1 ten_01kdvy0a2c4e6g8j0m2p4r6t8v'],
      async ask(live, { name, tenant }) {
        const { readSandbox } = await import('./sandbox/sandbox.ts');
        const { copyTenant } = await import('./sandbox/copy-tenant.ts');
        const body = await copyTenant(live, tenant, readSandbox(name));
        return { body, text: JSON.stringify(body) };
      },
      show(screen, { tenantId, keys, agents, endpoints, triggers, refused }) {
        screen.fields({ 'in the sandbox': tenantId, triggers });
        screen.note('Keys and secrets are shown this once.');
        screen.table(
          keys,
          [
            { title: 'KEY', value: ({ name }) => name },
            { title: 'API KEY', value: ({ apiKey }) => apiKey },
          ],
          'No key.',
        );
        screen.table(
          agents,
          [
            { title: 'AGENT', value: ({ name }) => name },
            { title: 'LIVE', value: ({ live }) => live },
            { title: 'ID', value: ({ id }) => id },
          ],
          'It has no agent.',
        );
        screen.table(
          endpoints,
          [
            { title: 'ENDPOINT', value: ({ name }) => name },
            { title: 'URL', value: ({ url }) => url },
            { title: 'SIGNING SECRET', value: ({ signingSecret }) => signingSecret },
          ],
          'It has no endpoint.',
        );
        for (const each of refused) screen.note(`Not copied: ${each}`);
        if (refused.length > 0)
          screen.note(
            'Webhooks reach private addresses, loopback too, where `ringpost sandbox create --allow-private-webhooks` names them.',
          );
      },
      failed: ({ refused }) => refused.length > 0,
    }),

    remove: command({
      summary: 'Stops a sandbox and removes everything of it, for good.',
      arguments: { name },
      options: { yes: flag('Confirms it: its database, recordings and keys go.') },
      examples: ['ringpost sandbox remove team1 --yes'],
      async run({ name, yes }) {
        const { readSandbox } = await import('./sandbox/sandbox.ts');
        const { removeSandbox } = await import('./sandbox/remove-sandbox.ts');
        const sandbox = readSandbox(name);
        mustBeSure(yes, `Removing everything of the sandbox ${name}`);
        await removeSandbox(sandbox);
        screenFor().note(`Removed: ${name}.`);
        return 0;
      },
    }),
  },
};
