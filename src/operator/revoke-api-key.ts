import { apiKeyNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { revokeApiKey as revokeRow } from '../tenants/api-keys.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const revokeApiKey: OperatorOperation<'revokeApiKey'> = async (context, { path }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const row = await revokeRow(context.db.knex, path.tenantId, path.apiKeyId, context.clock.now());
  if (!row) throw apiKeyNotFound();
  return { status: 204 };
};
