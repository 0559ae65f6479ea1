import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { listenFor } from '../support/api.ts';
import { folderFor } from '../support/folder.ts';
import { argumentsOf } from '../support/typescript.ts';

const main = join(import.meta.dirname, '../../simulator/main.ts');

test('the process says in one line where it listens, and ends cleanly at SIGTERM', async (t) => {
  const child = spawn(process.execPath, [...argumentsOf(main), '--port', '0', '--seed', '42'], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line));
  await once(output, 'line');
  const url = /^Simulator on (http:\S+) \(Vapi at \1\/vapi, Twilio at \1\/twilio, seed 42\)$/.exec(lines[0] ?? '')?.[1];
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  // An open stream and an expectation that nothing has met yet must not keep it alive.
  const body = JSON.stringify({ within: 3_600 });
  const expected = fetch(`${url}/expectations/delivery`, { method: 'POST', headers: { 'content-type': 'application/json' }, body }).catch(
    () => undefined,
  );
  const stream = await fetch(`${url}/timeline/stream`);
  child.kill('SIGTERM');
  // The last line may be read after the process has ended.
  const [[code]] = await Promise.all([once(child, 'exit'), once(output, 'close')]);
  await stream.body?.cancel().catch(() => undefined);
  await expected;
  assert.equal(code, 0);
  assert.deepEqual(lines.slice(1), [
    'Seed 42: 0 dials (0 twice), 0 texts (0 twice), 0 deliveries (0 accepted), 0 ended without a webhook, 0 breaches of the contract.',
  ]);
});

/** Runs a simulator that ends by itself. */
async function refusal(options: readonly string[], env = process.env): Promise<readonly [code: number | null, stderr: string]> {
  const child = spawn(process.execPath, [...argumentsOf(main), ...options], { stdio: ['ignore', 'ignore', 'pipe'], env });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return [code, stderr];
}

test('a port that is taken is told in a sentence', async (t) => {
  const { port } = await listenFor(t, createServer());
  const said = `Port ${port} is taken by another program. Stop that one, or choose another with --port.\n`;
  assert.deepEqual(await refusal(['--port', String(port)]), [2, said]);
});

for (const [option, value, said] of [
  ['--foo', 'bar', /^Unknown option '--foo'[^\n]*\n$/],
  ['start', 'now', /^Unexpected argument 'start'[^\n]*\n$/],
  ['--speed', 'fast', /--speed takes a number above 0, Infinity or manual, not "fast"/],
  ['--allowed-hosts', 'simulator:8090', /--allowed-hosts takes names without a port, several with commas, not "simulator:8090"/],
  ['--provider', 'https://api.vapi.ai', /^Without --record these do nothing: --provider\.\n$/],
  ['--public-url', 'https://recorder.example.org', /^Without --record these do nothing: --public-url\.\n$/],
  ['--record', main, /^--record: EEXIST: [^\n]*main\.ts'\.\n$/],
] as const)
  test(`a setting that makes no sense is refused with its name: ${option} ${value}`, async () => {
    const [code, stderr] = await refusal([option, value]);
    assert.equal(code, 2);
    assert.match(stderr, said);
  });

test('the recorder refuses options that do nothing for it, takes what the environment has for the simulator, and needs an address of this machine', async () => {
  const options = ['--record', tmpdir(), '--port', '0', '--host', '192.0.2.1', '--allowed-hosts', 'recorder'];
  const refusedBy = (...more: readonly string[]) => refusal([...options, ...more], { ...process.env, SIMULATOR_TOKEN: 'secret' });
  assert.deepEqual(await refusedBy('--token', 'secret', '--speed', '2'), [2, 'With --record these do nothing: --token, --speed.\n']);
  const said = 'It cannot listen on port 0 of 192.0.2.1 (EADDRNOTAVAIL). Choose others with --port and --host.\n';
  assert.deepEqual(await refusedBy('--provider', 'https://api.vapi.ai'), [1, said]);
});

test('of a folder all YAML files are taken, in the order of their names, as long as there is a block for them', async (t) => {
  const folder = folderFor(t);
  const options = ['--port', '0', '--scenarios', folder];
  assert.deepEqual(await refusal(options), [2, `--scenarios: There is no YAML file in ${folder}.\n`]);
  const scenarios = (...names: readonly string[]) =>
    `scenarios: [${names.map((name) => `{name: ${name}, steps: [{state: ringing}, {state: ended}]}`)}]`;
  for (const [file, content] of [
    ['b.yaml', scenarios('second')],
    ['a.yml', scenarios('first')],
    ['notes.txt', 'no YAML: ['],
    ['d.yaml', scenarios(...Array.from({ length: 98 }, (_, nth) => `n${nth}`))],
    ['e.yaml', scenarios('too-many')],
  ] as const)
    await writeFile(join(folder, file), content);
  const child = spawn(process.execPath, [...argumentsOf(main), ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGKILL'));
  const [[warning], [line]] = await Promise.all([once(createInterface(child.stderr), 'line'), once(createInterface(child.stdout), 'line')]);
  assert.equal(warning, `${join(folder, 'e.yaml')} is left out: The blocks from 900 to 999 are all taken.`);
  const url = /^Simulator on (http:\S+)/.exec(line)?.[1];
  const all = (await (await fetch(`${url}/scenarios`)).json()) as { scenarios: { name: string; numbers: { first: string } }[] };
  assert.deepEqual(
    all.scenarios.slice(-100, -97).map(({ name, numbers }) => [name, numbers.first]),
    [
      ['first', '+15559000000'],
      ['second', '+15559010000'],
      ['n0', '+15559020000'],
    ],
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
  await writeFile(join(folder, 'c.yaml'), 'scenarios: 7');
  assert.deepEqual(await refusal(options), [2, `${join(folder, 'c.yaml')}:\n  line 1, column 12: scenarios must be array.\n`]);
});
