import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import type { DeliveryRow } from '../deliveries/deliveries.ts';
import type { WebhookLimits } from '../dispatch/webhook-bucket.ts';

/** A tenant's subscriptions at one version. The version must be compared where the deliveries are inserted (D-70). */
export interface TenantSubscriptions extends WebhookLimits {
  readonly version: number;
  /** The tenant's own key where it came from another cell (D-26). Null: the installation's key is used. */
  readonly deliveryIdKey: KeyObject | null;
  /** True where deliveries wait, because the tenant is about to be handed over to another cell. */
  readonly isHeld: boolean;
  readonly triggers: ReadonlyMap<string, readonly Subscription[]>;
}

/** A trigger that is switched on and leads to an endpoint that is switched on (`T-ACTIVE-01`, `T-ACTIVE-02`). */
export interface Subscription {
  readonly triggerId: string;
  readonly endpointId: string;
  readonly endpointVersion: number;
  /** The subscription fires only for these outcomes; null means every outcome. */
  readonly outcomes: readonly string[] | null;
  /** The snapshot is JSON. */
  readonly endpointSnapshot: string;
  readonly triggerSnapshot: string;
}

/** Subscriptions that a process remembers until a change is found (D-70). */
export interface Subscriptions {
  of(tenantIds: readonly string[]): Promise<ReadonlyMap<string, TenantSubscriptions>>;
  /** Makes the next use read the subscriptions of these tenants again, because they have changed. */
  forget(tenantIds: Iterable<string>): void;
}

/** Each process has one memory, which all requests share although each has connections of its own. */
export function createSubscriptions(engine: Pool): Subscriptions {
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
      const read = await readSubscriptions(engine, [...missing]);
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
}

/**
 * True where the subscription wants an event of this outcome. Without a filter it wants every event; a filter is compared with the
 * outcome in the event.
 */
export const wants = ({ outcomes }: Pick<Subscription, 'outcomes'>, outcome: string | null): boolean =>
  outcomes === null || (outcome !== null && outcomes.includes(outcome));

const maxRemembered = 10_000;

interface Row {
  readonly tenant_id: string;
  readonly version: number;
  readonly call_events_per_minute: number;
  readonly text_events_per_minute: number;
  readonly delivery_id_key: Buffer | null;
  readonly is_held: boolean;
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
  deliveryIdKey: row.delivery_id_key && createSecretKey(row.delivery_id_key),
  isHeld: row.is_held,
  triggers: new Map<string, Subscription[]>(),
});

const subscriptionOf = (row: Row): Subscription => ({
  triggerId: row.trigger_id,
  endpointId: row.endpoint_id,
  endpointVersion: row.endpoint_version,
  outcomes: row.outcomes,
  endpointSnapshot: JSON.stringify({ name: row.endpoint_name, url: row.endpoint_url } satisfies DeliveryRow['endpoint_snapshot']),
  triggerSnapshot: JSON.stringify({ name: row.trigger_name } satisfies DeliveryRow['trigger_snapshot']),
});

/** One statement reads all, so that the version belongs to the rows. A tenant without subscriptions has one row without an event type. */
const statement = `
  select n.id as tenant_id, n.subscriptions_version as version, n.call_events_per_minute, n.text_events_per_minute, n.delivery_id_key,
         n.held_since is not null as is_held, fired.*
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
