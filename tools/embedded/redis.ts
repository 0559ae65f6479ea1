import { type ChildProcess, spawn } from 'node:child_process';
import type { Stats } from 'node:fs';
import { access, constants, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../src/process/log.ts';

/**
 * A Redis of this process's own, where `redis-server` or `valkey-server` is on the PATH and no REDIS_URL was given. It
 * listens on a unix socket that only we can reach, keeps nothing on the disk, and ends with us. Null where there is none:
 * memory paces as well, it only knows one process.
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

/** Where one answers now that a process of this data folder has, as far as it lies there; null where none does. Starts nothing. */
export async function runningPrivateRedis(dataFolder: string): Promise<string | null> {
  for (const name of await readdir(dataFolder).catch(() => [])) {
    const socket = join(dataFolder, name, socketName);
    if (name.startsWith(folderPrefix) && (await answers(socket))) return `unix://${socket}`;
  }
  return null;
}

export interface PrivateRedis {
  /** `unix://` and the path of the socket. */
  readonly url: string;
  stop(): Promise<void>;
}

/** The kernel's limit is 108 bytes with a closing NUL, 104 on macOS. */
const maxSocketPathBytes = 103;
const startDeadlineMs = 5_000;

async function findProgram(names: readonly string[]): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs && (await stat(path)).isFile()) return path;
  }
  return null;
}

/** A folder of its own each time, so that one that outlived its process is never met. */
async function socketPath(dataFolder: string): Promise<{ socket: string; cleanUp: () => Promise<void> }> {
  const fits = Buffer.byteLength(join(dataFolder, 'redis-XXXXXX', socketName)) <= maxSocketPathBytes;
  const [parent, prefix] = fits ? [dataFolder, folderPrefix] : [tmpdir(), 'ringpost-redis-'];
  const folder = await mkdtemp(join(parent, prefix));
  await sweep(parent, prefix, await stat(folder));
  return { socket: join(folder, socketName), cleanUp: () => rm(folder, { recursive: true, force: true }) };
}

const socketName = 'redis.sock';
const folderPrefix = 'redis-';
/** Younger ones may be about to start. */
const abandonedMs = 60_000;

/** Folders of processes that were killed, where nobody answers any more. What is not ours to remove stays. */
async function sweep(parent: string, prefix: string, { mtimeMs: now }: Stats): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const folder of names.map((name) => join(parent, name))) {
    const made = await stat(folder).catch(() => null);
    const isAbandoned = made !== null && now - made.mtimeMs > abandonedMs && !(await answers(join(folder, socketName)));
    if (isAbandoned) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}

/**
 * A shell between us holds our pipe: when we end, however we end, its `read` meets the end of the pipe and it stops the
 * server. It ignores Ctrl-C, which is for us to act on.
 */
function spawnServer(program: string, socket: string): ChildProcess {
  const settings = [
    '--port',
    '0',
    '--unixsocket',
    socket,
    '--unixsocketperm',
    '700',
    '--save',
    '',
    '--appendonly',
    'no',
    '--maxmemory-policy',
    'noeviction',
  ];
  const script = 'trap "" INT; "$@" </dev/null >/dev/null 2>&1 & server=$!; read -r _; kill -9 $server; wait $server 2>/dev/null';
  const child = spawn('/bin/sh', ['-c', script, 'sh', program, ...settings], {
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
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // It keeps nobody alive while it serves; now its end is worth waiting for.
  child.ref();
  child.stdin?.end();
  if (!hasEnded(child)) await ended;
  await cleanUp();
}

/** One that a signal ended has no exit code. */
const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean => pid === undefined || exitCode !== null || signalCode !== null;
