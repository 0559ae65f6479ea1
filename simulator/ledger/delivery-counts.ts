import { keptPerPage } from '../limits.ts';
import { newBook } from './book.ts';
import type { CountedDelivery, LedgerReport } from './ledger.ts';

/** Counts the deliveries that reached the receivers, in all and for each event. */
export interface DeliveryCounts {
  /** Is false once there were more events than are remembered, or more deliveries of one. */
  readonly isComplete: boolean;
  received(delivery: CountedDelivery): void;
  accepted(delivery: CountedDelivery): void;
  totals(): Pick<LedgerReport['totals'], 'deliveriesReceived' | 'deliveriesAccepted' | 'events'>;
  all(): LedgerReport['events'];
  clear(): void;
}

interface Count {
  received: number;
  accepted: number;
}

interface OpenEvent {
  readonly event: string;
  readonly subject: string;
  readonly deliveries: Map<string, Count>;
}

export function newDeliveryCounts(remembered: number): DeliveryCounts {
  const events = newBook<OpenEvent>(remembered);
  let total: Count = { received: 0, accepted: 0 };
  let isEachComplete = true;
  const count = (delivery: CountedDelivery, kind: keyof Count): void => {
    total[kind] += 1;
    const found = countOf(delivery);
    if (found) found[kind] += 1;
  };
  const countOf = ({ event, subject, deliveryId }: CountedDelivery): Count | undefined => {
    if (event === null || subject === null || deliveryId === null) return undefined;
    const page = events.open(`${event}/${subject}`, () => ({ event, subject, deliveries: new Map() }));
    if (!page) return undefined;
    const found = page.deliveries.get(deliveryId);
    if (found) return found;
    if (page.deliveries.size >= keptPerPage) {
      isEachComplete = false;
      return undefined;
    }
    const made = { received: 0, accepted: 0 };
    page.deliveries.set(deliveryId, made);
    return made;
  };

  return {
    get isComplete() {
      return events.isComplete && isEachComplete;
    },
    received: (delivery) => count(delivery, 'received'),
    accepted: (delivery) => count(delivery, 'accepted'),
    totals: () => ({ deliveriesReceived: total.received, deliveriesAccepted: total.accepted, events: events.size }),
    all: () =>
      events.all().map(({ event, subject, deliveries }) => ({
        event,
        subject,
        deliveries: [...deliveries].map(([deliveryId, each]) => ({ deliveryId, ...each })),
      })),
    clear() {
      events.clear();
      isEachComplete = true;
      total = { received: 0, accepted: 0 };
    },
  };
}
