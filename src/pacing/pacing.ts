/**
 * Pace: how much of something a tenant may do in a minute. Redis (Lua) keeps it for all processes, and this process's
 * memory for this one, by the same rules; `fallback.ts` asks both. Losing Redis changes when a thing happens, never whether.
 *
 * A bucket holds as many tokens as its limit, and each token comes back 60 s after it was taken. So no window of 60 s
 * ever lets more through than the limit, which a continuously refilled bucket would.
 *
 * Time is an argument everywhere; a stored later time wins over an earlier argument.
 */
export interface Pacing {
  /** Takes one token, if there is one. */
  take(bucket: Bucket, at: Date): Promise<BucketState & { readonly taken: boolean }>;

  /** Looks without taking. */
  look(bucket: Bucket, at: Date): Promise<BucketState>;

  /**
   * Reserves one slot in each bucket named, in order of arrival, all in one round trip: the answer has, for each, the
   * time at which it may go. `at` itself while the bucket has tokens; otherwise 60 s after the limit-th last slot.
   */
  reserve(buckets: readonly Bucket[], at: Date): Promise<readonly Date[]>;

  /**
   * Gives back slots that came to nothing. A slot ahead of the time at which it was reserved stays taken, because a bucket forgets its
   * oldest token for each slot ahead. Losing this costs the tenant some of its pace for 60 s, nothing else.
   */
  giveBack(slots: readonly Slot[]): void;

  /** Tells every other process that something has become due (debounced). Losing it costs a poll's delay, nothing else. */
  ping(): void;
  onPing(listener: () => void): void;

  /** `degraded`: Redis is configured but out of reach, and this process paces by its own memory. */
  readonly health: 'redis' | 'memory' | 'degraded';
  close(): Promise<void>;
}

export const tenantBuckets = ['read', 'write', 'call-events', 'text-events'] as const;

/** `key` separates one tenant's buckets; an address's: `authentication`. */
export interface Bucket {
  readonly owner: string;
  readonly key: (typeof tenantBuckets)[number] | 'authentication';
  /** Tokens a minute. */
  readonly limit: number;
}

/** A slot that was reserved at `at`. */
export interface Slot {
  readonly bucket: Bucket;
  readonly slot: Date;
  readonly at: Date;
}

export interface BucketState {
  readonly limit: number;
  readonly remaining: number;
  /** When the bucket is full again if nothing more is taken. */
  readonly fullAt: Date;
  /** When the next token comes back; `at` itself where there is one now. */
  readonly nextAt: Date;
}
