import type { TriggerWithEndpoint } from './triggers.ts';

export const triggerView = (row: TriggerWithEndpoint) => ({
  id: row.id,
  name: row.name,
  eventType: row.event_type,
  webhookEndpointId: row.webhook_endpoint_id,
  conditions: row.outcomes ? { outcome: [...row.outcomes] } : {},
  isActive: row.is_active,
  webhookEndpoint: { id: row.webhook_endpoint_id, name: row.endpoint_name, url: row.endpoint_url },
});
