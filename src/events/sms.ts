import { type TextEventType, textEventKey } from '../deliveries/event-subject.ts';
import type { OutgoingEvent } from './event.ts';

/** The three events of a text (spec, sms data). `at`: when it became known. Each has one dedupe key, so that it happens once. */

/** The columns of `texts` that a webhook shows. */
export interface TextOfEvent {
  readonly id: string;
  readonly tenant_id: string;
  readonly contact_id: string | null;
  /** The contact's number, whoever sent the text. */
  readonly phone: string;
  readonly campaign_id: string | null;
  readonly campaign_name: string | null;
}

/** The carrier confirmed that the text reached the phone. */
export const smsDelivered = (text: TextOfEvent, at: Date): OutgoingEvent => event('sms.delivered', text, at, {});

/** The carrier could not deliver the text. `error_code` is never null on the wire. */
export const smsFailed = (text: TextOfEvent, failure: { readonly errorCode: string; readonly reason: string }, at: Date): OutgoingEvent =>
  event('sms.failed', text, at, { error_code: failure.errorCode, reason: failure.reason });

/** A contact texted back. */
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
