import type { Context } from '../context.ts';
import { webhookBucket } from '../dispatch/webhook-bucket.ts';
import type { Bucket } from '../pacing/pacing.ts';
import { uuid7 } from '../process/identifiers.ts';
import type { Span } from '../tracing/tracing.ts';
import { type Subscription, type TenantSubscriptions, wants } from '../triggers/subscriptions.ts';
import { deliveryId, uuidText } from './delivery-id.ts';
import { type OutgoingEvent, serializeEvent } from './event.ts';
import { beginEventSpan } from './event-span.ts';

/** Events with the deliveries that they make if each event is new and no subscription changes before they are inserted. */
export interface EventPlan {
  readonly events: readonly PlannedEvent[];
  /** The version of each tenant's subscriptions that the plan was made with. */
  readonly versions: ReadonlyMap<string, number>;
}

export interface PlannedEvent {
  readonly id: string;
  readonly event: OutgoingEvent;
  /** The bytes that are stored, signed and sent. They are empty if no subscription wants the event. */
  readonly body: Buffer;
  readonly bucket: Bucket;
  readonly deliveries: readonly PlannedDelivery[];
  readonly span: Span | null;
}

export interface PlannedDelivery {
  readonly id: string;
  readonly to: Subscription;
  /** The time when its bucket lets it go. */
  readonly slot: Date;
  /** The same, or later while the tenant's deliveries are held. */
  readonly goAt: Date;
}

/**
 * Decides which subscriptions want the events, reserves a go-at time for each delivery (`D-60`), and makes the bytes. An event of a
 * tenant that is gone is left out. A repeat of an event reserves tokens like any other; unused ones are given back afterwards
 * (`withPlan`).
 */
export async function planEvents(
  { subscriptions, installation, pacing, clock, tracing }: Pick<Context, 'subscriptions' | 'installation' | 'pacing' | 'clock' | 'tracing'>,
  events: readonly OutgoingEvent[],
): Promise<EventPlan> {
  const tenants = await subscriptions.of(events.map(({ tenantId }) => tenantId));
  const at = clock.now();
  const versions = new Map<string, number>();
  const known: KnownEvent[] = [];
  for (const event of events) {
    const of = tenants.get(event.tenantId);
    if (!of) continue;
    versions.set(event.tenantId, of.version);
    const wanted =
      of.triggers
        .get(event.eventType)
        ?.filter((each) => wants(each, event.outcome) && (event.onlyFor ?? each.triggerId) === each.triggerId) ?? [];
    known.push({ event, of, wanted, bucket: webhookBucket(event.tenantId, event.eventType, of) });
  }
  const goAtTimes = await pacing.reserve(
    known.flatMap(({ bucket, wanted }) => wanted.map(() => bucket)),
    at,
  );
  let index = 0;
  const planned = known.map(({ event, of, wanted, bucket }): PlannedEvent => {
    const key = of.deliveryIdKey ?? installation.deliveryIdKey;
    const notBefore = (goAt: Date): Date => (of.isHeld ? new Date(Math.max(goAt.getTime(), at.getTime() + heldMs)) : goAt);
    const named = { tenantId: event.tenantId, dedupeKey: event.dedupeKey, time: event.occurredAt };
    return {
      id: uuidText(uuid7(event.occurredAt), 7),
      event,
      bucket,
      body: wanted.length > 0 ? Buffer.from(serializeEvent(event)) : unwanted,
      deliveries: wanted.map((to) => {
        const slot = goAtTimes[index++] ?? at;
        return { id: deliveryId(key, named, to.triggerId), to, slot, goAt: notBefore(slot) };
      }),
      span: wanted.length > 0 ? beginEventSpan(tracing, event) : null,
    };
  });
  return { events: planned, versions };
}

const unwanted = Buffer.alloc(0);

/** In this time the command that holds a tenant's deliveries sees a new one (`tools/moving/hold.ts`). */
const heldMs = 30_000;

interface KnownEvent {
  readonly event: OutgoingEvent;
  readonly of: TenantSubscriptions;
  readonly wanted: readonly Subscription[];
  readonly bucket: Bucket;
}
