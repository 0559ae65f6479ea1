import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { deliveryBufferMs, deliveryLeaseMs, deliveryLeaseSlackMs, deliveryTimeoutMs, parkedMs } from '../limits.ts';
import { deliveryIds } from '../log.ts';
import { beginAttempt, isSuccess, type Outcome } from './attempt.ts';
import { DeliveryBuffer, type Entry } from './buffer.ts';
import { type Deadlines, deadlines } from './deadlines.ts';
import { deliveryAgent } from './delivery-agent.ts';
import { endpointCache, type Target } from './endpoint-cache.ts';
import { endpointCheck } from './endpoint-check.ts';
import { EndpointHealth } from './endpoint-health.ts';
import { measureQueue } from './measure.ts';
import { type Polling, poll } from './polling.ts';
import { deliveryQueue, type Returned } from './queue.ts';
import { settledMetrics, settlementOf } from './record.ts';
import { resumeIfActive } from './resume.ts';
import { settle } from './settlement.ts';
import { settler } from './settler.ts';
import type { HeldDelivery, LocalDispatcher } from './wake.ts';

/**
 * The delivery engine's heart. Deliveries come into its hands leased, by a claim or handed over by publishing; they wait
 * in a buffer until a slot and their endpoint's cap let them start; their outcomes are gathered and written in batches.
 * It promises that whatever it was given is attempted, given back, or left to its lease, and that one endpoint's trouble
 * is nobody else's. It keeps nothing that matters: if the process dies, leases lapse and another takes over.
 */
export interface Dispatcher extends LocalDispatcher {
  /** From now on by itself: what is handed over starts at once, and it looks for the rest. */
  run(): void;
  /** Claims a batch, attempts it and all that was handed over, waits until every outcome is written; how many there were. */
  deliverOnce(): Promise<number>;
  /** Takes nothing new, finishes or gives back what is in hand, within `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export interface DispatcherOptions {
  /** Attempts at once in this process. */
  readonly slots?: number;
  readonly deadlines?: Deadlines;
}

/** At 300 deliveries a second with one endpoint in twenty hanging for 10 s, 150 slots are always blocked. */
const defaultSlots = 1_024;
const claimBatch = 200;
const measureEveryMs = 15_000;
/** How long the queue of a collapsed endpoint steps aside. */
const aside = { leastMs: 5_000, spreadMs: 25_000 };

export function startDispatcher(context: Context, options: DispatcherOptions = {}): Dispatcher {
  if (deliveryLeaseMs < deliveryBufferMs + deliveryTimeoutMs + deliveryLeaseSlackMs)
    throw new Error('A delivery lease must outlast the buffer, the attempt and the slack.');
  const { clock, metrics, log, random } = context;
  // Nothing in the line of an attempt is secret, and looking for secrets costs more than the rest of it.
  const attemptLog = log.child({}, { redact: [] });
  const slots = options.slots ?? defaultSlots;
  const worker = `${context.config.cell}-${randomUUID()}`;
  const agent = deliveryAgent(context.guard, {
    onRoom: () => pump(),
    onOpened: (tls) => metrics.connectionsOpened.inc({ tls }),
  });
  const timeout = options.deadlines ?? deadlines(deliveryTimeoutMs);
  const queue = deliveryQueue(context.db, worker);
  const cache = endpointCache(context.db.engine, context.secrets, log);
  const check = endpointCheck(context.db.engine, cache);
  const health = new EndpointHealth();
  const buffer = new DeliveryBuffer();
  const inHand = new Map<string, Entry>();
  const busy = new Set<Promise<unknown>>();
  const outcomes = settler({
    write: (batch) => settle(context.db.settling, worker, batch),
    onWritten: (settled) => settledMetrics(metrics, settled),
    log,
  });
  /** Their transaction has committed this very moment, and has read their endpoints. */
  const justHanded = new Set<HeldDelivery>();
  /** Left out of the last claim because they had all they can take. */
  let leftOut = new Set<string>();
  let inFlight = 0;
  let finished = 0;
  let isStopping = false;
  let isOver = false;
  let measuredAt = 0;
  /** Who waits until no attempt is under way. */
  const resting: (() => void)[] = [];

  /** Remembers work under way, so that `stop` and `deliverOnce` can wait for it. What fails here is left to its lease. */
  const track = (work: Promise<unknown>): void => {
    const tracked = work
      .catch((error: unknown) => log.error({ err: error }, 'the dispatcher stumbled'))
      .finally(() => busy.delete(tracked));
    busy.add(tracked);
  };

  const later = (leastMs: number, spreadMs = 0): Date => new Date(clock.now().getTime() + leastMs + random() * spreadMs);
  const giveBack = (deliveries: readonly HeldDelivery[], dueAt: () => Date): readonly Returned[] =>
    deliveries.map((delivery) => ({ delivery, dueAt: dueAt() }));
  const entriesBack = (entries: readonly Entry[], dueAt: () => Date): readonly Returned[] => {
    for (const { delivery } of entries) inHand.delete(delivery.id);
    return entries.map(({ delivery, lease }) => ({ delivery: { id: delivery.id, lease }, dueAt: dueAt() }));
  };

  const claim = async (): Promise<number> => {
    const except = fullEndpoints();
    leftOut = new Set(except);
    const claimed = await queue.claim({ now: clock.now(), leaseMs: deliveryLeaseMs, limit: claimBatch, except, held: lapsedInHand() });
    if (claimed.lapsed > 0) metrics.leaseExpired.inc(claimed.lapsed);
    if (claimed.poison.length > 0) {
      metrics.poisoned.inc(claimed.poison.length);
      metrics.parked.inc({ reason: 'poison' }, claimed.poison.length);
      for (const delivery of claimed.poison)
        log.error(deliveryIds(delivery), 'a delivery that is claimed again and again without an outcome rests for an hour');
    }
    const poison = giveBack(claimed.poison, () => later(parkedMs)).map((returned) => ({ ...returned, keepsClaim: true }));
    await queue.release(poison);
    await park(giveBack(claimed.inactive, () => later(parkedMs)));
    await take(claimed.ready, 'claim');
    return claimed.ready.length + claimed.inactive.length + claimed.poison.length;
  };

  const park = async (returned: readonly Returned[]): Promise<void> => {
    metrics.parked.inc({ reason: 'inactive' }, returned.length);
    await queue.release(returned);
    await resumeIfActive(
      context,
      returned.map(({ delivery }) => delivery.id),
    );
  };

  /** The slack covers the time from the claim until here. */
  const lapsesAt = (): number => clock.now().getTime() + deliveryLeaseMs - deliveryLeaseSlackMs;
  const lapsedInHand = (): readonly string[] => {
    const now = clock.now().getTime();
    const lapsed: string[] = [];
    for (const entry of inHand.values()) if (entry.lapsesAt <= now) lapsed.push(entry.delivery.id);
    return lapsed;
  };

  /** Waiting here for the endpoint, or at it. */
  const heldOf = (endpointId: string): number => buffer.count(endpointId) + health.inFlight(endpointId);

  /** Endpoints whose share of this process is taken: claiming more of theirs would only fill the buffer. */
  const fullEndpoints = (): readonly string[] =>
    [...new Set([...buffer.endpoints(), ...[...inHand.values()].map(({ delivery }) => delivery.endpointId)])].filter((id) => {
      return health.isCollapsed(id) ? heldOf(id) >= 1 : heldOf(id) >= 2 * health.cap(id);
    });

  /** An endpoint that was left out has room again: the rest of its queue need not wait for the next look. */
  const lookForMoreOf = (endpointId: string): void => {
    if (!leftOut.has(endpointId) || heldOf(endpointId) > health.cap(endpointId)) return;
    leftOut.delete(endpointId);
    polling?.wake();
  };

  const take = async (deliveries: readonly HeldDelivery[], by: Entry['by']): Promise<void> => {
    metrics.taken.inc({ by }, deliveries.length);
    const targets = await cache.targets(deliveries);
    const back: Returned[] = [];
    for (const delivery of deliveries) {
      const target = targets.get(delivery.endpointId);
      const held = inHand.get(delivery.id);
      if (held) {
        held.lease = delivery.lease;
        held.lapsesAt = lapsesAt();
      } else if (isStopping) back.push(...giveBack([delivery], clock.now));
      else if (!target) {
        metrics.parked.inc({ reason: 'unusable' });
        back.push(...giveBack([delivery], () => later(parkedMs)));
      } else if (health.isCollapsed(delivery.endpointId) && heldOf(delivery.endpointId) > 0) {
        metrics.parked.inc({ reason: 'collapsed' });
        back.push(...giveBack([delivery], () => later(aside.leastMs, aside.spreadMs)));
      } else {
        const entry = { delivery, target, by, heldSince: clock.realNow().getTime(), lapsesAt: lapsesAt(), lease: delivery.lease };
        inHand.set(delivery.id, entry);
        buffer.add(entry);
      }
    }
    await queue.release(back);
  };

  /** Half of the slots are kept for first attempts to endpoints that answer quickly. */
  const mayStart = ({ delivery }: Entry): boolean => {
    if (!health.canStart(delivery.endpointId)) return false;
    return inFlight < slots / 2 || (delivery.cycleAttempt === 0 && health.isQuick(delivery.endpointId));
  };

  const nextEntry = (): Entry | null => (isStopping || inFlight >= slots ? null : buffer.next(agent.hasRoom, mayStart));

  const pump = (): void => {
    for (let entry = nextEntry(); entry; entry = nextEntry()) start(entry);
  };

  const currentTarget = (entry: Entry): Promise<Target | 'inactive' | 'gone' | null> =>
    check.current(entry.target, entry.delivery.triggerId).catch((error: unknown) => {
      log.error({ err: error, ...deliveryIds(entry.delivery) }, 'an endpoint could not be looked up: its delivery is left to its lease');
      return null;
    });

  const start = (entry: Entry): void => {
    health.started(entry.delivery.endpointId);
    inFlight += 1;
    if (justHanded.has(entry.delivery)) send(entry, entry.target);
    else track(checkAndSend(entry));
  };

  const checkAndSend = async (entry: Entry): Promise<void> => {
    const target = await currentTarget(entry);
    if (isOver) return; // Cut off by `stop` before anything was sent: left to its lease.
    if (target === null || target === 'inactive' || target === 'gone') return withdraw(entry, target === 'inactive');
    send(entry, target);
  };

  const send = (entry: Entry, target: Target): void => {
    const { id, body } = entry.delivery;
    const startedAt = clock.now();
    const timestampSeconds = Math.floor(clock.realNow().getTime() / 1_000);
    beginAttempt(agent, timeout, target, { deliveryId: id, body: Buffer.from(body), timestampSeconds }, (outcome) => {
      ended();
      // Cut off by `stop`: what came of it is not the receiver's doing.
      if (!isOver) finish(entry, startedAt, outcome);
      pump();
    });
  };

  const ended = (): void => {
    inFlight -= 1;
    if (inFlight === 0) for (const rest of resting.splice(0)) rest();
  };

  /** Not attempted after all: its endpoint was switched off or deleted while it waited. */
  const withdraw = async (entry: Entry, isParked: boolean): Promise<void> => {
    const { endpointId } = entry.delivery;
    health.withdrawn(endpointId);
    ended();
    const back = entriesBack([entry], () => later(parkedMs));
    lookForMoreOf(endpointId);
    if (isParked) await park(back);
    pump();
  };

  const finish = (entry: Entry, startedAt: Date, outcome: Outcome): void => {
    const { endpointId, id } = entry.delivery;
    inHand.delete(id);
    finished += 1;
    const settlement = settlementOf(entry, outcome, {
      startedAt,
      endedAt: clock.now(),
      chance: random(),
      standing: health.standing(endpointId),
      address: agent.addressOf(entry.target.origin),
      metrics,
      tracing: context.tracing,
      log: attemptLog,
    });
    outcomes.add(settlement);
    if (health.finished(endpointId, isSuccess(outcome), outcome.durationMs)) track(stepAside(endpointId));
    else lookForMoreOf(endpointId);
  };

  const stepAside = async (endpointId: string): Promise<void> => {
    const entries = buffer.take(({ delivery }) => delivery.endpointId === endpointId);
    await queue.release(entriesBack(entries, () => later(aside.leastMs, aside.spreadMs)));
    const parked = await queue.parkEndpoint(endpointId, clock.now(), later(aside.leastMs), aside.spreadMs);
    metrics.parked.inc({ reason: 'collapsed' }, entries.length + parked);
  };

  /** What has waited too long for its turn would outlive its lease. */
  const releaseOld = async (): Promise<void> => {
    const oldest = clock.realNow().getTime() - deliveryBufferMs;
    const old = buffer.take(({ heldSince }) => heldSince < oldest);
    metrics.parked.inc({ reason: 'waited' }, old.length);
    await queue.release(entriesBack(old, clock.now));
  };

  const idle = async (): Promise<void> => {
    while (busy.size > 0 || inFlight > 0) await Promise.all([...busy, noneInFlight()]);
    await outcomes.flush();
  };

  const noneInFlight = (): Promise<void> =>
    inFlight === 0
      ? Promise.resolve()
      : new Promise((fulfil) => {
          resting.push(fulfil);
        });

  /** Now and then and not with each attempt: nobody scrapes so often. */
  const showGauges = (): void => {
    metrics.inflight.set(inFlight);
    metrics.endpointLimited.set(health.limited);
    metrics.endpointCollapsed.set(health.collapsed);
    metrics.connections.set(agent.open);
  };

  const look = async (): Promise<'more' | 'some' | 'none'> => {
    await releaseOld();
    showGauges();
    if (clock.realNow().getTime() - measuredAt >= measureEveryMs) {
      measuredAt = clock.realNow().getTime();
      track(measureQueue(context));
    }
    if (!buffer.hasRoom(claimBatch)) return 'some';
    const found = await claim();
    pump();
    return found === 0 ? 'none' : found < claimBatch ? 'some' : 'more';
  };

  let polling: Polling | null = null;

  const dispatcher: Dispatcher = {
    worker,
    leaseMs: deliveryLeaseMs,
    hasRoom: (rows) => !isStopping && buffer.hasRoom(rows),
    run() {
      polling ??= poll(look, random, log);
    },
    look: () => polling?.wake(),
    accept(handed) {
      for (const delivery of handed) justHanded.add(delivery);
      track(
        take(handed, 'publishing')
          .then(() => (polling ? pump() : undefined))
          .finally(() => {
            for (const delivery of handed) justHanded.delete(delivery);
          }),
      );
    },
    async deliverOnce() {
      await Promise.all(busy);
      await releaseOld();
      await claim();
      pump();
      await idle();
      showGauges();
      const made = finished;
      finished = 0;
      return made;
    },
    async stop(graceMs) {
      isStopping = true;
      detach();
      const finishing = Promise.all([
        polling?.stop(),
        queue.release(
          entriesBack(
            buffer.take(() => true),
            clock.now,
          ),
        ),
      ]).then(idle);
      const grace = new AbortController();
      await Promise.race([
        finishing.catch((error: unknown) => log.error({ err: error }, 'the dispatcher did not stop cleanly')),
        pause(graceMs, null, { signal: grace.signal }).catch(() => {}),
      ]);
      grace.abort();
      isOver = true;
      outcomes.abandon();
      await agent.destroy();
    },
  };
  const detach = context.wake.attach(dispatcher);
  return dispatcher;
}
