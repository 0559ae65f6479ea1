import { setTimeout as pause } from 'node:timers/promises';
import { lockNotAvailable, sqlState } from './sql-state.ts';

/**
 * Tries what locks a table. `attempt` sets its `lock_timeout` to the patience that it is given, in milliseconds. A lock that does not come
 * in that time is given up for a moment, since every other session queues behind a waiting one. Each try has twice the patience of the
 * one before; the last has more than `mostMs`.
 */
export async function lockPatiently<Result>(
  { firstMs, mostMs }: { readonly firstMs: number; readonly mostMs: number },
  attempt: (patienceMs: number) => Promise<Result>,
): Promise<Result> {
  for (let patienceMs = firstMs; ; patienceMs *= 2) {
    try {
      return await attempt(patienceMs);
    } catch (error) {
      if (patienceMs > mostMs || sqlState(error) !== lockNotAvailable) throw error;
    }
    await pause(firstMs / 2);
  }
}
