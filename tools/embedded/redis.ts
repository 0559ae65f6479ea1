import { type ChildProcess, spawn } from 'node:child_process';
import type { Stats } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../src/process/log.ts';
import { endProcess, hasEnded } from './end-process.ts';
import { succeeds } from './run-to-end.ts';

/**
 * Starts a Redis of this process, if `redis-server` or `valkey-server` is on the PATH and no REDIS_URL was given. It
 * listens on a private unix socket, writes nothing to the disk, and ends with this process. Returns null if there is
 * none; pacing then uses memory, which covers one process only.
 */
export async function startPrivateRedis({ dataFolder, log }: { dataFolder: string; log: Log }): Promise<PrivateRedis | null> {
  const program = await findProgram(['redis-server', 'valkey-server']);
  if (!program) return null;
  await mkdir(dataFolder, { recursive: true });
  const { socket, cleanUp } = await socketPath(dataFolder);
  const child = spawnServer(program, socket);
  if (!(await accepts(socket, child))) {
    child.kill('SIGKILL');
    await cleanUp();
    log.warn({ program }, 'the private Redis did not start; pacing in memory');
    return null;
  }
  return { url: `unix://${socket}`, stop: () => stop(child, cleanUp) };
}

/**
 * Returns the URL of a private Redis that a process of this data folder runs, as far as it is in there, or null. Starts
 * nothing.
 */
export async function runningPrivateRedis(dataFolder: string): Promise<string | null> {
  for (const name of await readdir(dataFolder).catch(() => [])) {
    const socket = join(dataFolder, name, socketName);
    if (name.startsWith(folderPrefix) && (await answers(socket))) return `unix://${socket}`;
  }
  return null;
}

export interface PrivateRedis {
  /** Is `unix://` and the path of the socket. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The kernel's limit is 108 bytes with a closing NUL, 104 on macOS. */
const maxSocketPathBytes = 103;
/** The limit only ends the wait for a server that hangs. A busy machine may need long to start one. */
const startDeadlineMs = 60_000;

async function findProgram(names: readonly string[]): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    if ((await succeeds(access(path, constants.X_OK))) && (await stat(path)).isFile()) return path;
  }
  return null;
}

/** Makes a new folder for each start, so that a server that outlived its process is never reached. */
async function socketPath(dataFolder: string): Promise<{ socket: string; cleanUp: () => Promise<void> }> {
  const fits = Buffer.byteLength(join(dataFolder, 'redis-XXXXXX', socketName)) <= maxSocketPathBytes;
  const [parent, prefix] = fits ? [dataFolder, folderPrefix] : [tmpdir(), 'ringpost-redis-'];
  const folder = await mkdtemp(join(parent, prefix));
  await sweep(parent, prefix, await stat(folder));
  return { socket: join(folder, socketName), cleanUp: () => rm(folder, { recursive: true, force: true }) };
}

const socketName = 'redis.sock';
const folderPrefix = 'redis-';
/** Younger folders may belong to a process that is starting. */
const abandonedMs = 60_000;

/** Removes folders of killed processes whose server does not answer. Folders of other users stay. */
async function sweep(parent: string, prefix: string, { mtimeMs: now }: Stats): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const folder of names.map((name) => join(parent, name))) {
    const made = await stat(folder).catch(() => null);
    const isAbandoned = made !== null && now - made.mtimeMs > abandonedMs && !(await answers(join(folder, socketName)));
    if (isAbandoned) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * Starts the server under a shell that holds a pipe of this process. When this process ends for any reason, the shell's
 * `read` meets the end of the pipe and the shell stops the server. The shell ignores Ctrl-C, which this process
 * handles.
 */
function spawnServer(program: string, socket: string): ChildProcess {
  const settings = { port: '0', unixsocket: socket, unixsocketperm: '700', save: '', appendonly: 'no', 'maxmemory-policy': 'noeviction' };
  const flags = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const script = 'trap "" INT; "$@" </dev/null >/dev/null 2>&1 & server=$!; read -r _; kill -9 $server; wait $server 2>/dev/null';
  const child = spawn('/bin/sh', ['-c', script, 'sh', program, ...flags], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    detached: true,
  });
  child.on('error', () => {});
  child.unref();
  return child;
}

async function accepts(socket: string, child: ChildProcess): Promise<boolean> {
  for (const until = performance.now() + startDeadlineMs; performance.now() < until; await pause(5)) {
    if (hasEnded(child)) return false;
    if (await answers(socket)) return true;
  }
  return false;
}

const answers = (socket: string): Promise<boolean> =>
  new Promise((resolve) => {
    const connection = connect(socket)
      .once('connect', () => connection.write('PING\r\n'))
      .once('data', (data) => {
        connection.destroy();
        resolve(data.toString().startsWith('+PONG'));
      })
      .once('error', () => resolve(false));
  });

async function stop(child: ChildProcess, cleanUp: () => Promise<void>): Promise<void> {
  // The server does not keep this process alive while it runs; during the stop, its exit is awaited.
  child.ref();
  await endProcess(child, () => child.stdin?.end());
  await cleanUp();
}
