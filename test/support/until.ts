import { setTimeout as delay } from 'node:timers/promises';

/** Waits for another process to get somewhere. Within one process nothing needs this: drive the work by hand instead. */
export async function until(what: string, holds: () => Promise<boolean>, patienceMs = 20_000): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`waited ${patienceMs / 1_000} s in vain until ${what}`);
    await delay(25);
  }
}
