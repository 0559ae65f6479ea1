import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeData } from '../../../tools/embedded/remove-data.ts';
import { until } from '../../support/until.ts';

test('a removal that is killed leaves what tells whose folder it is, and is repeated', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-remove-'));
  const recordings = join(folder, 'recordings');
  await mkdir(recordings);
  const names = Array.from({ length: 5_000 }, (_, n) => `${n}.wav`);
  for (const name of names) await writeFile(join(recordings, name), '');
  await writeFile(join(folder, 'start.json'), '{}');
  const program = `import { removeData } from ${JSON.stringify(new URL('../../../tools/embedded/remove-data.ts', import.meta.url).href)}; await removeData(${JSON.stringify(folder)});`;
  const child = spawn(process.execPath, [...process.execArgv, '--input-type=module', '-e', program], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  await until('it has begun', async () => (await readdir(recordings).catch(() => [])).length < names.length);
  child.kill('SIGKILL');
  await ended;
  assert.ok(existsSync(join(folder, 'start.json')) || !existsSync(folder));
  await removeData(folder);
  assert.equal(existsSync(folder), false);
});
