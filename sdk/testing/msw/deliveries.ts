import { clampedSince } from '../../../src/deliveries/clamped-since.ts';
import { view } from '../../../src/deliveries/delivery.ts';
import { deliveryNotFinished, endpointInactive } from '../../../src/errors.ts';
import type { Operation } from './account.ts';
import { attempt } from './publish.ts';

/** Implements GET /webhook-deliveries, newest first. */
export const listWebhookDeliveries: Operation<'listWebhookDeliveries'> = ({ objects, time }, { query }) => {
  const { status, page = 1, limit = 20 } = query;
  const since = clampedSince(query.since, time.now());
  const found = [...objects['webhook-deliveries'].values()]
    .map(({ row }) => row)
    .filter((row) => (status === undefined || row.status === status) && row.created_at >= since)
    .reverse();
  const pagination = { page, limit, total: found.length, totalPages: Math.ceil(found.length / limit) };
  return { deliveries: found.slice((page - 1) * limit, page * limit).map(view), pagination };
};

export const readWebhookDelivery: Operation<'readWebhookDelivery'> = ({ objects }, { path }) => {
  const { row, attemptLog, payload } = objects['webhook-deliveries'].one(path.id);
  return { ...view(row), attemptLog: [...attemptLog], payload: { ...payload } };
};

/** Implements POST /webhook-deliveries/:id/retry: one attempt at once, and a new cycle if it fails. */
export const retryWebhookDelivery: Operation<'retryWebhookDelivery'> = async (account, { path }) => {
  const delivery = account.objects['webhook-deliveries'].one(path.id);
  const { status, endpoint_id: endpointId } = delivery.row;
  if (status === 'pending' || status === 'retrying') throw deliveryNotFinished();
  if (!account.objects.webhooks.get(endpointId)?.is_active) throw endpointInactive();
  delivery.cycleAttempt = 0;
  delivery.row = { ...delivery.row, status: 'retrying' };
  await attempt(account, delivery);
  return view(delivery.row);
};
