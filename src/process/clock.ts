/**
 * The one source of time. Everything that decides by time asks it; no `now()` in SQL, no `TIME` in Lua, no `Date.now()`
 * elsewhere. The service's clock (`db/database-clock.ts`) follows PostgreSQL's, so that processes agree; a test's is a
 * hand to turn (`test/support/clock.ts`).
 */
export interface Clock {
  /** The service's time: real time plus the sandbox offset. Schedules, buckets, retention, deadlines. */
  now(): Date;
  /** Real time, whatever the sandbox offset: `X-Webhook-Timestamp`, leases, other people's signatures. */
  realNow(): Date;
  /** Takes up a change of the sandbox offset now, instead of within half a second. */
  refresh(): Promise<void>;
}
