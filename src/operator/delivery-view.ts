import type { components } from '../contract/generated/operator.ts';
import type { DeliveryRow } from '../deliveries/deliveries.ts';
import { view } from '../deliveries/delivery.ts';

/** Returns a delivery as operators see it: as its tenant does, with its tenant, its event and its end. */
export const deliveryView = (row: DeliveryRow): components['schemas']['DeliveryView'] => ({
  ...view(row),
  tenantId: row.tenant_id,
  eventId: row.event_id,
  finishedAt: row.finished_at?.toISOString() ?? null,
});
