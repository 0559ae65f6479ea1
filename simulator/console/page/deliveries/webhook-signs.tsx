import { Mark } from '../frame/parts.tsx';
import type { DeliveryRow } from '../timeline/rows.ts';
import { deliveryStanding } from './delivery-standing.ts';

/** Shows each webhook by the signs of its attempts: ↻ ↻ ✓ was accepted at the third. A row has room for three lines. */
export function Webhooks({ deliveries }: { deliveries: readonly DeliveryRow[] }) {
  const shown = deliveries.slice(0, deliveries.length > 3 ? 2 : 3);
  return (
    <div class="webhooks">
      {shown.map((delivery) => (
        <span
          key={delivery.key}
          class="webhook"
          title={`${delivery.event ?? 'webhook'} to ${delivery.receiver}: ${deliveryStanding(delivery).word}`}
        >
          <span class="muted">{shortEvent(delivery.event)}</span> <Signs delivery={delivery} />
        </span>
      ))}
      {deliveries.length > shown.length && <span class="muted">+{deliveries.length - shown.length}</span>}
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
