import { maxAttempts, retryDelaysSeconds, retryJitter, retryStartMs } from '../process/limits.ts';
import { after } from '../process/time.ts';

/**
 * Decides the state of a delivery after an attempt (`T-DELIVERY-01` to `T-DELIVERY-04`). `cycleAttempt` counts the outcomes of
 * this cycle before this one; `chance` is a number in [0, 1). The function is pure: time and chance are arguments.
 */
export function afterAttempt(succeeded: boolean, cycleAttempt: number, now: Date, chance: number): NextState {
  if (succeeded) return { status: 'success' };
  if (cycleAttempt + 1 >= maxAttempts) return { status: 'failed' };
  return { status: 'retrying', at: after(now, retryDelayMs(cycleAttempt, chance)) };
}

export type NextState = { readonly status: 'success' } | { readonly status: 'failed' } | { readonly status: 'retrying'; readonly at: Date };

/**
 * Returns the delay after the failure number `failuresBefore + 1` of a cycle, uniformly distributed over ± 25 % (`V-SEND-04`), less
 * the time at the end in which the attempt starts.
 */
export function retryDelayMs(failuresBefore: number, chance: number): number {
  const seconds = retryDelaysSeconds[failuresBefore];
  if (seconds === undefined) throw new RangeError(`There is no delay after failure ${failuresBefore + 1}.`);
  const least = seconds * 1_000 * (1 - retryJitter);
  const most = seconds * 1_000 * (1 + retryJitter) - retryStartMs;
  return Math.round(least + chance * (most - least));
}
