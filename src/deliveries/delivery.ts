import type { components } from '../contract/generated/public.ts';
import type { DeliveryRow } from './deliveries.ts';

/**
 * The SQL condition for a delivery that has failed for good, the same as in the indexes of failures. A first attempt that succeeds
 * changes none of the columns in their conditions.
 */
export const isFailure = "status = 'failed' and error_message is not null and next_retry_at is null";

/** The columns are named one by one, because a prepared `select *` fails in every running process when a later release adds a column. */
export const listedColumns = [
  'id',
  'created_at',
  'event_type',
  'status',
  'attempts',
  'response_status',
  'error_message',
  'next_retry_at',
  'last_attempt_at',
  'endpoint_id',
  'endpoint_snapshot',
  'trigger_id',
  'trigger_snapshot',
] as const;

export type ListedDelivery = Pick<DeliveryRow, (typeof listedColumns)[number]>;

/** Returns a delivery as callers see it. Endpoint and trigger are shown as they were when the event was published; both may be gone. */
export const view = (row: ListedDelivery): components['schemas']['WebhookDelivery'] => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  eventType: row.event_type,
  status: row.status,
  attempts: row.attempts,
  responseStatus: row.response_status,
  errorMessage: row.error_message,
  nextRetryAt: row.next_retry_at?.toISOString() ?? null,
  lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
  endpoint: { id: row.endpoint_id, ...row.endpoint_snapshot },
  trigger: { id: row.trigger_id, ...row.trigger_snapshot },
});
