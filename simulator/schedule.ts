import type { Cancel } from './timers.ts';

/** `setTimeout` turns a longer wait into none at all. */
export const longestTimeoutMs = 2 ** 31 - 1;

/**
 * Schedules a function. A wait is unref'd, so that a story that nobody waits for keeps no process alive. A due step is
 * not: the event loop does not run an unref'd immediate until something else wakes it.
 */
export function schedule(ms: number, fire: () => void): Cancel {
  if (ms > 0) {
    const timeout = setTimeout(fire, Math.min(ms, longestTimeoutMs)).unref();
    return () => clearTimeout(timeout);
  }
  const immediate = setImmediate(fire);
  return () => clearImmediate(immediate);
}
