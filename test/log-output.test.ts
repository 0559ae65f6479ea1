import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

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

/** More than are written at once, and some that are left. */
const lines = 2_500;
const numbers = Array.from({ length: lines }, (_, n) => n);

const source = (file: string): string => fileURLToPath(new URL(`../src/${file}`, import.meta.url));

function run(work: string) {
  const program = `
    import { createLog } from ${JSON.stringify(source('log.ts'))};
    import { logOutput } from ${JSON.stringify(source('log-output.ts'))};
    const log = createLog('info', logOutput());
    ${work}`;
  return spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], { encoding: 'utf8' });
}

const numbersIn = (stdout: string): number[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line): { n: number } => JSON.parse(line))
    .map(({ n }) => n);
