import { silentTextMs } from '../process/limits.ts';
import { after } from '../process/time.ts';
import type { TextEvent } from './text-provider.ts';
import type { TextRow } from './texts.ts';

/**
 * Computes a text's next state from an event. Reports come twice, late and in any order, so the status only moves forward: unknown
 * or queued → sent → delivered or failed, and the first of these two stands. That a carrier took the text is recorded even when it
 * becomes known after the end, because it decides whether a failure was a carrier's. While that is open the provider is asked for it,
 * because the report of the sending may have been lost.
 */
export function advanceText(text: TextRow, event: TextEvent, now: Date): TextRow {
  const known = { ...text, provider_message_id: text.provider_message_id ?? event.providerMessageId };
  switch (event.kind) {
    case 'queued':
      return known.status === 'unknown' ? { ...known, status: 'queued' } : known;
    case 'sent':
      if (isFinal(known)) return { ...known, sent_at: known.sent_at ?? now, check_at: null };
      return { ...known, sent_at: known.sent_at ?? now, status: 'sent' };
    case 'delivered':
      return isFinal(known) ? known : { ...finished(known, now), status: 'delivered', sent_at: known.sent_at ?? now };
    case 'failed':
      if (isCarrierOpen(known) && event.carrier !== 'unsaid') return { ...known, carrier: event.carrier, check_at: null };
      return isFinal(known) ? known : failed(known, event, now);
  }
}

function failed(text: TextRow, { errorCode, reason, carrier }: Extract<TextEvent, { kind: 'failed' }>, now: Date): TextRow {
  const row: TextRow = { ...finished(text, now), status: 'failed', error_code: errorCode, reason, carrier };
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

const finished = (text: TextRow, now: Date): TextRow => ({ ...text, finished_at: now, check_at: null });
