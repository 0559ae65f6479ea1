import type { Context } from '../context.ts';
import { deleteWithoutEndpoint } from '../deliveries/unfinished.ts';
import { deliveryBufferMs, deliveryLeaseMs, deliveryLeaseSlackMs, deliveryTimeoutMs, parkedMs } from '../process/limits.ts';
import { deliveryIds } from '../process/log.ts';
import { DeliveryBuffer, type Entry, type Handing } from './buffer.ts';
import type { EndpointCache } from './endpoint-cache.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import type { HeldDelivery } from './held-delivery.ts';
import { InHand } from './in-hand.ts';
import { leaseFrom } from './lease.ts';
import { deliveryQueue, type Returned } from './queue.ts';
import { resumeIfActive } from './resume.ts';
import type { Settlement } from './settlement.ts';

/**
 * What this process holds under lease: how it comes into its hands, by a claim or handed over by publishing, waits there
 * for an attempt, and is given back untried where it cannot have one. It takes of no endpoint more than that can take.
 */
export interface HeldDeliveries {
  /** Claims a batch and takes it in; how many deliveries it was. */
  claim(): Promise<number>;
  /** `handing`: by publishing in this process. */
  take(deliveries: readonly HeldDelivery[], by: Entry['by'], handing?: Handing): Promise<void>;
  /** Whether it would take this many more. */
  hasRoom(rows: number): boolean;
  /** The next one to be attempted, which then waits no longer but is held until `attempted` or `withdraw`. */
  next(hasRoom: (origin: string) => boolean, mayStart: (entry: Entry) => boolean): Entry | null;
  /** It has its outcome, and is held until that is written. */
  attempted(entry: Entry): void;
  /** Outcomes that are written, or that nobody tries to write any more. */
  settled(batch: readonly Settlement[]): void;
  /** It is not attempted after all, because its endpoint or trigger was switched off, or because its endpoint is gone. */
  withdraw(entry: Entry, why: 'inactive' | 'gone'): Promise<void>;
  /** An endpoint that was left out of a claim has room again: the rest of its queue need not wait for the next look. */
  lookForMoreOf(endpointId: string): void;
  /** Puts off all that waits for an endpoint that has collapsed. */
  stepAside(endpointId: string): Promise<void>;
  /** Gives back what has waited so long that it would outlive its lease. */
  releaseOld(): Promise<void>;
  /** Takes nothing in from now on, and gives back all that waits. */
  stop(): Promise<void>;
}

export interface HeldDeliveriesOptions {
  readonly worker: string;
  readonly cache: EndpointCache;
  readonly health: EndpointHealth;
  /** Called where a claim would find more than at the last look. */
  readonly lookAgain: () => void;
}

export const claimBatch = 200;
/** The wait here, the attempt, and room to write the outcome. */
export const heldAtMostMs = deliveryBufferMs + deliveryTimeoutMs + deliveryLeaseSlackMs;
/** How long the queue of a collapsed endpoint steps aside. */
const aside = { leastMs: 5_000, spreadMs: 25_000 };

export function heldDeliveries(context: Context, { worker, cache, health, lookAgain }: HeldDeliveriesOptions): HeldDeliveries {
  const { clock, metrics, log, random } = context;
  const queue = deliveryQueue(context.db, worker);
  /** What waits. What is being attempted or recorded is held too, and no longer in here. */
  const buffer = new DeliveryBuffer();
  const inHand = new InHand();
  /** Left out of the last claim because they had all they can take. */
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

  /** Endpoints whose share of this process is taken: claiming more of theirs would only fill the buffer. */
  const fullEndpoints = (): readonly string[] =>
    [...inHand.endpoints()].filter((id) => {
      return health.isCollapsed(id) ? heldOf(id) >= 1 : heldOf(id) >= 2 * health.cap(id);
    });

  /** Waiting here for the endpoint, or at it. */
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
      returned.map(({ delivery }) => delivery.id),
    );
  };

  const take = async (deliveries: readonly HeldDelivery[], by: Entry['by'], handing: Handing | null = null): Promise<void> => {
    metrics.taken.inc({ by }, deliveries.length);
    const targets = await cache.targets(deliveries);
    const heldSince = clock.realNow().getTime();
    const back: Returned[] = [];
    const withoutTarget: string[] = [];
    for (const delivery of deliveries) {
      const target = targets.get(delivery.endpointId);
      // Others may claim it before it would have its outcome, or have claimed it already.
      const comesTooLate = delivery.leaseUntil.getTime() - heldSince < heldAtMostMs;
      if (isStopping || comesTooLate) back.push(...giveBack([delivery], clock.now));
      else if (!target) {
        metrics.parked.inc({ reason: 'unusable' });
        withoutTarget.push(delivery.id);
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

  const later = (leastMs: number, spreadMs = 0): Date => new Date(clock.now().getTime() + leastMs + random() * spreadMs);
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
    settled: (batch) => inHand.settled(batch),
    async withdraw(entry, why) {
      const back = entriesBack([entry], () => later(parkedMs));
      lookForMoreOf(entry.delivery.endpointId);
      if (why === 'inactive') return park(back);
      await queue.release(back);
      await deleteWithoutEndpoint(context.db.engine, [entry.delivery.id]);
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
