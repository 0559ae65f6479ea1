import { DeliveryView } from '../parts/delivery-view.tsx';
import { useAnswer } from '../parts/use-answer.ts';
import { api, readDelivery, worded } from './api.ts';

export function Delivery({ id }: { id: string }) {
  const asked = useAnswer(id, () => worded(readDelivery(id)), 5_000);
  return (
    <DeliveryView
      id={id}
      asked={asked}
      shown={(delivery) => ({
        delivery,
        attempts: delivery.attemptLog,
        content: delivery.payload,
        text: JSON.stringify(delivery.payload, null, 2),
        to: [
          ['Endpoint', delivery.endpoint.name],
          ['URL', delivery.endpoint.url],
        ],
        send: () => worded(api.retryWebhookDelivery({ id: delivery.id })),
      })}
    />
  );
}
