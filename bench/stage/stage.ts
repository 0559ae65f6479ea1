import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../cli/parts/ports.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createLog } from '../../src/process/log.ts';
import { runsTypeScript } from '../../test/support/typescript.ts';
import { endProcess, hasEnded } from '../../tools/embedded/end-process.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../tools/embedded/postgres.ts';
import { type RedisProcess, startRedis } from '../dispatch/redis.ts';
import { killAfterMs } from './child.ts';
import { type Ends, partOf } from './clean-end.ts';
import { inDataFolder } from './data-folder.ts';
import { postmasterPid } from './postmaster.ts';

/**
 * The servers that a service under load needs, each in its own process on loopback: an embedded PostgreSQL (durable,
 * its own settings), a Redis without persistence, and the simulator as a voice provider in load mode.
 */
export interface Stage {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly redis: RedisProcess;
  readonly secretKey: Buffer;
  /** Holds the pids for `cpuSecondsOf`. */
  readonly pids: { readonly postgres: number; readonly redis: number; readonly provider: number };
  /** Starts another process with the settings it needs; it ends with the stage. Resolves when it listens. */
  start(options: ProcessOptions): Promise<StartedProcess>;
}

export interface ProcessOptions {
  /** Names a file of the project and its arguments. It listens on PORT, or on the port in its arguments. */
  readonly run: readonly string[] | ((port: number) => readonly string[]);
  /** Is another checkout of the project to run the file from. */
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Is the folder for a CPU profile, or null for none. */
  readonly profile?: string | null;
}

export interface StartedProcess {
  readonly url: string;
  readonly pid: number;
  /** Is the time from its start to its first answer. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Twilio's auth token, with which text callbacks are signed. */
export const authToken = 'bench-token';

/** Sets up a stage for a bench. `settings` are added to PostgreSQL's own. */
export const onStage = (play: (stage: Stage) => Promise<void>, settings: Readonly<Record<string, string>> = {}): Promise<void> =>
  inDataFolder(async (folder, ends) => play(await setUp(folder, settings, ends)));

async function setUp(folder: string, settings: Readonly<Record<string, string>>, ends: Ends): Promise<Stage> {
  const starting = startEmbeddedPostgres({ dataFolder: folder, log: createLog('error'), settings });
  const postgres = await partOf(ends, starting, (started) => started.stop());
  const redis = await partOf(ends, startRedis(folder, 'none'), (started) => started?.stop());
  if (!redis) throw new Error('There is no redis-server on the PATH, and without one nothing here would be compared fairly.');
  await migrate(postgres.url);
  return openStage(folder, postgres, redis, ends);
}

async function openStage(folder: string, postgres: EmbeddedPostgres, redis: RedisProcess, ends: Ends): Promise<Stage> {
  const secretKey = randomBytes(32);
  const started = async (options: ProcessOptions): Promise<StartedProcess> => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const begun = performance.now();
    const run = typeof options.run === 'function' ? options.run(port) : options.run;
    const child = await launch(run, { ...options, env: { ...base, PORT: String(port), PUBLIC_URL: url, ...options.env } });
    let stopping: Promise<void> | undefined;
    const stop = (): Promise<void> => {
      stopping ??= endProcess(child, 'SIGTERM', killAfterMs);
      return stopping;
    };
    ends.push(stop);
    await answers(url, child);
    return { url, pid: child.pid ?? 0, readyMs: performance.now() - begun, stop };
  };
  const base = {
    RINGPOST_ENV: 'sandbox',
    RINGPOST_DATA_FOLDER: folder,
    RINGPOST_SECRET_KEY: secretKey.toString('base64'),
    DATABASE_URL: postgres.url,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    OPERATOR_PORT: '0',
    VAPI_API_KEY: 'simulated',
    TWILIO_ACCOUNT_SID: 'bench',
    TWILIO_AUTH_TOKEN: authToken,
    NODE_ENV: 'production',
  };
  const provider = await started({ run: (port) => ['simulator/main.ts', '--load', 'voice', '--port', String(port)] });
  return {
    folder,
    databaseUrl: postgres.url,
    redis,
    secretKey,
    pids: { postgres: await postmasterPid(postgres.url), redis: redis.pid, provider: provider.pid },
    start: (options) => started({ ...options, env: { VAPI_BASE_URL: `${provider.url}/vapi`, ...options.env } }),
  };
}

/** Starts a process. Its log is discarded, as by a collector that keeps up; its standard error is shown. */
async function launch(
  [file = '', ...args]: readonly string[],
  { root = ourRoot, env = {}, profile = null }: ProcessOptions,
): Promise<ChildProcess> {
  const nowhere = await open('/dev/null', 'w');
  const profiling = profile === null ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const translating = file.endsWith('.ts') ? runsTypeScript : [];
  const child = spawn(process.execPath, [...translating, ...profiling, join(root, file), ...args], {
    cwd: root,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: process.env['TMPDIR'], ...env },
    stdio: ['ignore', nowhere.fd, 'inherit', 'ipc'],
  });
  await once(child, 'spawn');
  await nowhere.close();
  return child;
}

const ourRoot = fileURLToPath(new URL('../..', import.meta.url));

async function answers(url: string, child: ChildProcess): Promise<void> {
  for (const patience = performance.now() + patienceMs; ; ) {
    if (performance.now() > patience) throw new Error(`${child.spawnargs.join(' ')} does not answer on ${url}`);
    if (hasEnded(child)) throw new Error(`${child.spawnargs.join(' ')} ended before it answered`);
    const isThere = await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await pause(20);
  }
}

const patienceMs = 30_000;
