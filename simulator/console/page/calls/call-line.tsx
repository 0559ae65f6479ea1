import { Webhooks } from '../deliveries/webhook-signs.tsx';
import { storyName, timeOfDay } from '../frame/format.ts';
import { Mark } from '../frame/parts.tsx';
import type { CallRow } from '../timeline/rows.ts';
import { callStanding } from './call-standing.ts';
import { Lane } from './lane.tsx';

export function CallLine({ call }: { call: CallRow }) {
  const { tone, word } = callStanding(call);
  return (
    <div class="line call-line">
      <Mark tone={tone} />
      <div class="what">
        <strong>{storyName(call.scenario)}</strong>
        <span class="mono muted">{call.number}</span>
      </div>
      <Lane call={call} />
      <Webhooks deliveries={call.deliveries} />
      <div class="when">
        <span>{timeOfDay(call.at)}</span>
        <span class={tone === 'live' ? 'live-word' : 'muted'}>{word}</span>
      </div>
    </div>
  );
}
