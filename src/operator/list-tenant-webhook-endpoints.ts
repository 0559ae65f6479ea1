import type { OperatorOperation } from '../operation.ts';
import { view } from '../webhooks/endpoint.ts';
import { endpointsOf } from '../webhooks/endpoints.ts';
import { maskSigningSecret } from '../webhooks/signing-secret.ts';
import { requireTenant } from './require-tenant.ts';

export const listTenantWebhookEndpoints: OperatorOperation<'listTenantWebhookEndpoints'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const rows = await endpointsOf(context.db.knex, path.tenantId);
  return { status: 200, body: { endpoints: rows.map((row) => view(row, maskSigningSecret(row.secret_last4))) } };
};
