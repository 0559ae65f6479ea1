import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { giveUpClaim } from '../idempotency/give-up-claim.ts';
import { abandonKeyOfCall } from '../idempotency/idempotency-keys.ts';
import { negativeLookUps, placementDeadlineMs, placementGraceMs } from '../process/limits.ts';
import { callIds } from '../process/log.ts';
import { release } from '../tenants/wallet.ts';
import type { FindResult } from '../voice/voice-provider.ts';
import { adoptCall } from './adopt-call.ts';
import { type CallRow, findCall, isTerminal, type NewCall } from './calls.ts';

/**
 * Decides the fate of a call whose dialler died or did not learn whether the provider dialled. The call is never dialled again
 * (D-29). It is looked for until the provider has it, or has denied it twice. Where the provider cannot be asked, the call loses
 * its permit, its hold and its key after ten minutes (D-31), and is still looked for.
 */

/**
 * `busy`: its dialler may still be at work. `gone`: it does not stand in the way of a new call, because it was never dialled or the
 * ten minutes are over. `unknown`: the fate is not known yet.
 */
export type Fate = 'placed' | 'gone' | 'unknown' | 'busy';

/** Finds out the fate of a call, as far as that is possible now, and writes it down. */
export async function findOutFate(context: Context, call: CallRow): Promise<Fate> {
  if (call.placement === 'placed') return 'placed';
  if (isTerminal(call.status)) return 'gone';
  if (call.dial_lease_until !== null && call.dial_lease_until > context.clock.realNow()) return 'busy';
  // A release that marked the dial in a statement of its own inserted this call, and it was not dialled.
  if (call.dial_sent_at === null) return (await removeUndialled(context, call)) ? 'gone' : 'placed';
  const counts = !isTooEarly(call, context.clock.realNow());
  const found = await lookForCall(context, call, call.dial_sent_at);
  if (found.kind === 'found') return (await adoptCall(context, call, found, { askAfterMs: 0 })) ? 'placed' : 'unknown';
  if ((await noteLookUp(context, call, counts && found.kind === 'absent')) >= negativeLookUps) return close(context, call);
  if (call.placement_expired_at !== null) return 'gone';
  return isOverdue(context, call) ? expire(context, call) : 'unknown';
}

/** Until then a provider that does not list the call may yet list it. */
export const isTooEarly = ({ dial_sent_at: sentAt }: Pick<CallRow, 'dial_sent_at'>, realNow: Date): boolean =>
  sentAt !== null && realNow.getTime() < sentAt.getTime() + placementGraceMs;

/** `sentAt` is the real time at which the provider was asked to dial. */
export const lookForCall = (context: Context, call: Pick<NewCall, 'id' | 'trace'>, sentAt: Date): Promise<FindResult> =>
  context.voice
    .findByCallId(call.id, sentAt, call.trace)
    .catch((error: unknown): FindResult => ({ kind: 'unreachable', raw: String(error) }));

/** Returns how many look-ups have found nothing so far. */
async function noteLookUp(context: Context, call: CallRow, counts: boolean): Promise<number> {
  const { knex } = context.db;
  const rows: Pick<CallRow, 'absent_lookups'>[] = await unplaced(knex, call)
    .update({ placement: 'unknown', absent_lookups: knex.raw('absent_lookups + ?', [counts ? 1 : 0]) })
    .returning('absent_lookups');
  return rows[0]?.absent_lookups ?? 0;
}

/**
 * Removes a call that the provider has not dialled and will not dial: the call, its hold, its key and its permit go as if they had
 * never been. False: the provider has the call after all, as a callback has reported meanwhile.
 */
export async function removeUndialled(context: Clocked, call: CallOfTenant): Promise<boolean> {
  if (await giveBack(context, call, (row) => row.delete())) return true;
  return (await findCall(context.db.knex, call.tenant_id, call.id))?.placement !== 'placed';
}

/** Removes a call that nobody dials before the caller of its request is told; where the database is away, when it is back. */
export const giveUpCall = (context: Context, call: CallOfTenant & Pick<CallRow, 'request_id'>): Promise<void> =>
  giveUpClaim(context, { requestId: call.request_id, callId: call.id }, (knex) =>
    removeUndialled({ db: { knex }, clock: context.clock }, call),
  );

/** Closes a call that was never dialled. It stays readable under the id that its caller was told, and has no event (D-32). */
async function close(context: Context, call: CallRow): Promise<Fate> {
  const ended =
    call.end_requested_at === null
      ? { status: 'failed', outcome: 'FAILED', ended_reason: 'not-dialled' }
      : { status: 'canceled', outcome: 'CANCELED', ended_reason: 'ended-by-api' };
  const change = { ...ended, ended_at: context.clock.now(), dial_lease_until: null, check_at: null };
  if (!(await giveBack(context, call, (row) => row.update(change)))) return 'unknown';
  context.log.info({ ...callIds(call), tenantId: call.tenant_id }, 'a call of unknown fate was never dialled, and is closed');
  return 'gone';
}

/** Ends the consequences of a call for its tenant when the provider cannot be asked for ten minutes (D-31). */
async function expire(context: Context, call: CallRow): Promise<Fate> {
  const change = { placement_expired_at: context.clock.now() };
  if (!(await giveBack(context, call, (row) => row.update(change)))) return 'unknown';
  context.log.warn({ ...callIds(call), tenantId: call.tenant_id }, 'the fate of a call has been unknown for too long; it is looked for on');
  return 'gone';
}

type CallOfTenant = Pick<CallRow, 'tenant_id' | 'id'>;
type Clocked = Pick<Context, 'clock'> & { readonly db: Pick<Context['db'], 'knex'> };

/**
 * Writes a call that was not placed so that it holds no permit any more, and gives back its hold and its key. False: it was placed,
 * or has ended, meanwhile.
 */
function giveBack(context: Clocked, call: CallOfTenant, write: (row: Knex.QueryBuilder) => PromiseLike<number>): Promise<boolean> {
  return context.db.knex.transaction(async (trx) => {
    if ((await write(unplaced(trx, call))) === 0) return false;
    await release(trx, call.tenant_id, call.id, context.clock.now());
    await abandonKeyOfCall(trx, call.tenant_id, call.id);
    return true;
  });
}

const unplaced = (sql: Knex, call: CallOfTenant) =>
  sql('calls').where({ tenant_id: call.tenant_id, id: call.id, status: 'queued' }).whereNot({ placement: 'placed' });

const isOverdue = ({ clock }: Pick<Context, 'clock'>, call: CallRow): boolean =>
  clock.now().getTime() - call.created_at.getTime() >= placementDeadlineMs;
