import { webhookNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { view } from '../webhooks/endpoint.ts';
import { changeEndpoint } from '../webhooks/endpoints.ts';
import { lastFourOf, newSigningSecret, sealSigningSecret } from '../webhooks/signing-secret.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

/** No overlap (spec, Deferred capabilities): dispatchers ask for the version before each attempt, so the old one signs nothing after this. */
export const rotateSigningSecret: OperatorOperation<'rotateSigningSecret'> = async (context, { path }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const signingSecret = newSigningSecret();
  const row = await changeEndpoint(context.db.knex, path.tenantId, path.webhookEndpointId, {
    secret: sealSigningSecret(context.secrets, signingSecret),
    secret_last4: lastFourOf(signingSecret),
  });
  if (!row) throw webhookNotFound();
  return { status: 200, body: { endpoint: view(row, signingSecret) } };
};
