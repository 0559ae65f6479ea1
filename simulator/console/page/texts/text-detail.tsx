import { WebhookList } from '../deliveries/webhook-list.tsx';
import { storyName } from '../frame/format.ts';
import { DetailHead } from '../frame/parts.tsx';
import type { Schemas } from '../link/api.ts';
import { useReading } from '../link/reading.ts';
import { Happened, withDeliveries } from '../timeline/happened.tsx';
import type { TextRow } from '../timeline/rows.ts';
import { textStanding } from './text-standing.ts';

export function TextDetail({ text, onDelivery }: { text: TextRow; onDelivery: (key: string) => void }) {
  // The timeline holds no bodies.
  const { answer } = useReading<Schemas['Texts']>('/texts', 0);
  const body = answer?.texts.find(({ sid }) => sid === text.key)?.body;
  return (
    <article class="detail">
      <DetailHead
        title={text.direction === 'inbound' ? 'From a contact' : storyName(text.scenario)}
        standing={textStanding(text)}
        names={[`${text.from} → ${text.to}`, text.messageId].filter(Boolean).join(' · ')}
      />
      {body !== undefined && <blockquote class={`bubble ${text.direction}`}>{body}</blockquote>}
      <WebhookList deliveries={text.deliveries} onDelivery={onDelivery}>
        {text.direction === 'inbound'
          ? 'They name a contact’s text by the service’s own id, so they are not told apart here: look for sms.received among the webhooks.'
          : 'None has come for this text. Has the tenant a trigger for sms events?'}
      </WebhookList>
      <Happened entries={withDeliveries(text)} from={text.at} />
    </article>
  );
}
