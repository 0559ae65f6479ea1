import { objectText, RawJson } from '../contract/raw-json.ts';
import { deliveryNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { findDeliveryWithPayload } from './deliveries.ts';
import { view } from './delivery.ts';
import { expiryAt, hasExpired } from './retention.ts';

/** GET /webhook-deliveries/:id. The payload is the exact text that is sent; it is not parsed. */
export const readWebhookDelivery: PublicOperation<'readWebhookDelivery'> = async (context, caller, request) => {
  const row = await context.db.reading(({ knex }) => findDeliveryWithPayload(knex, caller.tenantId, request.path.id));
  if (!row || hasExpired(row, expiryAt(context))) throw deliveryNotFound();
  request.about.deliveryId = row.id;
  const { endpoint, trigger, ...plain } = view(row);
  const raw = (value: unknown): RawJson => new RawJson(JSON.stringify(value));
  return { status: 200, rawJson: objectText({ ...plain, endpoint: raw(endpoint), trigger: raw(trigger), payload: new RawJson(row.body) }) };
};
