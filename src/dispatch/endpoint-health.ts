/**
 * Limits the attempts at once to an endpoint by how it has answered. The cap grows by one with each success and halves with
 * each failure. Five failures in a row collapse it to one probe at a time, and the rest of its queue is put off. This decides
 * when a delivery is attempted, never whether: the schedule of six attempts does not depend on it. It is kept in this
 * process's memory, and another process forms its own opinion.
 */
export class EndpointHealth {
  readonly #known = new Map<string, Opinion>();
  /** These two are counted as endpoints change, since there may be thousands of endpoints. */
  #limited = 0;
  #collapsed = 0;

  canStart(endpointId: string): boolean {
    const opinion = this.#known.get(endpointId);
    return !opinion || opinion.inFlight < opinion.cap;
  }

  /** True if the endpoint answers fast or is new, so that its first attempts may use the attempt slots that are kept for these. */
  isQuick(endpointId: string): boolean {
    return (this.#known.get(endpointId)?.averageMs ?? 0) < slowMs;
  }

  isCollapsed(endpointId: string): boolean {
    return (this.#known.get(endpointId)?.failuresInARow ?? 0) >= collapseAfter;
  }

  inFlight(endpointId: string): number {
    return this.#known.get(endpointId)?.inFlight ?? 0;
  }

  cap(endpointId: string): number {
    return this.#known.get(endpointId)?.cap ?? startingCap;
  }

  started(endpointId: string): void {
    const opinion = this.#known.get(endpointId);
    if (opinion) opinion.inFlight += 1;
    else this.#known.set(endpointId, { inFlight: 1, cap: startingCap, failuresInARow: 0, averageMs: 0 });
  }

  /** Takes back `started` for a delivery that was not attempted after all, which says nothing about the endpoint. */
  withdrawn(endpointId: string): void {
    const opinion = this.#known.get(endpointId);
    if (opinion) opinion.inFlight -= 1;
  }

  /** Returns the limits on the endpoint's attempts, for the log. */
  standing(endpointId: string): Standing {
    const opinion = this.#known.get(endpointId);
    if (!opinion) return { cap: startingCap, inFlight: 0, isProbe: false };
    return { cap: opinion.cap, inFlight: opinion.inFlight, isProbe: opinion.failuresInARow >= collapseAfter };
  }

  /** Takes in an attempt's result. Returns true if it is the failure that collapses the endpoint. */
  finished(endpointId: string, succeeded: boolean, durationMs: number): boolean {
    const opinion = this.#known.get(endpointId);
    if (!opinion) return false;
    const wasLimited = opinion.cap < startingCap;
    const wasCollapsed = opinion.failuresInARow >= collapseAfter;
    opinion.inFlight -= 1;
    opinion.averageMs = opinion.averageMs * 0.8 + durationMs * 0.2;
    opinion.failuresInARow = succeeded ? 0 : opinion.failuresInARow + 1;
    opinion.cap = succeeded ? Math.min(opinion.cap + 1, maxCap) : Math.max(Math.floor(opinion.cap / 2), 1);
    this.#limited += Number(opinion.cap < startingCap) - Number(wasLimited);
    this.#collapsed += Number(opinion.failuresInARow >= collapseAfter) - Number(wasCollapsed);
    this.#forgetTheHealthy();
    return opinion.failuresInARow === collapseAfter;
  }

  /** The number of endpoints whose cap is below the starting cap. */
  get limited(): number {
    return this.#limited;
  }

  /** The number of endpoints that are limited to one probe at a time. */
  get collapsed(): number {
    return this.#collapsed;
  }

  /** Forgets healthy endpoints when too many are known, because they are treated like unknown ones. */
  #forgetTheHealthy(): void {
    if (this.#known.size <= maxKnown) return;
    for (const [id, { inFlight, cap, failuresInARow }] of this.#known)
      if (inFlight === 0 && failuresInARow === 0 && cap >= startingCap) this.#known.delete(id);
  }
}

export interface Standing {
  readonly cap: number;
  readonly inFlight: number;
  /** True if the attempt is the one at a time that a collapsed endpoint has. */
  readonly isProbe: boolean;
}

interface Opinion {
  inFlight: number;
  cap: number;
  failuresInARow: number;
  averageMs: number;
}

const startingCap = 4;
const maxCap = 16;
const collapseAfter = 5;
const slowMs = 1_000;
const maxKnown = 10_000;
