import type { OperatorOperation } from '../operation.ts';
import { listTenants as rows } from '../tenants/tenants.ts';
import { tenantView } from './tenant-view.ts';

export const listTenants: OperatorOperation<'listTenants'> = async (context) => ({
  status: 200,
  body: { tenants: (await rows(context.db.knex)).map(tenantView) },
});
