import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../cli/parts/ports.ts';
import { endProcess } from '../../tools/embedded/end-process.ts';

/** A private redis-server that a test can stop, restart and configure. It keeps nothing on the disk. */
export interface RedisServer {
  /** Is the URL of its socket. */
  readonly url: string;
  readonly port: number;
  /** Sends a test's own command. */
  ask(command: string, ...args: readonly (string | number)[]): Promise<unknown>;
  signal(signal: NodeJS.Signals): void;
  /** Sends SIGKILL; its data is lost. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops it for good. */
  remove(): Promise<void>;
}

export async function startRedisServer(): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-redis-test-'));
  const socket = join(folder, 'redis.sock');
  const port = await freePort();
  let child: ChildProcess | null = null;
  const server: RedisServer = {
    url: `unix://${socket}`,
    port,
    async ask(command, ...args) {
      const client = new Redis({ path: socket, maxRetriesPerRequest: 0 });
      client.on('error', () => {});
      try {
        return await client.call(command, ...args);
      } finally {
        client.disconnect();
      }
    },
    signal: (signal) => void child?.kill(signal),
    async kill() {
      const ending = child;
      child = null;
      if (ending) await endProcess(ending, 'SIGKILL');
    },
    async start() {
      const settings = [
        '--port',
        String(port),
        '--bind',
        '127.0.0.1',
        '--unixsocket',
        socket,
        '--save',
        '',
        '--repl-diskless-sync-delay',
        '0',
      ];
      child = spawn('redis-server', settings, { stdio: ['ignore', 'pipe', 'ignore'], cwd: folder });
      for await (const chunk of child.stdout ?? []) if (String(chunk).includes('eady to accept connections')) break;
    },
    async remove() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
