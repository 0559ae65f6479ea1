import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import type { Context } from '../../src/context.ts';
import { connect } from '../../src/db/connect.ts';
import type { EventType } from '../../src/events/event.ts';
import { newIdentifier } from '../../src/process/identifiers.ts';
import { aesSecrets, type Secrets } from '../../src/process/secrets.ts';
import { drawApiKey } from '../../src/tenants/api-keys.ts';
import { lastFourOf, sealSigningSecret } from '../../src/webhooks/signing-secret.ts';
import type { Stage } from './stage.ts';

/** A tenant without effective limits, with everything that a call or a callback needs. */
export interface LoadTenant {
  readonly id: string;
  readonly key: string;
  readonly agentId: string;
  /** Lists calls of the tenant that can be read. */
  readonly callIds: readonly string[];
}

export interface TenantsOptions {
  readonly callsEach: number;
  /** Is an endpoint of each tenant, with a trigger for events of one type; null is none. */
  readonly hook: Hook | null;
  /** Is the balance of tenants that prepay; without it they pay by invoice. */
  readonly balanceMicros?: number;
}

export interface Hook {
  readonly eventType: EventType;
  /** Lists addresses; the tenants' endpoints take them in turns. */
  readonly urls: readonly string[];
}

/** Inserts tenants into the database of a stage, as `insertTenants` does. */
export async function insertTenantsOf(
  stage: Pick<Stage, 'databaseUrl' | 'secretKey'>,
  count: number,
  options: TenantsOptions,
): Promise<readonly LoadTenant[]> {
  const db = connect({ url: stage.databaseUrl, poolSize: 2, prepared: true });
  try {
    return await insertTenants({ db, secrets: aesSecrets(stage.secretKey) }, count, options);
  } finally {
    await db.close();
  }
}

export async function insertTenants(
  { db: { knex }, secrets }: Pick<Context, 'db' | 'secrets'>,
  count: number,
  { callsEach, hook, balanceMicros }: TenantsOptions,
): Promise<readonly LoadTenant[]> {
  const at = new Date();
  const tenants = Array.from({ length: count }, () => newTenant(at, callsEach));
  await insertAll(knex, tenants, at, balanceMicros);
  if (hook !== null) await insertHooks(knex, tenants, { at, hook, secrets });
  await knex.raw(`vacuum analyze ${written.join(', ')}`);
  return tenants;
}

/** A bench under way has a load in the other tables, whose vacuum would be paid by what it measures. */
const written = ['tenants', 'wallets', 'api_keys', 'agents', 'phone_numbers', 'calls', 'webhook_endpoints', 'automation_triggers'];

/** The limits are never reached. The buckets are used all the same. */
const most = 1_000_000;

function newTenant(at: Date, callsEach: number) {
  const id = newIdentifier('ten', at);
  const { row, text } = drawApiKey(id, apiKey, { mode: 'test', cell: 'bench', at });
  return {
    id,
    key: text,
    keyRow: row,
    agentId: newIdentifier('agt', at),
    numberId: newIdentifier('num', at),
    callIds: Array.from({ length: callsEach }, () => newIdentifier('call', at)),
  };
}

const apiKey = { name: 'bench', scopes: ['calls:place', 'calls:read', 'read', 'write', 'webhooks'], expiresAt: null };

type Drawn = ReturnType<typeof newTenant>;

async function insertAll(knex: Knex, tenants: readonly Drawn[], at: Date, balanceMicros?: number): Promise<void> {
  const billing = balanceMicros === undefined ? 'invoice' : 'pay_as_you_go';
  const times = { created_at: at, updated_at: at };
  const each = (table: string, rowOf: (tenant: Drawn) => object): Promise<unknown> => insert(knex, table, tenants.map(rowOf));
  await each('tenants', ({ id }) => ({ id, name: 'Bench', billing, ...limits, ...times }));
  await each('wallets', ({ id }) => ({ tenant_id: id, balance_micros: balanceMicros ?? 0 }));
  await each('api_keys', ({ keyRow }) => keyRow);
  await each('agents', ({ id, agentId }) => ({ id: agentId, tenant_id: id, ...qualifier, ...times }));
  await each('phone_numbers', ({ id, numberId }) => ({
    id: numberId,
    tenant_id: id,
    phone_number: '+14155550199',
    provider_number_id: numberId,
    created_at: at,
  }));
  await insert(
    knex,
    'calls',
    tenants.flatMap((tenant) => tenant.callIds.map((id) => endedCall(tenant, id, at))),
  );
}

const limits = {
  writes_per_minute: most,
  reads_per_minute: most,
  concurrent_calls: most,
  call_events_per_minute: most,
  text_events_per_minute: most,
};

const qualifier = {
  name: 'Qualifier',
  system_prompt: 'You ask {{name}} whether the owner would sell.',
  active_outcomes: ['INTERESTED', 'NOT_INTERESTED'],
  qualifying_outcomes: ['INTERESTED'],
};

/** Returns a call that has ended, as a reader of results finds it: some minutes of conversation, a few variables. */
const endedCall = ({ id: tenantId, keyRow, agentId, numberId }: Drawn, id: string, at: Date) => ({
  id,
  tenant_id: tenantId,
  api_key_id: keyRow.id,
  agent_id: agentId,
  phone_number: '+14155550100',
  from_phone_number_id: numberId,
  from_phone_number: '+14155550199',
  status: 'completed',
  outcome: 'INTERESTED',
  duration_seconds: 93,
  started_at: at,
  answered_at: at,
  ended_at: at,
  created_at: at,
  transcript: 'Agent: Is this a good time? Caller: Yes, go on. '.repeat(12),
  variables: '{"name":"Ada"}',
  metadata: '{"lead":"4711"}',
  active_outcomes: ['INTERESTED', 'NOT_INTERESTED'],
  qualifying_outcomes: ['INTERESTED'],
  placement: 'placed',
  provider_call_id: id,
  completed_event_at: at,
});

async function insertHooks(
  knex: Knex,
  tenants: readonly Drawn[],
  { at, hook, secrets }: { at: Date; hook: Hook; secrets: Secrets },
): Promise<void> {
  const hooks = tenants.map(({ id }) => ({
    tenantId: id,
    endpointId: newIdentifier('whe', at),
    triggerId: newIdentifier('trg', at),
    signingSecret: randomBytes(32).toString('hex'),
  }));
  await insert(
    knex,
    'webhook_endpoints',
    hooks.map(({ tenantId, endpointId, signingSecret }, n) => ({
      id: endpointId,
      tenant_id: tenantId,
      name: 'Bench',
      url: hook.urls[n % hook.urls.length],
      method: 'POST',
      headers: '{}',
      secret: sealSigningSecret(secrets, signingSecret),
      secret_last4: lastFourOf(signingSecret),
      is_active: true,
      created_at: at,
    })),
  );
  await insert(
    knex,
    'automation_triggers',
    hooks.map(({ tenantId, endpointId, triggerId }) => ({
      id: triggerId,
      tenant_id: tenantId,
      name: 'Bench',
      event_type: hook.eventType,
      webhook_endpoint_id: endpointId,
      is_active: true,
      created_at: at,
    })),
  );
}

const insert = (knex: Knex, table: string, rows: readonly object[]): Promise<unknown> => knex.batchInsert(table, [...rows], 250);
