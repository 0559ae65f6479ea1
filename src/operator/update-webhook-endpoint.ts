import { resumeDeliveries } from '../dispatch/resume.ts';
import { webhookNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { view } from '../webhooks/endpoint.ts';
import { changeEndpoint } from '../webhooks/endpoints.ts';
import { maskSigningSecret } from '../webhooks/signing-secret.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const updateWebhookEndpoint: OperatorOperation<'updateWebhookEndpoint'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const row = await changeEndpoint(context.db.knex, path.tenantId, path.webhookEndpointId, { is_active: body.isActive });
  if (!row) throw webhookNotFound();
  if (row.is_active) await resumeDeliveries(context, { tenantId: path.tenantId, endpointId: row.id });
  return { status: 200, body: { endpoint: view(row, maskSigningSecret(row.secret_last4)) } };
};
