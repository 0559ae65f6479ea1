import { type AttemptRow, attemptsOf, findDeliveryOfAnyTenant } from '../deliveries/attempt-log.ts';
import { expiryAt, hasExpired } from '../deliveries/retention.ts';
import { deliveryNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { deliveryView } from './delivery-view.ts';

export const readDelivery: OperatorOperation<'readDelivery'> = async (context, { path, about }) => {
  const row = await findDeliveryOfAnyTenant(context.db.knex, path.deliveryId);
  if (!row || hasExpired(row, expiryAt(context))) throw deliveryNotFound();
  about.deliveryId = row.id;
  const attempts = await attemptsOf(context.db.knex, row.id);
  return { status: 200, body: { delivery: deliveryView(row), attempts: attempts.map(attemptView) } };
};

const attemptView = (row: AttemptRow) => ({
  n: row.n,
  startedAt: row.started_at.toISOString(),
  durationMs: row.duration_ms,
  status: row.status,
  errorClass: row.error_class,
  // What is not UTF-8, the cut in the middle of a character too, becomes the replacement character.
  responseHead: row.response_head?.toString('utf8') ?? null,
});
