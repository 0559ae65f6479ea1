import type { Knex } from 'knex';
import type { TenantRow } from './tenants.ts';

/** The state of a deletion, on the tenant's row. From `deleting_since` on nothing of the tenant is served. */

export type DeletedTenant = Pick<TenantRow, 'id'> & { readonly deleting_since: Date };

/**
 * Marks a tenant as deleted and returns its row. A repeated mark keeps its time. Undefined where there is no such
 * tenant, or where it is frozen: it may live in another cell, which may read the same recordings.
 */
export async function markDeleted(sql: Knex, tenantId: string, realNow: Date): Promise<TenantRow | undefined> {
  const [row] = await sql<TenantRow>('tenants')
    .where({ id: tenantId, frozen_at: null })
    .update({ deleting_since: sql.raw('coalesce(deleting_since, ?)', [realNow]) })
    .returning('*');
  return row;
}

/**
 * Lists deleted tenants that no process is removing: those that nobody has tried to remove yet, and then the one that was tried longest ago,
 * so that removals which fail again and again keep no other from its turn.
 */
export const listDeletedTenants = (sql: Knex, { now, limit }: { readonly now: Date; readonly limit: number }): Promise<DeletedTenant[]> =>
  sql<DeletedTenant>('tenants')
    .whereNotNull('deleting_since')
    .andWhere(isFree(now))
    .orderBy([{ column: 'deletion_lease_until', nulls: 'first' }, 'deleting_since'])
    .limit(limit)
    .select('id', 'deleting_since');

/** Leases the removal of a tenant to this process, in real time. False where another process has it. */
export async function leaseDeletion(
  sql: Knex,
  tenantId: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const leased = await sql('tenants')
    .where({ id: tenantId })
    .whereNotNull('deleting_since')
    .andWhere(isFree(now))
    .update({ deletion_lease_until: until });
  return leased === 1;
}

const isFree = (now: Date) => (either: Knex.QueryBuilder) =>
  either.whereNull('deletion_lease_until').orWhere('deletion_lease_until', '<=', now);

/** Ends this process's lease at another time. One that has passed to another process stays. */
export const endDeletionLease = (sql: Knex, tenantId: string, { until, at }: { readonly until: Date; readonly at: Date }) =>
  sql('tenants').where({ id: tenantId, deletion_lease_until: until }).update({ deletion_lease_until: at });
