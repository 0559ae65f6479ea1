import type { components } from '../contract/generated/public.ts';
import type { DeliveryRow } from './deliveries.ts';

/**
 * In SQL: has failed for good, as the indexes of failures have it. A first attempt that succeeds changes none of the columns in their
 * conditions. Where a release before `failed_at` has written the failure, `finished_at` alone says when.
 */
export const isFailure = "status = 'failed' and error_message is not null and next_retry_at is null";

/** Column by column: a prepared `select *` fails in every process that runs when a later release adds a column. */
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
  'endpoint_snapshot',
  'trigger_snapshot',
] as const;

export type ListedDelivery = Pick<DeliveryRow, (typeof listedColumns)[number]>;

/** A delivery as callers see it. Endpoint and trigger are what they were when the event fired: both may be gone. */
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
  endpoint: row.endpoint_snapshot,
  trigger: row.trigger_snapshot,
});
