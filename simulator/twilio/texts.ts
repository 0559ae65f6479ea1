import type { TextScenario } from '../text-scenarios.ts';
import type { UnderWay } from '../under-way.ts';
import type { SendRequest } from './send-request.ts';

/** A text of the provider: one that was accepted for sending, or one that a contact sent. */
export interface SimulatedText extends SendRequest, UnderWay {
  readonly sid: string;
  readonly direction: 'outbound-api' | 'inbound';
  readonly scenario: TextScenario | null;
  /** Is the error code in scenarios that fail. */
  readonly failsWith: number | null;
  status: TextStatus;
  sentMs: number | null;
  errorCode: number | null;
}

export type TextStatus = 'accepted' | 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received';
