import type { Metrics } from '../process/metrics.ts';
import { timesByBucket } from './bucket-state.ts';
import { tellKeyTrouble } from './key-trouble.ts';
import { MemoryBuckets } from './memory-buckets.ts';
import type { BucketState, Pacing } from './pacing.ts';
import { type RedisPacing, type RedisPacingOptions, redisPacing } from './redis-pacing.ts';
import { type ReachOptions, RedisReach } from './redis-reach.ts';

/**
 * Paces by Redis for all processes, and by this process's memory for what it lets through itself. A token is taken from
 * both, so whatever happens to Redis and its data, no process takes more tokens in 60 s than a bucket's limit. While
 * Redis works that changes nothing, because Redis knows of every token that a process knows of.
 *
 * Go-at times that this process has reserved may be given back by another, and only Redis knows of that. So what Redis says of them
 * counts alone, unless this process has reserved without it and Redis has not gone back since. A Redis that loses its data gives the
 * same minutes once more: until all go-at times from before have passed, twice the limit may go.
 *
 * If Redis refuses a key, memory alone decides about that key. If the connection is lost, memory decides about all keys
 * until Redis takes writes again. A Redis that is lost again soon after its return is trusted again later each time.
 */
export async function pacingWithFallback({ metrics, ...options }: FallbackOptions): Promise<Pacing> {
  const { log } = options;
  const redis = await redisPacing({ ...options, onKeyTrouble: tellKeyTrouble({ log, metrics }) });
  return withFallback(redis, { log, metrics });
}

type FallbackOptions = Omit<RedisPacingOptions, 'onKeyTrouble'> & { readonly metrics: Metrics };

export function withFallback(redis: RedisPacing, options: ReachOptions): Pacing {
  const own = new MemoryBuckets();
  const reach = new RedisReach(redis, options);
  const loseAndSayNothing = (error: unknown): null => reach.lose(error);

  return {
    async take(bucket, at) {
      const { answer, tokenAt } = own.take(bucket, at);
      if (tokenAt === null || reach.isLost) return answer;
      // `reach.ask` is not used here: every request takes this path, and would pay for another promise.
      const said = await redis.take(bucket, at).catch(loseAndSayNothing);
      if (said === null) return answer;
      if (said.taken) return { taken: true, ...stricter(answer, said) };
      own.giveBack(bucket, [tokenAt]);
      return said;
    },

    async look(bucket, at) {
      const said = await reach.ask(() => redis.look(bucket, at));
      if (said !== null && !own.mayKnowMore(bucket, at)) return said;
      const state = own.look(bucket, at);
      return said === null ? state : stricter(state, said);
    },

    async reserve(buckets, at) {
      const slots = await reach.ask(() => redis.reserve(buckets, at));
      return buckets.map((bucket, n) => own.reserve(bucket, at, slots?.[n]));
    },

    giveBack(slots) {
      for (const { bucket, times } of timesByBucket(slots)) own.giveBack(bucket, times);
      if (slots.length > 0) void reach.ask(() => redis.giveBack(slots));
    },

    ping: () => redis.ping(),
    onPing: (listener) => redis.onPing(listener),
    get health() {
      // A process that asks for nothing has not noticed the loss yet.
      return reach.isLost || !redis.isReady ? 'degraded' : 'redis';
    },
    async close() {
      reach.close();
      await redis.close();
    },
  };
}

const stricter = (one: BucketState, other: BucketState): BucketState => ({
  limit: one.limit,
  remaining: Math.min(one.remaining, other.remaining),
  fullAt: later(one.fullAt, other.fullAt),
  nextAt: later(one.nextAt, other.nextAt),
});

const later = (one: Date, other: Date): Date => (one > other ? one : other);
