import type { Knex } from 'knex';
import { isServedHere } from '../db/served-here.ts';
import type { LoggedCall } from '../process/log.ts';
import { after } from '../process/time.ts';
import type { ProviderEvent } from '../voice/voice-provider.ts';
import { type CallRow, findApiCall, findApiCallOfAnyTenant } from './calls.ts';

/**
 * The statements of progress and of the reconciler on the table of calls: on calls under way, and on ended ones whose events are
 * still to come.
 */

/**
 * Finds the call that a provider names: by the provider's id, or by our ids where the row has no provider's id yet. A call whose
 * metadata the provider does not give back is looked for under its name, in one tenant's calls after another.
 */
export async function findCallSpokenOf(
  sql: Knex,
  { providerCallId, tenantId, callId }: Pick<ProviderEvent, 'providerCallId' | 'tenantId' | 'callId'>,
): Promise<CallRow | undefined> {
  const known = await sql<CallRow>('calls').where({ provider_call_id: providerCallId }).first();
  if (known || callId === null) return known;
  return tenantId === null ? findApiCallOfAnyTenant(sql, callId) : findApiCall(sql, tenantId, callId);
}

/** Writes the columns that differ, if any do. The row is locked. */
export async function saveCall(trx: Knex, before: CallRow, after: CallRow): Promise<void> {
  const changed = Object.fromEntries(Object.entries(after).filter(([column, value]) => !same(value, before[column as keyof CallRow])));
  if (Object.keys(changed).length > 0) await trx('calls').where({ tenant_id: before.tenant_id, id: before.id }).update(changed);
}

const same = (left: unknown, right: unknown): boolean =>
  left === right || (left instanceof Date && right instanceof Date && left.getTime() === right.getTime());

/** Marks a call whose events are published, with what they say of an extraction that failed. It stays due to be asked for only if its analysis is still to come. */
export const markCompleted = (trx: Knex, call: CallRow, at: Date) =>
  trx('calls')
    .where({ tenant_id: call.tenant_id, id: call.id })
    .update({
      completed_event_at: trx.raw('coalesce(completed_event_at, ?)', [at]),
      completion_due_at: null,
      extraction_error: call.extraction_error,
    });

export interface CheckGaps {
  readonly liveMs: number;
  readonly longestMs: number;
  readonly unplacedMs: number;
  readonly endedMs: number;
  /** A call is looked at when it has been live or complete for this long, however long its gap has grown. */
  readonly oldestMs: number;
}

/**
 * Claims calls that are due to be asked for, and moves their next time ahead in the same statement. The gap grows while the call is
 * live and nothing changes. When a process dies with its claim, the call becomes due again.
 */
export async function claimCallsToCheck(sql: Knex, now: Date, gaps: CheckGaps, limit: number): Promise<readonly CallRow[]> {
  const result: { rows: CallRow[] } = await sql.raw(
    `
    update calls
       set silent_checks = silent_checks + 1,
           check_at = least(
             :now::timestamptz + make_interval(secs => case
               when completed_event_at is not null
                                           then least(:endedMs::float8 * power(2, least(silent_checks + 1, 10)), :longestMs::float8)
               when ended_at is not null   then :endedMs::float8
               when placement <> 'placed'  then case when placement_expired_at is null then :unplacedMs::float8 else :liveMs::float8 end
               else least(:liveMs::float8 * power(2, least(silent_checks + 1, 10)), :longestMs::float8)
             end / 1000),
             greatest(
               coalesce(completed_event_at, started_at, created_at) + make_interval(secs => :oldestMs::float8 / 1000),
               :now::timestamptz + make_interval(secs => :endedMs::float8 / 1000)))
     where (tenant_id, id) in (
           select tenant_id, id
             from calls
            where check_at <= :now
              and ${isServedHere}
            order by check_at
            limit :limit
              for update skip locked)
    returning *`,
    { now, limit, ...gaps },
  );
  return result.rows;
}

export interface DueCall extends LoggedCall {
  readonly tenant_id: string;
}

/**
 * Claims ended calls whose events are due. When a process dies with its claim, the call is due again after `retryMs`; a completed
 * call is due no more.
 */
export async function claimCallsToComplete(sql: Knex, now: Date, retryMs: number, limit: number): Promise<readonly DueCall[]> {
  const result: { rows: DueCall[] } = await sql.raw(
    `
    update calls
       set completion_due_at = ?
     where (tenant_id, id) in (
           select tenant_id, id
             from calls
            where completion_due_at <= ?
              and ${isServedHere}
            order by completion_due_at
            limit ?
              for update skip locked)
    returning tenant_id, id, request_id, trace`,
    [after(now, retryMs), now, limit],
  );
  return result.rows;
}

/** An ended call is asked for no more. */
export const stopChecking = (sql: Knex, call: CallRow) =>
  sql('calls').where({ tenant_id: call.tenant_id, id: call.id }).whereNotNull('completed_event_at').update({ check_at: null });

/** Brings the next look at a live call forward. */
export const checkNoLaterThan = (sql: Knex, call: CallRow, at: Date) =>
  sql('calls').where({ tenant_id: call.tenant_id, id: call.id }).whereNull('ended_at').where('check_at', '>', at).update({ check_at: at });
