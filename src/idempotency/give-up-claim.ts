import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { dialLeaseMs, giveBackGraceMs } from '../limits.ts';
import { byDeadline, lastingContext } from '../request-context.ts';
import type { RequestAbout } from '../tracing/request-about.ts';

/**
 * Gives a claim up before its caller is told of the failure. If the failure is that the database is away, this is tried
 * again after the answer. A caller that repeats its request is then kept out only while the database is away, and not
 * until the lease has run out.
 */
export async function giveUpClaim(
  context: Pick<Context, 'db' | 'log' | 'request'>,
  { requestId, callId }: RequestAbout,
  giveUp: GiveUp,
): Promise<void> {
  const { db, log } = lastingContext(context);
  try {
    await byDeadline(context, giveUp(db.knex), giveBackGraceMs);
  } catch (error) {
    log.error({ err: error, requestId, callId }, 'an idempotency key was not given up; it is tried again');
    giveUpLater(db, giveUp);
  }
}

/** The function gets a connection without a deadline, since the request's deadline may have passed. */
type GiveUp = (knex: Knex) => Promise<void>;

interface Kept {
  readonly giveUp: GiveUp;
  /** Is the latest end of the lease, in terms of `performance.now()`. */
  readonly until: number;
}

/** Holds one list for each service in the process, as long as the service exists. */
const lists = new WeakMap<Context['db'], Set<Kept>>();
const mostKept = 1_000;
const everyMs = 250;

function giveUpLater(db: Context['db'], giveUp: GiveUp): void {
  const kept = lists.get(db) ?? new Set();
  // Further claims end with their leases.
  if (kept.size >= mostKept) return;
  kept.add({ giveUp, until: performance.now() + dialLeaseMs });
  if (lists.has(db)) return;
  lists.set(db, kept);
  void giveAllUp(db, kept);
}

/**
 * Gives up one claim at a time, and stops this turn at a failure, so that a returning database does not get all of them
 * at once.
 */
async function giveAllUp(db: Context['db'], kept: Set<Kept>): Promise<void> {
  while (kept.size > 0) {
    await new Promise((resolve) => setTimeout(resolve, everyMs).unref());
    for (const one of [...kept]) {
      kept.delete(one);
      const isGivenUp = await one.giveUp(db.knex).then(
        () => true,
        () => false,
      );
      if (isGivenUp) continue;
      if (performance.now() < one.until) kept.add(one);
      break;
    }
  }
  lists.delete(db);
}
