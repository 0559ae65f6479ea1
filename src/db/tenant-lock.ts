import type { Knex } from 'knex';

/**
 * Locks the tenant's row for the rest of the transaction, so that changes of what the tenant has come one after another. It keeps no row
 * of the tenant from being inserted elsewhere, whose foreign key takes a weaker lock: a claim of an `idempotencyKey` that waited for this
 * transaction would hold the key that the transaction has yet to answer.
 */
export const lockTenant = (trx: Knex, tenantId: string): Promise<unknown> =>
  trx('tenants').where({ id: tenantId }).forNoKeyUpdate().first('id');

/**
 * The SQL condition of a statement that changes or deletes endpoints or triggers; its binding is the tenant. A trigger
 * of the database renews the tenant's `subscriptions_version` after such a statement, and making an endpoint or a
 * trigger locks the tenant's row first. So every statement takes that lock first, or two at once would deadlock.
 * PostgreSQL evaluates the condition once, before it looks for rows.
 */
export const lockingTenantFirst = 'exists (select 1 from tenants where id = ? for no key update)';
