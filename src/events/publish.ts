import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { installation } from '../db/migrate.ts';
import { type Lease, leaseFrom } from '../deliveries/lease.ts';
import type { HeldDelivery } from '../deliveries/wake.ts';
import { webhookBucket, webhookBucketKey } from '../deliveries/webhook-bucket.ts';
import type { Bucket } from '../pacing/pacing.ts';
import { type Subscription, subscriptionsTo } from '../triggers/subscriptions.ts';
import { type OutgoingEvent, serializeEvent } from './event.ts';
import { beginEventSpan, type EventSpan, endEventSpan } from './event-span.ts';
import { type InsertedDelivery, insertDeliveries, type PlannedDelivery, type PlannedEvent } from './outbox.ts';

/**
 * From an event to its deliveries, in three steps around the transaction of its cause: what committed will be attempted,
 * and what rolled back never was. Nothing over a bucket is dropped, it is given a later slot. No Redis and no network is
 * waited for inside the transaction.
 */

/** Before the transaction: who may want the events, when each delivery may go, and the bytes. */
export async function preparePublication(
  context: Pick<Context, 'db' | 'pacing' | 'clock' | 'tracing'>,
  events: readonly OutgoingEvent[],
): Promise<Publication> {
  const subscriptions = await subscriptionsTo(context.db.engine, events);
  if (subscriptions.length === 0) return { planned: [] };
  const at = context.clock.now();
  const { deliveryIdKey } = await installation(context.db.requests);
  const slots = await context.pacing.reserve(
    subscriptions.map((subscription) => bucketOf(events[subscription.eventIndex], subscription)),
    at,
  );
  const planned = events.flatMap((event, index) => {
    const deliveries = subscriptions.flatMap((subscription, place) =>
      subscription.eventIndex === index
        ? [{ triggerId: subscription.triggerId, slot: slots[place] ?? at, idKey: subscription.deliveryIdKey ?? deliveryIdKey }]
        : [],
    );
    return deliveries.length > 0 ? [{ event, body: serializeEvent(event), deliveries, span: beginEventSpan(context.tracing, event) }] : [];
  });
  return { planned };
}

/** In the transaction. Only what is still active and not there already becomes a delivery. */
export async function insertPublication(
  trx: Knex.Transaction,
  context: Pick<Context, 'clock' | 'wake'>,
  publication: Publication,
): Promise<Inserted> {
  const { planned } = publication;
  if (planned.length === 0) return { handed: [], due: 0, deferred: [], perEvent: new Map(), spans: [] };
  const at = context.clock.now();
  const rows = planned.reduce((sum, { deliveries }) => sum + deliveries.length, 0);
  const inserted = await insertDeliveries(trx, { planned, at, lease: leaseFor(context, rows) });
  return {
    handed: inserted.flatMap((row) => (row.held ? [row.held] : [])),
    due: inserted.filter((row) => !row.held && row.slot <= at).length,
    deferred: inserted.filter((row) => row.slot > at).map((row) => webhookBucketKey(row.eventType)),
    perEvent: countBy(inserted.map(({ eventId }) => eventId)),
    spans: spansOf(inserted),
  };
}

/** Of this process's dispatcher, if it takes so many rows now. */
export function leaseFor({ wake: { dispatcher }, clock }: Pick<Context, 'wake' | 'clock'>, rows: number): Lease | null {
  return dispatcher?.hasRoom(rows) ? leaseFrom(clock, dispatcher.worker, dispatcher.leaseMs) : null;
}

/** After the commit: our own dispatcher gets its rows, or somebody is told to look. Losing this costs a poll's delay. */
export function announcePublication(
  context: Pick<Context, 'wake' | 'metrics'>,
  inserted: Pick<Inserted, 'handed' | 'due' | 'deferred' | 'spans'>,
): void {
  for (const published of inserted.spans) endEventSpan(published);
  for (const bucket of inserted.deferred) context.metrics.rateDeferred.inc({ bucket });
  const dispatcher = context.wake.dispatcher;
  if (inserted.handed.length > 0) dispatcher?.accept(inserted.handed);
  if (inserted.due > 0) context.wake.deliveries();
}

/** Events with the deliveries they may make. None: nobody wants any of it, and nothing is stored. */
export interface Publication {
  readonly planned: readonly (PlannedEvent & { readonly deliveries: readonly PlannedDelivery[] })[];
}

export interface Inserted {
  /** Rows under lease to this process's dispatcher. */
  readonly handed: readonly HeldDelivery[];
  /** How many are due and nobody's. */
  readonly due: number;
  /** The bucket of each delivery that was put off. */
  readonly deferred: readonly Bucket['key'][];
  /** How many deliveries each event has been given, by its id. */
  readonly perEvent: ReadonlyMap<string, number>;
  /** Those of events that are traced. */
  readonly spans: readonly EventSpan[];
}

/** One for each event, however many deliveries it has. */
function spansOf(inserted: readonly InsertedDelivery[]): readonly EventSpan[] {
  if (inserted.every(({ span }) => span === null)) return [];
  const spans = new Map<string, EventSpan>();
  for (const { eventId, span } of inserted) if (span) spans.set(eventId, { eventId, span });
  return [...spans.values()];
}

function countBy(keys: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

const bucketOf = (event: OutgoingEvent | undefined, subscription: Subscription): Bucket => {
  if (!event) throw new Error('A subscription to an event that was not asked about.');
  return webhookBucket(event.tenantId, event.eventType, subscription);
};
