import { type TextEventType, textEventKey } from '../deliveries/event-subject.ts';
import { maxEventAgeMs } from '../process/limits.ts';
import { before } from '../process/time.ts';
import type { OutgoingEvent } from './event.ts';

/**
 * These functions make the three events of a text (`V-SMS-01` to `V-SMS-07`). `at` is when it happened (`eventTime`). Each event of a text
 * has one dedupe key, so that it is published once.
 */

/** Returns when it happened. What is too long ago is dated now, because the week that would keep its records may be gone. */
export const eventTime = (happened: Date, now: Date): Date => (happened < before(now, maxEventAgeMs) ? now : happened);

/** The columns of `texts` that a webhook shows. */
export interface TextOfEvent {
  readonly id: string;
  readonly tenant_id: string;
  readonly contact_id: string | null;
  /** The contact's number, for texts in both directions (`V-SMS-03`). */
  readonly phone: string;
  readonly campaign_id: string | null;
  readonly campaign_name: string | null;
}

/** Makes the event for a text that the carrier confirmed (`V-FIRE-04`). */
export const smsDelivered = (text: TextOfEvent, at: Date): OutgoingEvent => event('sms.delivered', text, at, {});

/** Makes the event for a text that the carrier could not deliver (`V-FIRE-05`). `error_code` is never null. */
export const smsFailed = (text: TextOfEvent, failure: { readonly errorCode: string; readonly reason: string }, at: Date): OutgoingEvent =>
  event('sms.failed', text, at, { error_code: failure.errorCode, reason: failure.reason });

/** Makes the event for a text from a contact (`V-FIRE-03`). */
export const smsReceived = (text: TextOfEvent & { readonly body: string }, at: Date): OutgoingEvent =>
  event('sms.received', text, at, { body: text.body });

const event = (eventType: TextEventType, text: TextOfEvent, at: Date, more: Readonly<Record<string, unknown>>): OutgoingEvent => ({
  tenantId: text.tenant_id,
  eventType,
  dedupeKey: textEventKey(eventType, text.id),
  occurredAt: at,
  outcome: null,
  data: {
    message_id: text.id,
    contact_id: text.contact_id,
    phone: text.phone,
    campaign_id: text.campaign_id,
    campaign_name: text.campaign_name,
    ...more,
  },
});
