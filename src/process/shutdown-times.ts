import type { Config } from './config.ts';

/** The time limits of each part of a stop, in milliseconds. */
export interface ShutdownTimes {
  /** Is the time in which all work continues while balancers learn of the stop. */
  readonly noticeMs: number;
  /** Is the time in which only open connections are served. */
  readonly lingerMs: number;
  readonly requestsMs: number;
  readonly schedulerMs: number;
  readonly dispatcherMs: number;
  readonly tracesMs: number;
}

/** nginx, as `deploy/` configures it, closes what it has not used for two seconds: what is still open after this nobody is about to use. */
const longestLingerMs = 3_000;

/**
 * Divides the grace time among the parts that stop one after another. Of the default, the share of requests is as long as a request
 * may take with what it gives back, and the dispatcher's is longer than an attempt may take, because an attempt that is left to its
 * lease is sent a second time.
 */
export function shutdownTimes({
  shutdownDelaySeconds,
  shutdownGraceSeconds,
}: Pick<Config, 'shutdownDelaySeconds' | 'shutdownGraceSeconds'>): ShutdownTimes {
  const [noticeMs, graceMs] = [shutdownDelaySeconds * 1_000, shutdownGraceSeconds * 1_000];
  return {
    noticeMs,
    lingerMs: Math.min(longestLingerMs, noticeMs),
    requestsMs: graceMs * (9 / 24),
    schedulerMs: graceMs * (2 / 24),
    dispatcherMs: graceMs * (12 / 24),
    tracesMs: graceMs * (1 / 24),
  };
}
