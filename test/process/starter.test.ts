import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { removeData } from '../../tools/embedded/remove-data.ts';
import { endGroup } from '../support/process-group.ts';
import { argumentsOf } from '../support/typescript.ts';
import { until } from '../support/until.ts';

const root = join(import.meta.dirname, '..', '..');

for (const [program, args] of [
  ['simulator/main.ts', ['--port']],
  ['cli/ringpost.ts', ['start', '--no-calls', '--port']],
] as const) {
  test(`${program} does not outlive the program that started it, also where that was gone before it had loaded`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'ringpost-starter-'));
    t.after(() => removeData(folder));
    const child = spawn(process.execPath, [...argumentsOf(join(root, program)), ...args, String(await freePort())], {
      env: { ...process.env, RINGPOST_DATA_FOLDER: folder },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    t.after(() => child.kill('SIGKILL'));
    child.disconnect();
    await until('it has ended', async () => child.exitCode !== null || child.signalCode !== null);
    // A program that can already be interrupted, as on Node 22 and 24, ends its start itself, with 130.
    const isEnded = child.exitCode === 0 || child.exitCode === 130 || child.signalCode === 'SIGTERM';
    assert.ok(isEnded, `it ended with ${child.exitCode}, ${child.signalCode}`);
  });

  test(`${program} does not outlive the shell in which npm started it`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'ringpost-starter-'));
    t.after(() => removeData(folder));
    // With a second command no shell makes way for the first.
    const command = [process.execPath, ...argumentsOf(join(root, program)), ...args, String(await freePort())];
    const shell = spawn('sh', ['-c', '"$@"; true', 'sh', ...command], {
      env: { ...process.env, RINGPOST_DATA_FOLDER: folder, npm_lifecycle_script: 'ringpost start' },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    t.after(() => endGroup(shell.pid));
    // The program holds the pipe too, until it has ended.
    let hasEnded = false;
    const ended = once(shell, 'close').then(() => {
      hasEnded = true;
    });
    await Promise.race([once(shell.stdout, 'data'), ended]);
    shell.stdout.resume();
    shell.kill('SIGTERM');
    await until('it has ended', async () => hasEnded);
  });
}
