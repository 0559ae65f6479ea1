import { Facts } from '../../simulator/console/page/frame/parts.tsx';
import { Attempts } from '../parts/attempts.tsx';
import { callFact } from '../parts/call-fact.tsx';
import { DeliveryView } from '../parts/delivery-view.tsx';
import { Payload } from '../parts/payload.tsx';
import { SendAgain } from '../parts/send-again.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { storyOf } from '../parts/story-of.ts';
import { Time } from '../parts/time.tsx';
import { type Asked, useAnswer } from '../parts/use-answer.ts';
import { api, type ReplyOf, readDelivery, worded } from './api.ts';

type Read = ReplyOf<'readWebhookDelivery'>;

/** A delivery: where it stands, why, when it goes next, and every attempt on a time axis. */
export function Delivery({ id }: { id: string }) {
  const asked = useAnswer(id, () => worded(readDelivery(id)), 5_000);
  return (
    <DeliveryView id={id} asked={asked}>
      {(delivery) => <Detail delivery={delivery} asked={asked} />}
    </DeliveryView>
  );
}

function Detail({ delivery, asked }: { delivery: Read; asked: Asked<Read> }) {
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
          ...callFact(delivery.payload),
        ]}
      />
      <SendAgain delivery={delivery} send={() => worded(api.retryWebhookDelivery({ id: delivery.id }))} onDone={asked.askAgain} />
      <h2>Attempts</h2>
      <Attempts delivery={delivery} attempts={delivery.attemptLog} />
      <Payload content={delivery.payload} text={JSON.stringify(delivery.payload, null, 2)} />
    </>
  );
}
