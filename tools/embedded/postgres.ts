import { spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../src/process/log.ts';
import { type Binaries, findBinaries } from './postgres-binaries.ts';
import { type Place, placeCluster } from './postgres-place.ts';
import { isPostmaster, readPostmaster, removeStalePidFile } from './postgres-process.ts';
import { runToEnd, succeeds } from './run-to-end.ts';

/**
 * Starts a private PostgreSQL for a machine that has none. The binaries come with an npm package, the data is in
 * `<dataFolder>/postgres`, and the server listens on a unix socket in a folder that only its own user can enter.
 *
 * The server runs detached, so that Ctrl-C reaches this process first and it can drain. The process that holds the
 * advisory lock below owns the server: it keeps the server running and stops it. If that process is killed, the server
 * stays, and the end of its connection frees the lock; the next start takes over a running server or starts one. A
 * second live process on the same folder finds the lock taken and reports it.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataFolder, { recursive: true });
  const place = await placeCluster(options.dataFolder);
  const binaries = await findBinaries(options.dataFolder, place.owner);
  await createCluster(place, binaries);
  const server: Server = { place, binaries, settings: { ...settings, ...options.settings }, log: options.log };
  const owner = await own(server);
  await createDatabase(place);
  return { url: urlOf(place, database), ...owner };
}

/** Returns the URL of this data folder's running embedded server, or null if none runs. Starts nothing. */
export async function runningEmbeddedPostgres(dataFolder: string): Promise<string | null> {
  if (!existsSync(join(dataFolder, 'postgres'))) return null;
  const place = await placeCluster(dataFolder);
  const client = await connectTo(place, database);
  await client?.end();
  return client ? urlOf(place, database) : null;
}

/**
 * Stops the server of this data folder that a killed process left behind, if there is one. Rejects with `EmbeddedPostgresError` where a
 * process uses it.
 */
export async function stopAbandonedPostgres(dataFolder: string): Promise<void> {
  if (!existsSync(join(dataFolder, 'postgres'))) return;
  const place = await placeCluster(dataFolder);
  const client = await connectTo(place, 'postgres');
  if (client) await (await lockOrExplain(client, place)).end();
  await stopServer(place);
  await rmdir(place.socketFolder).catch(() => {});
}

export interface EmbeddedOptions {
  readonly dataFolder: string;
  readonly log: Log;
  /** Overrides server settings; the tests switch fsync off. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  readonly url: string;
  stop(): Promise<void>;
  /** Gives the server up and lets it run, for the next process that starts it. */
  leave(): Promise<void>;
}

interface Server {
  readonly place: Place;
  readonly binaries: Binaries;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** Thrown when the embedded server cannot run, with a message for the person who started the service. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

const database = 'ringpost';
const superuser = 'ringpost';
/** The limit only ends the wait for a server that hangs. A busy machine may need long to start it, and a recovery takes its time. */
const startDeadlineMs = 120_000;
/** The number is arbitrary. Nothing else in the `postgres` database locks it. */
const ownerLock = 7_464_767;

/**
 * The server listens on no TCP port. Autovacuum is eager because dead tuples slow every queue in PostgreSQL down. The
 * just-in-time compiler is off because it costs more than the service's short statements.
 */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  autovacuum_naptime: '5s',
  autovacuum_vacuum_cost_delay: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** For libpq and node-postgres `host` in the query overrides the host name; `localhost` is there because a URL must have one. */
const urlOf = (place: Place, name: string): string =>
  `postgres://${superuser}@localhost/${name}?host=${encodeURIComponent(place.socketFolder)}`;

/** Makes the cluster under a temporary name and renames it, so that an interrupted first start leaves no incomplete cluster. */
async function createCluster(place: Place, binaries: Binaries): Promise<void> {
  const version = await readFile(join(place.data, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version !== null) return checkVersion(version.trim(), binaries, place);
  const draft = `${place.data}.${process.pid}-${Date.now()}`;
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  try {
    await runToEnd(binaries.initdb, ['-D', draft, '-U', superuser, '-A', 'trust', '--no-instructions', ...locale], place.owner);
    await rename(draft, place.data);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    const raced = await readFile(join(place.data, 'PG_VERSION'), 'utf8').catch(() => null);
    if (raced === null) throw new EmbeddedPostgresError(`The embedded PostgreSQL could not be created in ${place.data}: ${String(error)}`);
  }
}

function checkVersion(version: string, binaries: Binaries, place: Place): void {
  if (version === binaries.major) return;
  throw new EmbeddedPostgresError(
    `The data in ${place.data} was made by PostgreSQL ${version}, and the embedded one is ${binaries.major}. ` +
      'Dump it with the old version, or set DATABASE_URL, or move the folder away to begin afresh.',
  );
}

/** Holds the lock as long as this process lives, over restarts of the server too. */
async function own(server: Server): Promise<Pick<EmbeddedPostgres, 'stop' | 'leave'>> {
  let stopping = false;
  let lock = await runAndLock(server);
  let regaining: Promise<void> | null = null;
  const watch = (client: pg.Client): void => {
    client.once('end', () => {
      if (!stopping) regaining = regain();
    });
  };
  const regain = async (): Promise<void> => {
    server.log.warn('the embedded PostgreSQL went away; starting it again');
    while (!stopping) {
      try {
        lock = await runAndLock(server);
        return watch(lock);
      } catch (error) {
        server.log.error({ error: String(error) }, 'the embedded PostgreSQL does not start');
        await pause(1_000, undefined, { ref: false });
      }
    }
  };
  watch(lock);
  const leave = async (): Promise<void> => {
    stopping = true;
    // A recovery under way would otherwise start the server again after the stop.
    await regaining;
    await lock.end().catch(() => {});
  };
  return {
    leave,
    async stop() {
      if (stopping) return;
      await leave();
      await stopServer(server.place);
      await rmdir(server.place.socketFolder).catch(() => {});
    },
  };
}

/** Returns the lock of a running server, which this process or a killed one has started. */
async function runAndLock(server: Server): Promise<pg.Client> {
  const deadline = performance.now() + startDeadlineMs;
  let started: Started | null = null;
  while (performance.now() < deadline) {
    const client = await connectTo(server.place, 'postgres');
    if (client) return lockOrExplain(client, server.place);
    if (started === null || started.exited) {
      // A server that gave up met another server that was starting, remains of the last one, or a pid file of an
      // unrelated process.
      if (started) {
        await explainWhatLasts(started, server.place);
        await removeStalePidFile(server.place);
      }
      started = (await isRunning(server.place)) ? started : spawnServer(server);
    }
    await pause(started?.exited ? 200 : 20);
  }
  const log = await readFile(server.place.log, 'utf8').catch(() => '');
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL did not start within ${startDeadlineMs / 1_000} s. Its log, ${server.place.log}, ends so:\n${log.slice(-2_000)}`,
  );
}

interface Started {
  exited: boolean;
  /** Is how long the log was before, in bytes. */
  readonly logLength: number;
}

/** How a server ends that the next try would not help. Errors after which it runs on stand in the same log. */
const lasting =
  /(?:FATAL|PANIC): .*(?:has (?:invalid permissions|wrong ownership)|No space left on device|Read-only file system|Permission denied)/;

/** Throws `EmbeddedPostgresError` with the server's own words if it ended because of something that the next try would meet as well. */
async function explainWhatLasts({ logLength }: Started, { log, data }: Place): Promise<void> {
  const said = (await readFile(log)).subarray(logLength).toString();
  if (lasting.test(said)) throw new EmbeddedPostgresError(`The embedded PostgreSQL in ${data} does not start. It says:\n${said.trimEnd()}`);
}

function spawnServer({ binaries, place, settings }: Server): Started {
  const flags = Object.entries({ ...settings, unix_socket_directories: place.socketFolder }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const output = openSync(place.log, 'a', 0o600);
  const logLength = fstatSync(output).size;
  const child = spawn(binaries.postgres, ['-D', place.data, ...flags], {
    ...place.owner,
    cwd: place.data,
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
  });
  closeSync(output);
  const started: Started = { exited: false, logLength };
  for (const event of ['exit', 'error'])
    child.once(event, () => {
      started.exited = true;
    });
  child.unref();
  return started;
}

async function isRunning(place: Place): Promise<boolean> {
  const pid = await readPostmaster(place);
  return pid !== null && isPostmaster(pid, place);
}

/** Connects to the server. Returns null while it accepts no connections. */
async function connectTo(place: Place, name: string): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: urlOf(place, name),
    application_name: `ringpost ${process.pid}`,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch {
    return null;
  }
}

async function lockOrExplain(client: pg.Client, place: Place): Promise<pg.Client> {
  // A process that has just been killed still holds the lock for a moment.
  await client.query("set lock_timeout = '1s'");
  if (await succeeds(client.query('select pg_advisory_lock($1)', [ownerLock]))) return client;
  const holder = await client.query<{ name: string }>(
    "select application_name as name from pg_stat_activity join pg_locks using (pid) where locktype = 'advisory' and granted and objid = $1",
    [ownerLock],
  );
  await client.end();
  const who = holder.rows[0]?.name.replace('ringpost', 'process') ?? 'another process';
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL in ${place.data} is in use by ${who}. Stop that one first, give this one another RINGPOST_DATA_FOLDER, or run several on one database by setting DATABASE_URL.`,
  );
}

async function createDatabase(place: Place): Promise<void> {
  const client = await connectTo(place, 'postgres');
  if (!client) throw new EmbeddedPostgresError('The embedded PostgreSQL went away while it was starting.');
  try {
    const found = await client.query('select from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${database}`);
  } finally {
    await client.end();
  }
}

/**
 * Stops the server by a fast shutdown: sessions are cut, and everything committed is on the disk. If that takes too
 * long, by an immediate one.
 */
async function stopServer(place: Place): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const pid = await readPostmaster(place);
    if (pid === null || !(await isPostmaster(pid, place))) return;
    process.kill(pid, signal);
    for (const until = performance.now() + 10_000; performance.now() < until; await pause(10)) {
      if (!(await isPostmaster(pid, place))) return;
    }
  }
}
