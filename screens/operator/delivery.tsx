import { jsonIn } from '../../simulator/console/page/frame/json-in.ts';
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
  const content = jsonIn(payload) as { readonly data: Readonly<Record<string, unknown>> }; // The AsyncAPI document defines it.
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
          ...callFact(content),
        ]}
      />
      <SendAgain
        delivery={delivery}
        send={() => change<'retryDelivery'>('POST', `/deliveries/${delivery.id}/retry`)}
        onDone={asked.askAgain}
      />
      <h2>Attempts</h2>
      <Attempts delivery={delivery} attempts={attempts} />
      <Payload content={content} text={payload} />
    </>
  );
}
