import type { Context } from '../context.ts';
import { tenantFrozen, tenantNotFound } from '../errors.ts';
import type { TenantRow } from '../tenants/tenants.ts';

/**
 * Returns the tenant in the path or throws `tenant_not_found`, for a deleted tenant too. Every operation on a tenant's resources
 * begins with it.
 */
export async function requireTenant(context: Context, tenantId: string): Promise<TenantRow> {
  const row = await context.together.readTenant(tenantId);
  if (!row || row.deleting_since !== null) throw tenantNotFound();
  return row;
}

/**
 * Refuses a frozen tenant too, for operations that change something: a tenant that is handed over would leave the change behind
 * (D-20). An operation that was admitted before meets the fence of the hand-over (D-222).
 */
export async function requireUnfrozenTenant(context: Context, tenantId: string): Promise<TenantRow> {
  const row = await requireTenant(context, tenantId);
  if (row.frozen_at !== null) throw tenantFrozen();
  return row;
}
