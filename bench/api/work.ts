import { type CallRow, findShownCall, type NewCall, type ShownCall } from '../../src/calls/calls.ts';
import { createPlaceTogether } from '../../src/calls/place-together.ts';
import { readConfig } from '../../src/config.ts';
import { connect } from '../../src/db/connect.ts';
import { newIdentifier } from '../../src/identifiers.ts';
import { placementTimeoutMs } from '../../src/limits.ts';
import { createLog } from '../../src/log.ts';
import { addressGuard } from '../../src/network/address-guard.ts';
import { redisPacing } from '../../src/pacing/redis-pacing.ts';
import { vapiProvider } from '../../src/voice/vapi/vapi-provider.ts';

/**
 * What the peers do for a request once they know what is asked: the service's own bucket calls, reads, writes and request
 * to the provider, statement by statement and in the same groups, and nothing else. Whose key it is they know by heart:
 * no secret is compared, no scope, no balance and no header of a budget, nothing is logged and nothing counted.
 */
export interface Work {
  takeToken(authorization: string | undefined): Promise<void>;
  readCall(authorization: string | undefined, id: string): Promise<object | undefined>;
  placeCall(authorization: string | undefined, body: PlaceBody): Promise<object>;
}

export interface PlaceBody {
  readonly agentId: string;
  readonly phoneNumber: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export async function openWork(): Promise<Work> {
  const config = readConfig(process.env);
  if (!config.databaseUrl || !config.redisUrl) throw new Error('A peer needs the database and the Redis that the service uses.');
  const db = connect({ url: config.databaseUrl, poolSize: config.databasePoolSize, prepared: true });
  const now = (): Date => new Date();
  const clock = { now, realNow: now, refresh: async () => {} };
  const pacing = await redisPacing({ url: config.redisUrl, log: createLog('silent') });
  const together = createPlaceTogether(db.engine, clock);
  const guard = addressGuard({ allowedPrivate: config.allowedPrivateWebhooks, clock, connectTimeoutMs: placementTimeoutMs });
  const voice = vapiProvider({ config, clock, guard });
  const tenants = await tenantsByKey(db.knex);
  const tenantOf = (authorization = ''): string => tenants.get(authorization.split('_')[3] ?? '') ?? '';

  return {
    async takeToken(authorization) {
      await pacing.take({ owner: tenantOf(authorization), key: 'read', limit: 1_000_000 }, now());
    },

    async readCall(authorization, id) {
      const tenantId = tenantOf(authorization);
      await pacing.take({ owner: tenantId, key: 'read', limit: 1_000_000 }, now());
      const row = await findShownCall(db.engine, tenantId, id);
      return row && { call: { ...shown(row), recordingUrl: null } };
    },

    async placeCall(authorization, body) {
      const tenantId = tenantOf(authorization);
      await pacing.take({ owner: tenantId, key: 'write', limit: 1_000_000 }, now());
      const { agent, numbers } = await together.partsOf({ tenantId, agentId: body.agentId });
      const number = numbers[0];
      if (!agent || !number) throw new Error('There is no such agent, or no number to call from.');
      const at = now();
      const call: NewCall = {
        id: newIdentifier('call', at),
        tenant_id: tenantId,
        api_key_id: null,
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
        dial_lease_until: new Date(at.getTime() + 30_000),
        check_at: new Date(at.getTime() + 60_000),
      };
      await together.insert(call);
      await together.markSent(call);
      const placed = await voice.place({
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
        variables: body.variables ?? {},
        extractionSchema: null,
        activeOutcomes: agent.active_outcomes,
        maxDurationSeconds: 3_600,
      });
      if (placed.kind !== 'accepted') throw new Error(`The provider did not take a call: ${placed.raw}`);
      await together.adopt({ call, ...placed, now: now(), checkAt: new Date(at.getTime() + 60_000) });
      return { call: { ...shown({ ...nothingYet, ...call }), variables: body.variables ?? {}, metadata: body.metadata ?? {} } };
    },
  };
}

async function tenantsByKey(knex: ReturnType<typeof connect>['knex']): Promise<ReadonlyMap<string, string>> {
  const keys: Pick<CallRow, 'id' | 'tenant_id'>[] = await knex('api_keys').select('id', 'tenant_id');
  return new Map(keys.map(({ id, tenant_id }) => [id.slice('key_'.length), tenant_id]));
}

const nothingYet = {
  status: 'queued',
  direction: 'ai_outbound',
  outcome: null,
  ended_reason: null,
  duration_seconds: null,
  started_at: null,
  ended_at: null,
  transcript: null,
  extraction: null,
  extraction_error: null,
} as const;

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
