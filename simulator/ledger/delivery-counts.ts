import { keptPerPage } from '../limits.ts';
import { Book } from './book.ts';
import type { CountedDelivery, LedgerReport } from './ledger.ts';

interface Count {
  received: number;
  accepted: number;
}

interface OpenEvent {
  readonly event: string;
  readonly subject: string;
  readonly deliveries: Book<Count & { readonly deliveryId: string }>;
}

/** Counts the deliveries that reached the receivers, in all and for each event. */
export class DeliveryCounts {
  readonly #events: Book<OpenEvent>;
  #total: Count = { received: 0, accepted: 0 };

  constructor(remembered: number) {
    this.#events = new Book(remembered);
  }

  /** Is false once there were more events than are remembered, or more deliveries of one. */
  get isComplete(): boolean {
    return this.#events.isComplete && this.#events.all().every(({ deliveries }) => deliveries.isComplete);
  }

  count({ event, subject, deliveryId }: CountedDelivery, kind: keyof Count): void {
    this.#total[kind] += 1;
    if (event === null || subject === null || deliveryId === null) return;
    const found = this.#events
      .open(`${event}/${subject}`, () => ({ event, subject, deliveries: new Book(keptPerPage) }))
      ?.deliveries.open(deliveryId, () => ({ deliveryId, received: 0, accepted: 0 }));
    if (found) found[kind] += 1;
  }

  totals(): Pick<LedgerReport['totals'], 'deliveriesReceived' | 'deliveriesAccepted' | 'events'> {
    return { deliveriesReceived: this.#total.received, deliveriesAccepted: this.#total.accepted, events: this.#events.size };
  }

  all(): LedgerReport['events'] {
    return this.#events.all().map((event) => ({ ...event, deliveries: [...event.deliveries.all()] }));
  }

  clear(): void {
    this.#events.clear();
    this.#total = { received: 0, accepted: 0 };
  }
}
