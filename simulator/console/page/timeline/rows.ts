import type { TimelineEntry as Entry } from '../../../timeline-entry.ts';
import type { Schemas } from '../link/api.ts';

export { isAccepted } from '../../../accepted.ts';
export type { Kind } from '../../../timeline-entry.ts';
export type { Entry };

export interface Step {
  readonly state: string;
  readonly at: string;
  /** Is the story's own time, which may run faster than the clock. */
  readonly storySeconds: number | null;
}

export interface CallRow {
  readonly key: string;
  readonly callId: string | null;
  readonly providerCallId: string | null;
  readonly number: string;
  readonly scenario: string | null;
  readonly at: string;
  readonly steps: Step[];
  readonly deliveries: DeliveryRow[];
  readonly entries: Entry[];
  endedReason: string | null;
  /** Is the provider's answer to a request that led to no call. */
  refused: string | null;
  /** Counts callbacks that the service did not accept. */
  failedCallbacks: number;
}

export interface Attempt {
  readonly seq: number;
  readonly attempt: number;
  readonly at: string;
  readonly result: Schemas['Verdict']['result'];
  readonly explanation: string;
  /** Is true if the simulator sent it itself, so that the service knows nothing of it. */
  isOwn: boolean;
  /** Is a status, or the reason why there was none; null until the receiver has answered. */
  answered: number | string | null;
  answeredAt: string | null;
}

export interface DeliveryRow {
  readonly key: string;
  readonly receiver: string;
  readonly deliveryId: string | null;
  readonly event: string | null;
  readonly outcome: string | null;
  readonly callId: string | null;
  readonly messageId: string | null;
  readonly at: string;
  readonly attempts: Attempt[];
  readonly entries: Entry[];
}

export interface TextRow {
  readonly key: string;
  readonly messageId: string | null;
  readonly direction: 'outbound' | 'inbound';
  readonly from: string;
  readonly to: string;
  readonly scenario: string | null;
  readonly at: string;
  readonly steps: Step[];
  readonly deliveries: DeliveryRow[];
  readonly entries: Entry[];
  errorCode: string | null;
  refused: string | null;
}
