import type { Pacing } from '../pacing/pacing.ts';
import type { HeldDelivery } from './held-delivery.ts';

/**
 * How publishing reaches whoever dispatches. In this process: rows inserted already leased are handed over in memory,
 * or the dispatcher is told to look now. In others: a ping. All of it only saves time; polling stays the truth.
 */
export interface Wake {
  /** Due deliveries have been committed that nobody holds: whoever dispatches should look now, not at the next poll. */
  deliveries(): void;
  /** Who dispatches in this process, while somebody does. */
  readonly dispatcher: LocalDispatcher | null;
  /** Makes a dispatcher known. What it returns takes it away again. */
  attach(dispatcher: LocalDispatcher): () => void;
}

export interface LocalDispatcher {
  /** Written into the rows that are handed over: whose lease it is. */
  readonly worker: string;
  readonly leaseMs: number;
  /** Whether it would take this many more rows. A promise only as good as the moment: `accept` takes what comes. */
  hasRoom(rows: number): boolean;
  accept(handed: readonly HeldDelivery[]): void;
  look(): void;
}

export function createWake(pacing: Pick<Pacing, 'ping' | 'onPing'>): Wake {
  let attached: LocalDispatcher | null = null;
  pacing.onPing(() => attached?.look());
  return {
    deliveries() {
      attached?.look();
      pacing.ping();
    },
    get dispatcher() {
      return attached;
    },
    attach(dispatcher) {
      attached = dispatcher;
      return () => {
        if (attached === dispatcher) attached = null;
      };
    },
  };
}
