import type { Clock } from '../process/clock.ts';

/** A worker's right to the deliveries that it claims, is handed or replays, until they have an outcome. */
export interface Lease {
  readonly worker: string;
  /** In real time: a step of the sandbox's clock ends no lease. */
  readonly until: Date;
  /**
   * In service time: when the delivery is due again if nothing becomes of it. It keeps leased rows out of the part of the queue
   * that a claim reads, and is all that processes of releases before `lease_until` go by.
   */
  readonly dueAgainAt: Date;
}

export const leaseFrom = (clock: Pick<Clock, 'now' | 'realNow'>, worker: string, leaseMs: number): Lease => ({
  worker,
  until: new Date(clock.realNow().getTime() + leaseMs),
  dueAgainAt: new Date(clock.now().getTime() + leaseMs),
});
