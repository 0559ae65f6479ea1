import { Webhooks } from '../deliveries/webhook-signs.tsx';
import { storyName, timeOfDay } from '../frame/format.ts';
import { Mark } from '../frame/parts.tsx';
import type { TextRow } from '../timeline/rows.ts';
import { textStanding } from './text-standing.ts';

export function TextLine({ text }: { text: TextRow }) {
  const { tone, word } = textStanding(text);
  return (
    <div class="line text-line">
      <Mark tone={tone} />
      <div class="what">
        <strong>{text.direction === 'inbound' ? 'From a contact' : storyName(text.scenario)}</strong>
        <span class="mono muted">{text.direction === 'inbound' ? text.from : text.to}</span>
      </div>
      <Webhooks deliveries={text.deliveries} />
      <div class="when">
        <span>{timeOfDay(text.at)}</span>
        <span class="muted">{word}</span>
      </div>
    </div>
  );
}
