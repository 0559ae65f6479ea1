import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withFallback } from '../../src/pacing/fallback.ts';
import { MemoryBuckets } from '../../src/pacing/memory-buckets.ts';
import type { Bucket, Pacing } from '../../src/pacing/pacing.ts';
import type { RedisPacing } from '../../src/pacing/redis-pacing.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { runs } from '../support/properties.ts';
import { after, bucketOf, start } from './stores.ts';

const minute = 60_000;

/** What the processes share, until somebody empties it. */
interface Server {
  buckets: MemoryBuckets;
}

type Link = 'sound' | 'lost' | 'refuses keys' | 'answers too late';

/** A process's pacing by a Redis that does as it is told. */
function openProcess(server: Server, elapsedMs: () => number) {
  let link: Link = 'sound';
  let onReady = (): void => {};
  const metrics = createMetrics();
  async function ask<T>(question: () => T): Promise<T | null> {
    if (link === 'lost') throw new Error('connection closed');
    if (link === 'refuses keys') return null;
    const answer = question();
    if (link === 'answers too late') throw new Error('no answer in time');
    return answer;
  }
  const redis: RedisPacing = {
    take: (bucket, at) => ask(() => server.buckets.take(bucket, at).answer),
    look: (bucket, at) => ask(() => server.buckets.look(bucket, at)),
    async reserve(wanted, at) {
      return (await ask(() => wanted.map((bucket) => server.buckets.reserve(bucket, at)))) ?? wanted.map(() => null);
    },
    async giveBack(slots) {
      await ask(() => {
        for (const { bucket, slot } of slots) server.buckets.giveBack(bucket, [slot.getTime()]);
      });
    },
    ping() {},
    onPing() {},
    get isReady() {
      return link !== 'lost';
    },
    onReady(listener) {
      onReady = listener;
    },
    async check() {
      if (link === 'lost' || link === 'answers too late') throw new Error('does not take writes');
    },
    async close() {},
  };
  const pacing: Pacing = withFallback(redis, { log: createLog('silent'), metrics, elapsedMs });
  return {
    pacing,
    losses: async () => (await metrics.pacingDegraded.get()).values[0]?.value ?? 0,
    /** What happens to the link, and what the process makes of it at once. */
    async set(to: Link) {
      link = to;
      if (link !== 'lost') onReady();
      await new Promise(setImmediate);
    },
  };
}

const inLastMinute = (times: readonly number[], at: number): number => times.filter((time) => time > at - minute).length;

const links: readonly Link[] = ['sound', 'lost', 'refuses keys', 'answers too late'];
const event = fc.record({
  afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 3_000, max: 70_000 })),
  process: fc.nat({ max: 1 }),
  does: fc.oneof(
    { weight: 6, arbitrary: fc.constant('asks' as const) },
    { weight: 3, arbitrary: fc.constantFrom(...links) },
    { weight: 1, arbitrary: fc.constant('Redis is emptied' as const) },
  ),
  count: fc.integer({ min: 1, max: 5 }),
});
const story = fc.array(event, { maxLength: 50 });

interface Scene {
  readonly limit: number;
  /** Milliseconds after `start`. */
  readonly at: number;
  readonly process: number;
  readonly pacing: Pacing;
  readonly bucket: Bucket;
  readonly count: number;
  /** The processes that Redis has failed so far. */
  readonly wereAlone: ReadonlySet<number>;
  readonly wasEmptied: boolean;
}

/** Plays stories of two processes that share a Redis and a bucket. `begin` makes what looks at each question of a story. */
const inEveryStory = (begin: () => (scene: Scene) => Promise<void>): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), story, async (limit, events) => {
      const server: Server = { buckets: new MemoryBuckets() };
      let at = 0;
      const processes = [openProcess(server, () => at), openProcess(server, () => at)] as const;
      const bucket = bucketOf(limit);
      const wereAlone = new Set<number>();
      let wasEmptied = false;
      const ask = begin();
      for (const { afterMs, process, does, count } of events) {
        at += afterMs;
        const { pacing, set } = processes[process] ?? assert.fail();
        if (does === 'Redis is emptied') {
          server.buckets = new MemoryBuckets();
          wasEmptied = true;
        } else if (does === 'asks') await ask({ limit, at, process, pacing, bucket, count, wereAlone, wasEmptied });
        else {
          if (does !== 'sound') wereAlone.add(process);
          await set(does);
        }
      }
    }),
    runs(300),
  );

test('whatever Redis does, a process lets through its limit at most, and two processes the limit while all is sound', async () => {
  await inEveryStory(() => {
    const passed: [number[], number[]] = [[], []];
    return async ({ limit, at, process, pacing, bucket, count, wereAlone, wasEmptied }) => {
      const before = inLastMinute(passed.flat(), at);
      const answers = await Promise.all(Array.from({ length: count }, () => pacing.take(bucket, after(at))));
      for (const { taken } of answers) if (taken) passed[process]?.push(at);
      const all = inLastMinute(passed.flat(), at);
      for (const own of passed) assert.ok(inLastMinute(own, at) <= limit, 'no process exceeds the limit by itself');
      if (wasEmptied) return;
      assert.ok(all <= limit * (1 + wereAlone.size), 'the limit, and once more for each process that was alone');
      if (wereAlone.size === 0) assert.equal(all, Math.min(limit, before + count), 'no request is refused that has a token');
    };
  });
});

test('whatever Redis does but lose its data, the slots that a process is given follow each other, and no 60 s of them are overfull', async () => {
  await inEveryStory(() => {
    const slots: [number[], number[]] = [[], []];
    return async ({ limit, at, process, pacing, bucket, count, wasEmptied }) => {
      if (wasEmptied) return;
      const own = slots[process] ?? assert.fail();
      for (const slot of await pacing.reserve(Array(count).fill(bucket), after(at))) {
        const goAt = slot.getTime() - start.getTime();
        assert.ok(goAt >= Math.max(at, own.at(-1) ?? 0));
        own.push(goAt);
        assert.ok(inLastMinute(own, goAt) <= limit);
      }
    };
  });
});

test('a token that Redis refuses is not taken in memory either', async () => {
  const server: Server = { buckets: new MemoryBuckets() };
  const [one, other] = [openProcess(server, () => 0), openProcess(server, () => 0)];
  const bucket = bucketOf(2);
  await other.pacing.take(bucket, start);
  await other.pacing.take(bucket, start);
  for (let n = 0; n < 5; n++) assert.equal((await one.pacing.take(bucket, start)).taken, false);
  server.buckets = new MemoryBuckets();
  assert.equal((await one.pacing.take(bucket, start)).taken, true);
  assert.deepEqual(await one.pacing.look(bucket, start), { limit: 2, remaining: 1, fullAt: after(minute), nextAt: start });
});

test('what another process has given back postpones nothing for longer than a minute, also after Redis was lost for a moment', async () => {
  const server: Server = { buckets: new MemoryBuckets() };
  const [one, other] = [openProcess(server, () => 0), openProcess(server, () => 0)];
  const bucket = bucketOf(10);
  const slots = await one.pacing.reserve(Array<Bucket>(1_000).fill(bucket), start);
  other.pacing.giveBack(slots.map((slot) => ({ bucket, slot })));
  assert.deepEqual(await one.pacing.reserve([bucket], start), [start]);
  await one.set('lost');
  assert.deepEqual(await one.pacing.reserve([bucket], after(1)), [after(minute)]);
  await one.set('sound');
  assert.deepEqual(await one.pacing.reserve([bucket], after(2)), [after(minute)]);
  assert.deepEqual(await one.pacing.reserve([bucket], after(2 * minute)), [after(2 * minute)]);
});

test('what another process has given back postpones nothing, also where Redis was lost or refused a key before it could say so', async () => {
  for (const trouble of ['lost', 'refuses keys'] as const) {
    const server: Server = { buckets: new MemoryBuckets() };
    const [one, other] = [openProcess(server, () => 0), openProcess(server, () => 0)];
    const bucket = bucketOf(10);
    const slots = await one.pacing.reserve(Array<Bucket>(1_000).fill(bucket), start);
    other.pacing.giveBack(slots.map((slot) => ({ bucket, slot })));
    await one.set(trouble);
    assert.deepEqual(await one.pacing.reserve([bucket], after(1)), [after(100 * minute)], 'nobody can tell it');
    await one.set('sound');
    assert.deepEqual(await one.pacing.reserve([bucket], after(2)), [after(2)]);
    assert.equal((await one.pacing.look(bucket, after(2))).remaining, 9);
  }
});

test('what this process itself gives back takes nothing from what it has reserved without Redis', async () => {
  const { pacing, set } = openProcess({ buckets: new MemoryBuckets() }, () => 0);
  const bucket = bucketOf(1);
  const [, ...unused] = await pacing.reserve([bucket, bucket, bucket], start);
  await set('lost');
  assert.deepEqual(await pacing.reserve([bucket], start), [after(3 * minute)]);
  await set('sound');
  pacing.giveBack(unused.map((slot) => ({ bucket, slot })));
  assert.deepEqual(await pacing.reserve([bucket], start), [after(4 * minute)]);
});

test('a Redis that is lost again soon after is trusted twice as late each time, up to a minute, and at once after a calm minute', async () => {
  let elapsed = 0;
  const { pacing, set, losses } = openProcess({ buckets: new MemoryBuckets() }, () => elapsed);
  const health = () => pacing.health;
  /** How long it stays lost although Redis is sound again. */
  const comesBackAfter = async (): Promise<number> => {
    await set('lost');
    await pacing.take(bucketOf(1), start);
    assert.equal(health(), 'degraded');
    for (let ms = 0; ; ms += 500) {
      await set('sound');
      if (health() === 'redis') return ms;
      elapsed += 500;
    }
  };
  const waits = [];
  for (let n = 0; n < 9; n++) waits.push(await comesBackAfter());
  assert.deepEqual(waits, [0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
  assert.equal(await losses(), 9);
  elapsed += 59_999;
  assert.equal(await comesBackAfter(), 60_000);
  elapsed += 60_000;
  assert.equal(await comesBackAfter(), 0);
});
