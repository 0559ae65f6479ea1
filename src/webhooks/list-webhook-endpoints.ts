import type { PublicOperation } from '../operation.ts';
import { view } from './endpoint.ts';
import { endpointsOf } from './endpoints.ts';
import { maskSigningSecret } from './signing-secret.ts';

/** GET /webhooks: oldest first, secrets masked. */
export const listWebhookEndpoints: PublicOperation<'listWebhookEndpoints'> = async (context, caller) => {
  const rows = await context.db.reading(({ knex }) => endpointsOf(knex, caller.tenantId));
  return { status: 200, body: { endpoints: rows.map((row) => view(row, maskSigningSecret(row.secret_last4))) } };
};
