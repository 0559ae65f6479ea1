import type { Knex } from 'knex';
import { lockingTenantFirst, lockTenant } from '../db/tenant-lock.ts';
import { maxWebhookEndpoints } from '../process/limits.ts';

export interface EndpointRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly name: string;
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  /** The signing secret, sealed (`signing-secret.ts`). */
  readonly secret: Buffer;
  readonly secret_last4: string;
  readonly is_active: boolean;
  /** Is true if deliveries carry the headers of Standard Webhooks too. */
  readonly standard_webhooks: boolean;
  readonly version: number;
  readonly created_at: Date;
  /** Are null where the endpoint is healthy (`slowed-endpoints.ts`). */
  readonly slowed_since: Date | null;
  readonly slowed_reason: string | null;
}

export type NewEndpoint = Omit<EndpointRow, 'version' | 'slowed_since' | 'slowed_reason'>;

/**
 * Inserts an endpoint. False where the tenant already has as many as it may (`L-ENDPOINTS-01`). The tenant's row is locked, so that
 * simultaneous creations count one after another.
 */
export async function insertEndpoint(trx: Knex.Transaction, row: NewEndpoint): Promise<boolean> {
  await lockTenant(trx, row.tenant_id);
  const { count } = (await trx('webhook_endpoints').where({ tenant_id: row.tenant_id }).count({ count: '*' }).first()) ?? { count: 0 };
  if (Number(count) >= maxWebhookEndpoints) return false;
  await trx('webhook_endpoints').insert({ ...row, headers: JSON.stringify(row.headers) });
  return true;
}

export const listEndpoints = (sql: Knex, tenantId: string): Promise<EndpointRow[]> =>
  sql<EndpointRow>('webhook_endpoints').where({ tenant_id: tenantId }).orderBy('id').select('*');

export const findEndpoint = (sql: Knex, tenantId: string, endpointId: string): Promise<EndpointRow | undefined> =>
  sql<EndpointRow>('webhook_endpoints').where({ tenant_id: tenantId, id: endpointId }).first();

/**
 * Locks the tenant's row, and after it the endpoint's, for the rest of the transaction: the order of everything that changes
 * subscriptions (`lockingTenantFirst`). Nothing is replayed to the endpoint meanwhile.
 */
export async function lockEndpointToChange(trx: Knex.Transaction, tenantId: string, endpointId: string): Promise<EndpointRow | undefined> {
  await lockTenant(trx, tenantId);
  return trx<EndpointRow>('webhook_endpoints').where({ tenant_id: tenantId, id: endpointId }).forUpdate().first();
}

/** Switches all endpoints of a tenant off. No attempt to them begins from then on. */
export const switchEndpointsOff = (sql: Knex, tenantId: string): Promise<number> =>
  sql('webhook_endpoints')
    .where({ tenant_id: tenantId, is_active: true })
    .whereRaw(lockingTenantFirst, [tenantId])
    .update({ is_active: false, version: sql.raw('version + 1') });

/** Deletes an endpoint. Its triggers go with it (`on delete cascade`). */
export const deleteEndpoint = (trx: Knex.Transaction, tenantId: string, endpointId: string): Promise<number> =>
  trx('webhook_endpoints').where({ tenant_id: tenantId, id: endpointId }).delete();

/** The columns that may change. Each change gets a new version, so that every dispatcher forgets what it remembers of the endpoint. */
export type EndpointChange = Partial<Pick<EndpointRow, 'is_active' | 'standard_webhooks'>> | Pick<EndpointRow, 'secret' | 'secret_last4'>;

export async function updateEndpoint(
  sql: Knex,
  tenantId: string,
  endpointId: string,
  change: EndpointChange,
): Promise<EndpointRow | undefined> {
  const rows: EndpointRow[] = await sql('webhook_endpoints')
    .where({ tenant_id: tenantId, id: endpointId })
    .whereRaw(lockingTenantFirst, [tenantId])
    .update({ ...change, version: sql.raw('version + 1') })
    .returning('*');
  return rows[0];
}
