import { objectText, RawJson } from '../contract/raw-json.ts';
import { deliveryNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { attemptsUntil, attemptView } from './attempt-log.ts';
import { findDeliveryWithPayload } from './deliveries.ts';
import { view } from './delivery.ts';
import { expiryAt, hasExpired } from './retention.ts';

/** GET /webhook-deliveries/:id. The payload is the exact text that is sent; it is not parsed. */
export const readWebhookDelivery: PublicOperation<'readWebhookDelivery'> = async (context, caller, request) => {
  const { row, attempts } = await context.db.reading(async ({ knex }) => {
    const row = await findDeliveryWithPayload(knex, caller.tenantId, request.path.id);
    return { row, attempts: row ? await attemptsUntil(knex, row) : [] };
  });
  if (!row || hasExpired(row, expiryAt(context))) throw deliveryNotFound();
  request.about.deliveryId = row.id;
  const { endpoint, trigger, ...plain } = view(row);
  const raw = (value: unknown): RawJson => new RawJson(JSON.stringify(value));
  const parts = { endpoint: raw(endpoint), trigger: raw(trigger), attemptLog: raw(attempts.map(attemptView)) };
  return { status: 200, rawJson: objectText({ ...plain, ...parts, payload: new RawJson(row.body) }) };
};
