import type { Bucket, BucketState } from './pacing.ts';

/** A token comes back this long after it was taken. */
export const tokenReturnsMs = 60_000;

/** What a store knows of a bucket: how many tokens are out, and two of the times at which they went. */
export interface TokensOut {
  readonly count: number;
  /** When the last one went. */
  readonly newest: number;
  /** When the limit-th last one went; matters only while `count` has reached the limit. */
  readonly limitTh: number;
}

export const stateOf = ({ limit }: Bucket, { count, newest, limitTh }: TokensOut, at: Date): BucketState => ({
  limit,
  remaining: Math.max(0, limit - count),
  fullAt: count > 0 ? new Date(newest + tokenReturnsMs) : at,
  nextAt: count >= limit ? new Date(limitTh + tokenReturnsMs) : at,
});
