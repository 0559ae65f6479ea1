import { type AgentRow, findAgent } from '../agents/agents.ts';
import type { Context } from '../context.ts';
import { abandonKeyOfCall } from '../idempotency/idempotency-keys.ts';
import { dialLeaseMs, maxCallMs, negativeLookupsBeforeRedial, redialGraceMs, silentCallMs } from '../limits.ts';
import { callIds } from '../log.ts';
import { findPhoneNumber, type PhoneNumberRow } from '../tenants/phone-numbers.ts';
import { release } from '../tenants/wallet.ts';
import type { CallToPlace, FindResult, PlaceResult } from '../voice/voice-provider.ts';
import { type CallRow, findCall, findCallOfAnyTenant, isTerminal, type NewCall } from './calls.ts';
import { cancelUnplaced } from './cancel-unplaced.ts';
import { givePlaceBack } from './concurrency.ts';
import { hangUp } from './hang-up.ts';
import { placeTogether } from './place-together.ts';

/**
 * Getting an accepted call dialled, once. Providers have no idempotency key for calls, so the right to dial is ours to
 * guard: `dial_fence` counts who took it, `dial_lease_until` says how long it is theirs, and a dialler checks both in
 * the very statement that writes `dial_sent_at`, right before it sends. From then on the provider may have dialled,
 * whatever we hear, and the call is looked for by our id. Nobody dials it again before the lease has run out, half a
 * minute more has passed, and the provider has said twice that it knows no such call. All of this in real time.
 */

/** `unknown`: the provider may have dialled. The row stays, and the reconciler or a retry resumes it. */
export type Placement = 'placed' | 'refused' | 'unknown';

export const dialLeaseFrom = (realNow: Date): Date => new Date(realNow.getTime() + dialLeaseMs);

/** Asks the provider to place the call. No transaction may be open. `known`: what the call is made of, where it was just read. */
export async function dial(context: Context, call: DialledCall, fence: number, known?: OrderParts): Promise<Placement> {
  const parts = known ?? (await partsOf(context, call));
  if (!parts) return refused(context, call, fence, 'the agent or the number is gone');
  // The last check before the wire: the fence is still ours, the lease still runs, and nobody wants the call ended.
  if (!(await placeTogether(context).markSent({ call, fence }))) return notSent(context, call, fence);
  const result = await context.voice
    .place(orderOf(call, parts))
    .catch((error: unknown): PlaceResult => ({ kind: 'unknown', raw: String(error) }));
  switch (result.kind) {
    case 'accepted':
      return adopt(context, call, result);
    case 'refused':
      return refused(context, call, fence, result.raw);
    case 'unknown':
      return lookOnce(context, call, fence, result.raw);
  }
}

/** What a dialler must know of a call: a row that was read, or one that was just inserted. */
export type DialledCall = NewCall & Partial<Pick<CallRow, 'dial_sent_at'>>;

export interface OrderParts {
  readonly agent: AgentRow;
  readonly number: PhoneNumberRow;
}

/** Takes up a call whose dialler died or never learned its fate. `busy`: a dialler is at work on it now. */
export async function resumePlacement(context: Context, callId: string): Promise<Placement | 'busy'> {
  const call = await findCallOfAnyTenant(context.db.knex, callId);
  if (!call) return 'refused';
  if (call.placement === 'placed' || isTerminal(call.status)) return 'placed';
  if (call.placement === 'pending' && leaseHolds(context, call)) return 'busy';
  if (call.dial_sent_at !== null) {
    const found = await lookFor(context, call);
    if (found.kind === 'found') return adopt(context, call, found, 0);
    if (found.kind === 'unreachable' || !(await mayDialAgain(context, call))) return 'unknown';
  }
  const taken = await takeFence(context, call);
  return taken ? dial(context, taken, taken.dial_fence) : 'busy';
}

async function partsOf({ db }: Context, call: DialledCall): Promise<OrderParts | null> {
  const agent = await findAgent(db.knex, call.tenant_id, call.agent_id);
  const number = await findPhoneNumber(db.knex, call.tenant_id, call.from_phone_number_id);
  return agent && number ? { agent, number } : null;
}

function orderOf(call: DialledCall, { agent, number }: OrderParts): CallToPlace {
  return {
    callId: call.id,
    to: call.phone_number,
    from: { phoneNumber: number.phone_number, providerNumberId: number.provider_number_id },
    agent: {
      name: agent.name,
      systemPrompt: agent.system_prompt,
      voice: agent.voice,
      model: agent.model,
      providerAgentId: agent.provider_agent_id,
    },
    variables: JSON.parse(call.variables),
    extractionSchema: call.extraction_schema === null ? null : JSON.parse(call.extraction_schema),
    activeOutcomes: call.active_outcomes,
    maxDurationSeconds: maxCallMs / 1_000,
    trace: call.trace ?? null,
  };
}

/** We may not send. What has become of the call instead? */
async function notSent(context: Context, call: DialledCall, fence: number): Promise<Placement> {
  const now = await findCallOfAnyTenant(context.db.knex, call.id);
  if (!now) return 'refused';
  if (now.placement === 'placed' || isTerminal(now.status)) return 'placed';
  if (now.end_requested_at !== null && (await cancelUnplaced(context, now, fence))) return 'placed';
  return 'unknown';
}

/**
 * The provider has the call. Its first callback may have told us before its answer did; of a call that had to be looked
 * for, callbacks may have been missed meanwhile, so it is asked after at once.
 */
async function adopt(
  context: Context,
  call: DialledCall,
  known: { readonly providerCallId: string; readonly controlUrl: string | null },
  askAfterMs = silentCallMs,
): Promise<'placed'> {
  const now = context.clock.now();
  const checkAt = new Date(now.getTime() + askAfterMs);
  const placed = (await placeTogether(context).adopt({ call, ...known, now, checkAt })) ?? (await alreadyAdopted(context, call, known));
  context.metrics.callsPlaced.inc({ result: 'placed' });
  // Somebody asked to end it while it was being placed. Where this fails, progress tries again.
  if (placed && placed.end_requested_at !== null) await hangUpAsWished(context, call);
  return 'placed';
}

async function hangUpAsWished(context: Context, { tenant_id, id }: DialledCall): Promise<void> {
  const call = await findCall(context.db.knex, tenant_id, id);
  if (call && !isTerminal(call.status)) await hangUp(context, call);
}

/** A callback knows the call's id at the provider, but not how to reach the call. */
async function alreadyAdopted(
  context: Context,
  call: DialledCall,
  known: { readonly providerCallId: string; readonly controlUrl: string | null },
): Promise<CallRow | undefined> {
  const rows: CallRow[] = await context.db
    .knex('calls')
    .where({ tenant_id: call.tenant_id, id: call.id, provider_call_id: known.providerCallId })
    .update({ control_url: context.db.knex.raw('coalesce(control_url, ?)', [known.controlUrl]) })
    .returning('*');
  if (rows.length === 0)
    context.log.error(
      { ...callIds(call), providerCallId: known.providerCallId },
      'the provider accepted a call that stands otherwise here',
    );
  return rows[0];
}

/** The provider has not dialled and will not: the call, its hold, its key and its place go as if they had never been. */
async function refused(context: Context, call: DialledCall, fence: number, raw: string): Promise<Placement> {
  const gone = await context.db.knex.transaction(async (trx) => {
    const deleted = await trx('calls')
      .where({ tenant_id: call.tenant_id, id: call.id, dial_fence: fence, status: 'queued' })
      .whereNot({ placement: 'placed' })
      .delete();
    if (deleted === 0) return false;
    await release(trx, call.tenant_id, call.id, context.clock.now());
    await abandonKeyOfCall(trx, call.tenant_id, call.id);
    return true;
  });
  if (!gone) return notSent(context, call, fence);
  await givePlaceBack(context, call.tenant_id, call.id);
  context.metrics.callsPlaced.inc({ result: 'refused' });
  context.log.warn({ ...callIds(call), raw }, 'the provider refused a call');
  return 'refused';
}

/** No answer, or none that tells: the provider may know the call all the same. */
async function lookOnce(context: Context, call: DialledCall, fence: number, raw: string): Promise<Placement> {
  context.log.warn({ ...callIds(call), raw }, 'the provider did not say whether it placed a call');
  await context.db
    .knex('calls')
    .where({ tenant_id: call.tenant_id, id: call.id, dial_fence: fence, placement: 'pending' })
    .update({ placement: 'unknown' });
  const sent = (await findCallOfAnyTenant(context.db.knex, call.id)) ?? call;
  const found = await lookFor(context, sent);
  if (found.kind === 'found') return adopt(context, call, found, 0);
  context.metrics.callsPlaced.inc({ result: 'unknown' });
  return 'unknown';
}

const lookFor = (context: Context, call: DialledCall): Promise<FindResult> =>
  context.voice
    .findByCallId(call.id, new Date((call.dial_sent_at ?? context.clock.realNow()).getTime() - lookBackMs), call.trace ?? null)
    .catch((error: unknown): FindResult => ({ kind: 'unreachable', raw: String(error) }));

/** The provider's clock is not ours. */
const lookBackMs = 5 * 60_000;

/** Counts a look-up that found nothing, once no dialler can still be sending, and says whether that is enough. */
async function mayDialAgain(context: Context, call: CallRow): Promise<boolean> {
  const realNow = context.clock.realNow();
  const rows: CallRow[] = await context.db
    .knex('calls')
    .where({ tenant_id: call.tenant_id, id: call.id, dial_fence: call.dial_fence })
    .where('dial_lease_until', '<=', realNow)
    .increment('absent_lookups', 1)
    .returning('*');
  const row = rows[0];
  if (!row?.dial_lease_until) return false;
  return row.absent_lookups >= negativeLookupsBeforeRedial && realNow.getTime() >= row.dial_lease_until.getTime() + redialGraceMs;
}

/** The right to dial passes to us, unless somebody was quicker or the last holder's lease still runs. */
async function takeFence(context: Context, call: CallRow): Promise<CallRow | undefined> {
  const realNow = context.clock.realNow();
  const rows: CallRow[] = await context.db
    .knex('calls')
    .where({ tenant_id: call.tenant_id, id: call.id, dial_fence: call.dial_fence, status: 'queued' })
    .whereNot({ placement: 'placed' })
    .where('dial_lease_until', '<=', realNow)
    .update({ dial_fence: call.dial_fence + 1, dial_lease_until: dialLeaseFrom(realNow), placement: 'pending', absent_lookups: 0 })
    .returning('*');
  return rows[0];
}

const leaseHolds = (context: Context, call: CallRow): boolean =>
  call.dial_lease_until !== null && call.dial_lease_until > context.clock.realNow();
