import type { Pool } from 'pg';
import { booleanArray, byteaArray, integerArray, textArray, timeArray, uuidArray } from '../db/binary-arrays.ts';
import { appendChanges } from '../deliveries/delivery-counts.ts';
import type { Lease } from '../deliveries/lease.ts';
import type { Span } from '../tracing/tracing.ts';
import type { OutgoingEvent } from './event.ts';
import { eventKeyText } from './event-keys.ts';
import { traceToKeep } from './event-span.ts';

/** An event of a group with all that it may make. */
export interface JointEvent {
  readonly id: string;
  readonly event: OutgoingEvent;
  readonly body: string;
  readonly deliveries: readonly JointDelivery[];
  readonly span: Span | null;
}

export interface JointDelivery {
  readonly id: string;
  readonly triggerId: string;
  readonly endpointId: string;
  readonly endpointVersion: number;
  /** When its bucket lets it go. */
  readonly slot: Date;
}

export interface JointPlan {
  readonly requests: readonly (readonly JointEvent[])[];
  readonly at: Date;
  /** Of who takes the due rows straight into memory; null: they wait to be claimed. */
  readonly lease: Lease | null;
}

/**
 * Writes the events of many requests, their keys and their deliveries in one statement, which is its own transaction, and
 * returns the places of the requests that are in. A request is written whole or not at all: where one of its triggers or
 * endpoints is gone, has changed, or is in somebody's hands at this moment, nothing of it is written and nobody waits. A key that
 * somebody else has taken meanwhile is an error, for all.
 */
export async function insertTogether(engine: Pool, { requests, at, lease }: JointPlan): Promise<ReadonlySet<number>> {
  const events = requests.flatMap((ofOne, place) =>
    ofOne.map(({ id, event, body, deliveries, span }) => ({
      id,
      event,
      body,
      deliveries,
      place,
      key: eventKeyText(event),
      trace: traceToKeep(event, span),
    })),
  );
  if (events.length === 0) return new Set();
  // In one order everywhere, so that two groups never wait for each other's keys in a circle.
  events.sort((a, b) => (a.key < b.key ? -1 : 1));
  const deliveries = events.flatMap((of) => of.deliveries.map((delivery) => ({ delivery, of })));
  const planned = requests.map((ofOne) => ofOne.reduce((sum, event) => sum + event.deliveries.length, 0));
  const plannedOf = ({ place }: { readonly place: number }): number => planned[place] ?? 0;
  const isTraced = events.some(({ trace }) => trace !== null);
  const { rows } = await engine.query<{ whole: readonly number[] }>({
    name: isTraced ? 'insert-traced-together' : 'insert-together',
    text: isTraced ? tracedStatement : statement,
    values: [
      uuidArray(events.map(({ id }) => id)),
      textArray(events.map(({ event }) => event.tenantId)),
      textArray(events.map(({ event }) => event.eventType)),
      textArray(events.map(({ event }) => event.dedupeKey)),
      textArray(events.map(({ body }) => body)),
      timeArray(events.map(({ event }) => event.occurredAt)),
      integerArray(events.map(({ place }) => place)),
      booleanArray(events.map((event) => plannedOf(event) === 0)),
      booleanArray(events.map((event) => event.deliveries.length > 0)),
      uuidArray(deliveries.map(({ delivery }) => delivery.id)),
      uuidArray(deliveries.map(({ of }) => of.id)),
      textArray(deliveries.map(({ of }) => of.event.tenantId)),
      textArray(deliveries.map(({ of }) => of.event.eventType)),
      textArray(deliveries.map(({ delivery }) => delivery.triggerId)),
      timeArray(deliveries.map(({ delivery }) => delivery.slot)),
      integerArray(deliveries.map(({ of }) => of.place)),
      integerArray(deliveries.map(({ of }) => plannedOf(of))),
      integerArray(deliveries.map(({ delivery }) => delivery.endpointVersion)),
      at,
      lease?.dueAgainAt ?? null,
      lease?.worker ?? null,
      lease?.until ?? null,
      ...(isTraced ? [byteaArray(events.map(({ trace }) => trace))] : []),
    ],
  });
  return new Set([...(rows[0]?.whole ?? []), ...planned.flatMap((count, place) => (count === 0 ? [place] : []))]);
}

/**
 * `coalesce(… in (…), false)`, because that is answered from a hash table. A bare `in` becomes a join, which this
 * connection, not being allowed to hash joins, does by comparing each with each.
 */
const statementOf = (trace: '' | ', trace', traces: '' | ', $23::bytea[]') => `
  with event as (
         select *
           from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::integer[], $8::boolean[], $9::boolean[]${traces})
             as event (id, tenant_id, event_type, dedupe_key, body, occurred_at, request, is_bare, is_wanted${trace})),
       delivery as (
         select *
           from unnest($10::uuid[], $11::uuid[], $12::text[], $13::text[], $14::text[], $15::timestamptz[], $16::integer[], $17::integer[], $18::integer[])
             as delivery (id, event_id, tenant_id, event_type, trigger_id, slot, request, of_request, endpoint_version)),
       wanted as (
         select delivery.*, e.id as endpoint_id, e.name as endpoint_name, e.url as endpoint_url, t.name as trigger_name
           from delivery
           join automation_triggers t on t.id = delivery.trigger_id and t.tenant_id = delivery.tenant_id and t.is_active
           join webhook_endpoints e on e.id = t.webhook_endpoint_id and e.is_active and e.version = delivery.endpoint_version
            for share of e, t skip locked),
       whole as (
         select request
           from wanted
          group by request, of_request
         having count(*) = of_request),
       keyed as (
         insert into event_keys (tenant_id, dedupe_key, event_id, event_time)
         select tenant_id, dedupe_key, id, occurred_at
           from event
          where is_bare or coalesce(request in (select request from whole), false)),
       stored as (
         insert into webhook_events (id, tenant_id, event_type, dedupe_key, body, occurred_at, created_at${trace})
         select id, tenant_id, event_type, dedupe_key, body, occurred_at, $19::timestamptz${trace}
           from event
          where is_wanted and coalesce(request in (select request from whole), false)),
       inserted as (
         insert into webhook_deliveries (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, next_retry_at, created_at,
                                         endpoint_snapshot, trigger_snapshot, due_at, lease, worker, lease_until)
         select id, tenant_id, event_id, endpoint_id, trigger_id, event_type,
                case when slot > $19 then 'retrying' else 'pending' end,
                case when slot > $19 then slot end,
                $19,
                json_build_object('id', endpoint_id, 'name', endpoint_name, 'url', endpoint_url),
                json_build_object('id', trigger_id, 'name', trigger_name),
                case when slot > $19 or $21::text is null then slot else $20::timestamptz end,
                case when slot > $19 or $21 is null then 0 else 1 end,
                case when slot <= $19 then $21 end,
                case when slot <= $19 then $22::timestamptz end
           from wanted
          where coalesce(request in (select request from whole), false)
         returning tenant_id, created_at, status),
       counted as (${appendChanges('(select tenant_id, created_at, null as was, status as became from inserted) as changed')})
  select array(select request from whole) as whole`;
const statement = statementOf('', '');
/** Another text, so that nothing is written of a trace where there is none. */
const tracedStatement = statementOf(', trace', ', $23::bytea[]');
