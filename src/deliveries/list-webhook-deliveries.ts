import type { PublicOperation } from '../operation.ts';
import { clampedSince } from './clamped-since.ts';
import { view } from './delivery.ts';
import { deliveryPage } from './delivery-page.ts';

/** GET /webhook-deliveries. Lists deliveries newest first, with exact totals. */
export const listWebhookDeliveries: PublicOperation<'listWebhookDeliveries'> = async (context, caller, { query }) => {
  const { status = null, page = 1, limit = 20 } = query;
  const now = context.clock.now();
  const since = clampedSince(query.since, now);
  const { deliveries, total } = await context.db.reading(({ engine }) =>
    deliveryPage(engine, caller.tenantId, { status, since, page, limit, now }),
  );
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) };
  return { status: 200, body: { deliveries: deliveries.map(view), pagination } };
};
