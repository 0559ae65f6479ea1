import { randomUUID } from 'node:crypto';
import { pacingWithFallback } from '../../src/pacing/fallback.ts';
import { memoryPacing } from '../../src/pacing/memory-pacing.ts';
import type { Bucket, Pacing } from '../../src/pacing/pacing.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { redisUrl, withoutRedis } from '../support/redis.ts';
import { unhurriedMs } from '../support/targets.ts';

/** Both stores, for one suite: whatever holds for the one must hold for the other. */
export const stores: readonly { name: string; skip: string | false; isShared: boolean; open(): Promise<Pacing> }[] = [
  { name: 'memory', skip: false, isShared: false, open: async () => memoryPacing() },
  {
    name: 'Redis',
    skip: withoutRedis,
    isShared: true,
    open: () => pacingWithFallback({ url: redisUrl ?? '', log: createLog('silent'), metrics: createMetrics(), patienceMs: unhurriedMs }),
  },
];

export const start = new Date('2026-03-02T12:00:00.000Z');
export const after = (ms: number): Date => new Date(start.getTime() + ms);
export const newOwner = (): string => `ten_${randomUUID()}`;
export const bucketOf = (limit: number, owner = newOwner()): Bucket => ({ owner, key: 'write', limit });
