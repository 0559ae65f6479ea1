import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after as afterAll, afterEach, before, beforeEach, describe, test } from 'node:test';
import { pacingWithFallback } from '../../src/pacing/fallback.ts';
import type { Pacing } from '../../src/pacing/pacing.ts';
import { redisPacing } from '../../src/pacing/redis-pacing.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { withoutRedis } from '../support/redis.ts';
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster.ts';
import { unhurriedMs } from '../support/targets.ts';
import { until } from '../support/until.ts';
import { bucketOf, newOwner, start } from './stores.ts';

/** A replica gives up after five seconds what it was asked to take over. */
const failoverMs = 6_000;

describe('in a Redis cluster', () => {
  const skip = withoutRedis;
  const metrics = createMetrics();
  const log = createLog('silent');
  let folder: string;
  let cluster: RedisCluster;
  let pacing: Pacing;

  before(async () => {
    if (skip) return;
    folder = await mkdtemp(join(tmpdir(), 'ringpost-redis-cluster-'));
    cluster = await startRedisCluster(folder);
  });
  afterAll(async () => {
    if (skip) return;
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    if (!skip) pacing = await pacingWithFallback({ url: cluster.url, log, metrics, patienceMs: unhurriedMs });
  });
  afterEach(async () => {
    if (!skip) await pacing.close();
  });

  const keyOf = (owner: string): string => `ringpost:{${owner}}:write`;
  /** An owner whose keys this node has. */
  async function ownerAt(port: number): Promise<string> {
    for (;;) {
      const owner = newOwner();
      if ((await cluster.masterOf(keyOf(owner))).port === port) return owner;
    }
  }
  const healthy = () => until('it paces by Redis again', async () => pacing.health === 'redis');

  test('tenants on every master are asked about at once, the first time without a failure', { skip }, async () => {
    const owners = Array.from({ length: 60 }, newOwner);
    const answers = await Promise.all(
      owners.flatMap((owner) => [pacing.take(bucketOf(1, owner), start), pacing.take(bucketOf(1, owner), start)]),
    );
    assert.equal(answers.filter(({ taken }) => taken).length, 60);
    assert.equal(pacing.health, 'redis');
    const masters = new Set((await Promise.all(owners.map((owner) => cluster.masterOf(keyOf(owner))))).map(({ name }) => name));
    assert.equal(masters.size, 3);
  });

  test('slots of many tenants are reserved together, one script for each tenant, and come back in the order asked', { skip }, async () => {
    const [one, other] = [newOwner(), newOwner()];
    const calls = { owner: one, key: 'call-events', limit: 1 } as const;
    const texts = { owner: one, key: 'text-events', limit: 1 } as const;
    const others = { owner: other, key: 'call-events', limit: 2 } as const;
    const ran = await scriptsRun();
    const slots = await pacing.reserve([calls, others, calls, texts, others, others], start);
    assert.deepEqual(
      slots.map((slot) => slot.getTime() - start.getTime()),
      [0, 0, 60_000, 0, 0, 60_000],
    );
    assert.equal((await scriptsRun()) - ran, 2);
  });

  /** Scripts that the masters were asked to run, by hash or by text and answered. */
  async function scriptsRun(): Promise<number> {
    let count = 0;
    for (const node of cluster.nodes) {
      const stats = String(await node.ask('info', 'commandstats'));
      for (const [, calls, failed] of stats.matchAll(/cmdstat_eval(?:sha)?:calls=(\d+).*?failed_calls=(\d+)/g))
        count += Number(calls) - Number(failed);
    }
    return count;
  }

  test('a budget is one for all processes', { skip }, async () => {
    const other = await redisPacing({ url: cluster.url, log, patienceMs: unhurriedMs });
    try {
      const bucket = bucketOf(1);
      assert.equal((await pacing.take(bucket, start)).taken, true);
      assert.equal((await other.take(bucket, start))?.taken, false);
    } finally {
      await other.close();
    }
  });

  test('every master learns the scripts again after a flush', { skip }, async () => {
    const owners = await Promise.all(cluster.nodes.slice(0, 3).map(({ port }) => ownerAt(port)));
    for (const owner of owners) await pacing.take(bucketOf(2, owner), start);
    for (const node of cluster.nodes) await node.ask('script', 'flush');
    for (const owner of owners) assert.equal((await pacing.take(bucketOf(2, owner), start)).remaining, 0);
    assert.equal(pacing.health, 'redis');
  });

  test('a slot that is moving, and then has moved, is followed', { skip }, async () => {
    const [from, to] = [cluster.nodes[0], cluster.nodes[1]];
    assert.ok(from && to);
    const owner = await ownerAt(from.port);
    await pacing.take(bucketOf(3, owner), start);
    const slot = Number(await from.ask('cluster', 'keyslot', keyOf(owner)));
    const [fromId, toId] = [String(await from.ask('cluster', 'myid')), String(await to.ask('cluster', 'myid'))];
    await to.ask('cluster', 'setslot', slot, 'importing', fromId);
    await from.ask('cluster', 'setslot', slot, 'migrating', toId);
    const password = String(((await from.ask('config', 'get', 'requirepass')) as readonly string[])[1]);
    // Owners of earlier tests may have keys in the same slot.
    const keys = (await from.ask('cluster', 'getkeysinslot', slot, 100)) as readonly string[];
    assert.ok(keys.includes(keyOf(owner)));
    await from.ask('migrate', '127.0.0.1', to.port, '', 0, 5_000, 'AUTH', password, 'KEYS', ...keys);
    assert.equal((await pacing.take(bucketOf(3, owner), start)).remaining, 1, 'ASK');
    for (const node of [to, from, cluster.nodes[2]]) await node?.ask('cluster', 'setslot', slot, 'node', toId);
    assert.equal((await pacing.take(bucketOf(3, owner), start)).remaining, 0, 'MOVED');
    assert.equal(pacing.health, 'redis');
  });

  test('a master that becomes a replica while it lives is followed to its successor, without a loss', { skip }, async () => {
    const master = cluster.nodes[0] ?? assert.fail();
    const successor = cluster.nodes[3] ?? assert.fail();
    const owner = await ownerAt(master.port);
    await pacing.take(bucketOf(4, owner), start);
    let askedAt = Number.NEGATIVE_INFINITY;
    // A client that is sent on asks any node for all slots, and follows one that does not know of it yet back.
    await until('all know that it has taken over', async () => {
      if (performance.now() - askedAt > failoverMs) {
        await successor.ask('cluster', 'failover').catch(() => {});
        askedAt = performance.now();
      }
      const masters = await Promise.all(cluster.nodes.map((node) => cluster.masterOf(keyOf(owner), node)));
      return masters.every(({ port }) => port === successor.port);
    });
    await cluster.untilWhole();
    assert.equal((await pacing.take(bucketOf(4, owner), start)).remaining, 2);
    assert.equal(pacing.health, 'redis');
  });

  test('when a master dies memory takes over, not back and forth, and Redis comes back with the replica', {
    skip,
  }, async () => {
    const master = cluster.nodes[2];
    assert.ok(master);
    const owner = await ownerAt(master.port);
    const elsewhere = await ownerAt(cluster.nodes[1]?.port ?? 0);
    await pacing.take(bucketOf(5, owner), start);
    const degraded = async () => (await metrics.pacingDegraded.get()).values[0]?.value ?? 0;
    const before = await degraded();
    await cluster.kill(master);
    while (pacing.health === 'redis') await pacing.take(bucketOf(5, owner), start);
    assert.equal((await pacing.take(bucketOf(1, elsewhere), start)).taken, true);
    // Asked without a pause while the replica takes over: each of the two changes is made once.
    await until('it paces by Redis again', async () => {
      await Promise.all([pacing.take(bucketOf(1_000, owner), start), pacing.take(bucketOf(1_000, elsewhere), start)]);
      return pacing.health === 'redis';
    });
    assert.equal((await degraded()) - before, 1);
    await cluster.untilWhole();
    assert.notEqual((await cluster.masterOf(keyOf(owner))).port, master.port);
    await cluster.startAgain(master);
    await cluster.untilWhole();
    await pacing.take(bucketOf(5, owner), start);
    assert.equal(pacing.health, 'redis');
  });

  test('a ping still reaches the others after the node that they listened at is gone', { skip }, async () => {
    const other = await redisPacing({ url: cluster.url, log, patienceMs: unhurriedMs });
    try {
      for (const node of [cluster.nodes[0], cluster.nodes[3]]) {
        assert.ok(node);
        await cluster.kill(node);
        await cluster.untilWhole();
        let heard = 0;
        other.onPing(() => {
          heard += 1;
        });
        await until('it is heard', async () => {
          pacing.ping();
          return heard > 0;
        });
        await cluster.startAgain(node);
        await cluster.untilWhole();
        await healthy();
      }
    } finally {
      await other.close();
    }
  });
});
