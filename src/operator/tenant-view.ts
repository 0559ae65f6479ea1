import type { components } from '../contract/generated/operator.ts';
import { type TenantRow, tenantSettings } from '../tenants/tenants.ts';

export const tenantView = (row: TenantRow): components['schemas']['TenantView'] => ({
  id: row.id,
  name: row.name,
  ...tenantSettings(row),
  frozenAt: row.frozen_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
