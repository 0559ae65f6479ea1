import type { AgentRow } from '../agents/agents.ts';
import { missingVariables } from '../agents/prompt.ts';
import type { Context } from '../context.ts';
import {
  agentNotFound,
  idempotencyInProgress,
  insufficientBalance,
  invalidPhoneNumber,
  missingVariables as missingVariablesError,
  phoneNumberNotFound,
  placementFailed,
} from '../errors.ts';
import { giveUpClaim } from '../idempotency/give-up-claim.ts';
import { abandon, abandonKeyOfCall, attachCall, begin, type Claim, finish, letGo } from '../idempotency/idempotency-keys.ts';
import { replayedHeader } from '../idempotency/with-idempotency.ts';
import { newIdentifier } from '../identifiers.ts';
import { dialLeaseMs, silentCallMs } from '../limits.ts';
import type { Caller, PublicOperation } from '../operation.ts';
import { findPhoneNumber, type PhoneNumberRow } from '../tenants/phone-numbers.ts';
import { balanceOf, hold } from '../tenants/wallet.ts';
import { newCallText } from './call.ts';
import { type CallData, readCallData } from './call-data.ts';
import { chooseCallerId } from './caller-id.ts';
import { findCall, insertCall, type NewCall } from './calls.ts';
import { countPlaces, givePlaceBack, placesAreCounted, takePlace } from './concurrency.ts';
import { isE164 } from './phone-number.ts';
import { placeTogether } from './place-together.ts';
import { dial, dialLeaseFrom, type OrderParts, type Placement, resumePlacement } from './placement.ts';

type Request = Parameters<PublicOperation<'placeCall'>>[2];
type Reply = Awaited<ReturnType<PublicOperation<'placeCall'>>>;

/**
 * POST /calls. The order of the checks is the order in which a caller is told what is wrong. A request that is refused
 * or fails leaves nothing behind (no call, hold, place or key), except a placement whose fate is unknown.
 */
export const placeCall: PublicOperation<'placeCall'> = async (context, caller, request) => {
  const data = readCallData(request.rawBody);
  const { phoneNumber, idempotencyKey } = request.body;
  if (!isE164(phoneNumber)) throw invalidPhoneNumber(phoneNumber);
  if (idempotencyKey === undefined) return placeAndFinish(context, caller, request, data, null);

  const begun = await begin(context, caller, {
    operation: 'placeCall',
    key: idempotencyKey,
    body: request.body,
    about: request.about,
    leaseMs: dialLeaseMs,
  });
  if (begun.kind === 'answered') return { status: 201, headers: replayedHeader, rawJson: begun.reply.rawJson };
  const { claim } = begun;
  return claim.callId === null ? placeAndFinish(context, caller, request, data, claim) : resume(context, request, claim, claim.callId);
};

async function placeAndFinish(context: Context, caller: Caller, request: Request, data: CallData, claim: Claim | null): Promise<Reply> {
  const { call, parts } = await accept(context, caller, request, data, claim).catch(async (error: unknown) => {
    if (claim) await giveUpClaim(context, request.about, () => abandon(context.db.knex, claim));
    throw error;
  });
  return letGoOnError(context, request, claim, async () =>
    conclude(context, claim, call, await dial(context, call, call.dial_fence, parts)),
  );
}

/** An earlier request with this key had committed a call and was never answered: it is that call that goes on. */
const resume = (context: Context, request: Request, claim: Claim, callId: string): Promise<Reply> =>
  letGoOnError(context, request, claim, async () => {
    request.about.callId = callId;
    const placement = await resumePlacement(context, callId);
    const call = await findCall(context.db.knex, claim.tenantId, callId);
    if (call) return conclude(context, claim, call, placement);
    await abandonKeyOfCall(context.db.knex, claim.tenantId, callId);
    throw placementFailed('refused');
  });

/** The checks in their order, and the commit: from here on there is a call. */
async function accept(context: Context, caller: Caller, request: Request, data: CallData, claim: Claim | null): Promise<Accepted> {
  const { agentId, fromPhoneNumberId, variables } = request.body;
  const { agent, numbers } = await placeTogether(context).partsOf({ tenantId: caller.tenantId, agentId });
  if (!agent?.is_active) throw agentNotFound();
  const missing = missingVariables(agent.system_prompt, variables ?? {});
  if (missing.length > 0) throw missingVariablesError(missing);
  const number = fromPhoneNumberId === undefined ? anyOf(context, numbers) : await forcedNumber(context, caller, fromPhoneNumberId);
  await checkBalance(context, caller);

  const call = newCall(context, caller, request, data, agent, number);
  request.about.callId = call.id;
  await takePlace(context, caller.tenantId, call.id, caller.tenant.limits.concurrentCalls);
  try {
    await commit(context, caller, call, claim);
    return { call, parts: { agent, number } };
  } catch (error) {
    await givePlaceBack(context, caller.tenantId, call.id);
    throw error;
  }
}

interface Accepted {
  readonly call: NewCall;
  readonly parts: OrderParts;
}

function anyOf({ random }: Context, numbers: readonly PhoneNumberRow[]): PhoneNumberRow {
  const chosen = chooseCallerId(numbers, random);
  if (!chosen) throw phoneNumberNotFound('The tenant has no phone number to call from.');
  return chosen;
}

async function forcedNumber({ db }: Context, caller: Caller, id: string): Promise<PhoneNumberRow> {
  const forced = await findPhoneNumber(db.knex, caller.tenantId, id);
  if (!forced?.is_active) throw phoneNumberNotFound();
  return forced;
}

const paysAsItGoes = (caller: Caller): boolean => caller.tenant.billing === 'pay_as_you_go';
const estimatedMicros = ({ config: { pricing } }: Context): number => pricing.microsPerMinute * pricing.estimatedMinutes;

/** Says no before a place is taken, which is the documented order. The hold, under the wallet's lock, decides. */
async function checkBalance(context: Context, caller: Caller): Promise<void> {
  if (!paysAsItGoes(caller)) return;
  const [balance, required] = [await balanceOf(context.db.knex, caller.tenantId), estimatedMicros(context)];
  if (balance < required) throw insufficientBalance(balance, required);
}

function newCall(context: Context, caller: Caller, request: Request, data: CallData, agent: AgentRow, number: PhoneNumberRow): NewCall {
  const now = context.clock.now();
  return {
    id: newIdentifier('call', now),
    tenant_id: caller.tenantId,
    api_key_id: caller.apiKeyId,
    agent_id: agent.id,
    phone_number: request.body.phoneNumber,
    from_phone_number_id: number.id,
    from_phone_number: number.phone_number,
    created_at: now,
    variables: data.variables,
    metadata: data.metadata,
    known_consent: request.body.knownConsent ?? false,
    consent_record_id: request.body.consentRecordId ?? null,
    request_id: request.about.requestId,
    ...(request.about.span && { trace: request.about.span.context }),
    extraction_schema: agent.extraction_schema,
    active_outcomes: agent.active_outcomes,
    qualifying_outcomes: agent.qualifying_outcomes,
    dial_fence: 1,
    dial_lease_until: dialLeaseFrom(context.clock.realNow()),
    check_at: new Date(now.getTime() + silentCallMs),
  };
}

/** Call, hold and key are one: whoever finds one of them after a crash finds all three. A call with neither goes with others. */
function commit(context: Context, caller: Caller, call: NewCall, claim: Claim | null): Promise<void> {
  if (!paysAsItGoes(caller) && !claim && !placesAreCounted(context)) return placeTogether(context).insert(call);
  return context.db.knex.transaction(async (trx) => {
    await countPlaces(trx, context, caller.tenantId, caller.tenant.limits.concurrentCalls);
    await insertCall(trx, call);
    if (paysAsItGoes(caller)) {
      const required = estimatedMicros(context);
      const held = await hold(trx, caller.tenantId, call.id, required, call.created_at);
      if (!held.held) throw insufficientBalance(held.balanceMicros, required);
    }
    if (claim && !(await attachCall(trx, claim, call.id))) throw idempotencyInProgress();
  });
}

async function conclude(context: Context, claim: Claim | null, call: NewCall, placement: Placement | 'busy'): Promise<Reply> {
  switch (placement) {
    case 'placed': {
      const reply = { status: 201, rawJson: newCallText(call) } as const;
      if (claim) await finish(context.db.knex, context, claim, reply);
      return reply;
    }
    case 'refused':
    case 'unknown':
      throw placementFailed(placement);
    case 'busy':
      throw idempotencyInProgress();
  }
}

/** There is a call now, or there may be: the key keeps naming it, and the next request with it need not wait. */
async function letGoOnError(context: Context, request: Request, claim: Claim | null, work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (claim) await giveUpClaim(context, request.about, () => letGo(context.db.knex, claim, context.clock.realNow()));
    throw error;
  }
}
