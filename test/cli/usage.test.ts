import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../cli/parts/ports.ts';
import { operatorContract } from '../../src/contract/documents.ts';
import { listen, operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { folderFor } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { runCli, startCli } from './cli.ts';
import { runHere } from './here.ts';

const context = await contextOfFile();
const server = await operatorOfFile(context);
const options = ['--operator-url', server.origin, '--operator-token', context.config.operatorToken];

test('wrong usage: exit code 2 and a sentence that helps on', async () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['tenat', 'list'], /^ringpost: There is no command `ringpost tenat`\. Did you mean `ringpost tenant`\?$/m],
    [['tenant', 'lst'], /Did you mean `ringpost tenant list`\?/],
    [['calls', 'place', '+15550100001', '--variable', 'a=1', '--variable', 'a=2'], /^ringpost: --variable gives "a" twice\.$/m],
    [['xyzzy'], /There are: start, open, clean, serve, migrate, /],
    [['help', 'tenant', 'crate'], /Did you mean `ringpost tenant create`\?/],
    [['tenant'], /^Usage: ringpost tenant <command>/],
    [['tenant', 'list', '--jsn'], /There is no option --jsn\. Did you mean --json\?/],
    [['wallet', 'credit', 'ten_1', '-5'], /There is no option -5\.\n/],
    [['tenant', 'list', 'more'], /"more" is one argument too many/],
    [['tenant', 'create'], /<name> is missing/],
    [['key', 'create', 'ten_1', 'CRM'], /--scopes is missing/],
    [['key', 'create', 'ten_1', 'CRM', '--scopes', 'read,all'], /--scopes takes calls:place, calls:read, read, write, webhooks; not "all"/],
    [['key', 'create', 'ten_1', 'CRM', '--scopes', 'read', '--expires', 'soon'], /--expires takes a time such as/],
    [['tenant', 'set', 'ten_1'], /Nothing to change/],
    [['tenant', 'set', 'ten_1', '--name', 'a', '--name', 'b'], /--name is given twice/],
    [['agent', 'create', 'ten_1', 'Riley', '--prompt', '@/nowhere/at/all'], /--prompt: \/nowhere\/at\/all cannot be read/],
    [['agent', 'set', 'ten_1', 'agt_1', '--schema', '{'], /--schema is not JSON/],
    [['agent', 'set', 'ten_1', 'agt_1', '--voice', '[]'], /--voice takes a JSON object/],
    [['number', 'set', 'ten_1', 'num_1', '--health', '101'], /--health takes a whole number from 0 to 100, not "101"/],
    [['wallet', 'credit', 'ten_1', '1e3'], /<amount> takes an amount/],
    [['wallet', 'credit', 'ten_1', '0'], /<amount> takes an amount from 0\.000001 to 1000000, such as 25 or 12\.50, not "0"/],
    [['wallet', 'credit', 'ten_1', '1000000.000001'], /<amount> takes an amount from 0\.000001 to 1000000, /],
    [['restore-mark', '--since', '2099-01-01'], /--since takes a time within the last 30 days, not 2099-01-01T00:00:00\.000Z\./],
    [['calls', 'adopt', '--since', '40d'], /--since takes a time within the last 30 days, not /],
    [['clock', 'advance', '90 minutes'], /<duration> takes a length of time/],
    [['text', 'send', 'ten_1', '+1555', '--body', 'x', '--campaign', 'c'], /--campaign and --campaign-name go together/],
    [['conformance', '--report', 'html=/nowhere/at/all.html'], /--report: \/nowhere\/at\/all\.html cannot be written \(ENOENT/],
    [['conformance', '--report', 'html=/'], /--report: \/ cannot be written \(it is a folder\)/],
    [['conformance', '--input', 'apiKey=x'], /--input belongs to a document: give --workflow too/],
    [['conformance', '--workflow', 'openapi/workflows.yaml', '--input', 'apiKey'], /--input takes NAME=VALUE, not "apiKey"/],
    [
      ['conformance', '--workflow', 'openapi/workflows.yaml', '--input', 'other=1'],
      /No workflow of openapi\/workflows\.yaml has an input called other/,
    ],
    [['conformance', '--workflow', 'openapi/workflows.yaml', '--only', 'never'], /No check is called NEVER/],
    [['conformance', '--workflow', 'openapi/public.yaml'], /openapi\/public\.yaml is no Arazzo document: it is a document of openapi\./],
    [['calls', 'get', ''], /<call> takes an id, not ""/],
    [['calls', 'get', '..', '--wait'], /<call> takes an id, not "\.\."/],
    [['calls', 'end', '.'], /<call> takes an id, not "\."/],
    [['deliveries', 'show', ''], /<delivery> takes an id, not ""/],
    [['deliveries', 'retry', '..'], /<delivery> takes an id, not "\.\."/],
    [['key', 'revoke', 'ten_1', '..', '--yes'], /"\.\." is no id/],
    [['delivery', 'show', ''], /"" is no id/],
    [['delivery', 'list', '--endpoint', ''], /--endpoint takes an id, not ""/],
    [['trigger', 'on', 'ten_1', ''], /"" is no id/],
    [['trigger', 'list', ''], /No tenant has this name\.$/m],
    [['scenario', 'from-call', ''], /"" is no id/],
    [['time', 'show', '--simulator-url', ''], /--simulator-url takes http:\/\/… or https:\/\/…; not ""/],
    [['start', '--port', '0'], /--port takes a whole number from 1 to 65535/],
    [['event', 'publish', 'ten_1'], /<file> is not JSON/],
    [['migrate'], /DATABASE_URL must be set/],
    [['serve', '--port', '1'], /There is no option --port/],
  ];
  for (const [args, said] of cases) {
    const addressed =
      ['start', 'help', 'migrate', 'serve', 'calls', 'deliveries', 'time'].includes(args[0] ?? '') && args[1] !== 'adopt'
        ? args
        : [...args, ...options];
    const { code, stdout, stderr } = await runHere(addressed, { cwd: process.cwd(), env: { DATABASE_URL: '' } });
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, said);
    assert.doesNotMatch(stderr, /^ +at /m, 'no stack');
  }
});

test('an option that names no installation does not choose that of the folder', async () => {
  const { code, stderr } = await runHere(['trigger', 'list', 'ten_1', '--operator-url', '']);
  assert.deepEqual([code, stderr], [2, 'ringpost: --operator-url takes http://… or https://…; not "".\n']);
});

test('`stats` alone is `stats now`, with its options; asked for help it names all three', async () => {
  const [alone, now] = [await runHere(['stats', '--json', ...options]), await runHere(['stats', 'now', '--json', ...options])];
  assert.deepEqual([alone.code, alone.stderr], [0, '']);
  assert.deepEqual(operatorContract().responseProblems('readStats', 200, JSON.parse(alone.stdout)), []);
  assert.deepEqual(withoutTime(alone.stdout), withoutTime(now.stdout));
  assert.match((await runHere(['stats', ...options])).stdout, /^at +\S/);
  const help = await runHere(['stats', '--help']);
  assert.match(help.stdout, /^Usage: ringpost stats \[command\]/);
  assert.equal(help.code, 0);
});

const withoutTime = (text: string): unknown => ({ ...JSON.parse(text).stats, at: null });

test('refused: exit code 1, the code and the message of the API, and everything that it found wrong', async () => {
  const unknown = await runHere(['tenant', 'show', 'ten_unknown', ...options]);
  assert.deepEqual(unknown, { code: 1, stdout: '', stderr: 'ringpost: tenant_not_found: There is no such tenant.\n' });
  const forScripts = await runHere(['tenant', 'show', 'ten_unknown', '--json', ...options]);
  assert.deepEqual([forScripts.code, forScripts.stderr], [1, unknown.stderr]);
  assert.deepEqual(operatorContract().responseProblems('readTenant', 404, JSON.parse(forScripts.stdout)), []);
  const invalid = await runHere(['tenant', 'create', '', ...options]);
  assert.deepEqual([invalid.code, invalid.stdout], [1, '']);
  assert.match(invalid.stderr, /^ringpost: invalid_request: .+\n {2}\/body\/name must be 1 to 100 characters, not only spaces\n$/);
  const strange = await runHere(['tenant', 'list', '--operator-url', server.origin, '--operator-token', 'wrong']);
  assert.equal(strange.code, 1);
  assert.match(strange.stderr, /^ringpost: invalid_operator_token: /);
});

test('the process ends with the exit code of the command, where nobody reads what it says beside the result too', async () => {
  const said = 'ringpost: There is no command `ringpost tenat`. Did you mean `ringpost tenant`?\n';
  assert.deepEqual(await runCli(['tenat', 'list']), { code: 2, stdout: '', stderr: said });
  const { child, ended } = startCli(['tenat'], {});
  // The rest of what it says cannot be collected.
  ended.catch(() => {});
  child.stderr?.destroy();
  const [code] = await once(child, 'exit');
  assert.equal(code, 2);
});

test('nobody there: exit code 1 and the address that was asked', async () => {
  const port = await freePort();
  const nobody = await runHere(['tenant', 'list', '--operator-url', `http://127.0.0.1:${port}`, '--operator-token', 'x']);
  assert.deepEqual([nobody.code, nobody.stdout], [1, '']);
  assert.match(nobody.stderr, new RegExp(`^ringpost: Nothing answers at http://127\\.0\\.0\\.1:${port} \\(ECONNREFUSED\\)`));

  const other = await listen(createServer((_, response) => void response.writeHead(302, { location: '/elsewhere' }).end('<html>')));
  const stranger = await runHere(['tenant', 'list', '--operator-url', other.origin, '--operator-token', 'x']);
  assert.equal(stranger.code, 1);
  assert.match(stranger.stderr, /which the operator API never does/);
  await other.close();
});

test('a database that cannot be reached: exit code 1 and one sentence, for whoever starts the service too', async () => {
  const env = { DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/ringpost`, PORT: '0', OPERATOR_PORT: '0' };
  for (const [command, run] of [
    ['migrate', runHere],
    ['serve', runCli],
    ['rotate-secrets', runHere],
  ] as const) {
    const ran = await run([command], { env });
    assert.deepEqual([ran.code, ran.stdout], [1, '']);
    assert.match(ran.stderr, /^ringpost: The database cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:\d+\. `ringpost doctor` .*\n$/);
  }
});

test('the address: options, else the environment, else what `npm start` left in this folder', async (t) => {
  const folder = folderFor(t);
  mkdirSync(join(folder, '.ringpost'));
  const started = { operatorUrl: server.origin, operatorToken: context.config.operatorToken };
  writeFileSync(join(folder, '.ringpost', 'start.json'), JSON.stringify(started));
  assert.equal((await runHere(['tenant', 'list'], { cwd: folder })).code, 0);

  const env = { OPERATOR_URL: `${server.origin}/api/v1/operator/`, OPERATOR_TOKEN: context.config.operatorToken };
  assert.equal((await runHere(['tenant', 'list'], { env })).code, 0);
  const wrong = await runHere(['tenant', 'list', '--operator-token', 'wrong'], { env });
  assert.match(wrong.stderr, /invalid_operator_token/, 'the option wins');

  rmSync(join(folder, '.ringpost'), { recursive: true });
  const nothing = await runHere(['tenant', 'list'], { cwd: folder });
  assert.deepEqual([nothing.code, nothing.stdout], [2, '']);
  assert.match(nothing.stderr, /No operator API is known here\. Run `ringpost start`/);
});

test('--version, help and --help answer on the standard output', async () => {
  const { version } = JSON.parse(readFileSync(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'));
  assert.deepEqual(await runHere(['--version']), { code: 0, stdout: `ringpost ${version}\n`, stderr: '' });
  const bare = await runHere([]);
  assert.match(bare.stdout, /^Usage: ringpost <command>/);
  for (const [asked, same] of [
    [['help'], ['--help']],
    [['help'], ['help', '--help']],
    [
      ['help', 'key', 'create'],
      ['key', 'create', '--help'],
    ],
    [
      ['help', 'key'],
      ['key', '-h'],
    ],
  ] as const) {
    const help = await runHere(asked);
    assert.deepEqual(await runHere(same), help);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /^Usage: ringpost /);
  }
});

test('NO_COLOR and pipes: no escape codes, whatever the terminal is called', async () => {
  const { stdout, stderr } = await runCli(['tenant', 'create', 'Plain', ...options], { env: { TERM: 'xterm-256color', FORCE_COLOR: '1' } });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape code begins with one.
  assert.doesNotMatch(stdout + stderr, /\u001b/);
});

test('a conformance run that is ended by a second Ctrl-C says what it leaves behind', async (t) => {
  const silent = createServer(() => {});
  const { origin, close } = await listen(silent);
  t.after(close);
  const asked = once(silent, 'request');
  const { child, ended } = startCli(['conformance', '--base-url', origin, '--api-key', 'rp_test_c1_x'], {});
  await asked;
  child.kill('SIGINT');
  await until('it is ended', async () => !child.kill('SIGINT'));
  const { code, stderr } = await ended;
  assert.equal(code, 130, stderr);
  assert.match(stderr, /Stopping: .*\n\nEnded\. What the checks have made is there still: tenants whose names begin with "Conformance", /);
});
