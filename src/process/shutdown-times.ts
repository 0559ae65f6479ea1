import type { Config } from './config.ts';

/** How long each part of a stop may take, in milliseconds. */
export interface ShutdownTimes {
  /** All goes on, and balancers hear of it. */
  readonly noticeMs: number;
  /** Connections that are open are served, and no others. */
  readonly lingerMs: number;
  readonly requestsMs: number;
  readonly schedulerMs: number;
  readonly dispatcherMs: number;
  readonly tracesMs: number;
}

/** As long as nginx, as `deploy/` has it, leaves alone a process that has refused it a connection. */
const longestLingerMs = 1_000;

/**
 * What stops one after another shares the grace time. The dispatcher's share of the usual one is longer than an attempt may
 * take: one that is left to its lease is sent a second time.
 */
export function shutdownTimes({
  shutdownDelaySeconds,
  shutdownGraceSeconds,
}: Pick<Config, 'shutdownDelaySeconds' | 'shutdownGraceSeconds'>): ShutdownTimes {
  const [noticeMs, graceMs] = [shutdownDelaySeconds * 1_000, shutdownGraceSeconds * 1_000];
  return {
    noticeMs,
    lingerMs: Math.min(longestLingerMs, noticeMs),
    requestsMs: graceMs * (4 / 16),
    schedulerMs: graceMs * (2 / 16),
    dispatcherMs: graceMs * (9 / 16),
    tracesMs: graceMs * (1 / 16),
  };
}
