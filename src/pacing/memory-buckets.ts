import { stateOf, type TokensOut, tokenReturnsMs } from './bucket-state.ts';
import type { Bucket, BucketState } from './pacing.ts';

/**
 * Buckets kept in this process. They do what the Lua scripts do, step by step; whoever changes one changes the other, and
 * one suite of properties runs against both. A bucket that is full again is forgotten, so memory is bounded by what
 * happened in the last two minutes, and by a number of buckets beyond that.
 */
export interface MemoryBuckets {
  take(bucket: Bucket, at: Date): Taken;
  /** Puts back a token that was taken at this time. */
  giveBack(bucket: Bucket, tokenAt: number): void;
  look(bucket: Bucket, at: Date): BucketState;
  /** The slot is not before `earliest`. */
  reserve(bucket: Bucket, at: Date, earliest?: Date): Date;
}

export interface Taken {
  readonly answer: BucketState & { readonly taken: boolean };
  /** When the token counts as taken, in milliseconds; null where there was none. */
  readonly tokenAt: number | null;
}

export function memoryBuckets(): MemoryBuckets {
  const buckets = new Map<string, number[]>();
  let sweptAt = 0;

  /** When each token that is out went, oldest first; the ones that have come back are gone. */
  function timesOf(bucket: Bucket, at: number): number[] {
    sweep(at);
    const key = keyOf(bucket);
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

  return {
    take(bucket, at) {
      const times = timesOf(bucket, at.getTime());
      const taken = times.length < bucket.limit;
      const tokenAt = taken ? Math.max(at.getTime(), times.at(-1) ?? 0) : null;
      if (tokenAt !== null) times.push(tokenAt);
      return { answer: { taken, ...stateOf(bucket, tokensOut(times, bucket), at) }, tokenAt };
    },

    giveBack(bucket, tokenAt) {
      const times = buckets.get(keyOf(bucket)) ?? [];
      const index = times.lastIndexOf(tokenAt);
      if (index >= 0) times.splice(index, 1);
    },

    look: (bucket, at) => stateOf(bucket, tokensOut(timesOf(bucket, at.getTime()), bucket), at),

    reserve(bucket, at, earliest = at) {
      const times = timesOf(bucket, at.getTime());
      const limitTh = times.at(-bucket.limit);
      const slot = Math.max(earliest.getTime(), times.at(-1) ?? 0, limitTh === undefined ? 0 : limitTh + tokenReturnsMs);
      times.push(slot);
      // A slot that lies ahead needs no more than the limit behind it. Tokens taken under a higher limit stay until they are 60 s old.
      while (times.length > bucket.limit && (times[0] ?? 0) <= slot - tokenReturnsMs) times.shift();
      return new Date(slot);
    },
  };
}

/** Far more tenants and addresses than one process serves in a minute; about 20 MB of nearly empty buckets. */
const maxBuckets = 100_000;

const keyOf = ({ owner, key }: Bucket): string => `${owner} ${key}`;

const tokensOut = (times: readonly number[], { limit }: Bucket): TokensOut => ({
  count: times.length,
  newest: times.at(-1) ?? 0,
  limitTh: times.at(-limit) ?? 0,
});
