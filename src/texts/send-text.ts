import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { sqlState, tenantMoves } from '../db/sql-state.ts';
import { Unserved } from '../db/unserved.ts';
import { conflict, optedOut, textNotSent, textsNotSetUp } from '../errors.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { erasedPhoneNumber, giveBackGraceMs, placementTimeoutMs, silentTextMs, unansweredTextMs } from '../process/limits.ts';
import { textIds } from '../process/log.ts';
import { after } from '../process/time.ts';
import { byDeadline, lastingContext } from '../request-context.ts';
import type { RequestAbout } from '../tracing/request-about.ts';
import { isOptedOut, optOutBy } from './opt-out.ts';
import { tellText } from './text-progress.ts';
import type { SendResult } from './text-provider.ts';
import { findText, findTextByDedupeKey, type InsertedText, insertText, recordUnheardOf, type TextRow, takeBackUnsent } from './texts.ts';
import { findUnclaimed } from './unclaimed-text.ts';

export interface TextOrder {
  readonly to: string;
  readonly body: string;
  readonly campaign: { readonly id: string; readonly name: string } | null;
  readonly dedupeKey: string | null;
  /** The request that asks for the text. */
  readonly about: RequestAbout;
  /** Chooses who is named in a text that is to be sent. A repeat names nobody: the contact and the number may be gone by then. */
  choose(): Promise<Parties>;
}

export interface Parties {
  readonly from: string;
  readonly contactId: string | null;
}

/**
 * Sends a text at most once (D-50). The row is committed before the provider is asked, and the send is never repeated: a text whose
 * send got no answer is `unknown` until a report on it comes or the provider's list shows it.
 */
export async function sendText(context: Context, tenantId: string, order: TextOrder): Promise<TextRow> {
  if (!context.texts.isReady) throw textsNotSetUp();
  const earlier = await findEarlier(context, tenantId, order);
  if (earlier && isBeingSent(context, earlier)) {
    await pause(lookAgainMs);
    return sendText(context, tenantId, order);
  }
  if (earlier) {
    order.about.textId = earlier.id;
    // It is marked first, because its sender may still take it back.
    if (isUnheardOf(earlier)) return (await markTold(context, earlier)) ?? sendText(context, tenantId, order);
    return earlier;
  }
  const parties = await order.choose();
  if (await isOptedOut(context.db.knex, tenantId, order.to)) throw optedOut();
  const row = newText(context, tenantId, order, parties);
  const inserted = await insertText(context.db.knex, row).catch((error: unknown) => {
    // The text may have been committed all the same, by a connection that broke before it could confirm. Nobody sends it.
    if (!(error instanceof Unserved)) context.tryLater((knex) => takeBackUnsent(knex, row, context.clock.now()));
    throw error;
  });
  // Another request has sent it at the same moment.
  if (!inserted) return sendText(context, tenantId, order);
  order.about.textId = inserted.text.id;
  return (await byDeadline(context, handOver(lastingContext(context), inserted))) ?? tellLate(context, inserted.text);
}

/**
 * True while another request may be asking the provider for the text: it takes the text back if the provider cannot be used, and the
 * repeat would be told of a text that is gone. What is older may belong to a process that died, so its repeat waits no longer.
 */
const isBeingSent = ({ clock }: Context, text: TextRow): boolean =>
  isUnheardOf(text) && text.asked_at !== null && after(text.asked_at, placementTimeoutMs + giveBackGraceMs) > clock.realNow();

const isUnheardOf = ({ status, provider_message_id }: TextRow): boolean => status === 'queued' && provider_message_id === null;

/** Tells of a text at the deadline of its request, while its handing over goes on. */
async function tellLate(context: Context, text: TextRow): Promise<TextRow> {
  const lasting = lastingContext(context);
  const marked = markTold(lasting, text).catch((error: unknown) => {
    // A tenant that is handed over takes its row along.
    if (sqlState(error) === tenantMoves) return undefined;
    throw error;
  });
  const told = await byDeadline(
    context,
    marked.then((row) => row ?? findText(lasting.db.knex, text.tenant_id, text.id)),
    giveBackGraceMs,
  );
  if (told === undefined) throw textNotSent();
  if (told === null) throw new Error('the database could not say what became of a text whose request had to be answered');
  return told;
}

/** Undefined: its sender or the provider has said what came of it, or it is gone. */
const markTold = ({ db }: Pick<Context, 'db'>, text: TextRow): Promise<TextRow | undefined> =>
  recordUnheardOf(db.knex, text, { status: 'unknown' });

const lookAgainMs = 50;

async function handOver(context: Context, { text, timeline }: InsertedText): Promise<TextRow> {
  const lost = text.dedupe_key === null ? null : await findLost(context, text, timeline).catch(notSent);
  const result = lost ?? (await send(context, text));
  const settled = (): Promise<void> => settle(context, text, result);
  const isHere = await settled().then(
    () => true,
    (error: unknown) => {
      // The tenant was handed over while the provider was asked, and its new cell finds out what became of the text.
      if (sqlState(error) === tenantMoves) return false;
      // What the provider has said is known to this process alone.
      context.tryLater(settled);
      throw error;
    },
  );
  const settledText = await findText(context.db.knex, text.tenant_id, text.id);
  if (!settledText && isHere && result.kind === 'unavailable') throw textNotSent();
  return settledText ?? text;
}

async function send({ texts, metrics }: Context, text: TextRow): Promise<SendResult> {
  const result = await texts.send({ messageId: text.id, to: text.phone, from: text.our_phone, body: text.body, trace: text.trace });
  metrics.textsSent.inc({ result: result.kind });
  return result;
}

/**
 * After a restore: finds the text that was sent under a key whose row is lost (D-249), as if it had been sent now. The provider knows no
 * key, so it is found by numbers and body. Null: there is none, or nothing was restored.
 */
async function findLost(context: Context, text: TextRow, timeline: string): Promise<SendResult | null> {
  for (const { lostFrom, lostUntil } of await context.lostCalls.restores(timeline)) {
    const found = await findUnclaimed(context, text, { from: lostFrom, until: lostUntil });
    if (found.kind === 'unreachable') return { kind: 'unavailable', raw: found.raw };
    const [oldest] = found.events;
    if (oldest) return { kind: 'accepted', providerMessageId: oldest.providerMessageId };
  }
  return null;
}

/** Whatever fails before the provider is asked to send, nothing was sent. */
const notSent = (error: unknown): SendResult => ({ kind: 'unavailable', raw: String(error) });

/** Finds the text that was already sent under this key. What an erased one said, and to whom, is not known any more. */
async function findEarlier(context: Context, tenantId: string, { dedupeKey, to, body }: TextOrder): Promise<TextRow | undefined> {
  if (dedupeKey === null) return undefined;
  const earlier = await findTextByDedupeKey(context.db.knex, tenantId, dedupeKey);
  if (earlier && earlier.phone !== erasedPhoneNumber && (earlier.phone !== to || earlier.body !== body))
    throw conflict('This dedupeKey was used earlier for another text.');
  return earlier;
}

function newText(context: Context, tenantId: string, order: TextOrder, { from, contactId }: Parties) {
  const at = context.clock.now();
  return {
    id: newIdentifier('msg', at),
    tenant_id: tenantId,
    direction: 'outbound',
    status: 'queued',
    contact_id: contactId,
    phone: order.to,
    our_phone: from,
    body: order.body,
    campaign_id: order.campaign?.id ?? null,
    campaign_name: order.campaign?.name ?? null,
    dedupe_key: order.dedupeKey,
    asked_at: context.clock.realNow(),
    created_at: at,
    request_id: order.about.requestId,
    trace: order.about.span?.context ?? null,
    // If this process dies before the answer comes, the text is looked for from this time on.
    check_at: after(at, unansweredTextMs),
  } as const;
}

async function settle(context: Context, text: TextRow, result: SendResult): Promise<void> {
  const { knex } = context.db;
  const now = context.clock.now();
  switch (result.kind) {
    case 'accepted':
      await tellText(
        context,
        { ...text, check_at: after(now, silentTextMs) },
        { kind: 'queued', providerMessageId: result.providerMessageId, messageId: text.id },
      );
      return;
    case 'refused': {
      const { errorCode, reason } = result;
      await knex.transaction(async (trx) => {
        await recordUnheardOf(trx, text, { status: 'refused', error_code: errorCode, reason, finished_at: now, check_at: null });
        if (result.optedOut) await optOutBy(trx, text);
      });
      return;
    }
    case 'unknown':
      context.log.warn({ ...textIds(text), raw: result.raw }, 'the provider did not say whether it took a text');
      await recordUnheardOf(knex, text, { status: 'unknown' });
      return;
    case 'unavailable':
      context.log.error({ ...textIds(text), raw: result.raw }, 'a text could not be sent');
      await takeBackUnsent(knex, text, now);
  }
}
