import { parseSince } from '../contract/since.ts';
import type { PublicOperation } from '../operation.ts';
import { deliveriesLookbackDays } from '../process/limits.ts';
import { view } from './delivery.ts';
import { deliveryPage } from './delivery-page.ts';

/** GET /webhook-deliveries. Lists deliveries newest first, with exact totals. */
export const listWebhookDeliveries: PublicOperation<'listWebhookDeliveries'> = async (context, caller, { query }) => {
  const { status = null, page = 1, limit = 20 } = query;
  const since = clampedSince(query.since, context.clock.now());
  const { deliveries, total } = await context.db.reading(({ engine }) =>
    deliveryPage(engine, caller.tenantId, { status, since, page, limit }),
  );
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) };
  return { status: 200, body: { deliveries: deliveries.map(view), pagination } };
};

/** Clamps an older `since` without an error (`E-LISTDELIVERIES-03`). */
function clampedSince(text: string | undefined, now: Date): Date {
  const oldest = new Date(now.getTime() - deliveriesLookbackDays * 86_400_000);
  const since = text === undefined ? null : parseSince(text);
  return since !== null && since > oldest ? since : oldest;
}
