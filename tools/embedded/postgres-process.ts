import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Place } from './postgres-place.ts';

/** Questions about processes that may not be our children: the server outlives whoever started it. */

const run = promisify(execFile);

/** The pid that the server wrote into its data folder, whether or not it still lives. */
export async function readPostmaster(place: Place): Promise<number | null> {
  const text = await readFile(join(place.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** Is this pid the server of this very folder? Pids are used again, above all after a container's restart. */
export async function isPostmaster(pid: number, place: Place): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-p', String(pid), '-o', 'command=']).catch(() => ({ stdout: '' }));
    return stdout.includes('postgres') && stdout.includes(place.data);
  }
  // A postmaster's working folder is its data folder; a zombie has none.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  return cwd !== null && cwd === (await realpath(place.data));
}

/** PostgreSQL will not start while its pid file names a live process, even one that has nothing to do with it. */
export async function removeStalePidFile(place: Place): Promise<void> {
  const pid = await readPostmaster(place);
  if (pid === null || (await isPostmaster(pid, place))) return;
  await rm(join(place.data, 'postmaster.pid'), { force: true });
  await rm(join(place.socketFolder, '.s.PGSQL.5432.lock'), { force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
