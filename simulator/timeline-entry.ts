import type { components } from '../src/contract/generated/simulator.ts';

/**
 * An entry of the ordered list of everything the simulator saw and did: requests, states, callbacks, deliveries,
 * verdicts. The newest entries are remembered; listeners and streams see all.
 */
export interface TimelineEntry extends Details {
  readonly seq: number;
  /** Is real time in ISO 8601. */
  readonly at: string;
  readonly kind: Kind;
}

export interface Details {
  /** Is the entry that caused this one. */
  readonly causedBy?: number;
  /** Is the service's id of a call (`name` in the provider's API). */
  readonly callId?: string | null;
  readonly providerCallId?: string;
  /** Is the service's id of a text, if its callback URL contains one. */
  readonly messageId?: string | null;
  /** Is the SID of a text. */
  readonly providerMessageId?: string;
  /** Is the value of `X-Webhook-Delivery-Id`. */
  readonly deliveryId?: string | null;
  readonly receiver?: string;
  readonly [detail: string]: unknown;
}

export type Kind = components['schemas']['TimelineEntry']['kind'];
