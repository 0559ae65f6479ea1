import type { Context } from '../context.ts';
import { tenantFrozen, tenantNotFound } from '../errors.ts';
import { findTenant, type TenantRow } from '../tenants/tenants.ts';

/**
 * Returns the tenant in the path or throws `tenant_not_found`, for a deleted tenant too. Every operation on a tenant's resources
 * begins with it.
 */
export async function requireTenant(context: Context, tenantId: string): Promise<TenantRow> {
  const row = await findTenant(context.db.knex, tenantId);
  if (!row || row.deleting_since !== null) throw tenantNotFound();
  return row;
}

/**
 * Refuses a frozen tenant too, for operations that change something: a tenant that is being moved would leave the change behind
 * (D-20). The export begins half a minute after the freeze at the earliest, so that operations admitted before it have ended by
 * then.
 */
export async function requireUnfrozenTenant(context: Context, tenantId: string): Promise<TenantRow> {
  const row = await requireTenant(context, tenantId);
  if (row.frozen_at !== null) throw tenantFrozen();
  return row;
}
