import type { Pacing } from '../pacing/pacing.ts';
import type { HeldDelivery } from './held-delivery.ts';

/**
 * Tells dispatchers about new deliveries. Within this process, rows that were inserted under lease are handed over in memory, or
 * the dispatcher is told to look now. Other processes get a ping. All of this only saves time; polling finds every due delivery.
 */
export interface Wake {
  /** Tells all dispatchers to look now, because due deliveries without a lease have been committed. */
  deliveries(): void;
  /** The dispatcher of this process, or null if none is attached. */
  readonly dispatcher: LocalDispatcher | null;
  /** Makes a dispatcher known. The returned function detaches it. */
  attach(dispatcher: LocalDispatcher): () => void;
}

export interface LocalDispatcher {
  /** The name that is written into the rows that are handed over. It says which worker has the lease. */
  readonly worker: string;
  /** True if it would take this many more rows at this moment. `accept` takes deliveries even if that has changed since. */
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
