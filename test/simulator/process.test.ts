import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { listenFor } from '../support/api.ts';
import { folderFor } from '../support/folder.ts';
import { argumentsOf } from '../support/typescript.ts';

const main = join(import.meta.dirname, '../../simulator/main.ts');

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`the process says in one line where it listens, and ends cleanly at ${signal}`, async (t) => {
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
    child.kill(signal);
    // The last line may be read after the process has ended.
    const [[code]] = await Promise.all([once(child, 'exit'), once(output, 'close')]);
    await stream.body?.cancel().catch(() => undefined);
    await expected;
    assert.equal(code, 0);
    assert.deepEqual(lines.slice(1), [
      'Seed 42: 0 dials (0 twice), 0 texts (0 twice), 0 deliveries (0 accepted), 0 ended without a webhook, 0 breaches of the contract.',
    ]);
  });

test('a port that is taken is told in a sentence', async (t) => {
  const { port } = await listenFor(t, createServer());
  for (const more of [[], ['--record', tmpdir(), '--public-url', 'https://recorder.example.org']]) {
    const child = spawn(process.execPath, [...argumentsOf(main), '--port', String(port), ...more], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.equal(output, `Port ${port} is taken by another program. Stop that one, or choose another with --port.\n`);
    assert.equal(code, 2);
  }
});

test('an address that this machine does not have is told in a sentence', async () => {
  for (const more of [[], ['--record', tmpdir(), '--public-url', 'https://recorder.example.org']]) {
    const options = ['--port', '0', '--host', '192.0.2.1', ...more];
    const child = spawn(process.execPath, [...argumentsOf(main), ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.equal(output, 'It cannot listen on port 0 of 192.0.2.1 (EADDRNOTAVAIL). Choose others with --port and --host.\n');
    assert.equal(code, 1);
  }
});

for (const [option, value, said] of [
  ['--foo', 'bar', /^Unknown option '--foo'[^\n]*\n$/],
  ['start', 'now', /^Unexpected argument 'start'[^\n]*\n$/],
  ['--seed', '-5', /^Option '--seed' argument is ambiguous\.\n.*\n.*'--seed=-XYZ'\.\n$/],
  ['--speed', 'fast', /--speed takes a number above 0, Infinity or manual, not "fast"/],
  ['--allowed-hosts', 'simulator:8090', /--allowed-hosts takes names without a port, several with commas, not "simulator:8090"/],
  ['--provider', 'https://api.vapi.ai', /^Without --record these do nothing: --provider\.\n$/],
  ['--public-url', 'https://recorder.example.org', /^Without --record these do nothing: --public-url\.\n$/],
  ['--record', main, /^--record: EEXIST: [^\n]*main\.ts'\.\n$/],
] as const)
  test(`a setting that makes no sense is refused with its name: ${option} ${value}`, async () => {
    const child = spawn(process.execPath, [...argumentsOf(main), option, value], { stdio: ['ignore', 'ignore', 'pipe'] });
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    assert.equal(code, 2);
    assert.match(output, said);
  });

test('the recorder refuses options that do nothing for it, and takes what the environment has for the simulator', async () => {
  const refusedBy = async (...more: readonly string[]): Promise<string> => {
    const options = ['--record', tmpdir(), '--port', '0', '--host', '192.0.2.1', '--allowed-hosts', 'recorder', ...more];
    const env = { ...process.env, SIMULATOR_TOKEN: 'secret' };
    const child = spawn(process.execPath, [...argumentsOf(main), ...options], { stdio: ['ignore', 'ignore', 'pipe'], env });
    return (await Promise.all([text(child.stderr), once(child, 'close')]))[0];
  };
  assert.equal(await refusedBy('--token', 'secret', '--speed', '2'), 'With --record these do nothing: --token, --speed.\n');
  assert.match(await refusedBy('--provider', 'https://api.vapi.ai'), /^It cannot listen/);
});

test('of a folder all YAML files are taken, in the order of their names', async (t) => {
  const folder = folderFor(t);
  const started = (): ChildProcessByStdio<null, Readable, Readable> => {
    const child = spawn(process.execPath, [...argumentsOf(main), '--port', '0', '--scenarios', folder], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    t.after(() => child.kill('SIGKILL'));
    return child;
  };
  const refusal = async (): Promise<unknown> => {
    const child = started();
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return [code, output];
  };
  assert.deepEqual(await refusal(), [2, `--scenarios: There is no YAML file in ${folder}.\n`]);
  for (const [file, name] of [
    ['b.yaml', 'second'],
    ['a.yml', 'first'],
  ])
    await writeFile(join(folder, file ?? ''), `scenarios: [{name: ${name}, steps: [{state: ringing}, {state: ended}]}]`);
  await writeFile(join(folder, 'notes.txt'), 'no YAML: [');
  const child = started();
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const url = /^Simulator on (http:\S+)/.exec(line)?.[1];
  const { scenarios } = (await (await fetch(`${url}/scenarios`)).json()) as { scenarios: { name: string; numbers: { first: string } }[] };
  assert.deepEqual(
    scenarios.slice(-2).map(({ name, numbers }) => [name, numbers.first]),
    [
      ['first', '+15559000000'],
      ['second', '+15559010000'],
    ],
  );
  child.kill('SIGTERM');
  await once(child, 'exit');
  const ninetyEight = Array.from({ length: 98 }, (_, nth) => `{name: n${nth}, steps: [{state: ringing}]}`);
  await writeFile(join(folder, 'd.yaml'), `scenarios: [${ninetyEight}]`);
  await writeFile(join(folder, 'e.yaml'), 'scenarios: [{name: too-many, steps: [{state: ringing}]}]');
  const full = started();
  const [warning] = (await once(createInterface(full.stderr), 'line')) as [string];
  assert.equal(warning, `${join(folder, 'e.yaml')} is left out: The blocks from 900 to 999 are all taken.`);
  assert.match(((await once(createInterface(full.stdout), 'line')) as [string])[0], /^Simulator on/);
  full.kill('SIGTERM');
  await once(full, 'exit');
  await writeFile(join(folder, 'c.yaml'), 'scenarios: 7');
  assert.deepEqual(await refusal(), [2, `${join(folder, 'c.yaml')}:\n  line 1, column 12: scenarios must be array.\n`]);
});
