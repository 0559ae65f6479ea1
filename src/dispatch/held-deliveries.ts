import type { Context } from '../context.ts';
import { deleteWithoutEndpoint } from '../deliveries/unfinished.ts';
import { deliveryBufferMs, deliveryLeaseSlackMs, deliveryTimeoutMs, parkedMs } from '../process/limits.ts';
import { deliveryIds } from '../process/log.ts';
import { after } from '../process/time.ts';
import { DeliveryBuffer, type Entry, type Handing } from './buffer.ts';
import type { EndpointCache } from './endpoint-cache.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import type { HeldDelivery } from './held-delivery.ts';
import { InHand } from './in-hand.ts';
import { leaseFrom } from './lease.ts';
import { deliveryQueue, type Queue, type Returned } from './queue.ts';
import type { OutcomeRecord } from './record-outcomes.ts';
import { resumeIfActive } from './resume.ts';

export interface HeldDeliveriesOptions {
  readonly worker: string;
  readonly cache: EndpointCache;
  readonly health: EndpointHealth;
  /** Called when a claim would find more than the last one did. */
  readonly lookAgain: () => void;
}

/** Its endpoint or its trigger was switched off, its endpoint is gone, or neither is known because the database did not answer. */
export type WhyWithdrawn = 'inactive' | 'gone' | 'unknown';

export const claimBatch = 200;
/** The longest time that a delivery is in hand: the wait, the attempt, and slack to write the outcome. */
export const heldAtMostMs = deliveryBufferMs + deliveryTimeoutMs + deliveryLeaseSlackMs;
/** All slowed endpoints together may have this many deliveries waiting, a quarter of the room for those of all. */
const maxWaitingSlowed = 500;
/** One origin may have this many deliveries waiting, half of the room for those of all. */
const maxWaitingAtOrigin = 1_000;

/**
 * Takes deliveries in hand, by a claim or by a hand-over from publishing, keeps them until they are attempted, and gives back
 * untried those that cannot be attempted now. It takes no more deliveries of an endpoint than the endpoint can take, and of slowed
 * endpoints, and of one origin, no more than leave room for the others.
 */
export class HeldDeliveries {
  readonly #context: Context;
  readonly #options: HeldDeliveriesOptions;
  readonly #queue: Queue;
  /** The deliveries in hand that have not started. Started ones are in `#inHand` alone. */
  readonly #buffer = new DeliveryBuffer();
  readonly #inHand = new InHand();
  /** The endpoints that were left out of the last claim because they themselves had all they can take. */
  #leftOut = new Set<string>();
  /** Until then a claim takes none for slowed endpoints, because the last one brought more than there was room for. */
  #noSlowedUntil = 0;
  #isStopping = false;

  constructor(context: Context, options: HeldDeliveriesOptions) {
    this.#context = context;
    this.#options = options;
    this.#queue = deliveryQueue(context.db, options.worker);
  }

  /** Claims a batch and takes it in hand. Returns the number of deliveries. */
  async claim(): Promise<number> {
    const { clock, metrics } = this.#context;
    const full = this.#fullEndpoints();
    this.#leftOut = new Set(full);
    const realNow = clock.realNow();
    const except = [...full, ...this.#slowedWithoutRoom(realNow), ...this.#atOriginsWithoutRoom()];
    const lease = leaseFrom(clock, this.#options.worker);
    const held = this.#inHand.lapsed(realNow);
    const claimed = await this.#queue.claim({ now: clock.now(), realNow, lease, limit: claimBatch, except, held: [...held.keys()] });
    if (claimed.lapsed > 0) metrics.leaseExpired.inc(claimed.lapsed);
    // What was renewed and is in hand no more was written or given back while the claim ran, so it is not attempted again.
    const isOver = ({ id, lease }: HeldDelivery): boolean => held.get(id) === lease;
    const unheld = (deliveries: readonly HeldDelivery[]) =>
      deliveries.filter((delivery) => !this.#inHand.renew(delivery) && !isOver(delivery));
    const [ready, inactive, poison] = [unheld(claimed.ready), unheld(claimed.inactive), unheld(claimed.poison)];
    await this.#restPoison(poison);
    await this.#park(inactive.map((delivery) => this.#backLater(delivery)));
    await this.take(ready, 'claim');
    return claimed.ready.length + claimed.inactive.length + claimed.poison.length;
  }

  /** Takes deliveries in hand. `handing` is given by publishing in this process. */
  async take(deliveries: readonly HeldDelivery[], by: Entry['by'], handing: Handing | null = null): Promise<void> {
    const { clock, metrics, db } = this.#context;
    metrics.taken.inc({ by }, deliveries.length);
    const targets = await this.#options.cache.targets(deliveries);
    const heldSince = clock.realNow().getTime();
    const back: Returned[] = [];
    const withoutTarget: HeldDelivery[] = [];
    const { health } = this.#options;
    let roomForSlowed = maxWaitingSlowed - this.#waitingSlowed();
    for (const delivery of deliveries) {
      const target = targets.get(delivery.endpointId);
      // Another worker may have claimed it already, or may claim it before this one would have its outcome.
      const comesTooLate = delivery.leaseUntil.getTime() - heldSince < heldAtMostMs;
      if (this.#isStopping || comesTooLate) back.push({ delivery, dueAt: clock.now() });
      else if (!target) {
        metrics.parked.inc({ reason: 'unusable' });
        withoutTarget.push(delivery);
        back.push(this.#backLater(delivery));
      } else if (health.isSlowed(delivery.endpointId) && roomForSlowed-- <= 0) {
        metrics.parked.inc({ reason: 'slowed' });
        if (by === 'claim') this.#noSlowedUntil = heldSince + 1_000;
        back.push({ delivery, dueAt: clock.now() });
      } else if (this.#buffer.count(target.origin) >= maxWaitingAtOrigin) {
        metrics.parked.inc({ reason: 'origin' });
        back.push({ delivery, dueAt: clock.now() });
      } else {
        const entry = { delivery, target, by, heldSince, handing, isAttempted: false };
        this.#inHand.add(entry);
        this.#buffer.add(entry);
      }
    }
    await this.#queue.release(back);
    await deleteWithoutEndpoint(db.engine, withoutTarget);
  }

  /** True if it would take this many more. */
  hasRoom(rows: number): boolean {
    return !this.#isStopping && this.#buffer.hasRoom(rows);
  }

  /** Returns the next delivery to be attempted. It waits no longer, and stays in hand until its outcome is written or `withdraw`. */
  next(hasRoom: (origin: string) => boolean, mayStart: (entry: Entry) => boolean): Entry | null {
    return this.#buffer.next(hasRoom, mayStart);
  }

  /** Lets go of deliveries whose outcomes are written or given up. */
  letGo(batch: readonly OutcomeRecord[]): void {
    this.#inHand.letGo(batch);
  }

  /** Gives back a delivery that is not attempted after all. */
  async withdraw(entry: Entry, why: WhyWithdrawn): Promise<void> {
    const { delivery } = entry;
    this.#inHand.givenBack(entry);
    this.lookForMoreOf(delivery.endpointId);
    if (why === 'unknown') return this.#queue.release([{ delivery, dueAt: this.#context.clock.now() }]);
    const back = [this.#backLater(delivery)];
    if (why === 'inactive') return this.#park(back);
    await this.#queue.release(back);
    await deleteWithoutEndpoint(this.#context.db.engine, [delivery]);
  }

  /** Asks for another claim at once if the endpoint was left out of the last one and has room again. */
  lookForMoreOf(endpointId: string): void {
    if (!this.#leftOut.has(endpointId) || this.#heldOf(endpointId) > this.#options.health.atMost(endpointId)) return;
    this.#leftOut.delete(endpointId);
    this.#options.lookAgain();
  }

  /** Gives back what waits for an endpoint that is slowed from now on, as far as the slowed endpoints' part of the room is full. */
  async shed(endpointId: string): Promise<void> {
    let tooMany = this.#waitingSlowed() - maxWaitingSlowed;
    await this.#giveBackWaiting('slowed', ({ delivery }) => delivery.endpointId === endpointId && tooMany-- > 0);
  }

  /** Gives back deliveries that have waited so long that their lease could end before their attempt does. */
  async releaseOld(): Promise<void> {
    const oldest = this.#context.clock.realNow().getTime() - deliveryBufferMs;
    await this.#giveBackWaiting('waited', ({ heldSince }) => heldSince < oldest);
  }

  /** Takes no deliveries from now on, and gives back all that wait. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#giveBackWaiting(null, () => true);
  }

  /** Returns the endpoints that have as many attempts as they or their origin may have: more of their deliveries could not start now. */
  busyEndpoints(hasRoom: (origin: string) => boolean): readonly string[] {
    const { health } = this.#options;
    return [...this.#inHand.endpoints()].flatMap(([id, origin]) =>
      health.inFlight(id) >= health.atMost(id) || !hasRoom(origin) ? [id] : [],
    );
  }

  /** Returns the endpoints that have all they can take. Claiming more of their deliveries would only fill the buffer. */
  #fullEndpoints(): readonly string[] {
    const { health } = this.#options;
    return [...this.#inHand.endpoints().keys()].filter((id) => this.#heldOf(id) >= health.atMost(id) + health.cap(id));
  }

  /**
   * Returns the slowed endpoints that a claim leaves out while a batch of theirs may not fit: those that have something in hand, so that
   * another which may have recovered is tried. What does not fit is given back, and would be claimed again at once: so all of them, for a second.
   */
  #slowedWithoutRoom(realNow: Date): readonly string[] {
    if (this.#waitingSlowed() + claimBatch <= maxWaitingSlowed) return [];
    const { slowed } = this.#options.health;
    return realNow.getTime() < this.#noSlowedUntil ? [...slowed] : [...slowed].filter((id) => this.#heldOf(id) > 0);
  }

  /**
   * Returns the endpoints at origins whose part of the room is full. Until one of them has been in hand it is not known at which origin it
   * is, and what a claim brings for it is given back.
   */
  #atOriginsWithoutRoom(): readonly string[] {
    const full = this.#buffer.originsWith(maxWaitingAtOrigin);
    return full.length === 0 ? [] : this.#options.cache.at(full);
  }

  #waitingSlowed(): number {
    let waiting = 0;
    for (const id of this.#options.health.slowed) waiting += this.#buffer.count(id);
    return waiting;
  }

  /** Counts the deliveries in hand that wait for the endpoint or are being attempted. */
  #heldOf(endpointId: string): number {
    return this.#buffer.count(endpointId) + this.#options.health.inFlight(endpointId);
  }

  async #restPoison(poison: readonly HeldDelivery[]): Promise<void> {
    if (poison.length === 0) return;
    const { metrics, log } = this.#context;
    metrics.poisoned.inc(poison.length);
    metrics.parked.inc({ reason: 'poison' }, poison.length);
    for (const delivery of poison)
      log.error(deliveryIds(delivery), 'a delivery that is claimed again and again without an outcome rests for an hour');
    await this.#queue.release(poison.map((delivery) => ({ ...this.#backLater(delivery), keepsClaim: true })));
  }

  async #park(returned: readonly Returned[]): Promise<void> {
    this.#context.metrics.parked.inc({ reason: 'inactive' }, returned.length);
    await this.#queue.release(returned);
    await resumeIfActive(
      this.#context,
      returned.map(({ delivery }) => delivery),
    );
  }

  #backLater(delivery: HeldDelivery): Returned {
    return { delivery, dueAt: after(this.#context.clock.now(), parkedMs) };
  }

  /** Gives back the waiting deliveries that fit. They are due at once. */
  async #giveBackWaiting(reason: 'slowed' | 'waited' | null, fits: (entry: Entry) => boolean): Promise<void> {
    const { clock, metrics } = this.#context;
    const entries = this.#buffer.take(fits);
    if (reason !== null) metrics.parked.inc({ reason }, entries.length);
    for (const entry of entries) this.#inHand.givenBack(entry);
    await this.#queue.release(entries.map(({ delivery }) => ({ delivery, dueAt: clock.now() })));
  }
}
