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

/** What calls and texts have in common. */
interface Played {
  readonly key: string;
  readonly scenario: string | null;
  readonly at: string;
  readonly steps: Step[];
  readonly deliveries: DeliveryRow[];
  readonly entries: Entry[];
  /** Is the provider's answer to a request that led to nothing. */
  refused: string | null;
}

export interface CallRow extends Played {
  readonly callId: string | null;
  readonly providerCallId: string | null;
  readonly number: string;
  endedReason: string | null;
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

export interface TextRow extends Played {
  readonly messageId: string | null;
  readonly direction: 'outbound' | 'inbound';
  readonly from: string;
  readonly to: string;
  errorCode: string | null;
}
