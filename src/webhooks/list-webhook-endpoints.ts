import type { PublicOperation } from '../operation.ts';
import { endpointView } from './endpoint.ts';
import { listEndpoints } from './endpoints.ts';
import { healthView } from './slowed-endpoints.ts';

/** GET /webhooks lists the oldest first, with masked secrets and the health of each. */
export const listWebhookEndpoints: PublicOperation<'listWebhookEndpoints'> = async (context, caller) => {
  const rows = await context.db.reading(({ knex }) => listEndpoints(knex, caller.tenantId));
  return { status: 200, body: { endpoints: rows.map((row) => ({ ...endpointView(row), health: healthView(row) })) } };
};
