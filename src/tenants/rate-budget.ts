import { rateLimited } from '../errors.ts';
import type { Caller } from '../operation.ts';
import type { Bucket, BucketState, Pacing } from '../pacing/pacing.ts';

/**
 * Returns the budget of a request. A tenant has one for reads (GET) and one for writes (other methods), shared by all
 * its keys (`L-RATE-01` to `L-RATE-03`).
 */
export const requestBudget = (caller: Caller, method: string): Bucket =>
  method === 'GET'
    ? { owner: caller.tenantId, key: 'read', limit: caller.tenant.limits.readsPerMinute }
    : { owner: caller.tenantId, key: 'write', limit: caller.tenant.limits.writesPerMinute };

/** Takes from a budget, or throws 429 if nothing is left. `show` receives the budget's state in both cases. */
export async function spend(pacing: Pacing, budget: Bucket, at: Date, show?: (state: BucketState) => void): Promise<void> {
  const state = await pacing.take(budget, at);
  show?.(state);
  if (!state.taken) throw rateLimited(retryAfterSeconds(state, at));
}

/** Returns the time to the next token in whole seconds, at least one. */
export const retryAfterSeconds = (state: BucketState, at: Date): number =>
  Math.max(1, Math.ceil((state.nextAt.getTime() - at.getTime()) / 1_000));
