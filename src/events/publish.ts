import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { isUnconfirmed } from '../db/sql-state.ts';
import { type Session, sessionOf } from '../db/transaction.ts';
import { subjectOfEvent } from '../deliveries/event-subject.ts';
import { webhookBucketKey } from '../deliveries/webhook-bucket-key.ts';
import type { HeldDelivery } from '../dispatch/held-delivery.ts';
import { type Lease, leaseFrom } from '../dispatch/lease.ts';
import type { Slot } from '../pacing/pacing.ts';
import type { OutgoingEvent } from './event.ts';
import { endEventSpan, traceToKeep } from './event-span.ts';
import { type Inserted, insertEvents } from './insert-events.ts';
import { type EventPlan, type PlannedDelivery, type PlannedEvent, planEvents } from './plan-events.ts';

/**
 * Publishing has three steps: the plan, its insertion, and the hand-over after the commit. Deliveries that are committed will be
 * attempted. A delivery over its bucket is not dropped but gets a later go-at time (`L-BUCKET-03`). A transaction never waits for
 * Redis or the network. `publisher.ts` takes these steps for events that no other change has to commit with.
 */
export type PublishContext = Pick<Context, 'db' | 'pacing' | 'clock' | 'tracing' | 'wake' | 'metrics' | 'subscriptions' | 'installation'>;

/**
 * Publishes events in the transaction of their cause. `transact` opens the transaction and calls `publish` in it at most once. If a
 * subscription has changed since the plan was made, the transaction is rolled back and `transact` is called again. A repeat of an
 * event does nothing.
 */
export async function publishWith<Result>(
  context: PublishContext,
  events: readonly OutgoingEvent[],
  transact: (publish: PublishIn) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await withPlan(context, events, async (plan, wrote) => {
        let committed = (): void => {};
        const result = await transact(async (trx, isWanted = () => true) => {
          const part = { ...plan, events: plan.events.filter(({ event }) => isWanted(event)) };
          const { inserted, handOver } = await insertPlan(context, await sessionOf(trx), part);
          if (inserted.changedTenants.size > 0) throw new SubscriptionsChanged(inserted.changedTenants);
          const fresh = new Set(part.events.filter((event) => isWritten(inserted, event)));
          committed = () => {
            wrote((event) => fresh.has(event));
            handOver();
          };
          return [...fresh].map(({ id }) => id);
        });
        committed();
        return result;
      });
    } catch (error) {
      if (!(error instanceof SubscriptionsChanged) || tries === mostTries) throw error;
      context.subscriptions.forget(error.tenantIds);
    }
  }
}

/** Inserts the events for which `isWanted` is true. Returns the ids of the new ones. */
export type PublishIn = (trx: Knex.Transaction, isWanted?: (event: OutgoingEvent) => boolean) => Promise<readonly string[]>;

/**
 * Inserts a plan. Once it is committed the caller calls `handOver`, which gives the deliveries to this process's dispatcher or tells
 * dispatchers to look.
 */
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

/**
 * Plans the events for `use`, which says what it has committed. The tokens that were reserved for other events are given back. Events
 * whose commit was not confirmed keep theirs, because they may be sent.
 */
export async function withPlan<Result>(
  context: PublishContext,
  events: readonly OutgoingEvent[],
  use: (plan: EventPlan, wrote: (isCommitted: (event: PlannedEvent) => boolean) => void) => Promise<Result>,
): Promise<Result> {
  const plan = await planEvents(context, events);
  let isUsed = (_event: PlannedEvent): boolean => false;
  try {
    return await use(plan, (isCommitted) => {
      isUsed = isCommitted;
    });
  } catch (error) {
    if (isUnconfirmed(error)) isUsed = () => true;
    throw error;
  } finally {
    const unused = plan.events.flatMap((planned) =>
      isUsed(planned) ? [] : planned.deliveries.map(({ slot }): Slot => ({ bucket: planned.bucket, slot })),
    );
    if (unused.length > 0) context.pacing.giveBack(unused);
  }
}

export const isWritten = ({ repeatedEvents, changedTenants }: Inserted, { id, event }: PlannedEvent): boolean =>
  !repeatedEvents.has(id) && !changedTenants.has(event.tenantId);

const writtenOf = ({ events }: EventPlan, inserted: Inserted): readonly PlannedEvent[] =>
  inserted.repeatedEvents.size === 0 && inserted.changedTenants.size === 0 ? events : events.filter((event) => isWritten(inserted, event));

/** Returns a lease of this process's dispatcher if that takes so many rows now. */
function leaseFor({ wake: { dispatcher }, clock }: PublishContext, rows: number): Lease | null {
  return dispatcher?.hasRoom(rows) ? leaseFrom(clock, dispatcher.worker) : null;
}

/** If the process dies before this, the deliveries are found by a later poll or sweep. */
function handOver(
  { wake, metrics }: PublishContext,
  events: readonly PlannedEvent[],
  { at, lease }: { readonly at: Date; readonly lease: Lease | null },
): void {
  const handed: HeldDelivery[] = [];
  let due = 0;
  for (const planned of events) {
    if (planned.span) endEventSpan(planned.span, planned.id);
    for (const delivery of planned.deliveries)
      if (delivery.goAt > at) metrics.rateDeferred.inc({ bucket: webhookBucketKey(planned.event.eventType) });
      else if (lease) handed.push(heldOf(planned, delivery, lease));
      else due += 1;
  }
  if (handed.length > 0) wake.dispatcher?.accept(handed);
  if (due > 0) wake.deliveries();
}

const heldOf = ({ id: eventId, event, body, span }: PlannedEvent, { id, to, goAt }: PlannedDelivery, lease: Lease): HeldDelivery => ({
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
  dueAt: goAt,
  attempts: 0,
  cycleAttempt: 0,
  lease: 1,
  leaseUntil: lease.until,
});

/** Rolls the transaction back, so that it is tried again with a new plan. */
class SubscriptionsChanged extends Error {
  readonly tenantIds: ReadonlySet<string>;
  constructor(tenantIds: ReadonlySet<string>) {
    super('a tenant has changed its subscriptions again and again while its event was published');
    this.tenantIds = tenantIds;
  }
}

/** A tenant whose subscriptions change each time is given up after this many plans. */
export const mostTries = 10;
