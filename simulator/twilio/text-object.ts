import type { Json } from '../json.ts';
import { momentOf } from '../under-way.ts';
import { carrierSentence } from './errors.ts';
import { segmentsOf } from './segments.ts';
import type { Parameters } from './signature.ts';
import type { SimulatedText } from './texts.ts';

export const apiVersion = '2010-04-01';

/** Returns Twilio's `Message` resource. */
export function textObject(text: SimulatedText, accountSid: string): Json {
  const uri = `/${apiVersion}/Accounts/${accountSid}/Messages/${text.sid}`;
  return {
    account_sid: accountSid,
    api_version: apiVersion,
    body: text.body,
    date_created: rfc2822(text.createdAt),
    date_sent: text.sentMs === null ? null : rfc2822(momentOf(text, text.sentMs)),
    date_updated: rfc2822(momentOf(text, text.ms)),
    direction: text.direction,
    error_code: text.errorCode,
    error_message: text.errorCode === null ? null : carrierSentence(text.errorCode),
    from: text.from,
    messaging_service_sid: text.messagingServiceSid,
    num_media: String(text.mediaCount),
    num_segments: String(segmentsOf(text.body)),
    price: null,
    price_unit: 'USD',
    sid: text.sid,
    status: text.status,
    subresource_uris: { media: `${uri}/Media.json` },
    to: text.to,
    uri: `${uri}.json`,
  };
}

/** Formats `Tue, 15 Jan 2030 09:30:00 +0000`. */
const rfc2822 = (date: Date): string => date.toUTCString().replace('GMT', '+0000');

/** Returns the form of a status callback. */
export function statusParameters(text: SimulatedText, accountSid: string): Parameters {
  const ended = text.status === 'delivered' || text.status === 'undelivered';
  return [
    ['AccountSid', accountSid],
    ['ApiVersion', apiVersion],
    ['From', text.from],
    ['To', text.to],
    ['MessageSid', text.sid],
    ['MessageStatus', text.status],
    ['SmsSid', text.sid],
    ['SmsStatus', text.status],
    ...optional('MessagingServiceSid', text.messagingServiceSid),
    ...optional('ErrorCode', text.errorCode),
    ...optional('ErrorMessage', text.errorCode === null ? null : carrierSentence(text.errorCode)),
    ...optional('RawDlrDoneDate', ended ? carrierDate(momentOf(text, text.ms)) : null),
  ];
}

/** Returns the form of an incoming message. Twilio derives a location from a number, and sends unknown parts empty. */
export function inboundParameters(text: SimulatedText, accountSid: string, optOutType: string | null): Parameters {
  return [
    ['AccountSid', accountSid],
    ['ApiVersion', apiVersion],
    ['Body', text.body],
    ['From', text.from],
    ['FromCity', ''],
    ['FromCountry', countryOf(text.from)],
    ['FromState', ''],
    ['FromZip', ''],
    ['MessageSid', text.sid],
    ['NumMedia', String(text.mediaCount)],
    ['NumSegments', String(segmentsOf(text.body))],
    ['SmsMessageSid', text.sid],
    ['SmsSid', text.sid],
    ['SmsStatus', 'received'],
    ['To', text.to],
    ['ToCity', ''],
    ['ToCountry', countryOf(text.to)],
    ['ToState', ''],
    ['ToZip', ''],
    ...optional('MessagingServiceSid', text.messagingServiceSid),
    ...optional('OptOutType', optOutType),
  ];
}

const optional = (name: string, value: string | number | null): Parameters => (value === null ? [] : [[name, String(value)]]);

const countryOf = (number: string): string => (number.startsWith('+1') ? 'US' : '');

/** Formats `YYMMDDhhmm`, the carriers' form of a time. */
const carrierDate = (date: Date): string => date.toISOString().slice(2, 16).replaceAll(/\D/g, '');
