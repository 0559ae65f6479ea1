import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folderFor } from '../support/folder.ts';

test('every line is there, in its order, when the process ends by itself', () => {
  const { stdout, status } = run(`for (let n = 0; n < ${lines}; n++) log.info({ n }, 'line');`);
  assert.equal(status, 0);
  assert.deepEqual(numbersIn(stdout), numbers);
});

test('and when it ends by an error that nobody caught', () => {
  const { stdout, status } = run(`for (let n = 0; n < ${lines}; n++) log.info({ n }, 'line'); throw new Error('odd');`);
  assert.equal(status, 1);
  assert.deepEqual(numbersIn(stdout), numbers);
});

test('and when it exits at once', () => {
  const { stdout, status } = run(`log.info({ n: 0 }, 'line'); process.exit(3);`);
  assert.equal(status, 3);
  assert.deepEqual(numbersIn(stdout), [0]);
});

for (const [name, path, read, seconds] of [
  ['a full disk', () => '/dev/full', '', 0],
  ['a pipe that nobody reads', pipe, '', 1],
  // The few lines that come later have room in the pipe, so the next lines are waited for again.
  ['a pipe that is read slowly', pipe, 'readSync(fd, Buffer.alloc(100));', 2],
] as const)
  test(`lines that cannot be written for ${name} are dropped and counted, and the program goes on`, (t) => {
    const { stdout, stderr, status } = run(
      `let waits = 0;
       const { wait } = Atomics;
       Atomics.wait = (...args) => { waits += 1; ${read} return wait(...args); };
       import { createMetrics } from ${JSON.stringify(source('metrics.ts'))};
       import { setTimeout as pause } from 'node:timers/promises';
       for (let n = 0; n < 3 * ${lines}; n++) log.info({ n }, 'line');
       await pause(200);
       log.info({}, 'and another');
       await pause(200);
       console.log((await createMetrics().registry.getSingleMetricAsString('log_lines_lost_total')).split('\\n').at(-1));
       console.log('waits ' + waits);`,
      path(t),
    );
    assert.equal(status, 0, stderr);
    const [, lost] = /^log_lines_lost_total (\d+)$/m.exec(stdout) ?? [];
    assert.ok(Number(lost) > lines, stdout);
    // In pauses of 10 ms: a reader that has stopped, or is too slow, does not hold up every batch.
    assert.ok(Number(/^waits (\d+)$/m.exec(stdout)?.[1]) <= 101 * seconds, stdout);
    assert.equal(stderr.match(/the log cannot be written/g)?.length, 1, stderr);
  });

function pipe(t: TestContext): string {
  const folder = folderFor(t);
  const path = join(folder, 'pipe');
  assert.equal(spawnSync('mkfifo', [path]).status, 0);
  return path;
}

/** More than are written at once, and some that are left. */
const lines = 2_500;
const numbers = Array.from({ length: lines }, (_, n) => n);

const source = (file: string): string => fileURLToPath(new URL(`../../src/process/${file}`, import.meta.url));

/** `path`: where the log goes instead of the standard output; also where nobody reads. */
function run(work: string, path?: string) {
  const fd = path ? `openSync(${JSON.stringify(path)}, constants.O_RDWR | constants.O_NONBLOCK)` : 'process.stdout.fd';
  const program = `
    import { createLog } from ${JSON.stringify(source('log.ts'))};
    import { logOutput } from ${JSON.stringify(source('log-output.ts'))};
    import { constants, openSync, readSync } from 'node:fs';
    const fd = ${fd};
    const log = createLog('info', logOutput(fd));
    ${work}`;
  return spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], { encoding: 'utf8' });
}

const numbersIn = (stdout: string): number[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line): { n: number } => JSON.parse(line))
    .map(({ n }) => n);
