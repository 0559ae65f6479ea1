import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../../src/process/config.ts';
import { redis } from '../../../tools/doctor/redis.ts';
import { withoutRedis } from '../../support/redis.ts';
import { startRedisCluster } from '../../support/redis-cluster.ts';

test('a cluster is examined at every master, and one node of it alone is a fault', { skip: withoutRedis }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-doctor-cluster-'));
  const cluster = await startRedisCluster(folder);
  t.after(async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const said = async (url: string) => (await redis(readConfig({ RINGPOST_ENV: 'sandbox', REDIS_URL: url }))).map(({ found }) => found);

  assert.deepEqual(await said(cluster.url), ['a cluster of 3 masters; the scripts work']);
  await cluster.nodes[2]?.ask('config', 'set', 'maxmemory-policy', 'allkeys-lru');
  assert.deepEqual(await said(cluster.url), ['maxmemory-policy is allkeys-lru.']);
  const [one = ''] = cluster.url.split(',');
  assert.deepEqual(await said(one), ['It is one node of a cluster.']);
});
