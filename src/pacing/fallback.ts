import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { tellKeyTrouble } from './key-trouble.ts';
import { memoryBuckets } from './memory-buckets.ts';
import type { BucketState, Pacing } from './pacing.ts';
import { growingPatience } from './patience.ts';
import { type RedisPacing, redisPacing } from './redis-pacing.ts';

/**
 * Paces by Redis for all processes, and by this process's memory for what it lets through itself. A token is taken from
 * both, so whatever happens to Redis and its data, no process lets more through in 60 s than a bucket's limit. While
 * Redis works that changes nothing, because Redis knows of every token that a process knows of.
 *
 * If Redis refuses a key, memory alone decides about that key. If the connection is lost, memory decides about all keys
 * until Redis takes writes again. A Redis that is lost again soon after its return is trusted again later each time.
 */
export async function pacingWithFallback({ url, log, metrics }: { url: string; log: Log; metrics: Metrics }): Promise<Pacing> {
  const redis = await redisPacing({ url, log, onKeyTrouble: tellKeyTrouble({ log, metrics }) });
  return withFallback(redis, { log, metrics });
}

const checkEveryMs = 1_000;

export interface FallbackOptions {
  readonly log: Log;
  readonly metrics: Metrics;
  /** Returns milliseconds of a monotonic clock. */
  readonly elapsedMs?: () => number;
}

export function withFallback(redis: RedisPacing, { log, metrics, elapsedMs = () => performance.now() }: FallbackOptions): Pacing {
  const own = memoryBuckets();
  const patience = growingPatience();
  let isLost = false;
  let isChecking = false;
  let checkFrom = 0;
  let checks: NodeJS.Timeout | undefined;
  redis.onReady(check);
  if (!redis.isReady) lose(new Error('no connection'));

  function lose(error: unknown): void {
    if (isLost) return;
    setLost(true);
    metrics.pacingDegraded.inc();
    log.error({ error: String(error) }, 'Redis is out of reach; each process paces by its own memory until it is back');
    checkFrom = elapsedMs() + patience.afterLoss(elapsedMs());
    checks = setInterval(check, checkEveryMs).unref();
    check();
  }

  function check(): void {
    if (!isLost || isChecking || !redis.isReady || elapsedMs() < checkFrom) return;
    isChecking = true;
    redis
      .check()
      .then(comeBack, () => {})
      .finally(() => {
        isChecking = false;
      });
  }

  function comeBack(): void {
    clearInterval(checks);
    patience.returned(elapsedMs());
    setLost(false);
    log.info('Redis is back');
  }

  function setLost(now: boolean): void {
    isLost = now;
    metrics.pacingWithoutRedis.set(now ? 1 : 0);
  }

  /** Returns Redis' answer, or null if it cannot answer. */
  async function shared<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
    if (isLost) return null;
    try {
      return await ask();
    } catch (error) {
      lose(error);
      return null;
    }
  }

  const loseAndSayNothing = (error: unknown): null => {
    lose(error);
    return null;
  };

  return {
    async take(bucket, at) {
      const { answer, tokenAt } = own.take(bucket, at);
      if (tokenAt === null) return answer;
      if (isLost) return answer;
      // `shared` is not used here: every request takes this path, and would pay for another promise.
      const said = await redis.take(bucket, at).catch(loseAndSayNothing);
      if (said === null) return answer;
      if (said.taken) return { taken: true, ...stricter(answer, said) };
      own.giveBack(bucket, tokenAt);
      return said;
    },

    async look(bucket, at) {
      const said = await shared(() => redis.look(bucket, at));
      const state = own.look(bucket, at);
      return said === null ? state : stricter(state, said);
    },

    async reserve(buckets, at) {
      const slots = await shared(() => redis.reserve(buckets, at));
      return buckets.map((bucket, n) => own.reserve(bucket, at, slots?.[n] ?? at));
    },

    giveBack(slots) {
      const present = slots.filter(({ slot, at }) => slot <= at);
      for (const { bucket, slot } of present) own.giveBack(bucket, slot.getTime());
      if (present.length > 0) void shared(() => redis.giveBack(present));
    },

    ping: () => redis.ping(),
    onPing: (listener) => redis.onPing(listener),
    get health() {
      return isLost ? 'degraded' : 'redis';
    },
    async close() {
      clearInterval(checks);
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
