import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits until another process reaches a state. Within one process nothing needs this: call the work directly instead.
 * The limit only ends the wait for what never happens. It is no expectation of speed.
 */
export async function until(what: string, holds: () => Promise<boolean>, patienceMs = 300_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${patienceMs / 1_000} s in vain until ${what}`);
    await delay(25);
  }
}
