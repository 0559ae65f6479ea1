import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { type Session, sessionOf } from '../db/transaction.ts';
import { type Lease, leaseFrom } from '../deliveries/lease.ts';
import { subjectOfEvent } from '../deliveries/subject-of-event.ts';
import type { HeldDelivery } from '../deliveries/wake.ts';
import { webhookBucketKey } from '../deliveries/webhook-bucket.ts';
import type { Slot } from '../pacing/pacing.ts';
import { subscriptionsIn } from '../triggers/subscriptions.ts';
import type { OutgoingEvent } from './event.ts';
import { endEventSpan, traceToKeep } from './event-span.ts';
import { type Inserted, insertEvents } from './insert-events.ts';
import { type EventPlan, type PlannedDelivery, type PlannedEvent, planEvents } from './plan-events.ts';

/**
 * From an event to its deliveries, in three steps: the plan, its insertion, and after the commit the hand-over. What committed
 * will be attempted, and what rolled back never was. Nothing over a bucket is dropped, it is given a later slot. No Redis
 * and no network is waited for inside a transaction. `publisher.ts` takes these steps for events whose cause is nothing but themselves.
 */
export type PublishContext = Pick<Context, 'db' | 'pacing' | 'clock' | 'tracing' | 'wake' | 'metrics'>;

/**
 * Publishes events in the transaction of their cause. `transact` opens it and calls `publish` in it, at most once; it is called again
 * where a subscription has changed since the plan was made, and then nothing of the last time has stayed. A repeat does nothing.
 */
export async function publishWith<Result>(
  context: PublishContext,
  events: readonly OutgoingEvent[],
  transact: (publish: PublishIn) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    const plan = await planEvents(context, events);
    const committed: (() => void)[] = [];
    const written = new Set<PlannedEvent>();
    try {
      const result = await transact(async (trx, isWanted = () => true) => {
        const part = { ...plan, events: plan.events.filter(({ event }) => isWanted(event)) };
        const { inserted, handOver } = await insertPlan(context, await sessionOf(trx), part);
        if (inserted.changedTenants.size > 0) throw new SubscriptionsChanged(inserted.changedTenants);
        const fresh = part.events.filter((event) => isWritten(inserted, event));
        committed.push(() => {
          for (const event of fresh) written.add(event);
          handOver();
        });
        return fresh.map(({ id }) => id);
      });
      for (const tell of committed) tell();
      return result;
    } catch (error) {
      if (!(error instanceof SubscriptionsChanged) || tries === mostTries) throw error;
      subscriptionsIn(context.db.requests).forget(error.tenantIds);
    } finally {
      giveBackUnused(context, plan, (event) => written.has(event));
    }
  }
}

/** Inserts those of the events that are wanted; the ids of the new ones. */
export type PublishIn = (trx: Knex.Transaction, isWanted?: (event: OutgoingEvent) => boolean) => Promise<readonly string[]>;

/** `handOver` is to be called once it is committed: this process's dispatcher gets its deliveries, or whoever dispatches is told to look. */
export async function insertPlan(
  context: PublishContext,
  client: Session,
  plan: EventPlan,
): Promise<{ readonly inserted: Inserted; readonly handOver: () => void }> {
  const at = context.clock.now();
  const lease = leaseFor(
    context,
    plan.events.reduce((sum, { deliveries }) => sum + deliveries.length, 0),
  );
  const inserted = await insertEvents(client, plan, { at, lease });
  return { inserted, handOver: () => handOver(context, writtenOf(plan, inserted), { at, lease }) };
}

/** The pace that was reserved for events that have made nothing. */
export function giveBackUnused(
  { pacing }: Pick<Context, 'pacing'>,
  { events, at }: EventPlan,
  isUsed: (event: PlannedEvent) => boolean,
): void {
  const slots = events.flatMap((planned) =>
    isUsed(planned) ? [] : planned.deliveries.map(({ slot }): Slot => ({ bucket: planned.bucket, slot, at })),
  );
  if (slots.length > 0) pacing.giveBack(slots);
}

export const isWritten = ({ repeatedEvents, changedTenants }: Inserted, { id, event }: PlannedEvent): boolean =>
  !repeatedEvents.has(id) && !changedTenants.has(event.tenantId);

const writtenOf = ({ events }: EventPlan, inserted: Inserted): readonly PlannedEvent[] =>
  inserted.repeatedEvents.size === 0 && inserted.changedTenants.size === 0 ? events : events.filter((event) => isWritten(inserted, event));

/** Of this process's dispatcher, if it takes so many rows now. */
function leaseFor({ wake: { dispatcher }, clock }: PublishContext, rows: number): Lease | null {
  return dispatcher?.hasRoom(rows) ? leaseFrom(clock, dispatcher.worker, dispatcher.leaseMs) : null;
}

/** Losing this costs a poll's delay. */
function handOver(
  { wake, metrics }: PublishContext,
  events: readonly PlannedEvent[],
  { at, lease }: { readonly at: Date; readonly lease: Lease | null },
): void {
  const handed: HeldDelivery[] = [];
  let due = 0;
  for (const planned of events) {
    if (planned.span) endEventSpan({ span: planned.span, eventId: planned.id });
    for (const delivery of planned.deliveries)
      if (delivery.slot > at) metrics.rateDeferred.inc({ bucket: webhookBucketKey(planned.event.eventType) });
      else if (lease) handed.push(heldOf(planned, delivery, lease));
      else due += 1;
  }
  if (handed.length > 0) wake.dispatcher?.accept(handed);
  if (due > 0) wake.deliveries();
}

const heldOf = ({ id: eventId, event, body, span }: PlannedEvent, { id, to, slot }: PlannedDelivery, lease: Lease): HeldDelivery => ({
  id,
  tenantId: event.tenantId,
  eventId,
  eventType: event.eventType,
  subject: subjectOfEvent(event.dedupeKey),
  trace: traceToKeep(event, span),
  endpointId: to.endpointId,
  triggerId: to.triggerId,
  endpointVersion: to.endpointVersion,
  body,
  dueAt: slot,
  attempts: 0,
  cycleAttempt: 0,
  lease: 1,
  leaseUntil: lease.until,
});

/** Undoes the transaction, which is tried again with a new plan. */
class SubscriptionsChanged extends Error {
  readonly tenantIds: ReadonlySet<string>;
  constructor(tenantIds: ReadonlySet<string>) {
    super('a tenant has changed its subscriptions again and again while its event was published');
    this.tenantIds = tenantIds;
  }
}

const mostTries = 10;
