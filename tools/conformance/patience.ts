import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Returns the milliseconds that a check waits for what must happen. `ms` is for a machine with idle processors. The
 * result grows with the load for each processor, which slows this run and a service beside it.
 */
export const patience = (ms: number): number => ms * Math.max(1, (loadavg()[0] ?? 0) / processors);

const processors = availableParallelism();

/** Pauses before the next look at what is waited for: what has not come for long is asked for more rarely, at least once a second. */
export const untilNextLook = (waitedMs: number): Promise<void> => delay(Math.min(Math.max(100, waitedMs / 10), 1_000));

/** Looks again and again until `isSo` holds. Resolves with false when patience with `ms` ends first. */
export async function waitUntil(isSo: () => Promise<boolean> | boolean, ms = 30_000): Promise<boolean> {
  const since = performance.now();
  const until = since + patience(ms);
  while (!(await isSo())) {
    if (performance.now() > until) return false;
    await untilNextLook(performance.now() - since);
  }
  return true;
}
