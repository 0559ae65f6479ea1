import type { Context } from '../context.ts';
import { before, minuteMs } from '../process/time.ts';
import { claimLook, overlapMs, saveLook } from './looks-for-texts.ts';
import { findTenantReceiving, ownNumbers } from './own-numbers.ts';
import { receiveText } from './receive-text.ts';
import type { ListedText } from './text-provider.ts';
import { takenMessageIds } from './texts.ts';

/**
 * Receives the contacts' texts whose callbacks were lost (D-269): once a minute one process looks through the provider's list of what came
 * since the last whole look, a page a turn. `looks_for_texts` says up to where, so a process that dies leaves the page to the next one.
 * Returns 1 where the look goes on with another page.
 */
export async function recoverTextsOnce(context: Context): Promise<number> {
  const { db, clock, log, texts } = context;
  if (!texts.isReady) return 0;
  const now = clock.realNow();
  const look = await claimLook(db.knex, texts.name, now);
  const noLaterThan = before(now, callbackGraceMs);
  // The first look at a provider found nothing, and what came since is not old enough yet.
  if (look === undefined || look.looked_until > noLaterThan) return 0;
  const answer = await texts.listReceived(before(look.looked_until, overlapMs), look.next_page);
  if (answer.kind !== 'page') {
    log.warn({ provider: texts.name, answer: answer.kind, raw: answer.raw }, 'the provider could not be asked for incoming texts');
    // A page that it no longer knows would be asked for in vain for ever.
    if (answer.kind === 'refused') await saveLook(db.knex, look, { looking_until: null, next_page: null });
    return 0;
  }
  const came = answer.texts.filter(({ cameAt }) => cameAt <= noLaterThan);
  const isWhole = await receiveLost(context, came);
  // Where a text could not be received, the next look begins where this one did.
  const until = isWhole ? (look.looking_until ?? noLaterThan) : look.looked_until;
  const { next } = answer;
  if (next !== null && next === look.next_page) {
    log.error(
      { provider: texts.name },
      'the provider names a page as the next one of itself; its incoming texts are looked through once more',
    );
    await saveLook(db.knex, look, { looking_until: null, next_page: null });
    return 0;
  }
  if (next === null) await saveLook(db.knex, look, { looked_until: until, looking_until: null, next_page: null });
  else await saveLook(db.knex, look, { looking_until: until, next_page: next, due_at: now });
  return next === null ? 0 : 1;
}

/** A callback has this long to come by itself. */
const callbackGraceMs = minuteMs;

/** Receives those of a page that are not known, oldest first. Returns false where that failed for any of them. */
async function receiveLost(context: Context, page: readonly ListedText[]): Promise<boolean> {
  const { knex } = context.db;
  const [known, own] = await Promise.all([
    takenMessageIds(
      knex,
      page.map(({ providerMessageId }) => providerMessageId),
    ),
    ownNumbers(knex, [...new Set(page.map(({ to }) => to))]),
  ]);
  let isWhole = true;
  for (const text of page.toReversed()) {
    if (known.has(text.providerMessageId) || !own.has(text.to)) continue;
    const { to, providerMessageId } = text;
    try {
      const receiving = await findTenantReceiving(context, text);
      // The cell that a tenant moves to looks for it too, and from before the move.
      if (receiving === undefined || receiving.is_frozen) continue;
      await receiveText(context, text);
      context.log.warn(
        { tenantId: receiving.tenant_id, to, providerMessageId },
        'a text whose callback did not come was found at the provider',
      );
    } catch (error) {
      isWhole = false;
      context.log.error(
        { err: error, to, providerMessageId },
        'a text that was found at the provider could not be received; it is tried again',
      );
    }
  }
  return isWhole;
}
