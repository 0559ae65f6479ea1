import { Mark } from '../frame/parts.tsx';
import type { DeliveryRow } from '../timeline/rows.ts';
import { deliveryStanding } from './delivery-standing.ts';

/** Shows each webhook by the signs of its attempts: ↻ ↻ ✓ was accepted at the third. */
export function Webhooks({ deliveries }: { deliveries: readonly DeliveryRow[] }) {
  return (
    <div class="webhooks">
      {deliveries.slice(0, 3).map((delivery) => (
        <span
          key={delivery.key}
          class="webhook"
          title={`${delivery.event ?? 'webhook'} to ${delivery.receiver}: ${deliveryStanding(delivery).word}`}
        >
          <span class="muted">{shortEvent(delivery.event)}</span> <Signs delivery={delivery} />
        </span>
      ))}
      {deliveries.length > 3 && <span class="muted">+{deliveries.length - 3}</span>}
    </div>
  );
}

export function Signs({ delivery }: { delivery: DeliveryRow }) {
  return (
    <span class="signs">
      <span class="unseen">{deliveryStanding(delivery).word}</span>
      {delivery.attempts.slice(-shownSigns).map((attempt) => (
        <Mark key={attempt.seq} tone={deliveryStanding({ ...delivery, attempts: [attempt] }).tone} />
      ))}
    </span>
  );
}

const shownSigns = 6;

const shortEvent = (event: string | null): string =>
  event === null ? 'unknown' : event.replace('call.', '').replace('lead.', '').replace('sms.', '');
