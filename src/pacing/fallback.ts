import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { memoryPacing } from './memory-pacing.ts';
import type { Pacing } from './pacing.ts';
import { type RedisPacing, redisPacing } from './redis-pacing.ts';

/**
 * Redis while it answers, else this process's memory. The first command that fails changes over, for all; once a second
 * Redis is asked whether it is back. What was taken on one side is not known to the other: a tenant may get its limit
 * once more at each change, and that is the whole damage.
 */
export async function pacingWithFallback({ url, log, metrics }: { url: string; log: Log; metrics: Metrics }): Promise<Pacing> {
  const redis = await redisPacing({ url, log });
  return withFallback(redis, { log, metrics });
}

const checkEveryMs = 1_000;

export function withFallback(redis: RedisPacing, { log, metrics }: { log: Log; metrics: Metrics }): Pacing {
  const memory = memoryPacing();
  let lost = false;
  let checking: NodeJS.Timeout | undefined;
  if (redis.health !== 'redis') lose(new Error('no connection'));
  redis.onConnected(restore);

  function lose(error: unknown): void {
    if (lost) return;
    lost = true;
    metrics.pacingDegraded.inc();
    showHealth();
    log.error({ error: String(error) }, 'Redis is out of reach; each process paces by its own memory until it is back');
    checking = setInterval(() => void redis.check().then(restore, () => {}), checkEveryMs).unref();
  }

  function restore(): void {
    clearInterval(checking);
    if (lost) log.info('Redis is back');
    lost = false;
    showHealth();
  }

  function showHealth(): void {
    metrics.pacingWithoutRedis.set(lost ? 1 : 0);
  }

  async function either<T>(ask: (store: Pacing) => Promise<T>): Promise<T> {
    if (lost) return ask(memory);
    try {
      return await ask(redis);
    } catch (error) {
      lose(error);
      return ask(memory);
    }
  }

  return {
    take: (bucket, at) => either((store) => store.take(bucket, at)),
    look: (bucket, at) => either((store) => store.look(bucket, at)),
    reserve: (buckets, at) => either((store) => store.reserve(buckets, at)),
    ping: () => redis.ping(),
    onPing: (listener) => redis.onPing(listener),
    get health() {
      return lost ? 'degraded' : 'redis';
    },
    async close() {
      clearInterval(checking);
      await redis.close();
    },
  };
}
