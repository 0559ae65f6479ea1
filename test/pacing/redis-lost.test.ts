import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { Redis } from 'ioredis';
import { pacingWithFallback } from '../../src/pacing/fallback.ts';
import type { Pacing } from '../../src/pacing/pacing.ts';
import { redisPacing } from '../../src/pacing/redis-pacing.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { withoutRedis } from '../support/redis.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { until } from '../support/until.ts';
import { bucketOf, newOwner, start } from './stores.ts';

describe('when Redis is lost', () => {
  const skip = withoutRedis;
  let server: RedisServer;
  let pacing: Pacing;
  const metrics = createMetrics();
  const degraded = async () => (await metrics.pacingDegraded.get()).values[0]?.value ?? 0;
  const withoutRedisNow = async () => (await metrics.pacingWithoutRedis.get()).values[0]?.value;

  beforeEach(async () => {
    if (skip) return;
    server = await startRedisServer();
    pacing = await pacingWithFallback({ url: server.url, log: createLog('silent'), metrics });
  });
  afterEach(async () => {
    if (skip) return;
    await pacing.close();
    await server.remove();
  });

  const healthy = (store: Pacing) => until('it paces by Redis again', async () => store.health === 'redis');

  test('memory takes over without an error, once, and Redis comes back by itself', { skip }, async () => {
    const before = await degraded();
    const bucket = bucketOf(2);
    assert.equal(pacing.health, 'redis');
    await server.kill();
    const answers = await Promise.all(Array.from({ length: 5 }, () => pacing.take(bucket, start)));
    assert.equal(answers.filter(({ taken }) => taken).length, 2);
    assert.equal(pacing.health, 'degraded');
    assert.equal(await degraded(), before + 1);
    assert.equal(await withoutRedisNow(), 1);

    await server.start();
    await healthy(pacing);
    assert.equal(await withoutRedisNow(), 0);
    assert.equal((await pacing.take(bucket, start)).taken, false, 'it is empty, and this process knows what it let through');
    assert.equal((await pacing.take(bucketOf(1), start)).taken, true);
  });

  test('a process that asks for nothing says that its Redis is lost, and that it is back', { skip }, async () => {
    await server.kill();
    await until('it says so', async () => pacing.health === 'degraded');
    await server.start();
    await healthy(pacing);
  });

  test('a Redis that hangs holds nobody up', { skip }, async () => {
    server.signal('SIGSTOP');
    // It hangs until it is told to go on, below.
    assert.equal((await pacing.take(bucketOf(1), start)).taken, true);
    assert.equal(pacing.health, 'degraded');
    server.signal('SIGCONT');
    await healthy(pacing);
  });

  test('it starts without its Redis and finds it later', { skip }, async () => {
    await server.kill();
    const late = await pacingWithFallback({ url: server.url, log: createLog('silent'), metrics });
    try {
      assert.equal(late.health, 'degraded');
      assert.equal((await late.take(bucketOf(1), start)).taken, true);
      await server.start();
      await healthy(late);
    } finally {
      await late.close();
    }
  });

  test('a Redis that refuses the connection is named in its own words, once', { skip }, async () => {
    await server.ask('config', 'set', 'requirepass', 'another');
    const lines: { readonly msg?: string; readonly error?: string }[] = [];
    const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
    const refused = await pacingWithFallback({ url: server.url, log, metrics });
    try {
      assert.equal(refused.health, 'degraded');
      const said = lines.filter(({ msg }) => msg === 'Redis refuses the connection');
      assert.deepEqual(
        said.map(({ error }) => error),
        ['NOAUTH Authentication required.'],
      );
    } finally {
      await refused.close();
    }
  });

  test('a flushed server learns its scripts again', { skip }, async () => {
    const bucket = bucketOf(3);
    await pacing.take(bucket, start);
    await server.ask('script', 'flush');
    const answers = await Promise.all([pacing.take(bucket, start), pacing.take(bucket, start)]);
    assert.deepEqual(
      answers.map(({ remaining }) => remaining),
      [1, 0],
    );
    assert.equal(pacing.health, 'redis');
  });

  test('a ping reaches the other processes, not the one that rang, and many at once are few', { skip }, async (t) => {
    const opened = { url: server.url, log: createLog('silent') };
    const [other, third] = [await redisPacing(opened), await redisPacing(opened)];
    // Hears what Redis hears: each message names the process that rang.
    const ear = new Redis(server.port);
    const rings: string[] = [];
    ear.on('message', (_channel, from) => rings.push(from));
    try {
      await ear.subscribe('ringpost:due');
      let own = 0;
      pacing.onPing(() => {
        own += 1;
      });
      const rang = new Promise<void>((resolve) => other.onPing(resolve));
      // The other's subscription may take a moment more than its connection.
      const ringing = setInterval(() => pacing.ping(), 20);
      await rang;
      clearInterval(ringing);
      await ear.ping();
      assert.equal(own, 0);

      t.mock.timers.enable({ apis: ['setTimeout'] });
      const [first] = rings;
      const ofThird = async () => {
        // Redis has read its rings before this, and the ear has heard them before it is answered.
        await third.take(bucketOf(1), start);
        await ear.ping();
        return rings.filter((from) => from !== first).length;
      };
      for (let i = 0; i < 100; i++) third.ping();
      assert.equal(await ofThird(), 1, 'at once');
      t.mock.timers.tick(50);
      assert.equal(await ofThird(), 2, 'and once for all the others');
      t.mock.timers.tick(50);
      assert.equal(await ofThird(), 2);
    } finally {
      ear.disconnect();
      await other.close();
      await third.close();
    }
  });

  test('keys of one tenant share its hash tag, and all of them expire', { skip }, async () => {
    const owner = newOwner();
    await pacing.take({ owner, key: 'read', limit: 5 }, start);
    await pacing.reserve([{ owner, key: 'call-events', limit: 5 }], start);
    const keys = ((await server.ask('keys', '*')) as string[]).filter((key) => key.includes(owner));
    const lifetimes = (await Promise.all(keys.map((key) => server.ask('pttl', key)))).map(Number);
    assert.equal(keys.length, 2);
    for (const key of keys) assert.ok(key.includes(`{${owner}}`), key);
    for (const lifetime of lifetimes) assert.ok(lifetime > 0 && lifetime <= 120_000, String(lifetime));
  });
});
