import { Mark } from '../frame/parts.tsx';
import type { DeliveryRow } from '../timeline/rows.ts';
import { deliveryStanding } from './delivery-standing.ts';

export function WebhookList({
  deliveries,
  onDelivery,
  children,
}: {
  deliveries: readonly DeliveryRow[];
  onDelivery: (key: string) => void;
  children: string;
}) {
  return (
    <section class="block" aria-label="Webhooks">
      <h3>Webhooks</h3>
      {deliveries.length === 0 && <p class="muted">{children}</p>}
      <ul class="plain">
        {deliveries.map((delivery) => {
          const { tone, word } = deliveryStanding(delivery);
          return (
            <li key={delivery.key}>
              <button type="button" class="link-row" onClick={() => onDelivery(delivery.key)}>
                <Mark tone={tone} />
                <strong>{delivery.event ?? 'unknown event'}</strong>
                <span class="muted">
                  to {delivery.receiver}, {word}
                </span>
                <span class="chevron" aria-hidden="true">
                  ›
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
