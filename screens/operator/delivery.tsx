import { jsonIn } from '../../simulator/console/page/frame/json-in.ts';
import { DeliveryView } from '../parts/delivery-view.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { change, read } from './api.ts';
import { EndpointLink, TenantById } from './links.tsx';

export function Delivery({ id }: { id: string }) {
  const asked = useAnswer(id, () => read<'readDelivery'>(`/deliveries/${encodeURIComponent(id)}`), 5_000);
  return (
    <DeliveryView
      id={id}
      asked={asked}
      shown={({ delivery, attempts, payload }) => ({
        delivery,
        attempts,
        content: jsonIn(payload) as { readonly data: Readonly<Record<string, unknown>> }, // The AsyncAPI document defines it.
        text: payload,
        to: [
          ['Tenant', <TenantById key="tenant" id={delivery.tenantId} />],
          [
            'Endpoint',
            <EndpointLink key="endpoint" tenantId={delivery.tenantId} id={delivery.endpoint.id} name={delivery.endpoint.name} />,
          ],
          ['URL', delivery.endpoint.url],
        ],
        send: () => change<'retryDelivery'>('POST', `/deliveries/${delivery.id}/retry`),
      })}
    />
  );
}
