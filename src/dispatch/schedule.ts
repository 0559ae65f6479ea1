import { maxAttempts, retryDelaysSeconds, retryJitter } from '../process/limits.ts';

/**
 * What follows an attempt (spec, Webhook delivery status). `cycleAttempt` counts the outcomes of this cycle before this
 * one; `chance` is a number in [0, 1). Pure: the clock and the dice are the caller's.
 */
export function afterAttempt(succeeded: boolean, cycleAttempt: number, now: Date, chance: number): NextState {
  if (succeeded) return { status: 'success' };
  if (cycleAttempt + 1 >= maxAttempts) return { status: 'failed' };
  return { status: 'retrying', at: new Date(now.getTime() + retryDelayMs(cycleAttempt, chance)) };
}

export type NextState = { readonly status: 'success' } | { readonly status: 'failed' } | { readonly status: 'retrying'; readonly at: Date };

/** The delay after the failure number `failuresBefore + 1` of a cycle, give or take a quarter, every value as likely. */
export function retryDelayMs(failuresBefore: number, chance: number): number {
  const seconds = retryDelaysSeconds[failuresBefore];
  if (seconds === undefined) throw new RangeError(`There is no delay after failure ${failuresBefore + 1}.`);
  return Math.round(seconds * 1_000 * (1 + retryJitter * (2 * chance - 1)));
}
