import { nothingYet } from '../../src/calls/call.ts';
import { createReadCallTogether, type NewCall, type ShownCall } from '../../src/calls/calls.ts';
import { holdOf } from '../../src/calls/hold.ts';
import { createPlaceTogether } from '../../src/calls/place-together.ts';
import { type OrderParts, orderOf } from '../../src/calls/placement.ts';
import { connect } from '../../src/db/connect.ts';
import { createTryLater } from '../../src/db/try-later.ts';
import type { Claim } from '../../src/idempotency/claim.ts';
import { createClaimTogether } from '../../src/idempotency/claim-together.ts';
import { answerOf, begin } from '../../src/idempotency/idempotency-keys.ts';
import { AddressGuard } from '../../src/network/address-guard.ts';
import type { Caller } from '../../src/operation.ts';
import { pacingWithFallback } from '../../src/pacing/fallback.ts';
import { readConfig } from '../../src/process/config.ts';
import { newIdentifier } from '../../src/process/identifiers.ts';
import { placementTimeoutMs } from '../../src/process/limits.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { aesSecrets } from '../../src/process/secrets.ts';
import { after } from '../../src/process/time.ts';
import { authenticator } from '../../src/tenants/authenticate.ts';
import { requestBudget, spend } from '../../src/tenants/rate-budget.ts';
import { vapiProvider } from '../../src/voice/vapi/vapi-provider.ts';

/**
 * The work that the peers do for a request: what the service promises, by the service's own parts. They check the API
 * key, take from the tenant's bucket in Redis and in memory, run the same statements in the same groups on connections
 * with a deadline, and send the provider the same request. They do nothing else: no scope, no rate-limit headers, no
 * validation, no log and no metrics.
 */
export interface Work {
  readCall(authorization: string | undefined, id: string): Promise<object | undefined>;
  placeCall(authorization: string | undefined, body: PlaceBody): Promise<object>;
}

export interface PlaceBody {
  readonly agentId: string;
  readonly phoneNumber: string;
  readonly idempotencyKey?: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export async function openWork(): Promise<Work> {
  const parts = await openParts();
  const readCall = createReadCallTogether(parts.keyed.db);
  return {
    async readCall(authorization, id) {
      const { tenantId } = await admit(parts, authorization, 'GET');
      const row = await readCall({ tenantId, callId: id });
      return row && { call: { ...shown(row), recordingUrl: null } };
    },
    placeCall: async (authorization, body) => placeCall(parts, await admit(parts, authorization, 'POST'), body),
  };
}

/** The service's parts that a request passes through. */
type Parts = Awaited<ReturnType<typeof openParts>>;

async function openParts() {
  const config = readConfig(process.env);
  if (!config.databaseUrl || !config.redisUrl) throw new Error('A peer needs the database and the Redis that the service uses.');
  const connections = connect({ url: config.databaseUrl, poolSize: config.databasePoolSize, prepared: true });
  const db = connections.requests.shared;
  const clock = { now, realNow: now, refresh: async () => {} };
  const log = createLog('silent');
  const guard = new AddressGuard({ allowedPrivate: config.allowedPrivateWebhooks, clock, connectTimeoutMs: placementTimeoutMs });
  return {
    pricing: config.pricing,
    pacing: await pacingWithFallback({ url: config.redisUrl, log, metrics: createMetrics() }),
    placing: createPlaceTogether(db.engine, connections.engine),
    keyed: {
      db,
      clock,
      secrets: aesSecrets(config.secretKey),
      log,
      together: { claimKey: createClaimTogether(db.engine) },
      tryLater: createTryLater(connections.knex),
    },
    voice: vapiProvider({ config, clock, guard }),
    authenticate: authenticator({ db, clock, config }).authenticate,
  };
}

const now = (): Date => new Date();

async function admit({ authenticate, pacing }: Parts, authorization: string | undefined, method: string): Promise<Caller> {
  const found = await authenticate(authorization);
  if (found.kind === 'refused') throw new Error(found.why);
  await spend(pacing, requestBudget(found.caller, method), now());
  return found.caller;
}

async function placeCall(parts: Parts, caller: Caller, body: PlaceBody): Promise<object> {
  const { placing, keyed } = parts;
  const { tenantId } = caller;
  const [{ agent, numbers }, claim] = await Promise.all([
    placing.partsOf({ tenantId, agentId: body.agentId }),
    claimOf(parts, caller, body),
  ]);
  const number = numbers[0];
  if (!agent || !number) throw new Error('There is no such agent, or no number to call from.');
  const at = now();
  const call = newCall(caller, body, { agent, number, at });
  const acceptance = await placing.insert({ call, holdMicros: holdOf(parts.pricing, caller.tenant), claim });
  if (acceptance.kind !== 'accepted') throw new Error(`The call was not accepted: ${acceptance.kind}`);
  const reply = { call: { ...shown({ ...nothingYet, ...call }), variables: body.variables ?? {}, metadata: body.metadata ?? {} } };
  const answer = claim && answerOf(keyed, claim, { status: 201, rawJson: JSON.stringify(reply) });
  const placed = await parts.voice.place(orderOf(call, { parts: { agent, number }, answer }, 'c1'));
  if (placed.kind !== 'accepted') throw new Error(`The provider did not take a call: ${placed.raw}`);
  await placing.adopt({ call, ...placed, now: now(), checkAt: after(at, 60_000), answer });
  return reply;
}

async function claimOf({ keyed }: Parts, { tenantId, apiKeyId }: Caller, body: PlaceBody): Promise<Claim | null> {
  if (body.idempotencyKey === undefined) return null;
  const request = { operation: 'placeCall', key: body.idempotencyKey, body, about: { requestId: 'bench' }, leaseMs: 30_000 };
  const begun = await begin(keyed, { tenantId, apiKeyId }, request);
  if (begun.kind === 'answered') throw new Error('The key was used before.');
  return begun.claim;
}

const newCall = ({ tenantId, apiKeyId }: Caller, body: PlaceBody, { agent, number, at }: OrderParts & { readonly at: Date }): NewCall => ({
  id: newIdentifier('call', at),
  tenant_id: tenantId,
  api_key_id: apiKeyId,
  agent_id: agent.id,
  phone_number: body.phoneNumber,
  from_phone_number_id: number.id,
  from_phone_number: number.phone_number,
  created_at: at,
  variables: JSON.stringify(body.variables ?? {}),
  metadata: JSON.stringify(body.metadata ?? {}),
  known_consent: false,
  consent_record_id: null,
  request_id: null,
  extraction_schema: agent.extraction_schema,
  active_outcomes: agent.active_outcomes,
  qualifying_outcomes: agent.qualifying_outcomes,
  dial_lease_until: after(at, 30_000),
  dial_sent_at: at,
  check_at: after(at, 60_000),
  trace: null,
});

const shown = (row: ShownCall) => ({
  id: row.id,
  status: row.status,
  agentId: row.agent_id,
  phoneNumber: row.phone_number,
  fromPhoneNumber: row.from_phone_number,
  direction: row.direction,
  outcome: row.outcome,
  endedReason: row.ended_reason,
  durationSeconds: row.duration_seconds,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  createdAt: row.created_at,
  transcript: row.transcript,
  extraction: row.extraction === null ? null : JSON.parse(row.extraction),
  extractionError: row.extraction_error,
  variables: JSON.parse(row.variables),
  metadata: JSON.parse(row.metadata),
  knownConsent: row.known_consent,
  consentRecordId: row.consent_record_id,
});
