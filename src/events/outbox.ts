import type { Knex } from 'knex';
import { appendChanges } from '../deliveries/delivery-counts.ts';
import type { Lease } from '../deliveries/lease.ts';
import { subjectOfEvent } from '../deliveries/subject-of-event.ts';
import type { HeldDelivery } from '../deliveries/wake.ts';
import { uuid7 } from '../identifiers.ts';
import { textDeliveryRetentionDays } from '../limits.ts';
import type { Span } from '../tracing/tracing.ts';
import { deliveryId, uuidText } from './delivery-id.ts';
import type { EventType, OutgoingEvent } from './event.ts';
import { traceToKeep } from './event-span.ts';

export interface PlannedEvent {
  readonly event: OutgoingEvent;
  readonly body: string;
  readonly span: Span | null;
  /** Set where its publisher has decided in this transaction that it is new (`event-keys.ts`). */
  readonly decidedId?: string;
}

export interface PlannedDelivery {
  readonly triggerId: string;
  /** When its bucket lets it go. */
  readonly slot: Date;
  /** What its id is derived with. */
  readonly idKey: Buffer;
}

export interface InsertedDelivery {
  readonly eventId: string;
  readonly eventType: EventType;
  readonly slot: Date;
  readonly span: Span | null;
  /** Set where the row was inserted already leased to this process. */
  readonly held: HeldDelivery | null;
}

export interface Plan {
  readonly planned: readonly (PlannedEvent & { readonly deliveries: readonly PlannedDelivery[] })[];
  readonly at: Date;
  /** Of who takes the due rows straight into memory; null: they wait to be claimed. */
  readonly lease: Lease | null;
}

/** Writes events and deliveries and returns the deliveries that are new. */
export async function insertDeliveries(trx: Knex.Transaction, plan: Plan): Promise<readonly InsertedDelivery[]> {
  const undecided = plan.planned.filter(({ decidedId }) => decidedId === undefined);
  const events = [...decidedEvents(plan.planned), ...(await decideKeys(trx, undecided, recordsMayBeGone(plan.at)))];
  const deliveries = events.flatMap((event) => event.deliveries.map((delivery) => rowOf(plan, event, delivery)));
  const traces = events.map(({ event, span }) => traceToKeep(event, span));
  const isTraced = traces.some((trace) => trace !== null);
  const { rows } = await trx.raw<{ rows: readonly NewRow[] }>(isTraced ? insertTracedStatement : insertStatement, {
    ...bindingsOf(plan, events, deliveries),
    ...(isTraced && { traces }),
  });
  const fresh = new Map(rows.map((row) => [row.id, row]));
  return deliveries.flatMap((delivery) => {
    const row = fresh.get(delivery.id);
    return row
      ? [
          {
            eventId: delivery.event.id,
            eventType: delivery.event.event.eventType,
            slot: delivery.slot,
            span: delivery.event.span,
            held: delivery.lease ? heldOf(delivery, row, delivery.lease) : null,
          },
        ]
      : [];
  });
}

/** An event as the database knows it: whoever published its key first decided its id and its time. */
type KeyedEvent = Plan['planned'][number] & { readonly id: string; readonly time: Date; readonly isNew: boolean };

interface DeliveryRow extends PlannedDelivery {
  readonly id: string;
  readonly event: KeyedEvent;
  /** Null: it waits to be claimed. */
  readonly lease: Lease | null;
}

interface NewRow {
  readonly id: string;
  readonly endpoint_id: string;
  readonly endpoint_version: number;
}

/** Deliveries of an event of that time or before may have been deleted. To make them again would be to send them again. */
const recordsMayBeGone = (at: Date): Date => new Date(at.getTime() - textDeliveryRetentionDays * 24 * 60 * 60 * 1_000);

const decidedEvents = (planned: Plan['planned']): readonly KeyedEvent[] =>
  planned.flatMap((item) =>
    item.decidedId === undefined ? [] : [{ ...item, id: item.decidedId, time: item.event.occurredAt, isNew: true }],
  );

/** `tooOld`: a repeat of an event of that time or before is known for one, and makes nothing. */
async function decideKeys(trx: Knex.Transaction, planned: Plan['planned'], tooOld: Date): Promise<readonly KeyedEvent[]> {
  if (planned.length === 0) return [];
  // In one order everywhere, so that two publications of the same keys wait for each other and never in a circle.
  const sorted = planned
    .map((item) => ({ ...item, id: uuidText(uuid7(item.event.occurredAt), 7) }))
    .sort((a, b) => (sortKey(a.event) < sortKey(b.event) ? -1 : 1));
  const keys = [sorted.map(({ event }) => event.tenantId), sorted.map(({ event }) => event.dedupeKey)] as const;
  const inserted = await trx.raw<{ rows: readonly KeyRow[] }>(
    `insert into event_keys (tenant_id, dedupe_key, event_id, event_time)
     select * from unnest(?::text[], ?::text[], ?::uuid[], ?::timestamptz[])
         on conflict do nothing
     returning tenant_id, dedupe_key, event_id, event_time`,
    [...keys, sorted.map(({ id }) => id), sorted.map(({ event }) => event.occurredAt.toISOString())],
  );
  if (inserted.rows.length === sorted.length) return sorted.map((item) => ({ ...item, time: item.event.occurredAt, isNew: true }));
  const known = await trx.raw<{ rows: readonly KeyRow[] }>(
    `select k.tenant_id, k.dedupe_key, k.event_id, k.event_time
       from unnest(?::text[], ?::text[]) as wanted (tenant_id, dedupe_key)
       join event_keys k using (tenant_id, dedupe_key)`,
    [...keys],
  );
  const found = new Map(known.rows.map((row) => [keyOf(row.tenant_id, row.dedupe_key), row]));
  const first = new Set(inserted.rows.map((row) => row.event_id));
  return sorted.flatMap((item) => {
    const row = found.get(sortKey(item.event));
    // The same key twice in one publication is one event: only the one that was inserted goes on.
    if (!row || (first.has(row.event_id) && row.event_id !== item.id)) return [];
    const isNew = first.has(row.event_id);
    return isNew || row.event_time > tooOld ? [{ ...item, id: row.event_id, time: row.event_time, isNew }] : [];
  });
}

interface KeyRow {
  readonly tenant_id: string;
  readonly dedupe_key: string;
  readonly event_id: string;
  readonly event_time: Date;
}

const keyOf = (tenantId: string, dedupeKey: string): string => JSON.stringify([tenantId, dedupeKey]);
const sortKey = (event: OutgoingEvent): string => keyOf(event.tenantId, event.dedupeKey);

const rowOf = (plan: Plan, event: KeyedEvent, delivery: PlannedDelivery): DeliveryRow => ({
  ...delivery,
  id: deliveryId(
    delivery.idKey,
    { tenantId: event.event.tenantId, dedupeKey: event.event.dedupeKey, time: event.time },
    delivery.triggerId,
  ),
  event,
  // A repeat's stored body is the first one's, and not at hand.
  lease: event.isNew && delivery.slot <= plan.at ? plan.lease : null,
});

const heldOf = (delivery: DeliveryRow, row: NewRow, lease: Lease): HeldDelivery => ({
  id: delivery.id,
  tenantId: delivery.event.event.tenantId,
  eventId: delivery.event.id,
  eventType: delivery.event.event.eventType,
  subject: subjectOfEvent(delivery.event.event.dedupeKey),
  trace: traceToKeep(delivery.event.event, delivery.event.span),
  endpointId: row.endpoint_id,
  triggerId: delivery.triggerId,
  endpointVersion: row.endpoint_version,
  body: delivery.event.body,
  dueAt: delivery.slot,
  attempts: 0,
  cycleAttempt: 0,
  lease: 1,
  leaseUntil: lease.until,
});

/**
 * Endpoint before trigger, as a deletion locks them. The share locks make a deletion wait for us or us for it, so that no
 * delivery is left for nobody.
 */
// `cast`, because knex reads `:name::type` as an identifier.
const insertStatementOf = (trace: '' | ', trace', traces: '' | ', cast(:traces as bytea[])') => `
  with plan as (
         select * from unnest(cast(:deliveryIds as uuid[]), cast(:deliveryEventIds as uuid[]), cast(:triggerIds as text[]), cast(:slots as timestamptz[]), cast(:leased as boolean[]))
                    as plan (id, event_id, trigger_id, slot, leased)),
       event as (
         select * from unnest(cast(:eventIds as uuid[]), cast(:tenantIds as text[]), cast(:eventTypes as text[]), cast(:dedupeKeys as text[]), cast(:bodies as text[]), cast(:times as timestamptz[])${traces})
                    as event (id, tenant_id, event_type, dedupe_key, body, occurred_at${trace})),
       wanted as (
         select plan.*, event.tenant_id, event.event_type,
                e.id as endpoint_id, e.name as endpoint_name, e.url as endpoint_url, e.version as endpoint_version, t.name as trigger_name
           from webhook_endpoints e
           join automation_triggers t on t.webhook_endpoint_id = e.id and t.is_active
           join plan on plan.trigger_id = t.id
           join event on event.id = plan.event_id and event.tenant_id = t.tenant_id
          where e.is_active
          order by e.id, t.id
            for share of e, t),
       stored as (
         insert into webhook_events (id, tenant_id, event_type, dedupe_key, body, occurred_at, created_at${trace})
         select id, tenant_id, event_type, dedupe_key, body, occurred_at, cast(:at as timestamptz)${trace}
           from event
          where id in (select event_id from wanted)
             on conflict (id) do nothing),
       inserted as (
         insert into webhook_deliveries (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, next_retry_at, created_at,
                                         endpoint_snapshot, trigger_snapshot, due_at, lease, worker, lease_until)
         select id, tenant_id, event_id, endpoint_id, trigger_id, event_type,
                case when slot > cast(:at as timestamptz) then 'retrying' else 'pending' end,
                case when slot > cast(:at as timestamptz) then slot end,
                cast(:at as timestamptz),
                json_build_object('id', endpoint_id, 'name', endpoint_name, 'url', endpoint_url),
                json_build_object('id', trigger_id, 'name', trigger_name),
                case when leased then cast(:dueAgainAt as timestamptz) else slot end,
                case when leased then 1 else 0 end,
                case when leased then cast(:worker as text) end,
                case when leased then cast(:leaseUntil as timestamptz) end
           from wanted
             on conflict (id) do nothing
         returning id, tenant_id, created_at, status),
       counted as (${appendChanges('(select tenant_id, created_at, null as was, status as became from inserted) as changed')})
  select inserted.id, wanted.endpoint_id, wanted.endpoint_version
    from inserted
    join wanted using (id)`;
const insertStatement = insertStatementOf('', '');
/** Another text, so that nothing is written of a trace where there is none. */
const insertTracedStatement = insertStatementOf(', trace', ', cast(:traces as bytea[])');

const bindingsOf = (plan: Plan, events: readonly KeyedEvent[], deliveries: readonly DeliveryRow[]) => ({
  deliveryIds: deliveries.map(({ id }) => id),
  deliveryEventIds: deliveries.map(({ event }) => event.id),
  triggerIds: deliveries.map(({ triggerId }) => triggerId),
  slots: deliveries.map(({ slot }) => slot.toISOString()),
  leased: deliveries.map(({ lease }) => lease !== null),
  eventIds: events.map(({ id }) => id),
  tenantIds: events.map(({ event }) => event.tenantId),
  eventTypes: events.map(({ event }) => event.eventType),
  dedupeKeys: events.map(({ event }) => event.dedupeKey),
  bodies: events.map(({ body }) => body),
  times: events.map(({ time }) => time.toISOString()),
  at: plan.at.toISOString(),
  dueAgainAt: plan.lease?.dueAgainAt.toISOString() ?? null,
  worker: plan.lease?.worker ?? null,
  leaseUntil: plan.lease?.until.toISOString() ?? null,
});
