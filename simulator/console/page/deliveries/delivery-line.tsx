import { storyName, timeOfDay } from '../frame/format.ts';
import { Mark } from '../frame/parts.tsx';
import { type CallRow, type DeliveryRow, isAccepted, type TextRow } from '../timeline/rows.ts';
import { deliveryStanding } from './delivery-standing.ts';
import { answerWord } from './explain-delivery.ts';
import { Signs } from './webhook-signs.tsx';

export function DeliveryLine({ delivery, about }: { delivery: DeliveryRow; about: CallRow | TextRow | undefined }) {
  const { tone, word } = deliveryStanding(delivery);
  const last = delivery.attempts.at(-1);
  return (
    <div class="line delivery-line">
      <Mark tone={tone} />
      <div class="what">
        <strong>{delivery.event ?? 'Not one of our events'}</strong>
        <span class="muted">
          to {delivery.receiver}
          {delivery.outcome && `, ${delivery.outcome}`}
        </span>
      </div>
      <div class="why">
        <span class="signs-line">
          <Signs delivery={delivery} />
          {last && (
            <span class="muted">
              {delivery.attempts.length > 1 ? `attempt ${last.attempt}` : 'first attempt'}
              {last.answered !== null && !isAccepted(last.answered) && `, ${answerWord(last.answered)}`}
            </span>
          )}
        </span>
        <span class={last?.result === 'invalid' ? 'bad-word' : 'muted'}>
          {last?.result === 'valid' ? aboutWord(about) : last?.explanation}
        </span>
      </div>
      <div class="when">
        <span>{timeOfDay(last?.at ?? delivery.at)}</span>
        <span class="muted">{word}</span>
      </div>
    </div>
  );
}

/** Names the call or text that the delivery reports. */
function aboutWord(about: CallRow | TextRow | undefined): string {
  if (!about) return '';
  const number = 'number' in about ? about.number : about.direction === 'inbound' ? about.from : about.to;
  return `${number}, ${about.scenario === null ? 'a contact' : storyName(about.scenario).toLowerCase()}`;
}
