import type { Pacing } from '../pacing/pacing.ts';
import type { EventSubject } from '../process/log.ts';
import type { TraceContext } from '../tracing/trace-context.ts';

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

/** A delivery under lease to this process, with all that an attempt needs but the endpoint's own configuration. */
export interface HeldDelivery {
  readonly id: string;
  readonly tenantId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** For the log. */
  readonly subject: EventSubject;
  /** Of its event, if that is traced. */
  readonly trace: TraceContext | null;
  readonly endpointId: string;
  readonly triggerId: string;
  /** The endpoint as it was when the lease was taken: remembered configuration of another version is read anew. */
  readonly endpointVersion: number;
  /** The exact text to sign and send. */
  readonly body: string;
  /** When it became due: what lag is measured from. */
  readonly dueAt: Date;
  /** Outcomes recorded so far, over all cycles and in this one. */
  readonly attempts: number;
  readonly cycleAttempt: number;
  /** Which claim this is: claiming it again renews it. A failure is only written while it still stands. */
  lease: number;
  /** Whose it is no longer from then on, in real time. */
  leaseUntil: Date;
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
