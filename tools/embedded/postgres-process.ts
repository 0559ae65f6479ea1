import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './is-alive.ts';
import type { Place } from './postgres-place.ts';
import { runToEnd } from './run-to-end.ts';

/** Inspects processes that may not be children of this one: the server outlives the process that started it. */

/** Returns the pid in the data folder's pid file, whether or not that process still runs. */
export async function readPostmaster(place: Place): Promise<number | null> {
  const text = await readFile(join(place.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number.parseInt(text, 10);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

/** Tells if this pid is the server of this folder. Pids are used again, above all after a container's restart. */
export async function isPostmaster(pid: number, place: Place): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') {
    const command = await runToEnd('ps', ['-p', String(pid), '-o', 'command='], undefined).catch(() => '');
    return command.includes('postgres') && command.includes(place.data);
  }
  // A postmaster's working folder is its data folder; a zombie has none.
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  return cwd !== null && cwd === (await realpath(place.data));
}

/** Removes the pid file of an unrelated process. PostgreSQL does not start while its pid file names any live process. */
export async function removeStalePidFile(place: Place): Promise<void> {
  const pid = await readPostmaster(place);
  if (pid === null || (await isPostmaster(pid, place))) return;
  await rm(join(place.data, 'postmaster.pid'), { force: true });
  await rm(join(place.socketFolder, '.s.PGSQL.5432.lock'), { force: true });
}
