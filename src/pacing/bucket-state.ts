import { maxAutomationTriggers } from '../process/limits.ts';
import type { Bucket, BucketState } from './pacing.ts';

/** A token comes back this long after it was taken. */
export const tokenReturnsMs = 60_000;

/**
 * A bucket keeps this many times more than its limit, for those that are given back: as many as one publication reserves at most, which
 * has 500 events.
 */
export const spareTokens = 500 * maxAutomationTriggers;

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
