import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { memoryPacing } from './memory-pacing.ts';
import type { Lease, Pacing } from './pacing.ts';
import { type RedisPacing, redisPacing } from './redis-pacing.ts';

/**
 * Redis while it answers, else this process's memory. The first command that fails changes over, for all; once a second
 * Redis is asked whether it is back. What was taken on one side is not known to the other: a tenant may get its limit
 * once more at each change, and that is the whole damage. Leases count calls that are live, so they are put right
 * afterwards: releases that Redis missed are made up for, and `onRestored` lets the owner of the calls enter them again.
 */
export async function pacingWithFallback({ url, log, metrics }: { url: string; log: Log; metrics: Metrics }): Promise<FallbackPacing> {
  const redis = await redisPacing({ url, log });
  return withFallback(redis, { log, metrics });
}

export interface FallbackPacing extends Pacing {
  /** Redis is here again, perhaps empty. Leases may be missing until the listener has acquired them again. */
  onRestored(listener: () => Promise<void> | void): void;
}

const checkEveryMs = 1_000;
/** Releases remembered while Redis is away. Beyond that a lease waits for its expiry. */
const maxMissedReleases = 10_000;

export function withFallback(redis: RedisPacing, { log, metrics }: { log: Log; metrics: Metrics }): FallbackPacing {
  const memory = memoryPacing();
  const missedReleases = new Map<string, Pick<Lease, 'tenantId' | 'holder'>>();
  const listeners: (() => Promise<void> | void)[] = [];
  let lost = false;
  /** Redis answers again, but the leases are not all back in it: until they are, it cannot say how many calls are live. */
  let restoring = 0;
  let checking: NodeJS.Timeout | undefined;
  if (redis.health !== 'redis') lose(new Error('no connection'));
  redis.onConnected(() => void restore());

  function lose(error: unknown): void {
    if (lost) return;
    lost = true;
    metrics.pacingDegraded.inc();
    showHealth();
    log.error({ error: String(error) }, 'Redis is out of reach; each process paces by its own memory until it is back');
    checking = setInterval(() => void redis.check().then(restore, () => {}), checkEveryMs).unref();
  }

  async function restore(): Promise<void> {
    clearInterval(checking);
    if (lost) log.info('Redis is back');
    lost = false;
    restoring += 1;
    showHealth();
    const missed = [...missedReleases.values()];
    missedReleases.clear();
    await Promise.all(missed.map(releaseLease));
    for (const listener of listeners)
      await Promise.resolve(listener()).catch((error: unknown) => log.error({ error: String(error) }, 'leases were not rebuilt'));
    restoring -= 1;
    showHealth();
  }

  function degraded(): boolean {
    return lost || restoring > 0;
  }

  function showHealth(): void {
    metrics.pacingWithoutRedis.set(degraded() ? 1 : 0);
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

  async function releaseLease(lease: Pick<Lease, 'tenantId' | 'holder'>): Promise<void> {
    await memory.releaseLease(lease);
    try {
      if (!lost) return await redis.releaseLease(lease);
    } catch (error) {
      lose(error);
    }
    if (missedReleases.size < maxMissedReleases) missedReleases.set(lease.holder, lease);
  }

  return {
    take: (bucket, at) => either((store) => store.take(bucket, at)),
    look: (bucket, at) => either((store) => store.look(bucket, at)),
    reserve: (buckets, at) => either((store) => store.reserve(buckets, at)),
    acquireLease: (lease, limit, at) => either((store) => store.acquireLease(lease, limit, at)),
    releaseLease,
    ping: () => redis.ping(),
    onPing: (listener) => redis.onPing(listener),
    onRestored: (listener) => {
      listeners.push(listener);
    },
    get health() {
      return degraded() ? 'degraded' : 'redis';
    },
    async close() {
      clearInterval(checking);
      await redis.close();
    },
  };
}
