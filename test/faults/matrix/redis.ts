import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endProcess, hasEnded } from '../../../tools/embedded/end-process.ts';

/** A redis-server of the matrix's own, on one socket through all its deaths. */
export interface Redis {
  readonly url: string;
  /** Dead for so long, then there again and empty. */
  killFor(ms: number): Promise<void>;
  flush(): Promise<void>;
  /** For good: one that is dead for a while does not come back. */
  stop(): Promise<void>;
}

/** Null where there is no redis-server: then each process paces by itself, and Redis's faults are left out. */
export async function startRedis(folder: string): Promise<Redis | null> {
  const socket = join(folder, 'redis.sock');
  let child = await launch(socket);
  if (!child) return null;
  let isOver = false;
  let coming: Promise<unknown> = Promise.resolve();
  return {
    url: `unix://${socket}`,
    async killFor(ms) {
      if (child) await endProcess(child, 'SIGKILL');
      await pause(ms);
      if (isOver) return;
      const launched = launch(socket);
      coming = launched;
      child = await launched;
      if (!child) throw new Error('redis-server did not start again');
    },
    flush: async () => {
      if ((await ask(socket, 'FLUSHALL')) !== '+OK') throw new Error('Redis was not flushed');
    },
    async stop() {
      isOver = true;
      await coming;
      if (child) await endProcess(child, 'SIGKILL');
    },
  };
}

async function launch(socket: string): Promise<ChildProcess | null> {
  const flags = ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no'];
  const child = spawn('redis-server', flags, { stdio: 'ignore' });
  const failed = new Promise<'failed'>((resolve) => child.once('error', () => resolve('failed')));
  for (const until = performance.now() + 10_000; performance.now() < until; ) {
    if ((await ask(socket, 'PING').catch(() => '')) === '+PONG') return child;
    if ((await Promise.race([failed, pause(20)])) === 'failed' || hasEnded(child)) return null;
  }
  child.kill('SIGKILL');
  return null;
}

/** One command and the first line of its answer. */
const ask = (socket: string, command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const connection = connect(socket, () => connection.write(`${command}\r\n`));
    connection.once('data', (data) => {
      connection.destroy();
      resolve(data.toString().trim());
    });
    connection.once('error', reject);
  });
