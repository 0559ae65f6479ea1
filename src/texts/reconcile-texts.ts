import type { Context } from '../context.ts';
import { longestTextSilenceMs, placementTimeoutMs, silentTextMs, textGivenUpMs } from '../process/limits.ts';
import { textIds } from '../process/log.ts';
import { after } from '../process/time.ts';
import { tellText } from './text-progress.ts';
import type { TextEvent } from './text-provider.ts';
import { claimSilentTexts, listUnheardOfLike, recordUnheardOf, type TextRow } from './texts.ts';
import { findUnclaimed } from './unclaimed-text.ts';

/**
 * Asks the provider for texts that no callback reports on: callbacks get lost, and a send may have had no answer. It takes one
 * small batch of due texts. Each text is asked for after growing gaps, and left as it is after three days. Returns how many texts
 * it took.
 */
export async function reconcileTextsOnce(context: Context): Promise<number> {
  const silent = await claimSilentTexts(context.db.knex, context.clock.now(), gaps, batch);
  await Promise.all(silent.map((text) => askAfter(context, text)));
  return silent.length;
}

const batch = 20;
const gaps = { firstMs: silentTextMs, longestMs: longestTextSilenceMs, givenUpMs: textGivenUpMs };

/** Handles one text by itself: an error is logged, and the text is due again by its claim. */
async function askAfter(context: Context, text: TextRow): Promise<void> {
  try {
    const event =
      text.provider_message_id === null ? await findInList(context, text) : await readOne(context, text, text.provider_message_id);
    if (event) await tellText(context, text, event);
    // Its sender may have died before the answer came. Until the text is found, its status is `unknown`.
    else if (text.provider_message_id === null && text.status === 'queued')
      await recordUnheardOf(context.db.knex, text, { status: 'unknown' });
  } catch (error) {
    context.log.error({ err: error, ...textIds(text) }, 'a text could not be asked after; it is tried again');
  }
}

async function readOne(context: Context, text: TextRow, providerMessageId: string): Promise<TextEvent | null> {
  const answer = await context.texts.snapshot(providerMessageId, text.trace);
  if (answer.kind === 'event') return answer.event;
  const raw = answer.kind === 'unreachable' ? answer.raw : undefined;
  context.log.warn({ ...textIds(text), providerMessageId, answer: answer.kind, raw }, 'the provider could not say how a text stands');
  return null;
}

/** A send without an answer may have been taken, while it was asked for. What the provider took later is another text. */
async function findInList(context: Context, text: TextRow): Promise<TextEvent | null> {
  const from = text.asked_at ?? text.created_at;
  const found = await findUnclaimed(context, text, { from, until: after(from, placementTimeoutMs) });
  if (found.kind === 'found') {
    const others = await listUnheardOfLike(context.db.knex, text);
    return found.events.find(({ takenAt }) => takenAt === null || !others.some((other) => isNearer(takenAt, other, text))) ?? null;
  }
  context.log.warn({ ...textIds(text), raw: found.raw }, 'the provider could not be asked for a text');
  return null;
}

/** Of texts alike, the one that was asked for nearest to what the provider took is likeliest to be it. They may be of two tenants. */
const isNearer = (takenAt: Date, one: TextRow, other: TextRow): boolean => distance(takenAt, one) < distance(takenAt, other);

const distance = (takenAt: Date, { asked_at, created_at }: TextRow): number =>
  Math.abs(takenAt.getTime() - (asked_at ?? created_at).getTime());
