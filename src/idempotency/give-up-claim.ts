import type { Context } from '../context.ts';
import type { Work } from '../db/try-later.ts';
import { giveBackGraceMs } from '../process/limits.ts';
import { byDeadline, lastingContext } from '../request-context.ts';

/**
 * Gives up what a request holds (the claim of its key, or a call that nobody dials) before its caller is told of the
 * failure. If the failure is that the database is away, this is tried again after the answer. A caller that repeats its
 * request is then kept out only while the database is away, and not until the lease has run out.
 */
export async function giveUpClaim(
  context: Pick<Context, 'db' | 'log' | 'request' | 'tryLater'>,
  { requestId, callId }: { readonly requestId: string | null; readonly callId?: string },
  giveUp: Work,
): Promise<void> {
  const { db, log } = lastingContext(context);
  const orLater = giveUp(db.knex).catch((error: unknown) => {
    log.error({ err: error, requestId, callId }, 'what a request held was not given up; it is tried again');
    context.tryLater(giveUp);
  });
  await byDeadline(context, orLater, giveBackGraceMs);
}
