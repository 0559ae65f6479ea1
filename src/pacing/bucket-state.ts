import type { Bucket, BucketState } from './pacing.ts';

/** A token comes back this long after it was taken. */
export const tokenReturnsMs = 60_000;

/** The state of a bucket in a store: how many tokens are taken, and two of the times at which they were. */
export interface TokensOut {
  readonly count: number;
  /** Is the time of the last token. */
  readonly newest: number;
  /** Is the time of the limit-th last token, which matters only once `count` has reached the limit. */
  readonly limitTh: number;
}

export const stateOf = ({ limit }: Bucket, { count, newest, limitTh }: TokensOut, at: Date): BucketState => ({
  limit,
  remaining: Math.max(0, limit - count),
  fullAt: count > 0 ? new Date(newest + tokenReturnsMs) : at,
  nextAt: count >= limit ? new Date(limitTh + tokenReturnsMs) : at,
});
