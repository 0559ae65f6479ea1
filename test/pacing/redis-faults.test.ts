import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { pacingWithFallback } from '../../src/pacing/fallback.ts';
import type { Bucket, Pacing } from '../../src/pacing/pacing.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics, type Metrics } from '../../src/process/metrics.ts';
import { type Link, linkTo } from '../support/link.ts';
import { withoutRedis } from '../support/redis.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { until } from '../support/until.ts';
import { after, bucketOf, newOwner, start } from './stores.ts';

/** Faults of a Redis that goes on answering, each met by the whole of pacing. */
describe('one bad answer of Redis is one bad answer', { skip: withoutRedis }, () => {
  let server: RedisServer;
  let metrics: Metrics;
  let pacing: Pacing;

  beforeEach(async () => {
    server = await startRedisServer();
    metrics = createMetrics();
    pacing = await openPacing();
  });
  afterEach(async () => {
    await pacing.close();
    await server.remove();
  });

  const openPacing = (url = server.url): Promise<Pacing> => pacingWithFallback({ url, log: createLog('silent'), metrics });
  const losses = async () => (await metrics.pacingDegraded.get()).values[0]?.value ?? 0;
  const troubles = async () =>
    Object.fromEntries((await metrics.pacingKeyTroubles.get()).values.map(({ labels, value }) => [labels.trouble, value]));
  const keyOf = ({ owner, key }: Bucket) => `ringpost:{${owner}}:${key}`;

  /** How many of so many requests pass. */
  async function passed(asked: number, bucket: Bucket, by = pacing): Promise<number> {
    let count = 0;
    for (let n = 0; n < asked; n++) if ((await by.take(bucket, start)).taken) count += 1;
    return count;
  }

  test('a key of another type harms nobody else, and is a bucket again', async () => {
    const [ill, neighbour] = [bucketOf(60), { owner: newOwner(), key: 'read', limit: 120 } as const];
    let passedNeighbour = 0;
    let passedIll = 0;
    for (let n = 0; n < 10; n++) {
      await server.ask('set', keyOf(ill), 'not a bucket');
      passedIll += await passed(10, ill);
      passedNeighbour += await passed(24, neighbour);
    }
    assert.equal(passedNeighbour, 120);
    assert.equal(passedIll, 60, 'though Redis forgot ten times what had passed');
    assert.deepEqual([pacing.health, await losses()], ['redis', 0]);
    assert.deepEqual(await troubles(), { wrong_type: 6, out_of_memory: 0, refused: 0 }, 'after that it is not asked any more');
  });

  test('a list of something else is no bucket either', async () => {
    for (const content of [['x'], ['1', 'x'], ['x', String(start.getTime())]]) {
      const bucket = bucketOf(2);
      await server.ask('rpush', keyOf(bucket), ...content);
      assert.equal(await passed(3, bucket), 2);
    }
    assert.equal(await losses(), 0);
  });

  test('of many buckets that are reserved together, one of another type is repaired and the others keep what they had', async () => {
    const buckets = Array.from({ length: 5 }, () => bucketOf(1));
    const other = await openPacing();
    try {
      assert.deepEqual(await other.reserve(buckets, start), Array(5).fill(start));
      await server.ask('del', keyOf(buckets[2] ?? assert.fail()));
      await server.ask('hset', keyOf(buckets[2] ?? assert.fail()), 'a', 'b');
      const slots = await pacing.reserve(buckets, start);
      assert.deepEqual(
        slots,
        buckets.map((_, n) => (n === 2 ? start : after(60_000))),
      );
      assert.deepEqual((await troubles())['wrong_type'], 1);
    } finally {
      await other.close();
    }
  });

  test('a full Redis leaves each key to memory, is counted, and is asked again when it has room', async () => {
    const [before, meanwhile] = [bucketOf(5), bucketOf(3)];
    await passed(2, before);
    await server.ask('config', 'set', 'maxmemory-policy', 'noeviction');
    await server.ask('config', 'set', 'maxmemory', 1);
    assert.equal(await passed(10, before), 3, 'what had passed before counts');
    assert.equal(await passed(10, meanwhile), 3);
    assert.deepEqual(await pacing.reserve([bucketOf(1), meanwhile], start), [start, after(60_000)]);
    assert.deepEqual([pacing.health, await losses()], ['redis', 0]);
    assert.ok(((await troubles())['out_of_memory'] ?? 0) >= 5);

    await server.ask('config', 'set', 'maxmemory', 0);
    assert.equal(await passed(3, meanwhile), 0);
    const fresh = bucketOf(1);
    const other = await openPacing();
    assert.deepEqual([await passed(1, fresh), await passed(1, fresh, other)], [1, 0], 'it is shared again');
    await other.close();
  });

  test('a script that Redis refuses leaves its key to memory', async () => {
    await server.ask('acl', 'setuser', 'default', '-@scripting');
    assert.equal(await passed(3, bucketOf(2)), 2);
    assert.deepEqual([pacing.health, await losses()], ['redis', 0]);
    assert.ok(((await troubles())['refused'] ?? 0) > 0);
  });

  test('an event loop that was late itself loses no Redis', async () => {
    const blocked = [];
    for (let n = 0; n < 3; n++) {
      // Redis answers only once nobody here reads any more.
      server.signal('SIGSTOP');
      blocked.push(pacing.take(bucketOf(1), start), pacing.reserve([bucketOf(1)], start));
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
      server.signal('SIGCONT');
      // Longer than an answer is waited for.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900);
      await Promise.all(blocked);
    }
    assert.deepEqual([pacing.health, await losses()], ['redis', 0]);
  });

  describe('demoted to a replica', () => {
    let successor: RedisServer;
    let address: Link;

    beforeEach(async () => {
      successor = await startRedisServer();
      address = await linkTo(server.port);
      await pacing.close();
      pacing = await openPacing(`redis://127.0.0.1:${address.port}`);
    });
    afterEach(async () => {
      await address.close();
      await successor.remove();
    });

    const replicaOf = async (master: RedisServer, replica: RedisServer): Promise<void> => {
      await replica.ask('replicaof', '127.0.0.1', master.port);
      await until('the replica follows', async () => String(await replica.ask('info', 'replication')).includes('master_link_status:up'));
    };

    test('it finds the new master at once, with one loss, and the bucket goes on where it was', async () => {
      const bucket = bucketOf(5);
      await passed(2, bucket);
      await replicaOf(server, successor);
      await successor.ask('replicaof', 'no', 'one');
      await replicaOf(successor, server);
      address.leadTo(successor.port);
      assert.equal(await passed(1, bucket), 1);
      await until('it paces by the new master', async () => pacing.health === 'redis');
      assert.equal(await passed(5, bucket), 2);
      assert.equal(await losses(), 1);
      assert.equal(await successor.ask('llen', keyOf(bucket)), 4, 'all but the one that the replica refused');
    });

    test('while there is no master it stays lost, though the replica answers what it reads', async () => {
      await replicaOf(successor, server);
      const bucket = bucketOf(3);
      await passed(1, bucket);
      await until('it was asked three times whether it takes writes', async () => {
        assert.equal(pacing.health, 'degraded');
        const [, refused = 0] = /cmdstat_set:.*rejected_calls=(\d+)/.exec(String(await server.ask('info', 'commandstats'))) ?? [];
        return Number(refused) >= 3;
      });
      assert.equal(await passed(3, bucket), 2);
      assert.equal(await losses(), 1);
      await server.ask('replicaof', 'no', 'one');
      await until('it paces by Redis again', async () => pacing.health === 'redis');
      assert.equal(await losses(), 1);
    });
  });
});
