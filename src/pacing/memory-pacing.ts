import { stateOf, type TokensOut, tokenReturnsMs } from './bucket-state.ts';
import type { Bucket, Pacing } from './pacing.ts';

/**
 * Pace kept in this process. It does what the Lua scripts do, step by step; whoever changes one changes the other, and
 * one suite of properties runs against both. A bucket that is full again is forgotten, so memory is bounded by what
 * happened in the last two minutes, and by a number of buckets beyond that.
 */
export function memoryPacing(): Pacing {
  const buckets = new Map<string, number[]>();
  let sweptAt = 0;

  /** When each token that is out went, oldest first; the ones that have come back are gone. */
  function timesOf(bucket: Bucket, at: number): number[] {
    sweep(at);
    const key = `${bucket.owner} ${bucket.key}`;
    const times = buckets.get(key) ?? [];
    let back = 0;
    for (const time of times) {
      if (time > at - tokenReturnsMs) break;
      back += 1;
    }
    if (back > 0) times.splice(0, back);
    buckets.delete(key);
    buckets.set(key, times);
    return times;
  }

  function sweep(at: number): void {
    if (at - sweptAt >= tokenReturnsMs) {
      sweptAt = at;
      for (const [key, times] of buckets) if ((times.at(-1) ?? 0) <= at - tokenReturnsMs) buckets.delete(key);
    }
    // The least recently used goes first: Map keeps the order in which `timesOf` sets.
    for (const key of buckets.keys()) {
      if (buckets.size <= maxBuckets) break;
      buckets.delete(key);
    }
  }

  function reserveOne(bucket: Bucket, at: number): number {
    const times = timesOf(bucket, at);
    const limitTh = times.at(-bucket.limit);
    const slot = Math.max(at, times.at(-1) ?? 0, limitTh === undefined ? 0 : limitTh + tokenReturnsMs);
    times.push(slot);
    // A slot that lies ahead needs no more than the limit behind it. What a lowered limit leaves over must age first.
    while (times.length > bucket.limit && (times[0] ?? 0) <= slot - tokenReturnsMs) times.shift();
    return slot;
  }

  return {
    async take(bucket, at) {
      const times = timesOf(bucket, at.getTime());
      const taken = times.length < bucket.limit;
      if (taken) times.push(Math.max(at.getTime(), times.at(-1) ?? 0));
      return { taken, ...stateOf(bucket, tokensOut(times, bucket), at) };
    },

    async look(bucket, at) {
      return stateOf(bucket, tokensOut(timesOf(bucket, at.getTime()), bucket), at);
    },

    async reserve(wanted, at) {
      return wanted.map((bucket) => new Date(reserveOne(bucket, at.getTime())));
    },

    // There is no other process to tell.
    ping() {},
    onPing() {},
    health: 'memory',
    async close() {},
  };
}

/** Far more tenants and addresses than one process serves in a minute; about 20 MB of nearly empty buckets. */
const maxBuckets = 100_000;

const tokensOut = (times: readonly number[], { limit }: Bucket): TokensOut => ({
  count: times.length,
  newest: times.at(-1) ?? 0,
  limitTh: times.at(-limit) ?? 0,
});
