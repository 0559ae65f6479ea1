import { hashOf } from '../../simulator/console/page/frame/address.ts';
import { CopyButton, Facts, Verbatim } from '../../simulator/console/page/frame/parts.tsx';
import { Attempts } from '../parts/attempts.tsx';
import { DeliveryView } from '../parts/delivery-view.tsx';
import { SendAgain } from '../parts/send-again.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { storyOf } from '../parts/story-of.ts';
import { Time } from '../parts/time.tsx';
import { type Asked, useAnswer } from '../parts/use-answer.ts';
import { api, type ReplyOf, worded } from './api.ts';

type Read = ReplyOf<'readWebhookDelivery'>;

/** A delivery: where it stands, why, when it goes next, and every attempt on a time axis. */
export function Delivery({ id }: { id: string }) {
  const asked = useAnswer(id, () => worded(api.readWebhookDelivery({ id })), 5_000);
  return (
    <DeliveryView id={id} asked={asked}>
      {(delivery) => <Detail delivery={delivery} asked={asked} />}
    </DeliveryView>
  );
}

function Detail({ delivery, asked }: { delivery: Read; asked: Asked<Read> }) {
  const payload = JSON.stringify(delivery.payload, null, 2);
  const callId = delivery.payload.data['call_id'];
  return (
    <>
      <p class="lead">
        <StatusBadge status={delivery.status} /> <span>{storyOf(delivery)}</span>
      </p>
      <Facts
        rows={[
          ['Event', delivery.eventType],
          ['Made', <Time key="made" at={delivery.createdAt} />],
          ['Endpoint', `${delivery.endpoint.name}, ${delivery.endpoint.url}`],
          ['Trigger', delivery.trigger.name],
          ['Goes next', <Time key="next" at={delivery.nextRetryAt} />],
          ...(typeof callId === 'string'
            ? [
                [
                  'Call',
                  <a key="call" href={hashOf(['calls', callId])}>
                    {callId}
                  </a>,
                ] as const,
              ]
            : []),
        ]}
      />
      <SendAgain delivery={delivery} send={() => worded(api.retryWebhookDelivery({ id: delivery.id }))} onDone={asked.askAgain} />
      <h2>Attempts</h2>
      <Attempts delivery={delivery} attempts={delivery.attemptLog} />
      <div class="raw-head">
        <h2>Payload</h2>
        <CopyButton label="Copy" name="Copy the payload" text={() => payload} />
      </div>
      <Verbatim label="Payload">{payload}</Verbatim>
    </>
  );
}
