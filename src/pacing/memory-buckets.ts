import { stateOf, type TokensOut, tokenReturnsMs } from './bucket-state.ts';
import type { Bucket, BucketState } from './pacing.ts';

/**
 * Buckets in this process's memory. They follow the Lua scripts step by step; change both together, and one suite of
 * properties tests both. A bucket that is full again is removed, so memory is bounded by the last two minutes, by what waits for a go-at
 * time, and by a maximum number of buckets.
 */
export class MemoryBuckets {
  readonly #buckets = new Map<string, Tokens>();
  #sweptAt = 0;

  take(bucket: Bucket, at: Date): Taken {
    const tokens = this.#tokensOf(bucket, at.getTime());
    const { times } = tokens;
    const taken = times.length < bucket.limit;
    const tokenAt = taken ? Math.max(at.getTime(), times.at(-1) ?? 0) : null;
    if (tokenAt !== null) {
      times.push(tokenAt);
      tokens.ownUntil = tokenAt;
    }
    return { answer: { taken, ...stateOf(bucket, tokensOut(times, bucket), at) }, tokenAt };
  }

  /** Puts back tokens that were taken at these times. */
  giveBack(bucket: Pick<Bucket, 'owner' | 'key'>, tokensAt: readonly number[]): void {
    const tokens = this.#buckets.get(keyOf(bucket));
    if (!tokens) return;
    // After this Redis goes back without another's doing.
    tokens.redisUntil = 0;
    const back = new Map<number, number>();
    for (const time of tokensAt) back.set(time, (back.get(time) ?? 0) + 1);
    tokens.times = tokens.times.filter((time) => {
      const left = back.get(time) ?? 0;
      if (left > 0) back.set(time, left - 1);
      return left === 0;
    });
  }

  look(bucket: Bucket, at: Date): BucketState {
    return stateOf(bucket, tokensOut(this.#tokensOf(bucket, at.getTime()).times, bucket), at);
  }

  /** Tells if this process knows of tokens that Redis, which has lost its data or was out of reach, may not know of. */
  mayKnowMore(bucket: Bucket, at: Date): boolean {
    return at.getTime() < this.#tokensOf(bucket, at.getTime()).ownUntil + tokenReturnsMs;
  }

  /** Reserves a go-at time. One that Redis has reserved is postponed only where this process has reserved others without it. */
  reserve(bucket: Bucket, at: Date, byRedis: Date | null = null): Date {
    const tokens = this.#tokensOf(bucket, at.getTime());
    const { times } = tokens;
    if (byRedis !== null) {
      // Redis goes back only where others have given back what it had said. What this process has put behind that does not count either.
      if (byRedis.getTime() < tokens.redisUntil) tokens.ownUntil = 0;
      tokens.redisUntil = byRedis.getTime();
      if (byRedis.getTime() >= tokens.ownUntil + tokenReturnsMs) {
        // Later ones were given back by another process.
        while ((times.at(-1) ?? 0) > byRedis.getTime()) times.pop();
        times.push(byRedis.getTime());
        return byRedis;
      }
    }
    const earliest = byRedis ?? at;
    // A go-at time in the future depends on the limit's last times. When a limit is lowered, tokens taken under the old limit still count
    // until they are 60 s old.
    const limitTh = times.at(-bucket.limit);
    const slot = Math.max(earliest.getTime(), times.at(-1) ?? 0, limitTh === undefined ? 0 : limitTh + tokenReturnsMs);
    if (slot !== byRedis?.getTime()) tokens.ownUntil = slot;
    times.push(slot);
    return new Date(slot);
  }

  /** Returns the taken tokens that have not come back. */
  #tokensOf(bucket: Bucket, at: number): Tokens {
    this.#sweep(at);
    const key = keyOf(bucket);
    const tokens = this.#buckets.get(key) ?? { times: [], ownUntil: 0, redisUntil: 0 };
    let back = 0;
    for (const time of tokens.times) {
      if (time > at - tokenReturnsMs) break;
      back += 1;
    }
    if (back > 0) tokens.times.splice(0, back);
    this.#buckets.delete(key);
    this.#buckets.set(key, tokens);
    return tokens;
  }

  #sweep(at: number): void {
    if (at - this.#sweptAt >= tokenReturnsMs) {
      this.#sweptAt = at;
      for (const [key, { times }] of this.#buckets) if ((times.at(-1) ?? 0) <= at - tokenReturnsMs) this.#buckets.delete(key);
    }
    // The least recently used bucket goes first: a Map keeps the order in which `#tokensOf` sets.
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size <= maxBuckets) break;
      this.#buckets.delete(key);
    }
  }
}

interface Tokens {
  /** The times at which tokens were taken, oldest first. */
  times: number[];
  /** Is the latest time that was taken, or reserved without Redis. No other process gives it back. */
  ownUntil: number;
  /** Is the go-at time that Redis gave last, or 0 where this process has given any back since. */
  redisUntil: number;
}

export interface Taken {
  readonly answer: BucketState & { readonly taken: boolean };
  /** Is the time at which the token counts as taken, in milliseconds, or null if there was none. */
  readonly tokenAt: number | null;
}

/**
 * The number is far above the tenants and addresses that one process serves in a minute. As many nearly empty buckets
 * take about 20 MB.
 */
const maxBuckets = 100_000;

const keyOf = ({ owner, key }: Pick<Bucket, 'owner' | 'key'>): string => `${owner} ${key}`;

const tokensOut = (times: readonly number[], { limit }: Bucket): TokensOut => ({
  count: times.length,
  newest: times.at(-1) ?? 0,
  limitTh: times.at(-limit) ?? 0,
});
