import type { EventSubject } from '../process/log.ts';
import type { TraceContext } from '../process/trace-context.ts';

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
