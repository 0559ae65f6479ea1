import type { TextScenario } from '../text-scenarios.ts';
import type { UnderWay } from '../under-way.ts';

/** A text of the provider: one that was accepted for sending, or one that a contact sent. */
export interface SimulatedText extends UnderWay {
  readonly sid: string;
  readonly direction: 'outbound-api' | 'inbound';
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly mediaCount: number;
  readonly messagingServiceSid: string | null;
  readonly statusCallback: string | null;
  /** Is the service's id of the text, if its callback URL contains one. */
  readonly messageId: string | null;
  readonly scenario: TextScenario | null;
  /** Is the error code in scenarios that fail. */
  readonly failsWith: number | null;
  status: TextStatus;
  sentMs: number | null;
  errorCode: number | null;
}

export type TextStatus = 'accepted' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received';
