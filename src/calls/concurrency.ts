import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { type ApiError, concurrentLimitExceeded } from '../errors.ts';
import { maxCallMs } from '../limits.ts';
import { type CallRow, countLiveCalls, countUnknownFates, listLiveCalls, liveAmong } from './calls.ts';

/**
 * A tenant's concurrent calls. Redis (or this process's memory, where there is one process) holds a place for each; when
 * Redis is lost, the live calls in PostgreSQL are counted instead, under a lock, so that the limit holds exactly.
 */

/** A place that nobody gives back (its process died) is free again when no call can still be going. Ten minutes' slack. */
const placeMs = maxCallMs + 10 * 60_000;

type Needs = Pick<Context, 'db' | 'pacing' | 'clock'>;

export async function takePlace(context: Needs, tenantId: string, callId: string, limit: number): Promise<void> {
  if (placesAreCounted(context)) return; // `countPlaces` decides.
  const realNow = context.clock.realNow();
  const lease = { tenantId, holder: callId, expiresAt: new Date(realNow.getTime() + placeMs) };
  const { acquired, active } = await context.pacing.acquireLease(lease, limit, realNow);
  // Redis may have been lost during this very question: then its refusal was one process's guess.
  if (!acquired && !placesAreCounted(context)) throw await limitExceeded(context.db.knex, tenantId, limit, active);
}

/** Whether `countPlaces` decides, because Redis cannot. Asked anew each time: health changes while we wait. */
export const placesAreCounted = (context: Pick<Context, 'pacing'>): boolean => context.pacing.health === 'degraded';

/** In the transaction that inserts the call, before it does: when Redis cannot say, PostgreSQL does. */
export async function countPlaces(trx: Knex, context: Needs, tenantId: string, limit: number): Promise<void> {
  if (!placesAreCounted(context)) return;
  await trx('tenants').where({ id: tenantId }).forNoKeyUpdate().first('id');
  const active = await countLiveCalls(trx, tenantId);
  if (active >= limit) throw await limitExceeded(trx, tenantId, limit, active);
}

/** `held`: all the permits, of calls that are going and of those whose fate is unknown. */
async function limitExceeded(sql: Knex, tenantId: string, limit: number, held: number): Promise<ApiError> {
  const unknownFate = Math.min(held, await countUnknownFates(sql, tenantId));
  return concurrentLimitExceeded(limit, held - unknownFate, unknownFate);
}

export const givePlaceBack = (context: Pick<Context, 'pacing'>, tenantId: string, callId: string): Promise<void> =>
  context.pacing.releaseLease({ tenantId, holder: callId });

/**
 * Every live call has its place again: at start, after Redis was lost and came back, and now and then, because a Redis
 * that was emptied while it stayed connected tells nobody. Reports how many. It may run beside the traffic: a call that
 * ends while it is given its place has it taken away again, else a place would be gone for hours.
 */
export async function rebuildLeases(context: Needs): Promise<number> {
  const calls = await listLiveCalls(context.db.knex);
  for (let i = 0; i < calls.length; i += together) await givePlaces(context, calls.slice(i, i + together));
  return calls.length;
}

async function givePlaces(context: Needs, calls: readonly Pick<CallRow, 'id' | 'tenant_id'>[]): Promise<void> {
  const realNow = context.clock.realNow();
  const expiresAt = new Date(realNow.getTime() + placeMs);
  const leaseOf = ({ tenant_id, id }: Pick<CallRow, 'id' | 'tenant_id'>) => ({ tenantId: tenant_id, holder: id });
  await Promise.all(calls.map((call) => context.pacing.acquireLease({ ...leaseOf(call), expiresAt }, unlimited, realNow)));
  const live = await liveAmong(
    context.db.knex,
    calls.map(({ id }) => id),
  );
  await Promise.all(calls.filter(({ id }) => !live.has(id)).map((call) => context.pacing.releaseLease(leaseOf(call))));
}

/** These calls are going already: no limit may refuse them a place. */
const unlimited = 1_000_000;
const together = 64;
