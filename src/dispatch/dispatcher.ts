import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { sweepHeldDeliveries } from '../deliveries/sweep.ts';
import { base32 } from '../process/identifiers.ts';
import { deliveryLeaseMs, deliveryTimeoutMs } from '../process/limits.ts';
import { type Loop, loggedTurn, startLoop } from '../process/loop.ts';
import { AttemptSlots } from './attempt-slots.ts';
import { type Deadlines, deadlines } from './deadlines.ts';
import { endpointCache } from './endpoint-cache.ts';
import { EndpointHealth } from './endpoint-health.ts';
import { EndpointStates } from './endpoint-states.ts';
import { claimBatch, HeldDeliveries, heldAtMostMs } from './held-deliveries.ts';
import type { HeldDelivery } from './held-delivery.ts';
import { measureQueue } from './measure.ts';
import type { LocalDispatcher } from './wake.ts';

export interface DispatcherOptions {
  /** The number of attempts that may be under way at once in this process. */
  readonly slots?: number;
  readonly deadlines?: Deadlines;
}

/** At 300 deliveries a second with one endpoint in twenty hanging for 10 s, 150 attempt slots are always blocked. */
const defaultSlots = 1_024;
/** The pauses between two polls. That of an idle process is random, so that processes do not poll in step. */
const busyMs = 50;
const idleMs = { least: 250, most: 1_000 };
const measureEveryMs = 15_000;
/** A delivery of a process that died is attempted again at most this long after its lease has ended. */
const sweepEveryMs = 5_000;

export function startDispatcher(context: Context, options: DispatcherOptions = {}): Dispatcher {
  if (deliveryLeaseMs < heldAtMostMs) throw new Error('A delivery lease must outlast the buffer, the attempt and the slack.');
  return new Dispatcher(context, options);
}

/**
 * Runs the delivery engine of a process. It takes deliveries under lease (`held-deliveries.ts`) and attempts them in attempt
 * slots (`attempt-slots.ts`). It promises that every delivery it takes is attempted, given back, or left to its lease, and
 * that one endpoint's trouble delays no other endpoint. All durable state is in PostgreSQL: if the process dies, its leases
 * lapse and another process takes over.
 */
export class Dispatcher implements LocalDispatcher {
  readonly worker: string;
  readonly #context: Context;
  readonly #health: EndpointHealth;
  readonly #states: EndpointStates;
  readonly #held: HeldDeliveries;
  readonly #slots: AttemptSlots;
  readonly #detach: () => void;
  readonly #busy = new Set<Promise<unknown>>();
  readonly #isTimeToMeasure: () => boolean;
  readonly #isTimeToSweep: () => boolean;
  readonly #measure: () => Promise<void>;
  readonly #sweep: () => Promise<unknown>;
  /** Looks for due work: often while there is some, seldom and at irregular times while there is none. */
  #polling: Loop | null = null;

  constructor(context: Context, options: DispatcherOptions) {
    const { db, clock, log, secrets } = context;
    this.worker = `${context.config.cell}-${base32(randomBytes(8))}`;
    this.#context = context;
    this.#isTimeToMeasure = atMostEvery(measureEveryMs, clock);
    this.#isTimeToSweep = atMostEvery(sweepEveryMs, clock);
    this.#health = new EndpointHealth(options.slots ?? defaultSlots);
    this.#states = new EndpointStates(db.engine, clock.realNow);
    const parts = { worker: this.worker, cache: endpointCache(db.engine, secrets, log), health: this.#health };
    this.#held = new HeldDeliveries(context, { ...parts, lookAgain: () => this.look() });
    this.#slots = new AttemptSlots(context, {
      ...parts,
      deadlines: options.deadlines ?? deadlines(deliveryTimeoutMs),
      held: this.#held,
      states: this.#states,
      track: (work) => this.#track(work),
    });
    this.#measure = loggedTurn({
      ...{ name: 'measures of the queue', log, failed: undefined },
      once: () => measureQueue(context, this.#slots.busyEndpoints()),
    });
    this.#sweep = loggedTurn({ name: 'sweep of held deliveries', log, failed: undefined, once: () => sweepHeldDeliveries(context) });
    this.#detach = context.wake.attach(this);
  }

  hasRoom(rows: number): boolean {
    return this.#held.hasRoom(rows);
  }

  /** Makes it work by itself from now on. It starts deliveries that are handed over at once, and polls for the others. */
  run(): void {
    const { random, log } = this.#context;
    this.#polling ??= startLoop({
      ...{ name: 'due deliveries', log, once: () => this.#poll(), failed: 'none' },
      pauseMs: (found) => (found === 'more' ? 0 : found === 'some' ? busyMs : idleMs.least + random() * (idleMs.most - idleMs.least)),
    });
  }

  look(): void {
    this.#polling?.wake();
  }

  accept(handed: readonly HeldDelivery[]): void {
    // The transaction that inserted these deliveries has just committed and has read their endpoints.
    const handing = { isNow: true };
    this.#track(
      this.#held
        .take(handed, 'publishing', handing)
        .then(() => (this.#polling ? this.#slots.fill() : undefined))
        .finally(() => {
          handing.isNow = false;
        }),
    );
  }

  /** Claims a batch, attempts it and all that was handed over, and waits until every outcome is written. Returns the number of outcomes. */
  async deliverOnce(): Promise<number> {
    await Promise.all(this.#busy);
    await this.#held.releaseOld();
    await sweepHeldDeliveries(this.#context);
    await this.#held.claim();
    this.#slots.fill();
    await this.#idle();
    this.#showGauges();
    return this.#slots.countFinished();
  }

  /** Takes no new deliveries, and finishes or gives back those in hand within `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#detach();
    // Deliveries that cannot be given back are left to their leases; attempts under way are waited for in any case.
    this.#track(this.#held.stop());
    const finishing = (this.#polling?.stop() ?? Promise.resolve()).then(() => this.#idle());
    const grace = new AbortController();
    await Promise.race([
      finishing.catch((error: unknown) => this.#context.log.error({ err: error }, 'the dispatcher did not stop cleanly')),
      pause(graceMs, null, { signal: grace.signal }).catch(() => {}),
    ]);
    grace.abort();
    this.#states.abandon();
    await this.#slots.cutOff();
  }

  async #poll(): Promise<'more' | 'some' | 'none'> {
    await this.#held.releaseOld();
    this.#showGauges();
    this.#track(this.#states.flush());
    if (this.#isTimeToMeasure()) {
      this.#health.forget();
      this.#track(this.#measure());
    }
    if (this.#isTimeToSweep()) this.#track(this.#sweep());
    if (!this.#held.hasRoom(claimBatch)) return 'some';
    const found = await this.#held.claim();
    this.#slots.fill();
    return found === 0 ? 'none' : found < claimBatch ? 'some' : 'more';
  }

  /** Remembers work so that `stop` and `deliverOnce` can wait for it. The deliveries of work that fails are left to their leases. */
  #track(work: Promise<unknown>): void {
    const tracked = work
      .catch((error: unknown) => this.#context.log.error({ err: error }, 'the dispatcher stumbled'))
      .finally(() => this.#busy.delete(tracked));
    this.#busy.add(tracked);
  }

  async #idle(): Promise<void> {
    while (this.#busy.size > 0 || this.#slots.taken > 0) await Promise.all([...this.#busy, this.#slots.untilFree()]);
    await this.#slots.flush();
    this.#track(this.#states.flush());
    await Promise.all(this.#busy);
  }

  /** This runs with each poll and not with each attempt, because gauges are scraped far less often. */
  #showGauges(): void {
    const { metrics } = this.#context;
    metrics.inflight.set(this.#slots.taken);
    metrics.endpointLimited.set(this.#health.limited);
    metrics.endpointSlowed.set(this.#health.slowed.size);
    metrics.connections.set(this.#slots.connections);
  }
}

/** Returns a function that is true when it is first asked, and again when this much real time has passed since it was true. */
function atMostEvery(ms: number, { realNow }: Pick<Context['clock'], 'realNow'>): () => boolean {
  let last = 0;
  return () => {
    const now = realNow().getTime();
    if (now - last < ms) return false;
    last = now;
    return true;
  };
}
