import type { Bucket, BucketState, Slot } from './pacing.ts';

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

/** Groups times by their bucket, the latest first. */
export function timesByBucket(slots: readonly Slot[]): readonly { readonly bucket: Slot['bucket']; readonly times: readonly number[] }[] {
  const groups = new Map<string, { bucket: Slot['bucket']; times: number[] }>();
  for (const { bucket, slot } of slots) {
    const name = `${bucket.owner} ${bucket.key}`;
    const group = groups.get(name);
    if (group) group.times.push(slot.getTime());
    else groups.set(name, { bucket, times: [slot.getTime()] });
  }
  for (const { times } of groups.values()) times.sort((one, other) => other - one);
  return [...groups.values()];
}
