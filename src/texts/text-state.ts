import { clockSkewMs, silentTextMs } from '../process/limits.ts';
import { after, before, earliest, latest } from '../process/time.ts';
import type { TextEvent } from './text-provider.ts';
import type { TextRow } from './texts.ts';

/**
 * Computes a text's next state from an event. Reports come twice, late and in any order, so the status only moves forward: unknown
 * or queued → sent → delivered or failed, and the first of these two stands. That a carrier took the text is recorded even when it
 * becomes known after the end, because it decides whether a failure was a carrier's. While that is open the provider is asked for it,
 * because the report of the sending may have been lost. The event's times are those of the service.
 */
export function advanceText(text: TextRow, event: TextEvent, now: Date): TextRow {
  const known = { ...text, provider_message_id: text.provider_message_id ?? event.providerMessageId };
  const at = possible(text, event.at) ?? now;
  const sentAt = known.sent_at ?? possible(text, event.sentAt) ?? at;
  switch (event.kind) {
    case 'queued':
      return known.status === 'unknown' ? { ...known, status: 'queued' } : known;
    case 'sent':
      if (known.finished_at !== null) return { ...known, sent_at: earliest(sentAt, known.finished_at), check_at: null };
      return { ...known, sent_at: sentAt, status: 'sent' };
    case 'delivered':
      return isFinal(known) ? known : { ...finished(known, latest(at, sentAt)), status: 'delivered', sent_at: sentAt };
    case 'failed':
      if (isCarrierOpen(known) && event.carrier !== 'unsaid') return { ...known, carrier: event.carrier, check_at: null };
      return isFinal(known) ? known : failed(known, event, latest(at, known.sent_at ?? at), now);
  }
}

function failed(text: TextRow, { errorCode, reason, carrier }: Extract<TextEvent, { kind: 'failed' }>, at: Date, now: Date): TextRow {
  const row: TextRow = { ...finished(text, at), status: 'failed', error_code: errorCode, reason, carrier };
  return isCarrierOpen(row) ? { ...row, check_at: after(now, silentTextMs) } : row;
}

const isCarrierOpen = ({ status, carrier, sent_at }: TextRow): boolean => status === 'failed' && carrier === 'unsaid' && sent_at === null;

export function owedEvent(text: TextRow): 'sms.delivered' | 'sms.failed' | null {
  if (text.event_at !== null) return null;
  if (text.status === 'delivered') return 'sms.delivered';
  return text.status === 'failed' && carrierTried(text) ? 'sms.failed' : null;
}

/** A text that never reached a carrier makes no `sms.failed` (`V-FIRE-06`). */
const carrierTried = (text: TextRow): boolean => text.carrier === 'tried' || (text.carrier === 'unsaid' && text.sent_at !== null);

const isFinal = ({ status }: TextRow): boolean => status !== 'queued' && status !== 'unknown' && status !== 'sent';

const finished = (text: TextRow, at: Date): TextRow => ({ ...text, finished_at: at, check_at: null });

/** Null for a time that cannot be the text's, which is from before it was asked for. The provider's times are whole seconds. */
const possible = ({ created_at }: TextRow, at: Date | null | undefined): Date | null =>
  at && at >= before(created_at, clockSkewMs) ? latest(at, created_at) : null;
