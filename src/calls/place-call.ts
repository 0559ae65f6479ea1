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
import { byDeadline, lastingContext } from '../request-context.ts';
import { findPhoneNumber, type PhoneNumberRow } from '../tenants/phone-numbers.ts';
import { balanceOf, hold } from '../tenants/wallet.ts';
import { newCallText } from './call.ts';
import { type CallData, readCallData } from './call-data.ts';
import { chooseCallerId } from './caller-id.ts';
import { findCall, insertCall, type NewCall } from './calls.ts';
import { requireGranted, takePermit } from './concurrency.ts';
import { isE164 } from './phone-number.ts';
import { placeTogether } from './place-together.ts';
import { dial, dialLeaseFrom, type OrderParts, type Placement } from './placement.ts';
import { findOutFate } from './unknown-fate.ts';

type Request = Parameters<PublicOperation<'placeCall'>>[2];
type Reply = Awaited<ReturnType<PublicOperation<'placeCall'>>>;

/**
 * POST /calls. The order of the checks is the order in which a caller is told what is wrong. A request that is refused
 * or fails leaves nothing behind (no call, hold, permit or key), except a placement whose fate is unknown.
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
  if (claim.callId === null) return placeAndFinish(context, caller, request, data, claim);
  return (await resume(context, request, claim, claim.callId)) ?? placeCall(context, caller, request);
};

async function placeAndFinish(context: Context, caller: Caller, request: Request, data: CallData, claim: Claim | null): Promise<Reply> {
  const { call, parts } = await accept(context, caller, request, data, claim).catch(async (error: unknown) => {
    if (claim) await giveUpClaim(context, request.about, (knex) => abandon(knex, claim));
    throw error;
  });
  return letGoOnError(context, request, claim, async () =>
    conclude(lastingContext(context), claim, call, await dial(context, call, parts)),
  );
}

/**
 * An earlier request with this key had committed a call and was not answered with it. Null: that call was never dialled or is too old to
 * wait for, its key is free, and the request is a new one.
 */
const resume = (context: Context, request: Request, claim: Claim, callId: string): Promise<Reply | null> =>
  letGoOnError(context, request, claim, async () => {
    request.about.callId = callId;
    const lasting = lastingContext(context);
    const call = await findCall(context.db.knex, claim.tenantId, callId);
    const fate = call ? ((await byDeadline(context, findOutFate(lasting, call))) ?? 'unknown') : 'gone';
    if (call && fate !== 'gone') return conclude(lasting, claim, call, fate);
    await abandonKeyOfCall(lasting.db.knex, claim.tenantId, callId);
    return null;
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
  await requireProvider(context);
  await commit(context, caller, call, claim);
  return { call, parts: { agent, number } };
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

/** Says no before a permit is asked for, which is the documented order. The hold, under the wallet's lock, decides. */
async function checkBalance(context: Context, caller: Caller): Promise<void> {
  if (!paysAsItGoes(caller)) return;
  const [balance, required] = [await balanceOf(context.db.knex, caller.tenantId), estimatedMicros(context)];
  if (balance < required) throw insufficientBalance(balance, required);
}

/** While the provider is known to be down, nothing is committed that would have to be taken back. */
async function requireProvider({ voice, metrics }: Context): Promise<void> {
  const pauseMs = await voice.pauseMs();
  if (pauseMs === 0) return;
  metrics.callsPlaced.inc({ result: 'not_dialled' });
  throw placementFailed({ fate: 'not_dialled', retryAfterSeconds: Math.ceil(pauseMs / 1_000) });
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
    dial_lease_until: dialLeaseFrom(context.clock.realNow()),
    check_at: new Date(now.getTime() + silentCallMs),
  };
}

/**
 * Call, hold and key are one: whoever finds one of them after a crash finds all three. A call with neither goes with others, unless
 * its tenant is locked: then it waits alone, and the others do not wait for it.
 */
async function commit(context: Context, caller: Caller, call: NewCall, claim: Claim | null): Promise<void> {
  const permit = paysAsItGoes(caller) || claim ? null : await placeTogether(context).insert(call);
  if (permit) return requireGranted(permit);
  await context.db.knex.transaction(async (trx) => {
    await takePermit(trx, caller.tenantId);
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
    case 'not_dialled':
      throw placementFailed({ fate: 'not_dialled' });
    case 'unknown':
      throw placementFailed({ fate: 'unknown', callId: call.id });
    case 'busy':
      throw idempotencyInProgress();
  }
}

/** There is a call now, or there may be: the key keeps naming it, and the next request with it need not wait. */
async function letGoOnError<Answer>(context: Context, request: Request, claim: Claim | null, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (claim) await giveUpClaim(context, request.about, (knex) => letGo(knex, claim, context.clock.realNow()));
    throw error;
  }
}
