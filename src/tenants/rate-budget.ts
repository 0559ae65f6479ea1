import { rateLimited } from '../errors.ts';
import type { Caller } from '../operation.ts';
import type { Bucket, BucketState, Pacing } from '../pacing/pacing.ts';

/** Requests a minute: a tenant has one budget for reads (GET) and one for writes (all else), shared by all its keys. */
export const requestBudget = (caller: Caller, method: string): Bucket =>
  method === 'GET'
    ? { owner: caller.tenantId, key: 'read', limit: caller.tenant.limits.readsPerMinute }
    : { owner: caller.tenantId, key: 'write', limit: caller.tenant.limits.writesPerMinute };

/** Failed authentications of an address. Being over it never harms a valid key: the budget is asked after the key has failed. */
export const failureBudget = (address: string, limit: number): Bucket => ({ owner: address, key: 'authentication', limit });

/** Takes from a budget and throws 429 where nothing is left. `show` gets the state of the budget either way. */
export async function spend(pacing: Pacing, budget: Bucket, at: Date, show?: (state: BucketState) => void): Promise<void> {
  const state = await pacing.take(budget, at);
  show?.(state);
  if (!state.taken) throw rateLimited(retryAfterSeconds(state, at));
}

/** Until the next token comes back: whole seconds, at least one. */
export const retryAfterSeconds = (state: BucketState, at: Date): number =>
  Math.max(1, Math.ceil((state.nextAt.getTime() - at.getTime()) / 1_000));
