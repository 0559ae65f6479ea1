import { booleanArray, byteaArray, integerArray, textArray, timeArray, utf8Array, uuidArray } from '../db/binary-arrays.ts';
import type { Session } from '../db/transaction.ts';
import { appendChanges } from '../deliveries/delivery-counts.ts';
import { idAheadMs } from '../deliveries/sweep.ts';
import type { Lease } from '../dispatch/lease.ts';
import { uuidOf } from '../process/identifiers.ts';
import { after } from '../process/time.ts';
import { traceToKeep } from './event-span.ts';
import type { EventPlan } from './plan-events.ts';

export interface Insertion {
  readonly at: Date;
  /** The lease of the dispatcher that takes the due deliveries in hand at once; null if they wait to be claimed. */
  readonly lease: Lease | null;
}

export interface Inserted {
  /** The ids of planned events whose key existed already. Nothing of them was written. */
  readonly repeatedEvents: ReadonlySet<string>;
  /** The tenants whose subscriptions have changed since the plan was made. Nothing of their events was written. */
  readonly changedTenants: ReadonlySet<string>;
}

/**
 * Writes events, their keys and their deliveries in one statement, which is its own transaction or a part of the caller's. It
 * waits only for a transaction that is writing the same key. A subscription that changes while it runs can leave a delivery to
 * an endpoint that is gone; the worker that claims the delivery deletes it (`D-70`).
 */
export async function insertEvents(client: Session, plan: EventPlan, { at, lease }: Insertion): Promise<Inserted> {
  // The keys are sorted, so that two statements cannot deadlock.
  const keyed = plan.events.map((of) => ({ of, key: eventKeyText(of.event) })).sort((a, b) => (a.key < b.key ? -1 : 1));
  if (keyed.length === 0) return { repeatedEvents: new Set(), changedTenants: new Set() };
  const events = keyed.map(({ of }) => of);
  const deliveries = events.flatMap((of) => of.deliveries.map((delivery) => ({ delivery, of })));
  const { rows } = await client.query<{ repeated: readonly string[]; changed: readonly string[] }>({
    name: 'insert-events',
    text: statement,
    values: [
      textArray([...plan.versions.keys()]),
      integerArray([...plan.versions.values()]),
      uuidArray(events.map(({ id }) => id)),
      textArray(events.map(({ event }) => event.tenantId)),
      textArray(events.map(({ event }) => event.eventType)),
      textArray(events.map(({ event }) => event.dedupeKey)),
      utf8Array(events.map(({ body }) => body)),
      timeArray(events.map(({ event }) => event.occurredAt)),
      byteaArray(events.map(({ event, span }) => traceToKeep(event, span))),
      booleanArray(events.map((of) => of.deliveries.length > 0)),
      uuidArray(deliveries.map(({ delivery }) => delivery.id)),
      uuidArray(deliveries.map(({ of }) => of.id)),
      textArray(deliveries.map(({ of }) => of.event.tenantId)),
      textArray(deliveries.map(({ of }) => of.event.eventType)),
      textArray(deliveries.map(({ delivery }) => delivery.to.triggerId)),
      textArray(deliveries.map(({ delivery }) => delivery.to.endpointId)),
      textArray(deliveries.map(({ delivery }) => delivery.to.endpointSnapshot)),
      textArray(deliveries.map(({ delivery }) => delivery.to.triggerSnapshot)),
      timeArray(deliveries.map(({ delivery }) => delivery.goAt)),
      at,
      lease?.dueAgainAt ?? null,
      lease?.worker ?? null,
      lease?.until ?? null,
      uuidOf(after(at, idAheadMs)),
    ],
  });
  return { repeatedEvents: new Set(rows[0]?.repeated), changedTenants: new Set(rows[0]?.changed) };
}

/** Returns an event's key as one text, tenant included. */
export const eventKeyText = ({ tenantId, dedupeKey }: { readonly tenantId: string; readonly dedupeKey: string }): string =>
  `${tenantId} ${dedupeKey}`;

/**
 * `coalesce(… in (…), false)` is answered from a hash table. A bare `in` becomes a join, for which a session without hash joins
 * compares every pair of rows. Each array is read by an `unnest` of its own in the list of columns, because one `unnest` of many after
 * `from` keeps every array as rows first.
 */
const statement = `
  with plan as (
         select unnest($1::text[]) as tenant_id, unnest($2::integer[]) as version),
       delivery as (
         select unnest($11::uuid[]) as id, unnest($12::uuid[]) as event_id, unnest($13::text[]) as tenant_id, unnest($14::text[]) as event_type,
                unnest($15::text[]) as trigger_id, unnest($16::text[]) as endpoint_id, unnest($17::text[]) as endpoint_snapshot,
                unnest($18::text[]) as trigger_snapshot, unnest($19::timestamptz[]) as go_at),
       unchanged as (
         select plan.tenant_id
           from plan
           join tenants n on n.id = plan.tenant_id and n.subscriptions_version = plan.version),
       keyed as (
         insert into event_keys (tenant_id, dedupe_key, event_id, event_time)
         select tenant_id, dedupe_key, id, occurred_at
           from (select unnest($3::uuid[]) as id, unnest($4::text[]) as tenant_id, unnest($6::text[]) as dedupe_key,
                        unnest($8::timestamptz[]) as occurred_at) as event
          where coalesce(tenant_id in (select tenant_id from unchanged), false)
             on conflict do nothing
         returning event_id),
       stored as (
         insert into webhook_events (id, tenant_id, event_type, dedupe_key, body, occurred_at, created_at, trace)
         select id, tenant_id, event_type, dedupe_key, body, occurred_at, $20::timestamptz, trace
           from (select unnest($3::uuid[]) as id, unnest($4::text[]) as tenant_id, unnest($5::text[]) as event_type,
                        unnest($6::text[]) as dedupe_key, unnest($7::text[]) as body, unnest($8::timestamptz[]) as occurred_at,
                        unnest($9::bytea[]) as trace, unnest($10::boolean[]) as is_wanted) as event
          where is_wanted
            and coalesce(id in (select event_id from keyed), false)),
       inserted as (
         insert into webhook_deliveries (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, next_retry_at, created_at,
                                         endpoint_snapshot, trigger_snapshot, due_at, lease, worker, lease_until)
         select id, tenant_id, event_id, endpoint_id, trigger_id, event_type,
                case when go_at > $20 then 'retrying' else 'pending' end,
                case when go_at > $20 then go_at end,
                $20,
                endpoint_snapshot::json,
                trigger_snapshot::json,
                case when go_at > $20 or $22::text is null then go_at
                     when id >= (select least_uuid_at(sweeping_until) from webhook_sweep_state) and id < $24 then null
                     else $21::timestamptz end,
                case when go_at > $20 or $22 is null then 0 else 1 end,
                case when go_at <= $20 then $22 end,
                case when go_at <= $20 then $23::timestamptz end
           from delivery
          where coalesce(event_id in (select event_id from keyed), false)
         returning tenant_id, created_at, status),
       counted as (${appendChanges({ rows: 'inserted', was: 'null', became: 'status' })})
  select array(
           select id
             from unnest($3::uuid[], $4::text[]) as event (id, tenant_id)
            where not coalesce(id in (select event_id from keyed), false)
              and coalesce(tenant_id in (select tenant_id from unchanged), false)) as repeated,
         array(
           select tenant_id
             from plan
            where not coalesce(tenant_id in (select tenant_id from unchanged), false)) as changed`;
