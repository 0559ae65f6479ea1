import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../../cli/parts/ports.ts';
import { readConfig } from '../../../src/process/config.ts';
import { redis } from '../../../tools/doctor/redis.ts';
import { endProcess } from '../../../tools/embedded/end-process.ts';
import { withoutRedis } from '../../support/redis.ts';
import { startRedisCluster } from '../../support/redis-cluster.ts';
import { until } from '../../support/until.ts';

const said = async (url: string) => (await redis(readConfig({ RINGPOST_ENV: 'sandbox', REDIS_URL: url }))).map(({ found }) => found);

test('a cluster is examined at every master, and one node of it alone is a fault', { skip: withoutRedis }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-doctor-cluster-'));
  const cluster = await startRedisCluster(folder);
  t.after(async () => {
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  });

  assert.deepEqual(await said(cluster.url), ['a cluster of 3 masters; the scripts work']);
  await cluster.nodes[2]?.ask('config', 'set', 'maxmemory-policy', 'allkeys-lru');
  assert.deepEqual(await said(cluster.url), ['maxmemory-policy is allkeys-lru.']);
  const [one = ''] = cluster.url.split(',');
  assert.deepEqual(await said(one), ['It is one node of a cluster.']);

  for (const node of cluster.nodes) await node.ask('cluster', 'delslots', 0);
  await until('a slot is known to have no master', async () =>
    (await Promise.all(cluster.nodes.map((node) => node.ask('cluster', 'info')))).every((info) => /^cluster_state:fail/.test(String(info))),
  );
  assert.deepEqual(await said(cluster.url), ['Its cluster is down (CLUSTERDOWN): 16383 of its 16384 slots have a master.']);
});

test('a Sentinel is no Redis to pace by', { skip: withoutRedis }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-doctor-sentinel-'));
  const file = join(folder, 'sentinel.conf');
  const port = await freePort();
  await writeFile(file, `port ${port}\ndir ${folder}\n`);
  const sentinel = spawn('redis-server', [file, '--sentinel'], { stdio: 'ignore' });
  t.after(async () => {
    await endProcess(sentinel, 'SIGTERM');
    await rm(folder, { recursive: true, force: true });
  });
  assert.deepEqual(await said(`redis://127.0.0.1:${port}`), ['It is a Sentinel, which keeps no keys.']);
});
