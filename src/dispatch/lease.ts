import type { Clock } from '../process/clock.ts';
import { deliveryLeaseMs } from '../process/limits.ts';
import { after } from '../process/time.ts';

/** A worker's time-limited right to the deliveries that it claims, is handed or replays. */
export interface Lease {
  readonly worker: string;
  /** The real time when it ends, so that a step of the sandbox's clock ends no lease (`D-68`). */
  readonly until: Date;
  /**
   * The service time when the delivery is due again if no outcome is recorded. It keeps leased rows out of the part of the queue
   * that a claim reads.
   */
  readonly dueAgainAt: Date;
}

export const leaseFrom = (clock: Pick<Clock, 'now' | 'realNow'>, worker: string): Lease => ({
  worker,
  until: after(clock.realNow(), deliveryLeaseMs),
  dueAgainAt: after(clock.now(), deliveryLeaseMs),
});
