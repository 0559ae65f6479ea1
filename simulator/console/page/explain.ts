import { plural, span } from './format.ts';
import { type CallRow, type DeliveryRow, isAccepted, type TextRow } from './model.ts';

/** What happened, in a sentence: of a delivery, a call, a text. Pure, so that every sentence has a test. */

export type Tone = 'good' | 'bad' | 'wait' | 'live' | 'quiet';

export interface Standing {
  readonly tone: Tone;
  /** A word or two for the list. */
  readonly word: string;
}

/** What the service wrote down of a delivery (`readDelivery` of the operator API), as far as we use it. */
export interface SentDelivery {
  readonly status: 'pending' | 'retrying' | 'success' | 'failed';
  readonly attempts: number;
  readonly nextRetryAt: string | null;
  readonly errorMessage: string | null;
}

export function deliveryStanding({ attempts }: DeliveryRow): Standing {
  const last = attempts.at(-1);
  if (!last || last.answered === null) return { tone: 'live', word: 'arriving' };
  if (!last.isValid) return { tone: 'bad', word: 'does not verify' };
  if (isAccepted(last.answered)) return { tone: 'good', word: 'accepted' };
  return { tone: 'wait', word: typeof last.answered === 'number' ? `answered ${last.answered}` : String(last.answered) };
}

/** The whole story of a delivery: how it was answered, and what comes next. */
export function explainDelivery(row: DeliveryRow, sent: SentDelivery | null, serviceNow: number): string {
  const last = row.attempts.at(-1);
  if (!last) return 'Nothing has come yet.';
  return [explainAnswers(row), whatNext(row, sent, serviceNow)].filter(Boolean).join(' ');
}

/** How the receiver answered, attempt after attempt. */
export function explainAnswers({ attempts }: DeliveryRow): string {
  const last = attempts.at(-1);
  if (!last) return '';
  if (last.answered === null) return `Attempt ${last.attempt} has come; the receiver has not answered yet.`;
  const firstAccepted = attempts.findIndex(({ answered }) => isAccepted(answered));
  const accepted = attempts[firstAccepted];
  if (!accepted) return `The receiver answered attempt ${last.attempt} with ${answerWord(last.answered)}, so it counts as not delivered.`;
  const before = attempts.slice(0, firstAccepted).map(({ answered }) => answerWord(answered));
  const taken =
    before.length === 0
      ? `The receiver took it at once with ${accepted.answered}.`
      : `The receiver took attempt ${accepted.attempt} with ${accepted.answered}, after ${before.join(', ')}.`;
  return accepted === last ? taken : `${taken} Attempt ${last.attempt} repeated it and was answered ${answerWord(last.answered)}.`;
}

export function answerWord(answered: number | string | null): string {
  switch (answered) {
    case null:
      return 'nothing yet';
    case 'timeout':
      return 'silence until the sender gave up';
    case 'reset':
      return 'a broken connection';
    case 'sender gone':
      return 'an answer that came too late';
    default:
      return String(answered);
  }
}

function whatNext({ attempts }: DeliveryRow, sent: SentDelivery | null, serviceNow: number): string {
  const last = attempts.at(-1);
  if (!sent)
    return isAccepted(last?.answered) ? '' : 'Ringpost sends it again by its schedule: after about 1 min, 5 min, 30 min, 2 h and 6 h.';
  switch (sent.status) {
    case 'retrying': {
      if (sent.nextRetryAt === null) return '';
      const seconds = (Date.parse(sent.nextRetryAt) - serviceNow) / 1_000;
      const when = seconds <= 0 ? 'Ringpost sends it again now' : `Ringpost sends it again in ${span(seconds)}`;
      return `${when}; ${plural(sent.attempts, 'attempt')} of this delivery so far.`;
    }
    case 'failed':
      return `Ringpost has given up after ${plural(sent.attempts, 'attempt')}. Replay sends it once more and begins a new cycle.`;
    case 'success':
      return 'Nothing more will be sent, unless you replay it.';
    case 'pending':
      return 'Ringpost is sending it.';
  }
}

export function callStanding(call: CallRow): Standing {
  const state = call.steps.at(-1)?.state;
  if (state === undefined && call.refused !== null) return { tone: 'bad', word: `refused (${call.refused})` };
  if (state === 'ended' || state === 'reported') {
    const isTalk = call.steps.some((step) => step.state === 'in-progress');
    return { tone: isTalk ? 'good' : 'quiet', word: endedWord(call.endedReason) };
  }
  return { tone: 'live', word: state === 'in-progress' ? 'talking' : (state ?? 'dialling') };
}

export const isLive = (call: CallRow): boolean => callStanding(call).tone === 'live';

function endedWord(reason: string | null): string {
  const known: Readonly<Record<string, string>> = {
    'customer-ended-call': 'hung up',
    'customer-did-not-answer': 'no answer',
    'customer-busy': 'busy',
    'exceeded-max-duration': 'reached the limit',
    'assistant-ended-call': 'we hung up',
    'manually-canceled': 'canceled',
    'assistant-request-ended-call': 'we hung up',
  };
  if (reason === null) return 'ended';
  return known[reason] ?? reason.replace(/^call\.in-progress\.error-|^call\.ringing\./, '').replaceAll('-', ' ');
}

export function textStanding(text: TextRow): Standing {
  const state = text.steps.at(-1)?.state;
  if (state === undefined && text.refused !== null) return { tone: 'bad', word: `refused (${text.refused})` };
  if (state === 'delivered') return { tone: 'good', word: 'delivered' };
  if (state === 'received') return { tone: 'quiet', word: 'received' };
  if (state === 'undelivered' || state === 'failed')
    return { tone: 'bad', word: text.errorCode === null ? state : `${state} (${text.errorCode})` };
  return { tone: 'live', word: state ?? 'accepted' };
}
