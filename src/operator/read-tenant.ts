import type { OperatorOperation } from '../operation.ts';
import { requireTenant } from './require-tenant.ts';
import { tenantView } from './tenant-view.ts';

export const readTenant: OperatorOperation<'readTenant'> = async (context, { path }) => ({
  status: 200,
  body: { tenant: tenantView(await requireTenant(context, path.tenantId)) },
});
