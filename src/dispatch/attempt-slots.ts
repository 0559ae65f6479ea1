import type { Context } from '../context.ts';
import type { Batches } from '../db/batches.ts';
import { deliveryIds } from '../process/log.ts';
import { beginAttempt, isSuccess, type Outcome } from './attempt.ts';
import type { Entry } from './buffer.ts';
import type { Deadlines } from './deadlines.ts';
import { DeliveryAgent } from './delivery-agent.ts';
import type { EndpointCache, Target } from './endpoint-cache.ts';
import { type EndpointCheck, endpointCheck } from './endpoint-check.ts';
import type { EndpointHealth } from './endpoint-health.ts';
import type { EndpointStates } from './endpoint-states.ts';
import type { HeldDeliveries, WhyWithdrawn } from './held-deliveries.ts';
import { isReplayed } from './held-delivery.ts';
import { countRecorded, outcomeRecordOf } from './outcome-record.ts';
import { outcomeRecorder } from './outcome-recorder.ts';
import { type OutcomeRecord, recordOutcomes } from './record-outcomes.ts';

export interface AttemptSlotsOptions {
  readonly deadlines: Deadlines;
  readonly worker: string;
  readonly held: HeldDeliveries;
  readonly cache: EndpointCache;
  readonly health: EndpointHealth;
  readonly states: EndpointStates;
  /** Remembers work under way, so that a shutdown can wait for it. */
  readonly track: (work: Promise<unknown>) => void;
}

/**
 * Makes the attempts of this process. A delivery in hand starts as soon as its endpoint may have another attempt and a connection
 * is free, after a last look at its endpoint. Its outcome goes to the outcome recorder.
 */
export class AttemptSlots {
  readonly #context: Context;
  readonly #options: AttemptSlotsOptions;
  readonly #agent: DeliveryAgent;
  readonly #check: EndpointCheck;
  readonly #outcomes: Batches<OutcomeRecord>;
  /** These callbacks are called when no attempt is under way. */
  readonly #waiting: (() => void)[] = [];
  /** The numbers of attempts that ask for their endpoint, by origin. Each is about to take a connection. */
  readonly #asking = new Map<string, number>();
  readonly #hasRoom = (origin: string): boolean => this.#agent.hasRoom(origin, this.#asking.get(origin));
  readonly #mayStart = ({ delivery }: Entry): boolean => this.#options.health.mayStart(delivery.endpointId, delivery.cycleAttempt === 0);
  #finished = 0;
  #isOver = false;

  constructor(context: Context, options: AttemptSlotsOptions) {
    this.#context = context;
    this.#options = options;
    this.#agent = new DeliveryAgent(context.guard, {
      onRoom: () => this.fill(),
      onOpened: (tls) => context.metrics.connectionsOpened.inc({ tls }),
    });
    this.#check = endpointCheck(context.db.engine, options.cache);
    this.#outcomes = outcomeRecorder({
      write: (batch) => recordOutcomes(context.db.settling, options.worker, batch),
      onWritten: (recorded) => countRecorded(context.metrics, recorded),
      onOver: (batch) => options.held.letGo(batch),
      log: context.log,
    });
  }

  get taken(): number {
    return this.#options.health.taken;
  }

  /** The number of connections that are open to receivers. */
  get connections(): number {
    return this.#agent.open;
  }

  /** Returns the endpoints that have as many attempts as they or their origin may have. */
  busyEndpoints(): readonly string[] {
    return this.#options.held.busyEndpoints(this.#hasRoom);
  }

  /** Starts every attempt that may start now. */
  fill(): void {
    for (let entry = this.#nextEntry(); entry; entry = this.#nextEntry()) this.#start(entry);
  }

  untilFree(): Promise<void> {
    return this.taken === 0 ? Promise.resolve() : new Promise((fulfil) => void this.#waiting.push(fulfil));
  }

  /** Resolves when every outcome so far is written. */
  flush(): Promise<void> {
    return this.#outcomes.flush();
  }

  /** Returns the number of attempts that have had their outcome since the last such question. */
  countFinished(): number {
    const count = this.#finished;
    this.#finished = 0;
    return count;
  }

  /** Cuts off the attempts under way. Their end is not the receiver's doing, so it is not recorded, and their leases lapse. */
  async cutOff(): Promise<void> {
    this.#isOver = true;
    this.#outcomes.abandon();
    await this.#agent.destroy();
  }

  #nextEntry(): Entry | null {
    return this.#options.held.next(this.#hasRoom, this.#mayStart);
  }

  #start(entry: Entry): void {
    this.#options.health.started(entry.delivery.endpointId);
    if (entry.handing?.isNow) this.#send(entry, entry.target);
    else this.#options.track(this.#checkAndSend(entry));
  }

  async #checkAndSend(entry: Entry): Promise<void> {
    const { origin } = entry.target;
    this.#countAsking(origin, 1);
    const target = await this.#currentTarget(entry);
    const areOthersAsking = this.#countAsking(origin, -1) > 0;
    if (this.#isOver) return; // Nothing was sent yet.
    if (typeof target === 'string') return this.#withdraw(entry, target);
    this.#send(entry, target);
    // A connection may have become free for another while these asked.
    if (!areOthersAsking) this.fill();
  }

  #countAsking(origin: string, by: 1 | -1): number {
    const asking = (this.#asking.get(origin) ?? 0) + by;
    if (asking > 0) this.#asking.set(origin, asking);
    else this.#asking.delete(origin);
    return asking;
  }

  #currentTarget({ target, delivery }: Entry): Promise<Target | WhyWithdrawn> {
    return this.#check(target, isReplayed(delivery) ? null : delivery.triggerId).catch((error: unknown) => {
      const ids = deliveryIds(delivery);
      this.#context.log.error({ err: error, ...ids }, 'an endpoint could not be looked up: its delivery goes back into the queue');
      return 'unknown' as const;
    });
  }

  async #withdraw(entry: Entry, why: WhyWithdrawn): Promise<void> {
    this.#options.health.withdrawn(entry.delivery.endpointId);
    this.#tellIfFree();
    await this.#options.held.withdraw(entry, why);
    this.fill();
  }

  #send(entry: Entry, target: Target): void {
    const { clock } = this.#context;
    const { id, body } = entry.delivery;
    const startedAt = clock.now();
    const timestampSeconds = Math.floor(clock.realNow().getTime() / 1_000);
    const request = { deliveryId: id, body, timestampSeconds };
    beginAttempt(this.#agent, this.#options.deadlines, target, request, (outcome) => {
      try {
        if (this.#isOver) this.#options.health.withdrawn(entry.delivery.endpointId);
        else this.#finish(entry, startedAt, outcome);
      } finally {
        this.#tellIfFree();
        this.fill();
      }
    });
  }

  #tellIfFree(): void {
    if (this.taken === 0) for (const goOn of this.#waiting.splice(0)) goOn();
  }

  #finish(entry: Entry, startedAt: Date, outcome: Outcome): void {
    const { held, health, states } = this.#options;
    const { endpointId } = entry.delivery;
    entry.isAttempted = true;
    this.#finished += 1;
    const standing = health.standing(endpointId);
    const isSlowedNow = health.finished(endpointId, isSuccess(outcome), outcome.durationMs);
    const address = this.#agent.addressOf(entry.target.origin);
    const record = outcomeRecordOf(this.#context, entry, outcome, { startedAt, standing, address });
    this.#outcomes.add(record);
    if (isSlowedNow) this.#options.track(held.shed(endpointId));
    else held.lookForMoreOf(endpointId);
    states.note(entry.delivery, record);
  }
}
