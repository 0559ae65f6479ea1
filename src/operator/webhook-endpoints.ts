import { resumeDeliveries } from '../dispatch/resume.ts';
import { webhookNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { byDeadline, lastingContext } from '../request-context.ts';
import { tenantSettings } from '../tenants/tenants.ts';
import { endpointView } from '../webhooks/endpoint.ts';
import { listEndpoints, updateEndpoint } from '../webhooks/endpoints.ts';
import { lastFourOf, newSigningSecret, sealSigningSecret } from '../webhooks/signing-secret.ts';
import { requireTenant, requireUnfrozenTenant } from './require-tenant.ts';

export const listTenantWebhookEndpoints: OperatorOperation<'listTenantWebhookEndpoints'> = async (context, { path }) => {
  await requireTenant(context, path.tenantId);
  const rows = await listEndpoints(context.db.knex, path.tenantId);
  return { status: 200, body: { endpoints: rows.map((row) => endpointView(row)) } };
};

export const updateWebhookEndpoint: OperatorOperation<'updateWebhookEndpoint'> = async (context, { path, body }) => {
  const tenant = await requireUnfrozenTenant(context, path.tenantId);
  const { isActive, standardWebhooks } = body;
  const row = await updateEndpoint(context.db.knex, path.tenantId, path.webhookEndpointId, {
    ...(isActive === undefined ? {} : { is_active: isActive }),
    ...(standardWebhooks === undefined ? {} : { standard_webhooks: standardWebhooks }),
  });
  if (!row) throw webhookNotFound();
  const waiting = { tenantId: tenant.id, endpointId: row.id, limits: tenantSettings(tenant).limits };
  if (isActive) await byDeadline(context, resumeDeliveries(lastingContext(context), waiting));
  return { status: 200, body: { endpoint: endpointView(row) } };
};

/**
 * Rotates the secret without an overlap (`D-LATER-04`, D-81). Dispatchers compare the endpoint's version before each attempt, so
 * the old secret signs nothing after this.
 */
export const rotateSigningSecret: OperatorOperation<'rotateSigningSecret'> = async (context, { path }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const signingSecret = newSigningSecret();
  const row = await updateEndpoint(context.db.knex, path.tenantId, path.webhookEndpointId, {
    secret: sealSigningSecret(context.secrets, signingSecret),
    secret_last4: lastFourOf(signingSecret),
  });
  if (!row) throw webhookNotFound();
  return { status: 200, body: { endpoint: endpointView(row, signingSecret) } };
};
