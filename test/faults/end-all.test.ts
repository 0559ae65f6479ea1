import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { isAlive } from '../../tools/embedded/is-alive.ts';
import { runsTypeScript } from '../support/typescript.ts';

/** A harness that starts servers leaves none of them behind. */

const fixture = join(import.meta.dirname, '../support/end-all-fixture.ts');

for (const [how, exitCode] of [
  ['done', 0],
  ['failed', 1],
  ['uncaught', 1],
  ['unhandled', 1],
  ['SIGTERM', 130],
] as const)
  test(`what was started ends, and what was only being started too, though a clean-up fails: ${how}`, async (t) => {
    const program = spawn(process.execPath, [...runsTypeScript, fixture, how], { stdio: ['ignore', 'pipe', 'ignore'] });
    t.after(() => program.kill('SIGKILL'));
    const lines: string[] = [];
    const output = createInterface(program.stdout).on('line', (line) => lines.push(line));
    await once(output, 'line');
    if (how === 'SIGTERM') program.kill('SIGTERM');
    const [[code]] = await Promise.all([once(program, 'exit'), once(output, 'close')]);
    assert.equal(code, exitCode);
    const [early = '', late = '', ...more] = lines;
    for (const pid of [early, late]) {
      assert.match(pid, /^\d+$/);
      assert.equal(isAlive(Number(pid)), false);
    }
    assert.deepEqual(more, how === 'done' ? ['the last line'] : []);
  });
