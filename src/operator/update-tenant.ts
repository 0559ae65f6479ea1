import { tenantNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { updateTenant as changeRow } from '../tenants/tenants.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';
import { tenantView } from './tenant-view.ts';

export const updateTenant: OperatorOperation<'updateTenant'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const row = await changeRow(context.db.knex, path.tenantId, body, context.clock.now());
  if (!row) throw tenantNotFound();
  return { status: 200, body: { tenant: tenantView(row) } };
};
