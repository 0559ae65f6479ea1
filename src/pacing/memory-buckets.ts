import { spareTokens, stateOf, type TokensOut, tokenReturnsMs } from './bucket-state.ts';
import type { Bucket, BucketState } from './pacing.ts';

/**
 * Buckets in this process's memory. They follow the Lua scripts step by step; change both together, and one suite of
 * properties tests both. A bucket that is full again is removed, so memory is bounded by the last two minutes, and by a
 * maximum number of buckets.
 */
export class MemoryBuckets {
  readonly #buckets = new Map<string, Tokens>();
  #sweptAt = 0;

  take(bucket: Bucket, at: Date): Taken {
    const { times } = this.#tokensOf(bucket, at.getTime());
    const taken = times.length < bucket.limit;
    const tokenAt = taken ? Math.max(at.getTime(), times.at(-1) ?? 0) : null;
    if (tokenAt !== null) times.push(tokenAt);
    return { answer: { taken, ...stateOf(bucket, tokensOut(times, bucket), at) }, tokenAt };
  }

  /** Puts back a token that was taken at this time. */
  giveBack(bucket: Pick<Bucket, 'owner' | 'key'>, tokenAt: number): void {
    const { times, hasForgotten } = this.#buckets.get(keyOf(bucket)) ?? noTokens;
    const index = times.lastIndexOf(tokenAt);
    if (index < 0) return;
    if (hasForgotten) {
      // A forgotten time counts until a later one lets no other be less than 60 s after it, so a time that does so stays.
      const newest = times.at(index === times.length - 1 ? -2 : -1) ?? 0;
      if (index === 0 || newest < (times[0] ?? 0) + tokenReturnsMs) return;
    }
    times.splice(index, 1);
  }

  look(bucket: Bucket, at: Date): BucketState {
    return stateOf(bucket, tokensOut(this.#tokensOf(bucket, at.getTime()).times, bucket), at);
  }

  /** Reserves a go-at time that is not before `earliest`. */
  reserve(bucket: Bucket, at: Date, earliest = at): Date {
    const tokens = this.#tokensOf(bucket, at.getTime());
    const { times } = tokens;
    const limitTh = times.at(-bucket.limit);
    const slot = Math.max(earliest.getTime(), times.at(-1) ?? 0, limitTh === undefined ? 0 : limitTh + tokenReturnsMs);
    times.push(slot);
    // When a limit is lowered, tokens taken under the old limit still count until they are 60 s old. Besides those, a
    // go-at time in the future depends only on the limit's last times, and on the spare ones when later ones are given back.
    while (times.length > bucket.limit + spareTokens && (times[0] ?? 0) <= slot - tokenReturnsMs) {
      times.shift();
      tokens.hasForgotten = true;
    }
    return new Date(slot);
  }

  /** Returns the taken tokens that have not come back. */
  #tokensOf(bucket: Bucket, at: number): Tokens {
    this.#sweep(at);
    const key = keyOf(bucket);
    const tokens = this.#buckets.get(key) ?? { times: [], hasForgotten: false };
    let back = 0;
    for (const time of tokens.times) {
      if (time > at - tokenReturnsMs) break;
      back += 1;
    }
    if (back > 0) {
      tokens.times.splice(0, back);
      tokens.hasForgotten = false;
    }
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
  readonly times: number[];
  /** Tells if older ones that still count were forgotten. */
  hasForgotten: boolean;
}

const noTokens: Tokens = { times: [], hasForgotten: false };

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
