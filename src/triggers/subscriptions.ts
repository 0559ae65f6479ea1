import type { Pool } from 'pg';
import { textArray } from '../db/binary-arrays.ts';

/** Which triggers would an event fire, before it is decided under lock: type, outcome, and both switched on (spec, Endpoint and trigger activity). */
export async function subscriptionsTo(engine: Pool, events: readonly Subscribable[]): Promise<readonly Subscription[]> {
  if (events.length === 0) return [];
  const { rows } = await engine.query<Row>({
    name: 'subscriptions-to',
    text: statement,
    values: [textArray(events.map(({ tenantId }) => tenantId)), textArray(events.map(({ eventType }) => eventType))],
  });
  return rows.filter((row) => wants(row.outcomes, events[row.event_index]?.outcome ?? null)).map(subscriptionOf);
}

const statement = `
  select wanted.place::integer - 1 as event_index,
         t.id as trigger_id,
         t.outcomes,
         e.id as endpoint_id,
         e.version as endpoint_version,
         n.call_events_per_minute,
         n.text_events_per_minute,
         n.delivery_id_key
    from unnest($1::text[], $2::text[]) with ordinality as wanted (tenant_id, event_type, place)
    join automation_triggers t on t.tenant_id = wanted.tenant_id and t.event_type = wanted.event_type and t.is_active
    join webhook_endpoints e on e.id = t.webhook_endpoint_id and e.is_active
    join tenants n on n.id = wanted.tenant_id
   order by wanted.place, t.id`;

export interface Subscribable {
  readonly tenantId: string;
  readonly eventType: string;
  readonly outcome: string | null;
}

export interface Subscription {
  /** Which of the events asked about. */
  readonly eventIndex: number;
  readonly triggerId: string;
  readonly endpointId: string;
  readonly endpointVersion: number;
  readonly callEventsPerMinute: number;
  readonly textEventsPerMinute: number;
  /** The tenant's own where it came from another cell; null: the installation's. */
  readonly deliveryIdKey: Buffer | null;
}

/** No filter wants everything; a filter is held against the outcome as emitted. */
export const wants = (outcomes: readonly string[] | null, outcome: string | null): boolean =>
  outcomes === null || (outcome !== null && outcomes.includes(outcome));

interface Row {
  readonly event_index: number;
  readonly trigger_id: string;
  readonly endpoint_id: string;
  readonly endpoint_version: number;
  readonly outcomes: readonly string[] | null;
  readonly call_events_per_minute: number;
  readonly text_events_per_minute: number;
  readonly delivery_id_key: Buffer | null;
}

const subscriptionOf = (row: Row): Subscription => ({
  eventIndex: row.event_index,
  triggerId: row.trigger_id,
  endpointId: row.endpoint_id,
  endpointVersion: row.endpoint_version,
  callEventsPerMinute: row.call_events_per_minute,
  textEventsPerMinute: row.text_events_per_minute,
  deliveryIdKey: row.delivery_id_key,
});
