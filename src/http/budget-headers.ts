import { tokenReturnsMs } from '../pacing/bucket-state.ts';
import type { Bucket, BucketState } from '../pacing/pacing.ts';
import { retryAfterSeconds } from '../tenants/rate-budget.ts';

/** The budget that an answer shows. Callers wait by their own clocks, so its times are real time, also in a sandbox. */
export interface ShownBudget {
  readonly name: Bucket['key'];
  readonly limit: number;
  readonly remaining: number;
  /** Is the time when the budget is full again if no more is taken, in Unix seconds. */
  readonly fullAtSeconds: number;
  /** Is the time from now until then, or until the next token if there is none, in seconds. */
  readonly windowSeconds: number;
}

export function shownBudget({ key }: Pick<Bucket, 'key'>, state: BucketState, now: Date, realNow: Date): ShownBudget {
  const fullInMs = state.fullAt.getTime() - now.getTime();
  return {
    name: key,
    limit: state.limit,
    remaining: state.remaining,
    fullAtSeconds: Math.ceil((realNow.getTime() + fullInMs) / 1_000),
    windowSeconds: state.remaining === 0 ? retryAfterSeconds(state, now) : Math.max(0, Math.ceil(fullInMs / 1_000)),
  };
}

/** Adds the headers of a budget (`C-RATE-01`), and the same numbers in the form of the IETF's draft (`D-191`). */
export function addBudget(headers: Record<string, string | number>, budget: ShownBudget): void {
  headers['X-RateLimit-Limit'] = budget.limit;
  headers['X-RateLimit-Remaining'] = budget.remaining;
  headers['X-RateLimit-Reset'] = budget.fullAtSeconds;
  headers['RateLimit-Policy'] = `"${budget.name}";q=${budget.limit};w=${tokenReturnsMs / 1_000}`;
  headers['RateLimit'] = `"${budget.name}";r=${budget.remaining};t=${budget.windowSeconds}`;
}
