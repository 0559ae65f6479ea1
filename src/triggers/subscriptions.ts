import type { Knex } from 'knex';

/** Which triggers would an event fire, before it is decided under lock: type, outcome, and both switched on (spec, Endpoint and trigger activity). */
export async function subscriptionsTo(sql: Knex, events: readonly Subscribable[]): Promise<readonly Subscription[]> {
  if (events.length === 0) return [];
  const { rows } = await sql.raw<{ rows: readonly Row[] }>(
    `select wanted.place::integer - 1 as event_index,
            t.id as trigger_id,
            t.outcomes,
            n.call_events_per_minute,
            n.text_events_per_minute
       from unnest(?::text[], ?::text[]) with ordinality as wanted (tenant_id, event_type, place)
       join automation_triggers t on t.tenant_id = wanted.tenant_id and t.event_type = wanted.event_type and t.is_active
       join webhook_endpoints e on e.id = t.webhook_endpoint_id and e.is_active
       join tenants n on n.id = wanted.tenant_id
      order by wanted.place, t.id`,
    [events.map((event) => event.tenantId), events.map((event) => event.eventType)],
  );
  return rows.filter((row) => wants(row.outcomes, events[row.event_index]?.outcome ?? null)).map(subscriptionOf);
}

export interface Subscribable {
  readonly tenantId: string;
  readonly eventType: string;
  readonly outcome: string | null;
}

export interface Subscription {
  /** Which of the events asked about. */
  readonly eventIndex: number;
  readonly triggerId: string;
  readonly callEventsPerMinute: number;
  readonly textEventsPerMinute: number;
}

/** No filter wants everything; a filter is held against the outcome as emitted. */
export const wants = (outcomes: readonly string[] | null, outcome: string | null): boolean =>
  outcomes === null || (outcome !== null && outcomes.includes(outcome));

interface Row {
  readonly event_index: number;
  readonly trigger_id: string;
  readonly outcomes: readonly string[] | null;
  readonly call_events_per_minute: number;
  readonly text_events_per_minute: number;
}

const subscriptionOf = (row: Row): Subscription => ({
  eventIndex: row.event_index,
  triggerId: row.trigger_id,
  callEventsPerMinute: row.call_events_per_minute,
  textEventsPerMinute: row.text_events_per_minute,
});
