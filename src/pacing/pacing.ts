/**
 * Pacing limits how much of something a tenant may do in a minute. Redis (Lua) counts for all processes, and this
 * process's memory for itself, by the same rules; `fallback.ts` asks both. Losing Redis changes when a thing happens,
 * but never makes it fail.
 *
 * A bucket holds as many tokens as its limit, and each token comes back 60 s after it was taken. So no window of 60 s
 * lets more through than the limit, unlike a continuously refilled bucket.
 *
 * Time is always an argument; a stored later time wins over an earlier argument.
 */
export interface Pacing {
  /** Takes one token, if there is one. */
  take(bucket: Bucket, at: Date): Promise<BucketState & { readonly taken: boolean }>;

  /** Reads the bucket's state without taking a token. */
  look(bucket: Bucket, at: Date): Promise<BucketState>;

  /**
   * Reserves one go-at time in each bucket named, in order of arrival and in one round trip. The time is `at` itself
   * while the bucket has tokens, otherwise 60 s after the limit-th last one.
   */
  reserve(buckets: readonly Bucket[], at: Date): Promise<readonly Date[]>;

  /**
   * Gives back unused go-at times, of each bucket in the order in which they were reserved. Go-at times that others have
   * reserved behind them stay as they are. If this call is lost the tenant loses some of its pace until 60 s after them.
   */
  giveBack(slots: readonly Slot[]): void;

  /** Notifies every other process that something has become due (debounced). If this is lost, they find it at their next poll. */
  ping(): void;
  onPing(listener: () => void): void;

  /** Is `degraded` if Redis is configured but out of reach, and this process paces by its own memory. */
  readonly health: 'redis' | 'memory' | 'degraded';
  close(): Promise<void>;
}

export const tenantBuckets = ['read', 'write', 'call-events', 'text-events'] as const;

/** One bucket. `key` separates a tenant's buckets; the bucket of an IP address has `authentication`. */
export interface Bucket {
  readonly owner: string;
  readonly key: (typeof tenantBuckets)[number] | 'authentication';
  /** Is the number of tokens a minute. */
  readonly limit: number;
}

/** A go-at time that was reserved. */
export interface Slot {
  readonly bucket: Pick<Bucket, 'owner' | 'key'>;
  readonly slot: Date;
}

export interface BucketState {
  readonly limit: number;
  readonly remaining: number;
  /** Is the time when the bucket is full again if no more is taken. */
  readonly fullAt: Date;
  /** Is the time of the next token's return, or `at` itself if there is a token now. */
  readonly nextAt: Date;
}
