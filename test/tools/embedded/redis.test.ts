import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createLog } from '../../../src/process/log.ts';
import { startPrivateRedis } from '../../../tools/embedded/redis.ts';
import { withoutRedis } from '../../support/redis.ts';
import { until } from '../../support/until.ts';

test('a private Redis that a signal ended does not keep us from stopping', { skip: withoutRedis }, async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'ringpost-private-redis-'));
  const redis = await startPrivateRedis({ dataFolder, log: createLog('silent') });
  assert.ok(redis);
  const processes = async () => {
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,args=']);
    const lines = stdout.split('\n').filter((line) => line.includes(dataFolder));
    return lines.map((line) => Number.parseInt(line, 10));
  };
  for (const pid of await processes()) process.kill(pid, 'SIGKILL');
  await until('its processes are gone', async () => (await processes()).length === 0);

  await redis.stop();

  assert.deepEqual(await readdir(dataFolder), []);
  await rm(dataFolder, { recursive: true });
});

test('it sweeps away what killed processes left, and not what may be about to start', { skip: withoutRedis }, async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'ringpost-private-redis-'));
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (const name of ['redis-killed', 'redis-recent', 'recordings']) await mkdir(join(dataFolder, name));
  for (const name of ['redis-killed', 'recordings']) await utimes(join(dataFolder, name), hourAgo, hourAgo);

  const redis = await startPrivateRedis({ dataFolder, log: createLog('silent') });
  await redis?.stop();

  assert.deepEqual((await readdir(dataFolder)).sort(), ['recordings', 'redis-recent']);
  await rm(dataFolder, { recursive: true });
});
