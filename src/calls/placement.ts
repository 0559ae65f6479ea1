import type { AgentRow } from '../agents/agents.ts';
import type { Context } from '../context.ts';
import { sqlState, tenantMoves } from '../db/sql-state.ts';
import { Unserved } from '../db/unserved.ts';
import type { Answer } from '../idempotency/claim.ts';
import { hashOfKey } from '../idempotency/hash-of-key.ts';
import { dialLeaseMs, maxCallMs, unknownFateCheckMs } from '../process/limits.ts';
import { callIds } from '../process/log.ts';
import { after } from '../process/time.ts';
import { byDeadline, lastingContext } from '../request-context.ts';
import type { PhoneNumberRow } from '../tenants/phone-numbers.ts';
import type { CallToPlace, PlaceResult } from '../voice/voice-provider.ts';
import { adoptCall } from './adopt-call.ts';
import type { NewCall } from './calls.ts';
import type { Adopted } from './place-together.ts';
import { giveUpCall, lookForCall, removeUndialled } from './unknown-fate.ts';

/**
 * Has an accepted call dialled once and never again (D-29). Providers have no idempotency key for calls, so one dialler has the
 * right to dial until `dial_lease_until`. From the commit on (`dial_sent_at`) the provider may have dialled, and the call's fate is
 * found out by looking for it (`unknown-fate.ts`).
 */

/**
 * `placed`: the provider has the call. `answered`: placed, and its key has its answer. `not_dialled`: the call, its hold, its
 * permit and its key are gone. `unknown`: the call stays, and is looked for.
 */
export type Placement = 'placed' | 'answered' | 'not_dialled' | 'unknown';

export const dialLeaseFrom = (realNow: Date): Date => after(realNow, dialLeaseMs);

/** The parts of a provider's order that are in no column of the call. */
export interface OrderParts {
  readonly agent: AgentRow;
  readonly number: PhoneNumberRow;
}

/**
 * Asks the provider to place a call that was just accepted. `answer` is the answer that its key gets once it is placed. No
 * transaction may be open. Returns `unknown` also where the request's deadline passes after the provider was asked; the placement
 * then goes on. Throws `Unserved` where the deadline passes before that; the call is then not dialled.
 */
export async function dial(context: Context, call: NewCall, parts: OrderParts, answer: Answer | null): Promise<Placement> {
  const lasting = lastingContext(context);
  if (call.dial_lease_until === null || call.dial_lease_until <= context.clock.realNow())
    return notDialled(lasting, call, 'the lease to dial it had run out');
  if (context.request && context.request.deadline <= performance.now()) {
    await giveUpCall(context, call);
    throw new Unserved('time', 'the deadline passed before the provider was asked');
  }
  return (await byDeadline(context, place(lasting, call, { parts, answer }))) ?? 'unknown';
}

interface Order {
  readonly parts: OrderParts;
  readonly answer: Answer | null;
}

async function place(context: Context, call: NewCall, order: Order): Promise<Placement> {
  const result = await context.voice.place(orderOf(call, order, context.config.cell));
  const recorded = (): Promise<Placement> => record(context, call, order, result);
  return recorded().catch((error: unknown) => {
    // The tenant was handed over while the provider was asked, and its new cell looks for the call.
    if (sqlState(error) === tenantMoves) return 'unknown';
    // What the provider has said is known to this process alone.
    context.tryLater(recorded);
    if (result.kind === 'refused' || result.kind === 'unreached') throw error;
    context.log.error({ err: error, ...callIds(call) }, 'what the provider said of a call was not written; it is tried again');
    return 'unknown';
  });
}

async function record(context: Context, call: NewCall, order: Order, result: PlaceResult): Promise<Placement> {
  switch (result.kind) {
    case 'accepted':
      return placementOf(await adoptCall(context, call, result, { answer: order.answer }));
    case 'refused':
    case 'unreached':
      return notDialled(context, call, result.raw);
    case 'unknown':
      return lookOnce(context, call, result.raw);
  }
}

export function orderOf(call: NewCall, { parts: { agent, number }, answer }: Order, cell: string): CallToPlace {
  return {
    callId: call.id,
    tenantId: call.tenant_id,
    agentId: call.agent_id,
    keyHash: answer && hashOfKey(call.tenant_id, answer),
    cell,
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
    trace: call.trace,
  };
}

/** Null is `unknown`: the call was closed before its dialler heard of it, and its first callback opens it again. */
const placementOf = (adopted: Pick<Adopted, 'isAnswered'> | null): Placement =>
  adopted === null ? 'unknown' : adopted.isAnswered ? 'answered' : 'placed';

async function notDialled(context: Context, call: NewCall, raw: string): Promise<Placement> {
  // A callback may have reported meanwhile that the provider has the call after all.
  if (!(await removeUndialled(context, call))) return 'placed';
  context.metrics.callsPlaced.inc({ result: 'not_dialled' });
  context.log.warn({ ...callIds(call), raw }, 'the provider did not take a call');
  return 'not_dialled';
}

/** Looks for the call once. The provider gave no answer, or an unclear one, and may have the call all the same. */
async function lookOnce(context: Context, call: NewCall, raw: string): Promise<Placement> {
  context.log.warn({ ...callIds(call), raw }, 'the provider did not say whether it placed a call');
  await context.db
    .knex('calls')
    .where({ tenant_id: call.tenant_id, id: call.id, placement: 'pending' })
    .update({ placement: 'unknown', dial_lease_until: null, check_at: after(context.clock.now(), unknownFateCheckMs) });
  const found = await lookForCall(context, call, context.clock.realNow());
  if (found.kind === 'found') return placementOf(await adoptCall(context, call, found, { askAfterMs: 0 }));
  context.metrics.callsPlaced.inc({ result: 'unknown' });
  return 'unknown';
}
