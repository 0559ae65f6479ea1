import type { Context } from '../context.ts';
import { tenantFrozen, tenantNotFound } from '../errors.ts';
import { findTenant, type TenantRow } from '../tenants/tenants.ts';

/** The tenant in the path, or `tenant_not_found`: every operation on what a tenant owns begins with it. */
export async function requireTenant(context: Context, tenantId: string): Promise<TenantRow> {
  const row = await findTenant(context.db.knex, tenantId);
  if (!row) throw tenantNotFound();
  return row;
}

/**
 * The same, for what changes something: a tenant that is being moved would leave it behind. The export begins half a minute
 * after the freeze at the earliest, so that what was let in before has ended by then.
 */
export async function requireUnfrozenTenant(context: Context, tenantId: string): Promise<TenantRow> {
  const row = await requireTenant(context, tenantId);
  if (row.frozen_at !== null) throw tenantFrozen();
  return row;
}
