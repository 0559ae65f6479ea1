import { plural, span } from '../frame/format.ts';
import { type Attempt, type DeliveryRow, isAccepted } from '../timeline/rows.ts';
import type { SentDelivery } from './delivery.ts';

/** Explains a delivery: how it was answered, and what follows. */
export function explainDelivery(row: DeliveryRow, sent: SentDelivery | null, serviceNow: number): string {
  const last = row.attempts.at(-1);
  if (!last) return 'Nothing has come yet.';
  return [doubts[last.result], explainAnswers(row), whatNext(row, sent, serviceNow)].filter(Boolean).join(' ');
}

const doubts: Readonly<Record<Attempt['result'], string>> = {
  valid: '',
  not_checked: 'The receiver has no secret, so no signature can be verified.',
  invalid: 'It does not verify; the verdict says why.',
};

/** Explains the receiver's answers, attempt after attempt. */
function explainAnswers({ attempts }: DeliveryRow): string {
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
