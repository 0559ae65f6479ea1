import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Returns the milliseconds that a check waits for what must happen. `ms` is for a machine with idle processors. The
 * result grows with the load for each processor, which slows this run and a service beside it.
 */
export const patience = (ms: number): number => ms * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/** Looks every 100 ms until `isSo` holds. Resolves with false when patience with `ms` ends first. */
export async function waitUntil(isSo: () => Promise<boolean> | boolean, ms = 30_000): Promise<boolean> {
  const until = performance.now() + patience(ms);
  while (!(await isSo())) {
    if (performance.now() > until) return false;
    await delay(100);
  }
  return true;
}
