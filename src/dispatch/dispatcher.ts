import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { sweepHeldDeliveries } from '../deliveries/sweep.ts';
import { base32 } from '../process/identifiers.ts';
import { deliveryLeaseMs, deliveryTimeoutMs } from '../process/limits.ts';
import { attemptSlots } from './attempt-slots.ts';
import { type Deadlines, deadlines } from './deadlines.ts';
import { endpointCache } from './endpoint-cache.ts';
import { EndpointHealth } from './endpoint-health.ts';
import { claimBatch, heldAtMostMs, heldDeliveries } from './held-deliveries.ts';
import { measureQueue } from './measure.ts';
import { type Polling, poll } from './polling.ts';
import type { LocalDispatcher } from './wake.ts';

/**
 * Runs the delivery engine of a process. It takes deliveries under lease (`held-deliveries.ts`) and attempts them in attempt
 * slots (`attempt-slots.ts`). It promises that every delivery it takes is attempted, given back, or left to its lease, and
 * that one endpoint's trouble delays no other endpoint. All durable state is in PostgreSQL: if the process dies, its leases
 * lapse and another process takes over.
 */
export interface Dispatcher extends LocalDispatcher {
  /** Makes it work by itself from now on. It starts deliveries that are handed over at once, and polls for the others. */
  run(): void;
  /** Claims a batch, attempts it and all that was handed over, and waits until every outcome is written. Returns the number of outcomes. */
  deliverOnce(): Promise<number>;
  /** Takes no new deliveries, and finishes or gives back those in hand within `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export interface DispatcherOptions {
  /** The number of attempts that may be under way at once in this process. */
  readonly slots?: number;
  readonly deadlines?: Deadlines;
}

/** At 300 deliveries a second with one endpoint in twenty hanging for 10 s, 150 attempt slots are always blocked. */
const defaultSlots = 1_024;
const measureEveryMs = 15_000;
/** A delivery of a process that died is attempted again at most this long after its lease has ended. */
const sweepEveryMs = 5_000;

export function startDispatcher(context: Context, options: DispatcherOptions = {}): Dispatcher {
  if (deliveryLeaseMs < heldAtMostMs) throw new Error('A delivery lease must outlast the buffer, the attempt and the slack.');
  const { clock, metrics, log, random } = context;
  const worker = `${context.config.cell}-${base32(randomBytes(8))}`;
  const cache = endpointCache(context.db.engine, context.secrets, log);
  const health = new EndpointHealth();
  const busy = new Set<Promise<unknown>>();
  let measuredAt = 0;
  let sweptAt = 0;
  let polling: Polling | null = null;

  /** Remembers work so that `stop` and `deliverOnce` can wait for it. The deliveries of work that fails are left to their leases. */
  const track = (work: Promise<unknown>): void => {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error }, 'the dispatcher stumbled'))
      .finally(() => busy.delete(tracked));
    busy.add(tracked);
  };

  const held = heldDeliveries(context, { worker, cache, health, lookAgain: () => polling?.wake() });
  const slots = attemptSlots(context, {
    slots: options.slots ?? defaultSlots,
    deadlines: options.deadlines ?? deadlines(deliveryTimeoutMs),
    worker,
    held,
    cache,
    health,
    track,
  });

  const idle = async (): Promise<void> => {
    while (busy.size > 0 || slots.taken > 0) await Promise.all([...busy, slots.untilFree()]);
    await slots.flush();
  };

  /** This runs with each poll and not with each attempt, because gauges are scraped far less often. */
  const showGauges = (): void => {
    metrics.inflight.set(slots.taken);
    metrics.endpointLimited.set(health.limited);
    metrics.endpointCollapsed.set(health.collapsed);
    metrics.connections.set(slots.connections);
  };

  const look = async (): Promise<'more' | 'some' | 'none'> => {
    await held.releaseOld();
    showGauges();
    if (clock.realNow().getTime() - measuredAt >= measureEveryMs) {
      measuredAt = clock.realNow().getTime();
      track(measureQueue(context));
    }
    if (clock.realNow().getTime() - sweptAt >= sweepEveryMs) {
      sweptAt = clock.realNow().getTime();
      track(sweepHeldDeliveries(context));
    }
    if (!held.hasRoom(claimBatch)) return 'some';
    const found = await held.claim();
    slots.fill();
    return found === 0 ? 'none' : found < claimBatch ? 'some' : 'more';
  };

  const dispatcher: Dispatcher = {
    worker,
    leaseMs: deliveryLeaseMs,
    hasRoom: held.hasRoom,
    run() {
      polling ??= poll(look, random, log);
    },
    look: () => polling?.wake(),
    accept(handed) {
      // The transaction that inserted these deliveries has just committed and has read their endpoints.
      const handing = { isNow: true };
      track(
        held
          .take(handed, 'publishing', handing)
          .then(() => (polling ? slots.fill() : undefined))
          .finally(() => {
            handing.isNow = false;
          }),
      );
    },
    async deliverOnce() {
      await Promise.all(busy);
      await held.releaseOld();
      await sweepHeldDeliveries(context);
      await held.claim();
      slots.fill();
      await idle();
      showGauges();
      return slots.countFinished();
    },
    async stop(graceMs) {
      detach();
      // Deliveries that cannot be given back are left to their leases; attempts under way are waited for in any case.
      track(held.stop());
      const finishing = (polling?.stop() ?? Promise.resolve()).then(idle);
      const grace = new AbortController();
      await Promise.race([
        finishing.catch((error: unknown) => log.error({ err: error }, 'the dispatcher did not stop cleanly')),
        pause(graceMs, null, { signal: grace.signal }).catch(() => {}),
      ]);
      grace.abort();
      await slots.cutOff();
    },
  };
  const detach = context.wake.attach(dispatcher);
  return dispatcher;
}
