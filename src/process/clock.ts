import { before } from './time.ts';

/**
 * The source of time for everything that decides by time. SQL and Lua get times as arguments. The service's clock
 * (`db/database-clock.ts`) follows PostgreSQL's, so that processes agree. Tests have a manual clock
 * (`test/support/clock.ts`).
 */
export interface Clock {
  /** Returns the service's time: real time plus the sandbox offset. It applies to schedules, buckets, retention and deadlines. */
  now(): Date;
  /**
   * Returns real time without the sandbox offset. It applies to `X-Webhook-Timestamp`, leases and signatures of other
   * systems.
   */
  realNow(): Date;
  /** Reads the sandbox offset now, instead of within half a second. */
  refresh(): Promise<void>;
}

/** Turns a real time that has passed into one of the service. No time is later than now. */
export const inServiceTime = (clock: Pick<Clock, 'now' | 'realNow'>, real: Date): Date =>
  before(clock.now(), Math.max(0, clock.realNow().getTime() - real.getTime()));
