import type { Pool } from 'pg';
import type { RequestConnections } from '../context.ts';
import type { DeliveryRow } from '../deliveries/deliveries.ts';
import type { WebhookLimits } from '../deliveries/webhook-bucket.ts';
import { onceFor } from '../once-for.ts';

/** What a tenant's events fire, as it was at one version. Whoever uses it has to compare the version where the deliveries are inserted. */
export interface TenantSubscriptions extends WebhookLimits {
  readonly version: number;
  /** The tenant's own where it came from another cell; null: the installation's. */
  readonly deliveryIdKey: Buffer | null;
  /** By event type. */
  readonly triggers: ReadonlyMap<string, readonly Subscription[]>;
}

/** A trigger that is switched on and leads to an endpoint that is switched on (spec, Endpoint and trigger activity). */
export interface Subscription {
  readonly triggerId: string;
  readonly endpointId: string;
  readonly endpointVersion: number;
  /** Fires only for these; null fires for every outcome. */
  readonly outcomes: readonly string[] | null;
  /** As JSON. */
  readonly endpointSnapshot: string;
  readonly triggerSnapshot: string;
}

/** Remembered for as long as nobody finds that they have changed. */
export interface Subscriptions {
  /** Of each tenant that exists. */
  of(tenantIds: readonly string[]): Promise<ReadonlyMap<string, TenantSubscriptions>>;
  /** Read anew the next time: they have changed. */
  forget(tenantIds: Iterable<string>): void;
}

/** One memory for each process: each request has connections of its own, and all of them share this. */
export const subscriptionsIn = onceFor(({ shared }: RequestConnections): Subscriptions => {
  const known = new Map<string, TenantSubscriptions>();
  return {
    async of(tenantIds) {
      const found = new Map<string, TenantSubscriptions>();
      const missing = new Set<string>();
      for (const id of tenantIds) {
        const subscriptions = known.get(id);
        if (subscriptions) found.set(id, subscriptions);
        else missing.add(id);
      }
      if (missing.size === 0) return found;
      const read = await readSubscriptions(shared.engine, [...missing]);
      if (known.size + read.size > maxRemembered) known.clear();
      for (const [id, subscriptions] of read) {
        known.set(id, subscriptions);
        found.set(id, subscriptions);
      }
      return found;
    },
    forget(tenantIds) {
      for (const id of tenantIds) known.delete(id);
    },
  };
});

/** No filter wants everything; a filter is held against the outcome as emitted. */
export const wants = ({ outcomes }: Pick<Subscription, 'outcomes'>, outcome: string | null): boolean =>
  outcomes === null || (outcome !== null && outcomes.includes(outcome));

const maxRemembered = 10_000;

interface Row {
  readonly tenant_id: string;
  readonly version: number;
  readonly call_events_per_minute: number;
  readonly text_events_per_minute: number;
  readonly delivery_id_key: Buffer | null;
  readonly event_type: string | null;
  readonly outcomes: readonly string[] | null;
  readonly trigger_id: string;
  readonly trigger_name: string;
  readonly endpoint_id: string;
  readonly endpoint_name: string;
  readonly endpoint_url: string;
  readonly endpoint_version: number;
}

async function readSubscriptions(engine: Pool, tenantIds: readonly string[]): Promise<Map<string, TenantSubscriptions>> {
  const { rows } = await engine.query<Row>({ name: 'read-subscriptions', text: statement, values: [tenantIds] });
  const found = new Map<string, ReturnType<typeof subscriptionsOf>>();
  for (const row of rows) {
    const of = found.get(row.tenant_id) ?? subscriptionsOf(row);
    found.set(row.tenant_id, of);
    if (row.event_type === null) continue;
    const others = of.triggers.get(row.event_type);
    if (others) others.push(subscriptionOf(row));
    else of.triggers.set(row.event_type, [subscriptionOf(row)]);
  }
  return found;
}

const subscriptionsOf = (row: Row) => ({
  version: row.version,
  callEventsPerMinute: row.call_events_per_minute,
  textEventsPerMinute: row.text_events_per_minute,
  deliveryIdKey: row.delivery_id_key,
  triggers: new Map<string, Subscription[]>(),
});

const subscriptionOf = (row: Row): Subscription => ({
  triggerId: row.trigger_id,
  endpointId: row.endpoint_id,
  endpointVersion: row.endpoint_version,
  outcomes: row.outcomes,
  endpointSnapshot: JSON.stringify({
    id: row.endpoint_id,
    name: row.endpoint_name,
    url: row.endpoint_url,
  } satisfies DeliveryRow['endpoint_snapshot']),
  triggerSnapshot: JSON.stringify({ id: row.trigger_id, name: row.trigger_name } satisfies DeliveryRow['trigger_snapshot']),
});

/** One statement, so that the version is that of the rows. A tenant without subscriptions is one row without an event type. */
const statement = `
  select n.id as tenant_id, n.subscriptions_version as version, n.call_events_per_minute, n.text_events_per_minute, n.delivery_id_key,
         fired.*
    from tenants n
    left join lateral (
           select t.event_type, t.outcomes, t.id as trigger_id, t.name as trigger_name,
                  e.id as endpoint_id, e.name as endpoint_name, e.url as endpoint_url, e.version as endpoint_version
             from automation_triggers t
             join webhook_endpoints e on e.id = t.webhook_endpoint_id and e.is_active
            where t.tenant_id = n.id
              and t.is_active) as fired on true
   where n.id = any ($1)
   order by n.id, fired.trigger_id`;
