import type { Context } from '../../src/context.ts';
import type { EventType } from '../../src/events/event.ts';
import type { Caller, TenantSettings } from '../../src/operation.ts';
import { newIdentifier } from '../../src/process/identifiers.ts';
import { defaultTenantLimits } from '../../src/process/limits.ts';
import { drawApiKey } from '../../src/tenants/api-keys.ts';
import { insertTenant, tenantSettings } from '../../src/tenants/tenants.ts';
import { credit } from '../../src/tenants/wallet.ts';
import { lastFourOf, newSigningSecret, sealSigningSecret } from '../../src/webhooks/signing-secret.ts';

/** Inserts everything a tenant needs straight into the tables, so that a test can begin with one line. */

export const allScopes = ['calls:place', 'calls:read', 'read', 'write', 'webhooks'] as const;

export interface TenantOptions {
  readonly name?: string;
  readonly billing?: 'pay_as_you_go' | 'invoice';
  /** Is the wallet's balance in micro-units. */
  readonly balance?: number;
  readonly publicApiEnabled?: boolean;
  readonly limits?: Partial<TenantSettings['limits']>;
}

/** Limits for load tests and fuzzing. The limits have their own tests, and a refusal by one would hide everything after it. */
export const limitsOutOfTheWay = {
  writesPerMinute: 1_000_000,
  readsPerMinute: 1_000_000,
  concurrentCalls: 100_000,
  callEventsPerMinute: 1_000_000,
  textEventsPerMinute: 1_000_000,
};

/** Makes a tenant that is billed by invoice, or one that prepays if it has a balance. */
export async function tenant(context: Context, options: TenantOptions = {}): Promise<{ id: string; settings: TenantSettings }> {
  const at = context.clock.now();
  const row = await insertTenant(
    context.db.knex,
    {
      id: newIdentifier('ten', at),
      name: options.name ?? 'Acme Homes',
      publicApiEnabled: options.publicApiEnabled ?? true,
      billing: options.billing ?? (options.balance === undefined ? 'invoice' : 'pay_as_you_go'),
      limits: { ...defaultTenantLimits, ...options.limits },
    },
    at,
  );
  if (options.balance) await credit(context.db.knex, row.id, { amountMicros: options.balance, note: 'fixture', dedupeKey: null }, at);
  return { id: row.id, settings: tenantSettings(row) };
}

export interface ApiKeyOptions {
  readonly scopes?: readonly string[];
  readonly expiresAt?: Date | null;
  readonly revokedAt?: Date | null;
}

/** Makes a key of the tenant and returns the text that a caller would send. */
export async function apiKey(context: Context, tenantId: string, options: ApiKeyOptions = {}): Promise<{ id: string; text: string }> {
  const { scopes = allScopes, expiresAt = null, revokedAt = null } = options;
  const of = { mode: 'test', cell: context.config.cell, at: context.clock.now() } as const;
  const { row, text } = drawApiKey(tenantId, { name: 'fixture', scopes, expiresAt }, of);
  await context.db.knex('api_keys').insert({ ...row, revoked_at: revokedAt });
  return { id: row.id, text };
}

/** Makes a tenant with a key, and returns the caller as an operation sees it. */
export async function caller(context: Context, options: TenantOptions & ApiKeyOptions = {}): Promise<Caller> {
  const owner = await tenant(context, options);
  const key = await apiKey(context, owner.id, options);
  return { tenantId: owner.id, apiKeyId: key.id, scopes: [...(options.scopes ?? allScopes)], tenant: owner.settings, isFrozen: false };
}

/** Deletes all tenants and what they have. To truncate these tables, their weeks and their indexes takes PostgreSQL ten times as long. */
export async function forgetTenants({ db }: Pick<Context, 'db'>): Promise<void> {
  for (const table of ['webhook_attempts', 'webhook_deliveries', 'webhook_events', 'event_keys', 'wallet_ledger', 'calls', 'tenants'])
    await db.knex(table).delete();
}

/** Freezes a tenant, as its old cell does when it is handed over to another. */
export const freezeTenant = ({ db, clock }: Pick<Context, 'db' | 'clock'>, tenantId: string): Promise<unknown> =>
  db.knex('tenants').where({ id: tenantId }).update({ frozen_at: clock.realNow() });

export interface AgentOptions {
  readonly name?: string;
  readonly systemPrompt?: string;
  readonly isActive?: boolean;
  readonly isDefault?: boolean;
  readonly activeOutcomes?: readonly string[];
  readonly qualifyingOutcomes?: readonly string[];
  readonly extractionSchema?: object | null;
}

export async function agent(context: Context, tenantId: string, options: AgentOptions = {}): Promise<string> {
  const at = context.clock.now();
  const id = newIdentifier('agt', at);
  await context.db.knex('agents').insert({
    id,
    tenant_id: tenantId,
    name: options.name ?? 'Qualifier',
    system_prompt: options.systemPrompt ?? 'You ask whether the owner would sell.',
    voice: JSON.stringify({}),
    model: JSON.stringify({}),
    is_active: options.isActive ?? true,
    is_default: options.isDefault ?? false,
    active_outcomes: [...(options.activeOutcomes ?? ['INTERESTED', 'NOT_INTERESTED', 'CALLBACK', 'DNC', 'WRONG_NUMBER', 'NOT_OWNER'])],
    qualifying_outcomes: [...(options.qualifyingOutcomes ?? ['INTERESTED'])],
    extraction_schema: options.extractionSchema ? JSON.stringify(options.extractionSchema) : null,
    created_at: at,
    updated_at: at,
  });
  return id;
}

let numbersMade = 0;

export async function phoneNumber(
  context: Context,
  tenantId: string,
  options: { phoneNumber?: string; health?: number; isActive?: boolean } = {},
): Promise<string> {
  const at = context.clock.now();
  const id = newIdentifier('num', at);
  await context.db.knex('phone_numbers').insert({
    id,
    tenant_id: tenantId,
    phone_number: options.phoneNumber ?? `+1415555${String(++numbersMade).padStart(4, '0')}`,
    provider_number_id: `provider-${id}`,
    health: options.health ?? 100,
    is_active: options.isActive ?? true,
    created_at: at,
  });
  return id;
}

/** Writes down somebody whom a tenant knows. */
export async function contact(
  context: Context,
  tenantId: string,
  columns: { phone: string; name?: string; city?: string; custom_fields?: string },
): Promise<string> {
  const at = context.clock.now();
  const id = newIdentifier('con', at);
  await context.db.knex('contacts').insert({ id, tenant_id: tenantId, ...columns, created_at: at, updated_at: at });
  return id;
}

export interface EndpointOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isActive?: boolean;
}

export async function endpoint(context: Context, tenantId: string, options: EndpointOptions): Promise<{ id: string; secret: string }> {
  const at = context.clock.now();
  const id = newIdentifier('whe', at);
  const secret = newSigningSecret();
  await context.db.knex('webhook_endpoints').insert({
    id,
    tenant_id: tenantId,
    name: 'CRM',
    url: options.url,
    method: 'POST',
    headers: JSON.stringify(options.headers ?? {}),
    secret: sealSigningSecret(context.secrets, secret),
    secret_last4: lastFourOf(secret),
    is_active: options.isActive ?? true,
    standard_webhooks: false,
    created_at: at,
  });
  return { id, secret };
}

export async function trigger(
  context: Context,
  tenantId: string,
  endpointId: string,
  options: { eventType?: EventType; outcomes?: readonly string[] | null; isActive?: boolean } = {},
): Promise<string> {
  const at = context.clock.now();
  const id = newIdentifier('trg', at);
  await context.db.knex('automation_triggers').insert({
    id,
    tenant_id: tenantId,
    name: 'To the CRM',
    event_type: options.eventType ?? 'call.completed',
    webhook_endpoint_id: endpointId,
    outcomes: options.outcomes ? [...options.outcomes] : null,
    is_active: options.isActive ?? true,
    created_at: at,
  });
  return id;
}
