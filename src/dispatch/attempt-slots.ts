import type { Context } from '../context.ts';
import { deliveryIds } from '../process/log.ts';
import { beginAttempt, isSuccess, type Outcome } from './attempt.ts';
import type { Entry } from './buffer.ts';
import type { Deadlines } from './deadlines.ts';
import { deliveryAgent } from './delivery-agent.ts';
import type { EndpointCache, Target } from './endpoint-cache.ts';
import { endpointCheck } from './endpoint-check.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import type { HeldDeliveries } from './held-deliveries.ts';
import { countRecorded, outcomeRecordOf } from './outcome-record.ts';
import { outcomeRecorder } from './outcome-recorder.ts';
import { recordOutcomes } from './record-outcomes.ts';

/**
 * Makes the attempts of this process. A delivery in hand starts as soon as an attempt slot, its endpoint's cap and a connection
 * are free, after a last look at its endpoint. Its outcome goes to the outcome recorder.
 */
export interface AttemptSlots {
  readonly taken: number;
  /** The number of connections that are open to receivers. */
  readonly connections: number;
  /** Starts every attempt that may start now. */
  fill(): void;
  /** Resolves when no attempt is under way. */
  untilFree(): Promise<void>;
  /** Resolves when every outcome so far is written. */
  flush(): Promise<void>;
  /** Returns the number of attempts that have had their outcome since the last such question. */
  countFinished(): number;
  /** Cuts off the attempts under way. Their end is not the receiver's doing, so it is not recorded, and their leases lapse. */
  cutOff(): Promise<void>;
}

export interface AttemptSlotsOptions {
  /** The number of attempts that may be under way at once. */
  readonly slots: number;
  readonly deadlines: Deadlines;
  readonly worker: string;
  readonly held: HeldDeliveries;
  readonly cache: EndpointCache;
  readonly health: EndpointHealth;
  /** Remembers work under way, so that a shutdown can wait for it. */
  readonly track: (work: Promise<unknown>) => void;
}

export function attemptSlots(context: Context, options: AttemptSlotsOptions): AttemptSlots {
  const { clock, metrics, log, random } = context;
  const { slots, deadlines, held, health, track } = options;
  const agent = deliveryAgent(context.guard, {
    onRoom: () => fill(),
    onOpened: (tls) => metrics.connectionsOpened.inc({ tls }),
  });
  const check = endpointCheck(context.db.engine, options.cache);
  const outcomes = outcomeRecorder({
    write: (batch) => recordOutcomes(context.db.settling, options.worker, batch),
    onWritten: (recorded) => countRecorded(metrics, recorded),
    onOver: (batch) => held.letGo(batch),
    log,
  });
  let taken = 0;
  let finished = 0;
  let isOver = false;
  /** These callbacks are called when no attempt is under way. */
  const waiting: (() => void)[] = [];

  const fill = (): void => {
    for (let entry = nextEntry(); entry; entry = nextEntry()) start(entry);
  };

  const nextEntry = (): Entry | null => (taken >= slots ? null : held.next(agent.hasRoom, mayStart));

  /** Half of the attempt slots are kept for first attempts to endpoints that answer quickly. */
  const mayStart = ({ delivery }: Entry): boolean => {
    if (!health.canStart(delivery.endpointId)) return false;
    return taken < slots / 2 || (delivery.cycleAttempt === 0 && health.isQuick(delivery.endpointId));
  };

  const start = (entry: Entry): void => {
    health.started(entry.delivery.endpointId);
    taken += 1;
    if (entry.handing?.isNow) send(entry, entry.target);
    else track(checkAndSend(entry));
  };

  const checkAndSend = async (entry: Entry): Promise<void> => {
    const target = await currentTarget(entry);
    if (isOver) return; // Nothing was sent yet.
    if (target === null || target === 'inactive' || target === 'gone') return withdraw(entry, target === 'inactive' ? 'inactive' : 'gone');
    send(entry, target);
  };

  const currentTarget = (entry: Entry): Promise<Target | 'inactive' | 'gone' | null> =>
    check.current(entry.target, entry.delivery.triggerId).catch((error: unknown) => {
      log.error({ err: error, ...deliveryIds(entry.delivery) }, 'an endpoint could not be looked up: its delivery is left to its lease');
      return null;
    });

  const withdraw = async (entry: Entry, why: 'inactive' | 'gone'): Promise<void> => {
    health.withdrawn(entry.delivery.endpointId);
    giveSlotBack();
    await held.withdraw(entry, why);
    fill();
  };

  const send = (entry: Entry, target: Target): void => {
    const { id, body } = entry.delivery;
    const startedAt = clock.now();
    const timestampSeconds = Math.floor(clock.realNow().getTime() / 1_000);
    beginAttempt(agent, deadlines, target, { deliveryId: id, body: Buffer.from(body), timestampSeconds }, (outcome) => {
      giveSlotBack();
      if (!isOver) finish(entry, startedAt, outcome);
      fill();
    });
  };

  const giveSlotBack = (): void => {
    taken -= 1;
    if (taken === 0) for (const goOn of waiting.splice(0)) goOn();
  };

  const finish = (entry: Entry, startedAt: Date, outcome: Outcome): void => {
    const { endpointId } = entry.delivery;
    held.attempted(entry);
    finished += 1;
    const record = outcomeRecordOf(entry, outcome, {
      startedAt,
      endedAt: clock.now(),
      chance: random(),
      standing: health.standing(endpointId),
      address: agent.addressOf(entry.target.origin),
      metrics,
      tracing: context.tracing,
      log,
    });
    outcomes.add(record);
    if (health.finished(endpointId, isSuccess(outcome), outcome.durationMs)) track(held.stepAside(endpointId));
    else held.lookForMoreOf(endpointId);
  };

  return {
    get taken() {
      return taken;
    },
    get connections() {
      return agent.open;
    },
    fill,
    untilFree: () =>
      taken === 0
        ? Promise.resolve()
        : new Promise((fulfil) => {
            waiting.push(fulfil);
          }),
    flush: () => outcomes.flush(),
    countFinished() {
      const count = finished;
      finished = 0;
      return count;
    },
    async cutOff() {
      isOver = true;
      outcomes.abandon();
      await agent.destroy();
    },
  };
}
