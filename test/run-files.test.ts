import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { claimFiles, createQueue, keptProblems, unfinishedFiles } from './support/file-queue.ts';
import { folderFor } from './support/folder.ts';
import { runNodeInGroup } from './support/process-group.ts';
import { runsTypeScript } from './support/typescript.ts';

function queueOf(t: TestContext, files: Readonly<Record<string, string>>, processes: number) {
  const folder = folderFor(t);
  for (const [name, body] of Object.entries(files))
    writeFileSync(join(folder, name), `import { after, before, beforeEach, test } from 'node:test';\n${body}\n`);
  return { folder, entries: createQueue(folder, { root: folder, names: Object.keys(files) }, processes) };
}

function run({ folder, entries }: { readonly folder: string; readonly entries: readonly string[] }, reporter = 'tap') {
  const { NODE_TEST_CONTEXT, ...env } = process.env;
  const flags = [...runsTypeScript, '--test', '--test-concurrency=1', `--test-reporter=${reporter}`];
  return spawnSync(process.execPath, [...flags, ...entries], { env: { ...env, TEST_FOLDER: folder }, encoding: 'utf8' });
}

test('files in one process have hooks of their own, and one that fails does not stop the next', (t) => {
  const queue = queueOf(
    t,
    {
      'hooks.mjs': "beforeEach(() => { throw new Error('of hooks.mjs'); }); test('fails by its hook', () => {});",
      'missing.mjs': "import './nowhere.mjs';",
      'cleaning.mjs': "after(() => { throw new Error('of cleaning.mjs'); }); test('passes before', () => {});",
      'leaving.mjs': "test('changes the time', () => { Date.now = () => 0; });",
      'last.mjs': "await 0; test('passes at last', () => {});",
    },
    1,
  );
  const { status, stdout } = run(queue);
  assert.equal(status, 1);
  const results = stdout.split('\n').filter((line) => /^ *(not )?ok /.test(line));
  assert.deepEqual(
    results.map((line) => line.trim().replace(/ \d+ -/, '')),
    [
      'not ok fails by its hook',
      'not ok hooks.mjs',
      'not ok missing.mjs',
      'ok passes before',
      'not ok cleaning.mjs',
      'ok changes the time',
      'ok leaving.mjs',
      'not ok leaving.mjs puts back what it changed',
      'ok passes at last',
      'ok last.mjs',
    ],
  );
  assert.deepEqual(unfinishedFiles(queue.folder), []);
});

test('a file whose process ends with success before its tests do is named', (t) => {
  const queue = queueOf(t, { 'exits.mjs': "test('ends all', () => process.exit(0));", 'last.mjs': "test('is lost', () => {});" }, 1);
  run(queue);
  assert.deepEqual(unfinishedFiles(queue.folder), ['exits.mjs', 'last.mjs']);
});

const counting = new URL('support/count-reporter.mjs', import.meta.url).href;

test('a process that fails without a test is counted apart, with its end', (t) => {
  const queue = queueOf(t, { 'seven.mjs': "test('passes', () => process.once('exit', () => (process.exitCode = 7)));" }, 1);
  const { stdout } = run(queue, counting);
  assert.deepEqual(JSON.parse(stdout), { ran: 1, failed: 0, leftOut: {}, ended: ['test-process-1.mjs ended with 7'] });
});

test('a process that finds no file left to begin counts for nothing', (t) => {
  const queue = queueOf(t, { 'one.mjs': "test('passes', () => {});", 'other.mjs': "test('passes too', () => {});" }, 2);
  const { status, stdout } = run(queue, counting);
  assert.deepEqual([status, JSON.parse(stdout)], [0, { ran: 2, failed: 0, leftOut: {}, ended: [] }]);
});

test('an error that nobody catches fails the run, and is kept with its stack and the file that ran', (t) => {
  const late = "test('throws later', () => { setImmediate(() => { throw new Error('of late.mjs'); }); });";
  const queue = queueOf(t, { 'late.mjs': `${late} after(() => new Promise((resolve) => setImmediate(() => setImmediate(resolve))));` }, 1);
  assert.equal(run(queue).status, 1);
  assert.match(keptProblems(queue.folder), /^While late\.mjs ran, nobody caught this: Error: of late\.mjs\n +at .*late\.mjs:2/);
});

test('each file is claimed by one process, and there are no more processes than files', (t) => {
  const { folder, entries } = queueOf(t, { 'a.mjs': '', 'b.mjs': '', 'c.mjs': '' }, 4);
  assert.equal(entries.length, 3);
  const [one, other] = [claimFiles(folder), claimFiles(folder)];
  const claimed = [one.next(), other.next(), one.next(), other.next()].map(({ value }) => value?.name);
  assert.deepEqual(claimed, ['a.mjs', 'b.mjs', 'c.mjs', undefined]);
});

test('half of the processes run files that wait, as long as there are others', (t) => {
  const folder = folderFor(t);
  createQueue(folder, { root: folder, names: ['slow1', 'slow2', 'a', 'slow3', 'b'], waiting: ['slow1', 'slow2', 'slow3'] }, 2);
  const [one, other] = [claimFiles(folder), claimFiles(folder)];
  const next = (process: ReturnType<typeof claimFiles>) => process.next().value;
  const first = next(one);
  assert.deepEqual([first?.name, next(other)?.name], ['slow1', 'a']);
  first?.finished();
  assert.deepEqual([next(one)?.name, next(other)?.name, next(other)?.name, next(one)?.name], ['slow2', 'b', 'slow3', undefined]);
});

test('a server that a run leaves behind is ended with it, and the exit code is that of the run', async (t) => {
  const folder = folderFor(t);
  const server = "const it = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(it.address().port))";
  const leaves = `
    const { spawn } = require('node:child_process');
    const left = spawn(process.execPath, ['-e', ${JSON.stringify(server)}], { stdio: ['ignore', 'pipe', 'ignore'] });
    left.stdout.on('data', (port) => {
      require('node:fs').writeFileSync('port', port);
      process.exit(3);
    });`;
  assert.equal(await runNodeInGroup(['-e', leaves], { cwd: folder, env: {} }), 3);
  const socket = connect(Number(readFileSync(join(folder, 'port'), 'utf8')), '127.0.0.1');
  t.after(() => socket.destroy());
  const [refusal] = await once(
    socket.once('connect', () => socket.destroy(new Error('The server still runs.'))),
    'error',
  );
  assert.equal(refusal.code, 'ECONNREFUSED');
});
