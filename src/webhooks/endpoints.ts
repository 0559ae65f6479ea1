import type { Knex } from 'knex';
import { maxWebhookEndpoints } from '../process/limits.ts';

/** The table of webhook endpoints. */
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
  readonly version: number;
  readonly created_at: Date;
}

/** False where the tenant already has as many as it may: the tenant's row is locked, so that creates at once count one after another. */
export async function insertEndpoint(trx: Knex.Transaction, row: Omit<EndpointRow, 'version'>): Promise<boolean> {
  await trx('tenants').where({ id: row.tenant_id }).forUpdate().first('id');
  const { count } = (await trx('webhook_endpoints').where({ tenant_id: row.tenant_id }).count({ count: '*' }).first()) ?? { count: 0 };
  if (Number(count) >= maxWebhookEndpoints) return false;
  await trx('webhook_endpoints').insert({ ...row, headers: JSON.stringify(row.headers) });
  return true;
}

/** Oldest first. */
export const listEndpoints = (sql: Knex, tenantId: string): Promise<EndpointRow[]> =>
  sql<EndpointRow>('webhook_endpoints').where({ tenant_id: tenantId }).orderBy('id').select('*');

export const findEndpoint = (sql: Knex, tenantId: string, endpointId: string): Promise<EndpointRow | undefined> =>
  sql<EndpointRow>('webhook_endpoints').where({ tenant_id: tenantId, id: endpointId }).first();

/** Locks the row for the rest of the transaction: nobody publishes to the endpoint or replays meanwhile. */
export const lockEndpoint = (trx: Knex.Transaction, tenantId: string, endpointId: string): Promise<EndpointRow | undefined> =>
  trx<EndpointRow>('webhook_endpoints').where({ tenant_id: tenantId, id: endpointId }).forUpdate().first();

/** A new version, so that no dispatcher goes on with what it remembers. */
export const switchEndpointOff = (trx: Knex.Transaction, tenantId: string, endpointId: string): Promise<number> =>
  trx('webhook_endpoints')
    .where({ tenant_id: tenantId, id: endpointId, is_active: true })
    .update({ is_active: false, version: trx.raw('version + 1') });

/** Its triggers go with it (`on delete cascade`). */
export const deleteEndpoint = (trx: Knex.Transaction, tenantId: string, endpointId: string): Promise<number> =>
  trx('webhook_endpoints').where({ tenant_id: tenantId, id: endpointId }).delete();

/** What the operator may change. A new version each time, so that no dispatcher goes on with what it remembers. */
export type EndpointChange = { readonly is_active: boolean } | Pick<EndpointRow, 'secret' | 'secret_last4'>;

export async function updateEndpoint(
  sql: Knex,
  tenantId: string,
  endpointId: string,
  change: EndpointChange,
): Promise<EndpointRow | undefined> {
  const rows: EndpointRow[] = await sql('webhook_endpoints')
    .where({ tenant_id: tenantId, id: endpointId })
    .update({ ...change, version: sql.raw('version + 1') })
    .returning('*');
  return rows[0];
}
