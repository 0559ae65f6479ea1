import type { OperatorOperation } from '../operation.ts';
import { listApiKeys as rowsOf } from '../tenants/api-keys.ts';
import { apiKeyView } from './api-key-view.ts';
import { requireTenant } from './require-tenant.ts';

export const listApiKeys: OperatorOperation<'listApiKeys'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const rows = await rowsOf(context.db.knex, path.tenantId);
  return { status: 200, body: { keys: rows.map(apiKeyView) } };
};
