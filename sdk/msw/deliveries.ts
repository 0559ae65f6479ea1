import { parseSince } from '../../src/contract/since.ts';
import type { Account, Delivery, Operation } from './account.ts';
import { attempt } from './publish.ts';
import { invalidRequest, Refusal } from './refusal.ts';

/** Implements GET /webhook-deliveries, newest first. */
export const listWebhookDeliveries: Operation<'listWebhookDeliveries'> = ({ deliveries, time }, { query }) => {
  const { status, since, page = 1, limit = 20 } = query;
  const from = Math.max((since && parseSince(since)?.getTime()) || 0, time.now().getTime() - lookbackMs);
  const found = [...deliveries.values()]
    .map(({ shown }) => shown)
    .filter((each) => (status === undefined || each.status === status) && Date.parse(each.createdAt) >= from)
    .reverse();
  const pagination = { page, limit, total: found.length, totalPages: Math.ceil(found.length / limit) };
  return { status: 200, body: { deliveries: found.slice((page - 1) * limit, page * limit), pagination } };
};

export const readWebhookDelivery: Operation<'readWebhookDelivery'> = (account, { path }) => {
  const { shown, payload } = find(account, path.id);
  return { status: 200, body: { ...shown, payload: { ...payload } } };
};

/** Implements POST /webhook-deliveries/:id/retry: one attempt at once, and a new cycle if it fails. */
export const retryWebhookDelivery: Operation<'retryWebhookDelivery'> = async (account, { path }) => {
  const delivery = find(account, path.id);
  const { status, endpoint } = delivery.shown;
  if (status === 'pending' || status === 'retrying')
    throw invalidRequest('This delivery is still pending or retrying. Only a finished delivery can be sent again.');
  if (!account.endpoints.get(endpoint.id)?.isActive) throw invalidRequest('The webhook endpoint of this delivery is gone or switched off.');
  delivery.failures = 0;
  delivery.shown = { ...delivery.shown, status: 'retrying' };
  await attempt(account, delivery);
  return { status: 200, body: delivery.shown };
};

/** `since` reaches back this far at most (`L-SINCE-01`). */
const lookbackMs = 30 * 24 * 60 * 60 * 1_000;

function find({ deliveries }: Account, id: string): Delivery {
  const delivery = deliveries.get(id);
  if (!delivery) throw new Refusal('delivery_not_found');
  return delivery;
}
