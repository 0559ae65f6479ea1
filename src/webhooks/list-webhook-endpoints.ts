import type { PublicOperation } from '../operation.ts';
import { endpointView } from './endpoint.ts';
import { listEndpoints } from './endpoints.ts';

/** GET /webhooks lists the oldest first, with masked secrets. */
export const listWebhookEndpoints: PublicOperation<'listWebhookEndpoints'> = async (context, caller) => {
  const rows = await context.db.reading(({ knex }) => listEndpoints(knex, caller.tenantId));
  return { status: 200, body: { endpoints: rows.map((row) => endpointView(row)) } };
};
