import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { endProcess } from '../../tools/embedded/end-process.ts';
import { findBinaries } from '../../tools/embedded/postgres-binaries.ts';
import { type Place, placeCluster } from '../../tools/embedded/postgres-place.ts';
import { type Owner, runToEnd } from '../../tools/embedded/run-to-end.ts';
import { until } from './until.ts';

/** A private PostgreSQL server from the embedded binaries. No program restarts it behind the test's back. */
export interface Postgres {
  readonly url: string;
  readonly data: string;
  /** Is the folder of its unix socket, which every user may enter. */
  readonly socketFolder: string;
  /** Is the user that it runs as; absent means the current one. */
  readonly owner: Owner | undefined;
  ask<Row extends object>(statement: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Sends SIGKILL to the server and its worker processes: nothing more is answered or written. */
  kill(): Promise<void>;
  /** Stops the server and its worker processes with SIGSTOP, or lets them continue. */
  freeze(isFrozen: boolean): Promise<void>;
  /** Ends it and removes its files. */
  remove(): Promise<void>;
}

const user = 'ringpost';
const database = 'ringpost';
const ownSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0777',
  max_connections: '100',
  fsync: 'off',
  timezone: 'UTC',
};

export async function startPrimary(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  const place = await placeIn(folder);
  const { initdb } = await findBinaries(folder, place.owner);
  const flags = ['-U', user, '-A', 'trust', '--no-instructions', '--no-sync', '--encoding=UTF8', '--locale=C'];
  await runToEnd(initdb, ['-D', place.data, ...flags], place.owner);
  const server = await startServer(folder, place, settings);
  await askOn(server.socketFolder, 'postgres', `create database ${database}`);
  return server;
}

/** Copies the primary's files as `pg_basebackup` does, and starts a replica that follows the primary's log. */
export async function startReplica(
  folder: string,
  primary: Postgres,
  name: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Postgres> {
  const place = await placeIn(folder);
  await copyRunning(primary, place);
  const follows = { primary_conninfo: `host=${primary.socketFolder} user=${user} application_name=${name}` };
  const replica = await startServer(folder, place, { ...settings, ...follows });
  await until(
    `${name} follows`,
    async () => (await primary.ask('select from pg_stat_replication where application_name = $1', [name])).length === 1,
  );
  return replica;
}

/** A copy of a running server's files, from which a server of any later moment can be made with what it has archived since. */
export interface BaseBackup {
  /** Starts a server as it was at a moment, in PostgreSQL's words for a time, with the log of the archive. */
  restoredTo(moment: string, archive: string): Promise<Postgres>;
}

export async function takeBaseBackup(folder: string, primary: Postgres): Promise<BaseBackup> {
  const place = await placeIn(folder);
  await copyRunning(primary, place);
  await rm(join(place.data, 'standby.signal'));
  return {
    async restoredTo(moment, archive) {
      await writeOwned(place, 'recovery.signal', '');
      const recovery = { restore_command: `cp ${archive}/%f %p`, recovery_target_time: moment, recovery_target_action: 'promote' };
      const server = await startServer(folder, place, { ...recovery, archive_mode: 'off' });
      await until('the server has been restored', async () => {
        const [found] = await server.ask<{ isOver: boolean }>('select not pg_is_in_recovery() as "isOver"');
        return found?.isOver === true;
      });
      return server;
    },
  };
}

async function copyRunning(primary: Postgres, place: Place): Promise<void> {
  // A backup lasts as long as the session that began it.
  const session = await connectTo(primary.socketFolder, database);
  await session.query(`select pg_backup_start('replica', true)`);
  // Files of dropped tables vanish below the copy. PostgreSQL allows that: the log that it replays knows of it.
  await runToEnd('cp', ['-a', primary.data, place.data], place.owner).catch((error: { readonly stderr?: string }) => {
    const complaints = error.stderr?.trim().split('\n') ?? [''];
    if (!complaints.every((line) => /^cp: cannot (stat|open) .*: No such file or directory$/.test(line))) throw error;
  });
  const { rows } = await session.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
  await session.end();
  await rm(join(place.data, 'postmaster.pid'));
  await writeOwned(place, 'backup_label', rows[0]?.label ?? '');
  await writeOwned(place, 'standby.signal', '');
}

async function placeIn(folder: string): Promise<Place> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
  return placeCluster(folder);
}

async function writeOwned({ data, owner }: Place, name: string, text: string): Promise<void> {
  await writeFile(join(data, name), text, { mode: 0o600 });
  if (owner) await chown(join(data, name), owner.uid, owner.gid);
}

async function startServer(folder: string, place: Place, settings: Readonly<Record<string, string>>): Promise<Postgres> {
  const { postgres } = await findBinaries(folder, place.owner);
  const socketFolder = place.socketFolder;
  // A pooler that runs as another user must be able to reach the socket.
  for (const passed of [join(place.data, '..'), socketFolder]) await chmod(passed, 0o755);
  const all = Object.entries({ ...ownSettings, ...settings, unix_socket_directories: socketFolder });
  const output = openSync(place.log, 'a', 0o600);
  const child = spawn(postgres, ['-D', place.data, ...all.flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    ...place.owner,
    cwd: '/',
    stdio: ['ignore', output, output],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
  });
  closeSync(output);
  await until('PostgreSQL answers', () =>
    askOn(socketFolder, 'postgres', 'select').then(
      () => true,
      () => child.exitCode !== null && Promise.reject(new Error(`PostgreSQL did not start; see ${place.log}`)),
    ),
  );
  const server: Postgres = {
    url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`,
    data: place.data,
    socketFolder,
    owner: place.owner,
    ask: (statement, values) => askOn(socketFolder, database, statement, values),
    kill: () => killAll(child),
    async freeze(isFrozen) {
      signalAll(await family(child), isFrozen ? 'SIGSTOP' : 'SIGCONT');
    },
    async remove() {
      await endAtOnce(child);
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      // As root the data may be outside, where that user can reach it.
      await rm(join(place.data, '..'), { recursive: true, force: true, maxRetries: 3 });
      await rm(socketFolder, { recursive: true, force: true });
    },
  };
  return server;
}

async function killAll(child: ChildProcess): Promise<void> {
  const all = await family(child);
  await endProcess(child, () => signalAll(all, 'SIGKILL'));
}

/** An immediate shutdown, which is as quick as a kill and gives shared memory back. Without that each server leaves some of it until a reboot. */
async function endAtOnce(child: ChildProcess): Promise<void> {
  const all = await family(child);
  await endProcess(child, () => {
    child.kill('SIGQUIT');
    // One that was frozen hears of it only then.
    signalAll(all, 'SIGCONT');
  });
}

/** Lists a process and its children: a server first, so that it cannot replace a worker that was killed. */
export async function family({ pid }: Pick<ChildProcess, 'pid'>): Promise<readonly number[]> {
  if (pid === undefined) return [];
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

const signalAll = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids) signal(pid, name);
};

/** Sends a signal to a process that may have ended by itself. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has just ended by itself.
  }
}

async function connectTo(socketFolder: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ host: socketFolder, user, database: name });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function askOn<Row extends object>(
  socketFolder: string,
  name: string,
  statement: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = await connectTo(socketFolder, name);
  try {
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    await client.end();
  }
}
