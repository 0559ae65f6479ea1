import type { Context } from '../context.ts';
import type { OutgoingEvent } from '../events/event.ts';
import { announcePublication, insertPublication, preparePublication } from '../events/publish.ts';
import { smsDelivered, smsFailed } from '../events/sms.ts';
import type { TextEvent } from './text-provider.ts';
import { advance, owedEvent } from './text-state.ts';
import { findTextSpokenOf, lockText, saveText, type TextRow } from './texts.ts';

/**
 * What the provider tells becomes what the text is. Callbacks and polls come here alike. The text and the event that it
 * owes are one transaction, with a mark in the row, so each text has its one event however often it is reported.
 */
export async function applyTextEvent(context: Context, event: TextEvent): Promise<void> {
  const text = await findTextSpokenOf(context.db.knex, event.providerMessageId, event.messageId);
  if (text) await tellText(context, text, event);
  else context.log.warn({ providerMessageId: event.providerMessageId }, 'the provider speaks of a text that is none of ours');
}

/** Tells one text, whoever it comes from. */
export async function tellText(context: Context, seen: TextRow, event: TextEvent): Promise<void> {
  for (let text: TextRow | undefined = seen; text; ) {
    if (!isOfThisText(text, event)) {
      context.log.warn({ textId: text.id, providerMessageId: event.providerMessageId }, 'the provider names another message for a text');
      return;
    }
    const now = context.clock.now();
    const before: TextRow = text;
    const after = advance(before, event, now);
    const owed = eventOf(after, now);
    if (!owed && isSame(before, after)) return;
    const publication = await preparePublication(context, owed ? [owed] : []);
    const inserted = await context.db.knex.transaction(async (trx) => {
      const locked = await lockText(trx, before.tenant_id, before.id);
      // Somebody told it something meanwhile: what was prepared is of an older state.
      if (locked?.version !== before.version) return null;
      await saveText(trx, owed ? { ...after, event_at: now } : after);
      return insertPublication(trx, context, publication);
    });
    if (inserted) return announcePublication(context, inserted);
    text = await context.db.knex<TextRow>('texts').where({ tenant_id: before.tenant_id, id: before.id }).first();
  }
}

const isOfThisText = (text: TextRow, event: TextEvent): boolean =>
  text.provider_message_id === null || text.provider_message_id === event.providerMessageId;

const isSame = (before: TextRow, after: TextRow): boolean =>
  before.status === after.status && before.provider_message_id === after.provider_message_id && before.sent_at === after.sent_at;

function eventOf(text: TextRow, at: Date): OutgoingEvent | null {
  switch (owedEvent(text)) {
    case 'sms.delivered':
      return smsDelivered(text, at);
    case 'sms.failed':
      return smsFailed(text, { errorCode: text.error_code ?? noCode, reason: text.reason ?? '' }, at);
    case null:
      return null;
  }
}

/** The gateway's own "unknown error", for a failure that came without a code: tenants are promised one. */
const noCode = '30008';
