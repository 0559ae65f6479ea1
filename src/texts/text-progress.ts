import type { Context } from '../context.ts';
import { type Session, sessionOf } from '../db/transaction.ts';
import type { OutgoingEvent } from '../events/event.ts';
import { publishWith } from '../events/publish.ts';
import { eventTime, smsDelivered, smsFailed } from '../events/sms.ts';
import { type Clock, inServiceTime } from '../process/clock.ts';
import { textIds } from '../process/log.ts';
import type { TraceContext } from '../process/trace-context.ts';
import type { RequestAbout } from '../tracing/request-about.ts';
import { joinTrace } from '../tracing/request-span.ts';
import { optOutBy } from './opt-out.ts';
import type { TextEvent, TextReport } from './text-provider.ts';
import { advanceText, owedEvent } from './text-state.ts';
import { findTexts, findTextsSpokenOf, saveTexts, type TextRow } from './texts.ts';

/**
 * Applies the provider's events to a text. Callbacks and polls come here alike. The text and the event that it owes are one
 * transaction, with a mark in the row, so each text has its one event however often it is reported.
 *
 * Resolves once it is committed. Reports that come at the same time share a transaction, because they come in floods.
 */
export function applyTextEvent(context: Context, event: TextEvent, about?: RequestAbout): Promise<void> {
  return context.together.reportText({ event, about });
}

export async function applyTextEvents(context: Context, reports: readonly TextReport[]): Promise<readonly undefined[]> {
  const texts = await findTextsSpokenOf(
    context.db.engine,
    reports.map(({ event }) => event),
  );
  await tell(
    context,
    reports.flatMap((report, index) => tellingOf(context, report, texts[index]) ?? []),
  );
  return reports.map(() => undefined);
}

function tellingOf(context: Context, { event, about }: TextReport, text: TextRow | undefined): Telling | null {
  if (!text) {
    const ids = { providerMessageId: event.providerMessageId, requestId: about?.requestId };
    context.log.warn(ids, 'the provider speaks of a text that is none of ours');
    return null;
  }
  if (about) tellAbout(context, about, text);
  return { text, event, trace: about?.span?.context ?? text.trace };
}

/** Links a callback to its text, and joins it to the text's trace. */
export function tellAbout(context: Pick<Context, 'tracing'>, about: RequestAbout, text: TextRow): void {
  about.textId = text.id;
  joinTrace(context, about, text.trace);
}

/** Applies an event to one text, whatever its source. */
export const tellText = (context: Context, text: TextRow, event: TextEvent): Promise<void> =>
  tell(context, [{ text, event, trace: text.trace }]);

/** A text as it was read, the event that it is told, and the event's position in its trace. */
interface Telling {
  readonly text: TextRow;
  readonly event: TextEvent;
  readonly trace: TraceContext | null;
}

async function tell(context: Context, tellings: readonly Telling[]): Promise<void> {
  for (let left = tellings; left.length > 0; ) {
    const overtaken = await tellOnce(context, left);
    left = overtaken.length > 0 ? await seenAnew(context, overtaken) : [];
  }
}

/** Returns the tellings whose text was changed by another process meanwhile, because their change was prepared for an older state. */
async function tellOnce(context: Context, tellings: readonly Telling[]): Promise<readonly Telling[]> {
  const now = context.clock.now();
  const changes = changesOf(context, tellings, now);
  if (changes.length === 0) return [];
  const save = (session: Session): Promise<ReadonlySet<string>> =>
    saveTexts(
      session,
      changes.map(({ after, owed }) => (owed ? { ...after, event_at: now } : after)),
    );
  const owed = changes.flatMap(({ owed }) => owed ?? []);
  // The numbers are sorted, so that two transactions cannot deadlock.
  const optOuts = changes.filter(({ optsOut }) => optsOut).sort((one, other) => (numberOf(one) < numberOf(other) ? -1 : 1));
  const saved =
    owed.length === 0 && optOuts.length === 0
      ? await save(context.db.engine)
      : await publishWith(context, owed, (publish) =>
          context.db.knex.transaction(async (trx) => {
            const saved = await save(await sessionOf(trx));
            for (const { after } of optOuts) if (saved.has(after.id)) await optOutBy(trx, after);
            const owedBySaved = new Set(changes.flatMap(({ before, owed }) => (saved.has(before.id) ? (owed ?? []) : [])));
            await publish(trx, (event) => owedBySaved.has(event));
            return saved;
          }),
        );
  return changes.filter(({ before }) => !saved.has(before.id)).flatMap(({ tellings }) => tellings);
}

interface Change {
  readonly before: TextRow;
  readonly after: TextRow;
  readonly owed: OutgoingEvent | null;
  readonly optsOut: boolean;
  readonly tellings: readonly Telling[];
}

const numberOf = ({ after }: Change): string => `${after.phone} ${after.tenant_id}`;

/** Returns one change for each text that changes or owes an event. */
function changesOf({ log, clock }: Pick<Context, 'log' | 'clock'>, tellings: readonly Telling[], now: Date): readonly Change[] {
  const changes = new Map<string, Change>();
  for (const telling of tellings) {
    const { text, event, trace } = telling;
    const known = changes.get(text.id) ?? { before: text, after: text, owed: null, optsOut: false, tellings: [] };
    if (isOfThisText(known.after, event)) {
      const after = advanceText(known.after, inTimeOfService(clock, event), now);
      const optsOut = known.optsOut || (event.kind === 'failed' && event.optedOut);
      changes.set(text.id, { ...known, after, owed: eventOf(after, now, trace), optsOut, tellings: [...known.tellings, telling] });
    } else log.warn({ ...textIds(text), providerMessageId: event.providerMessageId }, 'the provider names another message for a text');
  }
  return [...changes.values()].filter(({ before, after, owed }) => owed || !isSame(before, after));
}

/** Reads the texts again. Tellings whose text is gone are left out. */
async function seenAnew({ db }: Pick<Context, 'db'>, tellings: readonly Telling[]): Promise<readonly Telling[]> {
  const texts = await findTexts(
    db.knex,
    tellings.map(({ text }) => text),
  );
  const byId = new Map(texts.map((text) => [text.id, text]));
  return tellings.flatMap((telling) => {
    const seen = byId.get(telling.text.id);
    return seen ? [{ ...telling, text: seen }] : [];
  });
}

const inTimeOfService = (clock: Clock, event: TextEvent): TextEvent => ({
  ...event,
  at: event.at ? inServiceTime(clock, event.at) : null,
  sentAt: event.sentAt ? inServiceTime(clock, event.sentAt) : null,
});

const isOfThisText = (text: TextRow, event: TextEvent): boolean =>
  text.provider_message_id === null || text.provider_message_id === event.providerMessageId;

const isSame = (before: TextRow, after: TextRow): boolean =>
  before.status === after.status &&
  before.provider_message_id === after.provider_message_id &&
  before.sent_at === after.sent_at &&
  before.carrier === after.carrier;

function eventOf(text: TextRow, now: Date, trace: TraceContext | null): OutgoingEvent | null {
  const at = eventTime(text.finished_at ?? now, now);
  switch (owedEvent(text)) {
    case 'sms.delivered':
      return { ...smsDelivered(text, at), trace };
    case 'sms.failed':
      return { ...smsFailed(text, { errorCode: text.error_code ?? noCode, reason: text.reason ?? '' }, at), trace };
    case null:
      return null;
  }
}

/** The gateway's own "unknown error" stands for a failure without a code, because tenants are promised one (`V-SMS-06`). */
const noCode = '30008';
