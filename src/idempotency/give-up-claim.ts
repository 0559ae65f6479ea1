import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { dialLeaseMs, giveBackGraceMs } from '../limits.ts';
import { byDeadline, lastingContext } from '../request-context.ts';
import type { RequestAbout } from '../tracing/request-about.ts';

/**
 * Gives a claim up before its caller is told what went wrong. What went wrong may be that the database is away: then it is
 * tried again behind the answer, so that a caller who repeats his request is kept out for as long as the database is away,
 * and not until the lease has run out.
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

/** Asked of a connection that knows no deadline: what went wrong may be that the request's has passed. */
type GiveUp = (knex: Knex) => Promise<void>;

interface Kept {
  readonly giveUp: GiveUp;
  /** By `performance.now()`: until then the lease could last. */
  readonly until: number;
}

/** One list for each service in the process, and gone with it. */
const lists = new WeakMap<Context['db'], Set<Kept>>();
const mostKept = 1_000;
const everyMs = 250;

function giveUpLater(db: Context['db'], giveUp: GiveUp): void {
  const kept = lists.get(db) ?? new Set();
  // More than these lapse by themselves.
  if (kept.size >= mostKept) return;
  kept.add({ giveUp, until: performance.now() + dialLeaseMs });
  if (lists.has(db)) return;
  lists.set(db, kept);
  void giveAllUp(db, kept);
}

/** One at a time, and none more in this turn once one has failed: a database that comes back is not met by a crowd. */
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
