import { slowedAfter } from '../webhooks/slowed-endpoints.ts';

/**
 * Decides whether an endpoint may have another attempt now (D-178). Each endpoint has a cap, which grows by one with each success
 * and halves with each failure. While most attempt slots are free, an endpoint that fails or takes its time may have up to
 * `mostAtOnce` attempts beyond its cap; one that answers promptly needs no more. While slots are short, every endpoint is limited to
 * its cap, and half of the slots are kept for first attempts to endpoints that answer quickly.
 *
 * An endpoint is slowed from its fifth failure in a row until its next success, or until nothing was attempted for longer than the
 * longest wait of the schedule: then it was deleted, or nothing is left to be sent to it. This decides when a delivery is attempted, never
 * whether: the schedule of six attempts does not depend on it. It is kept in this process's memory, and another process forms its
 * own opinion.
 */
export class EndpointHealth {
  readonly #slots: number;
  readonly #known = new Map<string, Opinion>();
  readonly #slowed = new Set<string>();
  #taken = 0;
  /** It is counted as endpoints change, since there may be thousands of endpoints. */
  #limited = 0;

  readonly #elapsedMs: () => number;

  /** `slots` is the number of attempts that may be under way at once in this process. */
  constructor(slots: number, elapsedMs = () => performance.now()) {
    this.#slots = slots;
    this.#elapsedMs = elapsedMs;
  }

  /** The number of attempts under way. */
  get taken(): number {
    return this.#taken;
  }

  mayStart(endpointId: string, isFirstAttempt: boolean): boolean {
    if (this.#taken >= this.#slots || this.inFlight(endpointId) >= this.atMost(endpointId)) return false;
    return this.#taken < this.#slots / 2 || (isFirstAttempt && this.#isQuick(endpointId));
  }

  /** Returns the number of attempts that the endpoint may have at once now. */
  atMost(endpointId: string): number {
    const areSlotsShort = this.#taken >= this.#slots / 4;
    return areSlotsShort || this.#isPrompt(endpointId) ? this.cap(endpointId) : mostAtOnce;
  }

  /** Returns the number of attempts that the endpoint may have at once while slots are short. */
  cap(endpointId: string): number {
    return this.#known.get(endpointId)?.cap ?? startingCap;
  }

  inFlight(endpointId: string): number {
    return this.#known.get(endpointId)?.inFlight ?? 0;
  }

  isSlowed(endpointId: string): boolean {
    return this.#slowed.has(endpointId);
  }

  get slowed(): ReadonlySet<string> {
    return this.#slowed;
  }

  /** The number of endpoints whose cap is below the starting cap. */
  get limited(): number {
    return this.#limited;
  }

  started(endpointId: string): void {
    this.#taken += 1;
    const opinion = this.#known.get(endpointId);
    if (opinion) opinion.inFlight += 1;
    else this.#known.set(endpointId, { inFlight: 1, cap: startingCap, failuresInARow: 0, averageMs: 0, finishedAtMs: 0 });
  }

  /** Takes back `started` for an attempt without an outcome, which says nothing about the endpoint. */
  withdrawn(endpointId: string): void {
    this.#taken -= 1;
    const opinion = this.#known.get(endpointId);
    if (opinion) opinion.inFlight -= 1;
  }

  /** Returns the limits on the endpoint's attempts, for the log. */
  standing(endpointId: string): Standing {
    return { cap: this.cap(endpointId), inFlight: this.inFlight(endpointId), isSlowed: this.isSlowed(endpointId) };
  }

  /** Takes in an attempt's result. Returns true if it is the failure from which the endpoint is slowed. */
  finished(endpointId: string, succeeded: boolean, durationMs: number): boolean {
    this.withdrawn(endpointId);
    const opinion = this.#known.get(endpointId);
    if (!opinion) return false;
    const wasLimited = opinion.cap < startingCap;
    opinion.finishedAtMs = this.#elapsedMs();
    opinion.averageMs = opinion.averageMs * 0.8 + durationMs * 0.2;
    opinion.failuresInARow = succeeded ? 0 : opinion.failuresInARow + 1;
    opinion.cap = succeeded ? Math.min(opinion.cap + 1, maxCap) : Math.max(Math.floor(opinion.cap / 2), 1);
    this.#limited += Number(opinion.cap < startingCap) - Number(wasLimited);
    if (succeeded) this.#slowed.delete(endpointId);
    else if (opinion.failuresInARow >= slowedAfter) this.#slowed.add(endpointId);
    return opinion.failuresInARow === slowedAfter;
  }

  /**
   * Forgets the endpoints to which nothing has been attempted for long. When too many are known it also forgets healthy ones, because
   * they are treated like unknown ones. It goes through all endpoints, and so is not for each outcome.
   */
  forget(): void {
    const before = this.#elapsedMs() - silentMs;
    const areTooMany = this.#known.size > maxKnown;
    for (const [id, { inFlight, cap, failuresInARow, finishedAtMs }] of this.#known) {
      const isHealthy = failuresInARow === 0 && cap >= startingCap;
      if (inFlight > 0 || !(finishedAtMs <= before || (areTooMany && isHealthy))) continue;
      this.#known.delete(id);
      this.#slowed.delete(id);
      if (cap < startingCap) this.#limited -= 1;
    }
  }

  #isPrompt(endpointId: string): boolean {
    return !this.isSlowed(endpointId) && (this.#known.get(endpointId)?.averageMs ?? 0) < promptMs;
  }

  /** True if the endpoint answers fast or is new, so that its first attempts may use the attempt slots that are kept for these. */
  #isQuick(endpointId: string): boolean {
    return (this.#known.get(endpointId)?.averageMs ?? 0) < slowMs;
  }
}

export interface Standing {
  readonly cap: number;
  readonly inFlight: number;
  readonly isSlowed: boolean;
}

interface Opinion {
  inFlight: number;
  cap: number;
  failuresInARow: number;
  averageMs: number;
  finishedAtMs: number;
}

/** At 10 s an attempt, 600 deliveries to an endpoint that hangs take some two minutes with this many. */
export const mostAtOnce = 64;
const startingCap = 4;
const maxCap = 16;
const slowMs = 1_000;
/** An endpoint that takes less time gets 80 attempts a second at the highest cap, and five at the lowest. */
const promptMs = 200;
const maxKnown = 10_000;
/** The retry schedule waits seven and a half hours at most. */
const silentMs = 8 * 60 * 60 * 1_000;
