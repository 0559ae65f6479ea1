import { Json } from '../../simulator/console/page/frame/json.tsx';
import { CopyButton, Facts } from '../../simulator/console/page/frame/parts.tsx';
import { Attempts } from '../parts/attempts.tsx';
import { DeliveryView } from '../parts/delivery-view.tsx';
import { SendAgain } from '../parts/send-again.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { storyOf } from '../parts/story-of.ts';
import { Time } from '../parts/time.tsx';
import { type Asked, useAnswer } from '../parts/use-answer.ts';
import { type Answer, change, read } from './api.ts';
import { EndpointLink, TenantById } from './links.tsx';

type Read = Answer<'readDelivery'>;

/** A delivery: where it stands, why, when it goes next, and every attempt on a time axis. */
export function Delivery({ id }: { id: string }) {
  const asked = useAnswer(id, () => read<'readDelivery'>(`/deliveries/${encodeURIComponent(id)}`), 5_000);
  return (
    <DeliveryView id={id} asked={asked}>
      {(body) => <Detail {...body} asked={asked} />}
    </DeliveryView>
  );
}

function Detail({ delivery, attempts, payload, asked }: Read & { asked: Asked<Read> }) {
  const { endpoint } = delivery;
  return (
    <>
      <p class="lead">
        <StatusBadge status={delivery.status} /> <span>{storyOf(delivery)}</span>
      </p>
      <Facts
        rows={[
          ['Event', delivery.eventType],
          ['Made', <Time key="made" at={delivery.createdAt} />],
          ['Tenant', <TenantById key="tenant" id={delivery.tenantId} />],
          [
            'Endpoint',
            <EndpointLink key="endpoint" tenantId={delivery.tenantId} id={endpoint.id} name={`${endpoint.name}, ${endpoint.url}`} />,
          ],
          ['Trigger', delivery.trigger.name],
          ['Goes next', <Time key="next" at={delivery.nextRetryAt} />],
        ]}
      />
      <SendAgain
        delivery={delivery}
        send={() => change<'retryDelivery'>('POST', `/deliveries/${delivery.id}/retry`)}
        onDone={asked.askAgain}
      />
      <h2>Attempts</h2>
      <Attempts delivery={delivery} attempts={attempts} />
      <div class="raw-head">
        <h2>Payload</h2>
        <CopyButton label="Copy" name="Copy the payload" text={() => payload} />
      </div>
      <Json label="Payload" value={JSON.parse(payload)} />
    </>
  );
}
