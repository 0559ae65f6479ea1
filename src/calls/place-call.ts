import type { AgentRow } from '../agents/agents.ts';
import { missingVariables } from '../agents/prompt.ts';
import type { Context } from '../context.ts';
import { afterCommit, Unserved } from '../db/unserved.ts';
import {
  ApiError,
  agentNotFound,
  concurrentLimitExceeded,
  idempotencyInProgress,
  insufficientBalance,
  invalidPhoneNumber,
  phoneNumberNotFound,
  placementFailed,
  variablesMissing,
} from '../errors.ts';
import type { Claim } from '../idempotency/claim.ts';
import { giveUpClaim } from '../idempotency/give-up-claim.ts';
import { abandon, abandonKeyOfCall, answerOf, begin, finish, letGo } from '../idempotency/idempotency-keys.ts';
import { replayedHeader } from '../idempotency/with-idempotency.ts';
import type { Caller, PublicOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { dialLeaseMs, silentCallMs } from '../process/limits.ts';
import { after } from '../process/time.ts';
import { byDeadline, lastingContext } from '../request-context.ts';
import { findPhoneNumber, type PhoneNumberRow } from '../tenants/phone-numbers.ts';
import { newCallText } from './call.ts';
import { type CallData, readCallData } from './call-data.ts';
import { chooseCallerId } from './caller-id.ts';
import { findCall, isTerminal, type NewCall } from './calls.ts';
import { holdOf } from './hold.ts';
import { insertCalls, type WantedCall } from './insert-calls.ts';
import { isE164 } from './phone-number.ts';
import type { CallParts } from './place-together.ts';
import { dial, dialLeaseFrom, type OrderParts, type Placement } from './placement.ts';
import { takeBack } from './take-back.ts';
import { findOutFate, giveUpCall } from './unknown-fate.ts';

type Request = Parameters<PublicOperation<'placeCall'>>[2];
type Reply = Extract<Awaited<ReturnType<PublicOperation<'placeCall'>>>, { readonly status: 201 }>;

/**
 * POST /calls. The order of the checks is the order in which a caller is told what is wrong. A request that is refused or fails
 * leaves nothing behind (no call, hold, permit or key), except a placement whose fate is unknown.
 */
export const placeCall = async (context: Context, caller: Caller, request: Request): Promise<Reply> => {
  const data = readCallData(request.rawBody);
  const { phoneNumber, idempotencyKey } = request.body;
  if (!isE164(phoneNumber)) throw invalidPhoneNumber(phoneNumber);
  const parts = partsOf(context, caller, request);
  if (idempotencyKey === undefined) return placeAndFinish(context, caller, request, { data, parts, claim: null });

  const begun = await begin(context, caller, {
    operation: 'placeCall',
    key: idempotencyKey,
    body: request.body,
    about: request.about,
    leaseMs: dialLeaseMs,
  });
  if (begun.kind === 'answered') return { status: 201, headers: replayedHeader, rawJson: begun.reply.rawJson };
  const { claim } = begun;
  const callId = claim.callId ?? (await takeBackLost(context, caller, request, { data, claim }));
  if (callId === null) return placeAndFinish(context, caller, request, { data, parts, claim });
  return (await resume(context, request, claim, callId)) ?? placeCall(context, caller, request);
};

/**
 * Takes back the call that was placed under the key, if the key is unknown only because the database was restored (D-210). Null: there is
 * none. While the provider cannot say, the call is not placed.
 */
async function takeBackLost(
  context: Context,
  caller: Caller,
  request: Request,
  { data, claim }: { readonly data: CallData; readonly claim: Claim },
): Promise<string | null> {
  return letGoOnError(context, request, claim, async () => {
    const restores = await byDeadline(context, context.lostCalls.restores(claim.timeline));
    if (restores?.length === 0) return null;
    const found = restores && (await byDeadline(context, context.lostCalls.find(caller.tenantId, claim)));
    if (found?.kind === 'none') return null;
    if (found === null || found.kind === 'unreachable') {
      await giveUpClaim(context, request.about, (knex) => abandon(knex, claim));
      throw restores === null
        ? new Unserved('time', 'the deadline passed while the database was asked for restores')
        : placementFailed({ fate: 'not_dialled', retryAfterSeconds: 1 });
    }
    const { callId } = found.call.reference;
    const row = await findCall(context.db.knex, caller.tenantId, callId);
    // It was closed as never dialled, so that its key is free.
    if (row && isTerminal(row.status) && row.placement !== 'placed') return null;
    const taken = await takeBack(context, found.call, { claim, asked: askedBy(caller, request, data) });
    if (!taken) throw placementFailed({ fate: 'unknown', callId });
    return callId;
  });
}

const askedBy = ({ apiKeyId }: Caller, { body, about }: Request, { variables, metadata }: CallData) => ({
  api_key_id: apiKeyId,
  variables,
  metadata,
  known_consent: body.knownConsent ?? false,
  consent_record_id: body.consentRecordId ?? null,
  request_id: about.requestId,
});

interface Asked {
  readonly data: CallData;
  /** The parts are read at the same time as the key, whose answer comes first. */
  readonly parts: Promise<CallParts>;
  readonly claim: Claim | null;
}

function partsOf(context: Context, { tenantId }: Caller, { body: { agentId } }: Request): Promise<CallParts> {
  const parts = context.together.placing.partsOf({ tenantId, agentId });
  // A request that is answered by its key never awaits the parts.
  parts.catch(() => {});
  return parts;
}

async function placeAndFinish(context: Context, caller: Caller, request: Request, asked: Asked): Promise<Reply> {
  const { claim } = asked;
  const { call, parts } = await accept(context, caller, request, asked).catch(async (error: unknown) => {
    if (claim) await giveUpClaim(context, request.about, (knex) => abandon(knex, claim));
    throw error;
  });
  const told = toldOf(call);
  const answer = claim && answerOf(context, claim, told.reply);
  return letGoOnError(context, request, claim, async () =>
    conclude(lastingContext(context), claim, told, await dial(context, call, parts, answer)),
  );
}

/**
 * Resumes a request whose key already names a call, because an earlier request committed the call and was not answered. Null: that
 * call was never dialled or is too old to wait for, its key is free, and this request is a new one.
 */
const resume = (context: Context, request: Request, claim: Claim, callId: string): Promise<Reply | null> =>
  letGoOnError(context, request, claim, async () => {
    request.about.callId = callId;
    const lasting = lastingContext(context);
    const found = findCall(context.db.knex, claim.tenantId, callId);
    // Where the claim names no call, this request has just taken the call back.
    const call = await (claim.callId === null ? afterCommit(found) : found);
    const fate = call ? ((await byDeadline(context, findOutFate(lasting, call))) ?? 'unknown') : 'gone';
    if (call && fate !== 'gone') return conclude(lasting, claim, toldOf(call), fate);
    await abandonKeyOfCall(lasting.db.knex, claim.tenantId, callId);
    return null;
  });

/** Makes the checks in their order, and commits. After that there is a call. */
async function accept(context: Context, caller: Caller, request: Request, { data, parts, claim }: Asked): Promise<Accepted> {
  const { fromPhoneNumberId, variables } = request.body;
  const { agent, numbers } = await parts;
  if (!agent?.is_active) throw agentNotFound();
  const missing = missingVariables(agent.system_prompt, variables ?? {});
  if (missing.length > 0) throw variablesMissing(missing);
  const number = fromPhoneNumberId === undefined ? anyOf(context, numbers) : await forcedNumber(context, caller, fromPhoneNumberId);

  const call = newCall(context, caller, request, data, agent, number);
  request.about.callId = call.id;
  await requireProvider(context);
  await insert(context, { call, holdMicros: holdOf(context.config.pricing, caller.tenant), claim }).catch(async (error: unknown) => {
    // The call may have been committed all the same, by a connection that broke before it could confirm. Nobody dials it.
    if (!(error instanceof ApiError || error instanceof Unserved)) await giveUpCall(context, call);
    throw error;
  });
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

/** Refuses the request while the provider is known to be down, so that no call is committed only to be removed. */
async function requireProvider({ voice, metrics }: Context): Promise<void> {
  const pauseMs = await voice.pauseMs();
  if (pauseMs === 0) return;
  metrics.callsPlaced.inc({ result: 'not_dialled' });
  throw placementFailed({ fate: 'not_dialled', retryAfterSeconds: Math.ceil(pauseMs / 1_000) });
}

function newCall(context: Context, caller: Caller, request: Request, data: CallData, agent: AgentRow, number: PhoneNumberRow): NewCall {
  const [now, realNow] = [context.clock.now(), context.clock.realNow()];
  return {
    ...askedBy(caller, request, data),
    id: newIdentifier('call', now),
    tenant_id: caller.tenantId,
    agent_id: agent.id,
    phone_number: request.body.phoneNumber,
    from_phone_number_id: number.id,
    from_phone_number: number.phone_number,
    created_at: now,
    trace: request.about.span?.context ?? null,
    extraction_schema: agent.extraction_schema,
    active_outcomes: agent.active_outcomes,
    qualifying_outcomes: agent.qualifying_outcomes,
    dial_lease_until: dialLeaseFrom(realNow),
    dial_sent_at: realNow,
    check_at: after(now, silentCallMs),
  };
}

/** Inserts call, hold and key in one statement: after a crash either all three exist or none does. */
async function insert(context: Context, wanted: WantedCall): Promise<void> {
  const together = await context.together.placing.insert(wanted);
  // Inserted alone, a call whose tenant is locked keeps no other waiting, and one behind a lost claim learns its own answer.
  const [acceptance = together] =
    together.kind === 'not_asked' ? await insertCalls(context.db.engine, [wanted], { waits: true }) : [together];
  switch (acceptance.kind) {
    case 'accepted':
      return;
    case 'no_balance':
      throw insufficientBalance(acceptance.balanceMicros, wanted.holdMicros ?? 0);
    case 'no_permit':
      throw concurrentLimitExceeded(acceptance.limit, acceptance.active, acceptance.unknownFate);
    case 'claim_lost':
      throw idempotencyInProgress();
    case 'not_asked':
      throw new Error('The tenant is gone.');
  }
}

/** Returns what a caller may be told of a call: its id where its fate is unknown, else the whole call. */
const toldOf = (call: NewCall) => ({ callId: call.id, reply: { status: 201, rawJson: newCallText(call) } }) as const;

async function conclude(
  context: Context,
  claim: Claim | null,
  { callId, reply }: ReturnType<typeof toldOf>,
  placement: Placement | 'busy',
): Promise<Reply> {
  switch (placement) {
    case 'answered':
      return reply;
    case 'placed':
      if (claim) await finish(context.db.knex, context, claim, reply);
      return reply;
    case 'not_dialled':
      throw placementFailed({ fate: 'not_dialled' });
    case 'unknown':
      throw placementFailed({ fate: 'unknown', callId });
    case 'busy':
      throw idempotencyInProgress();
  }
}

/**
 * Lets a later request with the key go on at once after an error. There is a call now, or there may be one, and the key keeps
 * naming it.
 */
async function letGoOnError<Answer>(context: Context, request: Request, claim: Claim | null, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (claim) await giveUpClaim(context, request.about, (knex) => letGo(knex, claim, context.clock.realNow()));
    throw error;
  }
}
