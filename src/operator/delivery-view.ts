import type { components } from '../contract/generated/operator.ts';
import type { DeliveryRow } from '../deliveries/deliveries.ts';

/** Returns a delivery as operators see it. */
export const deliveryView = (row: DeliveryRow): components['schemas']['DeliveryView'] => ({
  id: row.id,
  tenantId: row.tenant_id,
  eventId: row.event_id,
  eventType: row.event_type,
  status: row.status,
  attempts: row.attempts,
  responseStatus: row.response_status,
  errorMessage: row.error_message,
  nextRetryAt: row.next_retry_at?.toISOString() ?? null,
  lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
  finishedAt: row.finished_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  endpoint: { ...row.endpoint_snapshot, id: row.endpoint_id },
  trigger: { ...row.trigger_snapshot, id: row.trigger_id },
});
