import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { freePort } from '../../cli/parts/ports.ts';
import { endProcess } from '../../tools/embedded/end-process.ts';
import { killAfterMs } from '../stage/child.ts';

export interface RedisProcess {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts a private redis-server on a free port of loopback, or returns null if none is on the PATH. */
export async function startRedis(folder: string, persistence: 'none' | 'everysec'): Promise<RedisProcess | null> {
  const port = await freePort();
  const kept = persistence === 'none' ? ['--appendonly', 'no'] : ['--appendonly', 'yes', '--appendfsync', 'everysec'];
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--maxmemory-policy', 'noeviction', ...kept];
  const child = spawn('redis-server', args, { stdio: 'ignore' });
  const failed = once(child, 'error').then(() => true);
  if (await Promise.race([failed, pause(20).then(() => false)])) return null;
  await answers(port);
  return {
    port,
    pid: child.pid ?? 0,
    stop: () => endProcess(child, 'SIGTERM', killAfterMs),
  };
}

async function answers(port: number): Promise<void> {
  const client = new Redis({ host: '127.0.0.1', port, retryStrategy: () => 20, maxRetriesPerRequest: 200 });
  client.on('error', () => {});
  await client.ping();
  client.disconnect();
}
