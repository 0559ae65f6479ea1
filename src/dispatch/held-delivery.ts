import { subjectOfEvent } from '../deliveries/event-subject.ts';
import type { EventSubject } from '../process/log.ts';
import type { TraceContext } from '../process/trace-context.ts';

/** A delivery under lease to this process, with everything that an attempt needs except the endpoint's configuration. */
export interface HeldDelivery {
  readonly id: string;
  readonly tenantId: string;
  readonly eventId: string;
  readonly eventType: string;
  /** The call or text that its event is about, for the log. */
  readonly subject: EventSubject;
  /** The trace context of its event, if that is traced. */
  readonly trace: TraceContext | null;
  readonly endpointId: string;
  readonly triggerId: string;
  /** The endpoint's version when the lease was taken. Remembered configuration of another version is read anew. */
  readonly endpointVersion: number;
  /** The exact text to sign and send. */
  readonly body: Buffer;
  /** The time when it became due. Lag is measured from it. */
  readonly dueAt: Date;
  /** The outcomes recorded so far, over all cycles; `cycleAttempt` counts those of this cycle. */
  attempts: number;
  cycleAttempt: number;
  /** The number of this claim. Claiming again changes it, and a failure is written only while the row still has it. */
  lease: number;
  /** The real time when the lease ends. */
  leaseUntil: Date;
}

/** The columns of a delivery, its event and its endpoint from which a delivery under lease is made. */
export interface LeasedRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly dedupe_key: string;
  readonly trace: Buffer | null;
  readonly endpoint_id: string;
  readonly trigger_id: string;
  readonly endpoint_version: number;
  readonly body: string;
  readonly attempts: number;
  readonly cycle_attempt: number;
  readonly lease: number;
}

/** Tells if the delivery is sent again on request. Its endpoint must be active then, and its trigger need not be, as the contract says of a retry. */
export const isReplayed = ({ attempts, cycleAttempt }: Pick<HeldDelivery, 'attempts' | 'cycleAttempt'>): boolean => attempts > cycleAttempt;

export const heldFrom = (row: LeasedRow, { dueAt, leaseUntil }: { readonly dueAt: Date; readonly leaseUntil: Date }): HeldDelivery => ({
  id: row.id,
  tenantId: row.tenant_id,
  eventId: row.event_id,
  eventType: row.event_type,
  subject: subjectOfEvent(row.dedupe_key),
  trace: row.trace,
  endpointId: row.endpoint_id,
  triggerId: row.trigger_id,
  endpointVersion: row.endpoint_version,
  body: Buffer.from(row.body),
  dueAt,
  attempts: row.attempts,
  cycleAttempt: row.cycle_attempt,
  lease: row.lease,
  leaseUntil,
});
