import type { Context } from '../context.ts';
import { deleteWithoutEndpoint } from '../deliveries/unfinished.ts';
import { deliveryBufferMs, deliveryLeaseMs, deliveryLeaseSlackMs, deliveryTimeoutMs, parkedMs } from '../process/limits.ts';
import { deliveryIds } from '../process/log.ts';
import { after } from '../process/time.ts';
import { DeliveryBuffer, type Entry, type Handing } from './buffer.ts';
import type { EndpointCache } from './endpoint-cache.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import type { HeldDelivery } from './held-delivery.ts';
import { InHand } from './in-hand.ts';
import { leaseFrom } from './lease.ts';
import { deliveryQueue, type Returned } from './queue.ts';
import type { OutcomeRecord } from './record-outcomes.ts';
import { resumeIfActive } from './resume.ts';

/**
 * Takes deliveries in hand, by a claim or by a hand-over from publishing, keeps them until they are attempted, and gives back
 * untried those that cannot be attempted now. It takes no more deliveries of an endpoint than the endpoint can take.
 */
export interface HeldDeliveries {
  /** Claims a batch and takes it in hand. Returns the number of deliveries. */
  claim(): Promise<number>;
  /** Takes deliveries in hand. `handing` is given by publishing in this process. */
  take(deliveries: readonly HeldDelivery[], by: Entry['by'], handing?: Handing): Promise<void>;
  /** True if it would take this many more. */
  hasRoom(rows: number): boolean;
  /** Returns the next delivery to be attempted. It waits no longer, and stays in hand until its outcome is written or `withdraw`. */
  next(hasRoom: (origin: string) => boolean, mayStart: (entry: Entry) => boolean): Entry | null;
  /** Notes that a delivery has its outcome. It stays in hand until the outcome is written. */
  attempted(entry: Entry): void;
  /** Lets go of deliveries whose outcomes are written or given up. */
  letGo(batch: readonly OutcomeRecord[]): void;
  /** Gives back a delivery that is not attempted after all, because its endpoint or trigger was switched off or its endpoint is gone. */
  withdraw(entry: Entry, why: 'inactive' | 'gone'): Promise<void>;
  /** Asks for another claim at once if the endpoint was left out of the last one and has room again. */
  lookForMoreOf(endpointId: string): void;
  /** Puts off all deliveries that wait for an endpoint that has collapsed. */
  stepAside(endpointId: string): Promise<void>;
  /** Gives back deliveries that have waited so long that their lease could end before their attempt does. */
  releaseOld(): Promise<void>;
  /** Takes no deliveries from now on, and gives back all that wait. */
  stop(): Promise<void>;
}

export interface HeldDeliveriesOptions {
  readonly worker: string;
  readonly cache: EndpointCache;
  readonly health: EndpointHealth;
  /** Called when a claim would find more than the last one did. */
  readonly lookAgain: () => void;
}

export const claimBatch = 200;
/** The longest time that a delivery is in hand: the wait, the attempt, and slack to write the outcome. */
export const heldAtMostMs = deliveryBufferMs + deliveryTimeoutMs + deliveryLeaseSlackMs;
/** The queue of a collapsed endpoint is put off by this much. */
const aside = { leastMs: 5_000, spreadMs: 25_000 };

export function heldDeliveries(context: Context, { worker, cache, health, lookAgain }: HeldDeliveriesOptions): HeldDeliveries {
  const { clock, metrics, log, random } = context;
  const queue = deliveryQueue(context.db, worker);
  /** The deliveries in hand that have not started. Started ones are in `inHand` alone. */
  const buffer = new DeliveryBuffer();
  const inHand = new InHand();
  /** The endpoints that were left out of the last claim because they had all they can take. */
  let leftOut = new Set<string>();
  let isStopping = false;

  const claim = async (): Promise<number> => {
    const except = fullEndpoints();
    leftOut = new Set(except);
    const realNow = clock.realNow();
    const lease = leaseFrom(clock, worker, deliveryLeaseMs);
    const claimed = await queue.claim({ now: clock.now(), realNow, lease, limit: claimBatch, except, held: inHand.lapsed(realNow) });
    if (claimed.lapsed > 0) metrics.leaseExpired.inc(claimed.lapsed);
    const unheld = (deliveries: readonly HeldDelivery[]) => deliveries.filter((delivery) => !inHand.renew(delivery));
    const [ready, inactive, poison] = [unheld(claimed.ready), unheld(claimed.inactive), unheld(claimed.poison)];
    await restPoison(poison);
    await park(giveBack(inactive, () => later(parkedMs)));
    await take(ready, 'claim');
    return claimed.ready.length + claimed.inactive.length + claimed.poison.length;
  };

  /** Returns the endpoints whose share of this process is taken. Claiming more of their deliveries would only fill the buffer. */
  const fullEndpoints = (): readonly string[] =>
    [...inHand.endpoints()].filter((id) => {
      return health.isCollapsed(id) ? heldOf(id) >= 1 : heldOf(id) >= 2 * health.cap(id);
    });

  /** Counts the deliveries in hand that wait for the endpoint or are being attempted. */
  const heldOf = (endpointId: string): number => buffer.count(endpointId) + health.inFlight(endpointId);

  const restPoison = async (poison: readonly HeldDelivery[]): Promise<void> => {
    if (poison.length === 0) return;
    metrics.poisoned.inc(poison.length);
    metrics.parked.inc({ reason: 'poison' }, poison.length);
    for (const delivery of poison)
      log.error(deliveryIds(delivery), 'a delivery that is claimed again and again without an outcome rests for an hour');
    await queue.release(giveBack(poison, () => later(parkedMs)).map((returned) => ({ ...returned, keepsClaim: true })));
  };

  const park = async (returned: readonly Returned[]): Promise<void> => {
    metrics.parked.inc({ reason: 'inactive' }, returned.length);
    await queue.release(returned);
    await resumeIfActive(
      context,
      returned.map(({ delivery }) => delivery),
    );
  };

  const take = async (deliveries: readonly HeldDelivery[], by: Entry['by'], handing: Handing | null = null): Promise<void> => {
    metrics.taken.inc({ by }, deliveries.length);
    const targets = await cache.targets(deliveries);
    const heldSince = clock.realNow().getTime();
    const back: Returned[] = [];
    const withoutTarget: HeldDelivery[] = [];
    for (const delivery of deliveries) {
      const target = targets.get(delivery.endpointId);
      // Another worker may have claimed it already, or may claim it before this one would have its outcome.
      const comesTooLate = delivery.leaseUntil.getTime() - heldSince < heldAtMostMs;
      if (isStopping || comesTooLate) back.push(...giveBack([delivery], clock.now));
      else if (!target) {
        metrics.parked.inc({ reason: 'unusable' });
        withoutTarget.push(delivery);
        back.push(...giveBack([delivery], () => later(parkedMs)));
      } else if (health.isCollapsed(delivery.endpointId) && heldOf(delivery.endpointId) > 0) {
        metrics.parked.inc({ reason: 'collapsed' });
        back.push(...giveBack([delivery], () => later(aside.leastMs, aside.spreadMs)));
      } else {
        const entry = { delivery, target, by, heldSince, handing, isAttempted: false };
        inHand.add(entry);
        buffer.add(entry);
      }
    }
    await queue.release(back);
    await deleteWithoutEndpoint(context.db.engine, withoutTarget);
  };

  const later = (leastMs: number, spreadMs = 0): Date => after(clock.now(), leastMs + random() * spreadMs);
  const giveBack = (deliveries: readonly HeldDelivery[], dueAt: () => Date): readonly Returned[] =>
    deliveries.map((delivery) => ({ delivery, dueAt: dueAt() }));
  const entriesBack = (entries: readonly Entry[], dueAt: () => Date): readonly Returned[] => {
    for (const entry of entries) inHand.givenBack(entry);
    return entries.map(({ delivery }) => ({ delivery, dueAt: dueAt() }));
  };

  const lookForMoreOf = (endpointId: string): void => {
    if (!leftOut.has(endpointId) || heldOf(endpointId) > health.cap(endpointId)) return;
    leftOut.delete(endpointId);
    lookAgain();
  };

  return {
    claim,
    take,
    hasRoom: (rows) => !isStopping && buffer.hasRoom(rows),
    next: (hasRoom, mayStart) => buffer.next(hasRoom, mayStart),
    attempted(entry) {
      entry.isAttempted = true;
    },
    letGo: (batch) => inHand.letGo(batch),
    async withdraw(entry, why) {
      const back = entriesBack([entry], () => later(parkedMs));
      lookForMoreOf(entry.delivery.endpointId);
      if (why === 'inactive') return park(back);
      await queue.release(back);
      await deleteWithoutEndpoint(context.db.engine, [entry.delivery]);
    },
    lookForMoreOf,
    async stepAside(endpointId) {
      const entries = buffer.take(({ delivery }) => delivery.endpointId === endpointId);
      await queue.release(entriesBack(entries, () => later(aside.leastMs, aside.spreadMs)));
      const parked = await queue.parkEndpoint(endpointId, clock.now(), later(aside.leastMs), aside.spreadMs);
      metrics.parked.inc({ reason: 'collapsed' }, entries.length + parked);
    },
    async releaseOld() {
      const oldest = clock.realNow().getTime() - deliveryBufferMs;
      const old = buffer.take(({ heldSince }) => heldSince < oldest);
      metrics.parked.inc({ reason: 'waited' }, old.length);
      await queue.release(entriesBack(old, clock.now));
    },
    async stop() {
      isStopping = true;
      const waiting = buffer.take(() => true);
      await queue.release(entriesBack(waiting, clock.now));
    },
  };
}
