import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for another process to get somewhere. Within one process nothing needs this: drive the work by hand instead. The patience
 * only ends the wait for what never happens; it does not say how fast it must happen.
 */
export async function until(what: string, holds: () => Promise<boolean>, patienceMs = 300_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${patienceMs / 1_000} s in vain until ${what}`);
    await delay(25);
  }
}
