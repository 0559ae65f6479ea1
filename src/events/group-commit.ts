import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { installation } from '../db/migrate.ts';
import { isRefused } from '../db/sql-state.ts';
import type { Lease } from '../deliveries/lease.ts';
import { subjectOfEvent } from '../deliveries/subject-of-event.ts';
import type { HeldDelivery } from '../deliveries/wake.ts';
import { type WebhookBucketKey, webhookBucket, webhookBucketKey } from '../deliveries/webhook-bucket.ts';
import { uuid7 } from '../identifiers.ts';
import { subscriptionsTo } from '../triggers/subscriptions.ts';
import { deliveryId, uuidText } from './delivery-id.ts';
import { type OutgoingEvent, serializeEvent } from './event.ts';
import { decideEventKeys, eventKeyText, knownEvents, knownKeys } from './event-keys.ts';
import { beginEventSpan, type EventSpan, traceToKeep } from './event-span.ts';
import { insertTogether, type JointDelivery, type JointEvent } from './insert-together.ts';
import { announcePublication, insertPublication, leaseFor, preparePublication } from './publish.ts';

/**
 * Publishes events whose cause is nothing but themselves, and with them those of everybody who does so at the same time:
 * one call for the pace of all, one statement, one commit. What comes while a group is under way is the next one: nobody waits where nothing is going on, and the busier it is the less each costs.
 *
 * What is given in one request is published whole or not at all, and a repeat does nothing: keys are decided for all
 * events, wanted by anybody or not. Who cannot go with the group goes by himself: a request with a repeat in it, one of
 * whose endpoints is just being changed, or one whose text the database refuses.
 */
export interface Publisher {
  /** Resolves once it is committed: one answer for each event, in their order. */
  publish(tenantId: string, events: readonly OutgoingEvent[]): Promise<readonly Published[]>;
}

export interface Published {
  readonly eventId: string;
  readonly isNew: boolean;
  readonly deliveries: number;
}

export function createPublisher(context: PublisherContext): Publisher {
  const waiting: Request[] = [];
  let underWay = 0;

  const run = async (): Promise<void> => {
    underWay += 1;
    await nextTurn(); // Others who were called in the same turn come along.
    while (waiting.length > 0) await publishGroup(context, waiting.splice(0, groupSize(waiting)));
    underWay -= 1;
  };
  return {
    publish: (tenantId, events) =>
      new Promise((answer, fail) => {
        waiting.push({ tenantId, events, answer, fail });
        if (underWay === 0 || (underWay < mostGroups && waiting.length >= worthAnother)) void run();
      }),
  };
}

/** Others begin while the first is under way, where it is worth it: small groups cost more for each event. */
const mostGroups = 3;
const worthAnother = 128;

type PublisherContext = Pick<Context, 'db' | 'pacing' | 'clock' | 'wake' | 'metrics' | 'tracing'>;

interface Request {
  readonly tenantId: string;
  readonly events: readonly OutgoingEvent[];
  readonly answer: (published: readonly Published[]) => void;
  readonly fail: (error: unknown) => void;
}

const mostEvents = 512;

/** One request at least, however large. */
function groupSize(waiting: readonly Request[]): number {
  let events = 0;
  const over = waiting.findIndex((request) => {
    events += request.events.length;
    return events > mostEvents;
  });
  return over < 0 ? waiting.length : Math.max(1, over);
}

/** Never throws: each request gets its answer or its error. A group that is refused is halved, until who is at fault is alone. */
async function publishGroup(context: PublisherContext, group: readonly Request[]): Promise<void> {
  let alone: readonly Request[];
  try {
    alone = await publishTogether(context, group);
  } catch (error) {
    if (!isRefused(error)) {
      for (const { fail } of group) fail(error);
      return;
    }
    const middle = Math.ceil(group.length / 2);
    if (middle < group.length) {
      await publishGroup(context, group.slice(0, middle));
      return publishGroup(context, group.slice(middle));
    }
    alone = group;
  }
  for (const request of alone) await publishAlone(context, request).then(request.answer, request.fail);
}

/** Answers whom it can, and gives back those who must go by themselves. */
async function publishTogether(context: PublisherContext, group: readonly Request[]): Promise<readonly Request[]> {
  const { plans, repeating } = await planGroup(context, group);
  const at = context.clock.now();
  const lease = leaseFor(
    context,
    plans.reduce((sum, plan) => sum + countDeliveries(plan), 0),
  );
  const written = await insertTogether(context.db.engine, { requests: plans.map(({ events }) => events), at, lease });
  const isIn = (_plan: unknown, place: number): boolean => written.has(place);
  announce(context, plans.filter(isIn), at, lease);
  for (const { request, events } of plans.filter(isIn))
    request.answer(events.map(({ id, deliveries }) => ({ eventId: id, isNew: true, deliveries: deliveries.length })));
  return [...repeating, ...plans.filter((_plan, place) => !written.has(place)).map(({ request }) => request)];
}

const countDeliveries = ({ events }: PlannedRequest): number => events.reduce((sum, { deliveries }) => sum + deliveries.length, 0);

function announce(context: PublisherContext, plans: readonly PlannedRequest[], at: Date, lease: Lease | null): void {
  const handed: HeldDelivery[] = [];
  const deferred: WebhookBucketKey[] = [];
  const spans: EventSpan[] = [];
  let due = 0;
  for (const { events } of plans)
    for (const event of events) {
      if (event.span) spans.push({ span: event.span, eventId: event.id });
      for (const delivery of event.deliveries)
        if (delivery.slot > at) deferred.push(webhookBucketKey(event.event.eventType));
        else if (lease) handed.push(heldOf(event, delivery, lease));
        else due += 1;
    }
  announcePublication(context, { handed, due, deferred, spans });
}

const heldOf = (
  { id: eventId, event, body, span }: JointEvent,
  { id, triggerId, endpointId, endpointVersion, slot }: JointDelivery,
  lease: Lease,
): HeldDelivery => ({
  id,
  tenantId: event.tenantId,
  triggerId,
  eventId,
  eventType: event.eventType,
  subject: subjectOfEvent(event.dedupeKey),
  trace: traceToKeep(event, span),
  endpointId,
  endpointVersion,
  body,
  dueAt: slot,
  attempts: 0,
  cycleAttempt: 0,
  lease: 1,
  leaseUntil: lease.until,
});

interface PlannedRequest {
  readonly request: Request;
  readonly events: readonly JointEvent[];
}

/** Before it is written: who repeats what is known, when each delivery of the others may go, and the bytes. */
async function planGroup(
  context: PublisherContext,
  group: readonly Request[],
): Promise<{ readonly plans: readonly PlannedRequest[]; readonly repeating: readonly Request[] }> {
  const { engine, requests } = context.db;
  const asked = group.flatMap(({ events }) => events);
  const [known, subscriptions, { deliveryIdKey }] = await Promise.all([
    knownKeys(engine, asked),
    subscriptionsTo(engine, asked),
    installation(requests),
  ]);
  const repeating = new Set(repeatingAmong(group, known));
  const isNew = group.flatMap((request) => request.events.map(() => !repeating.has(request)));
  const wanted = subscriptions.flatMap((subscription) => {
    const event = asked[subscription.eventIndex];
    return event && isNew[subscription.eventIndex] ? [{ subscription, event }] : [];
  });
  const at = context.clock.now();
  const slots = await context.pacing.reserve(
    wanted.map(({ subscription, event }) => webhookBucket(event.tenantId, event.eventType, subscription)),
    at,
  );
  const deliveries = new Map<OutgoingEvent, JointDelivery[]>();
  for (const [place, { subscription, event }] of wanted.entries()) {
    const { triggerId, endpointId, endpointVersion } = subscription;
    const id = deliveryId(
      subscription.deliveryIdKey ?? deliveryIdKey,
      { tenantId: event.tenantId, dedupeKey: event.dedupeKey, time: event.occurredAt },
      triggerId,
    );
    const delivery = { id, triggerId, endpointId, endpointVersion, slot: slots[place] ?? at };
    const others = deliveries.get(event);
    if (others) others.push(delivery);
    else deliveries.set(event, [delivery]);
  }
  const plans = group
    .filter((request) => !repeating.has(request))
    .map((request) => ({ request, events: request.events.map((event) => jointEvent(context, event, deliveries.get(event) ?? [])) }));
  return { plans, repeating: [...repeating] };
}

const jointEvent = ({ tracing }: PublisherContext, event: OutgoingEvent, deliveries: readonly JointDelivery[]): JointEvent => ({
  id: uuidText(uuid7(event.occurredAt), 7),
  event,
  body: serializeEvent(event),
  deliveries,
  span: deliveries.length > 0 ? beginEventSpan(tracing, event) : null,
});

/** Those with a key that is known, or that somebody before them in the group has as well. */
function repeatingAmong(group: readonly Request[], known: ReadonlySet<string>): readonly Request[] {
  const taken = new Set(known);
  return group.filter(({ events }) => {
    const keys = events.map(eventKeyText);
    const isRepeating = new Set(keys).size < keys.length || keys.some((key) => taken.has(key));
    for (const key of keys) taken.add(key);
    return isRepeating;
  });
}

/** In a transaction of its own that waits for whatever it must. */
async function publishAlone(context: PublisherContext, { tenantId, events }: Request): Promise<readonly Published[]> {
  const { knex } = context.db;
  // Repeats that are known already take no slot of the tenant's pace. Those that become known meanwhile take one for nothing.
  const known = await knownEvents(
    knex,
    tenantId,
    events.map(({ dedupeKey }) => dedupeKey),
  );
  const publication = await preparePublication(context, firstOfEach(events.filter(({ dedupeKey }) => !known.has(dedupeKey))));
  const { decided, inserted } = await knex.transaction(async (trx) => {
    const decided = await decideEventKeys(trx, tenantId, events);
    const idOf = new Map(events.flatMap(({ dedupeKey }, index) => (decided[index]?.isNew ? [[dedupeKey, decided[index].eventId]] : [])));
    const planned = publication.planned.flatMap((item) => {
      const decidedId = idOf.get(item.event.dedupeKey);
      return decidedId === undefined ? [] : [{ ...item, decidedId }];
    });
    return { decided, inserted: await insertPublication(trx, context, { ...publication, planned }) };
  });
  announcePublication(context, inserted);
  return decided.map(({ eventId, isNew }) => ({ eventId, isNew, deliveries: isNew ? (inserted.perEvent.get(eventId) ?? 0) : 0 }));
}

const firstOfEach = (events: readonly OutgoingEvent[]): readonly OutgoingEvent[] => [
  ...new Map(events.toReversed().map((event) => [event.dedupeKey, event])).values(),
];
