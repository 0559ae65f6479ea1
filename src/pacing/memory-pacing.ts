import { timesByBucket } from './bucket-state.ts';
import { MemoryBuckets } from './memory-buckets.ts';
import type { Pacing } from './pacing.ts';

/** Paces by this process's memory where there is no Redis, so limits apply to this process alone. */
export function memoryPacing(): Pacing {
  const buckets = new MemoryBuckets();
  return {
    take: async (bucket, at) => buckets.take(bucket, at).answer,
    look: async (bucket, at) => buckets.look(bucket, at),
    reserve: async (wanted, at) => wanted.map((bucket) => buckets.reserve(bucket, at)),
    giveBack(slots) {
      for (const { bucket, times } of timesByBucket(slots)) buckets.giveBack(bucket, times);
    },
    // There is no other process to notify.
    ping() {},
    onPing() {},
    health: 'memory',
    async close() {},
  };
}
