import { type Fields, identifier, text } from '../../network/provider-json.ts';
import { wishOf } from '../opt-out.ts';
import type { InboundText, NamedText, ReadCallback, TextCallback, TextEvent } from '../text-provider.ts';
import { carrierPartOf, optedOutCode, reasonOf } from './reasons.ts';
import { addressesOf, signatureHolds } from './signature.ts';

/**
 * Reads Twilio's callbacks, which are forms. A signature over the address and every parameter authenticates them; nothing is read
 * before it is verified, and no content makes this throw.
 */
export interface CallbackSecrets {
  readonly authToken: string;
  readonly oldAuthTokens: readonly string[];
  readonly publicUrl: string;
}

/**
 * This fragment asks Twilio to repeat a failed callback five times; without it Twilio repeats none. Twilio reads it and does not
 * send it.
 */
const repeats = 'rc=5&rp=all';

/** Returns the address for incoming texts, as a number's owner writes it into Twilio's console. */
export const inboundUrl = (publicUrl: string): string => `${publicUrl}/callbacks/sms/twilio/inbound#${repeats}`;

/** Returns the address for reports on a text. It carries our id, because Twilio keeps none of ours (D-54). */
export const statusCallbackUrl = (publicUrl: string, messageId: string): string =>
  `${publicUrl}/callbacks/sms/twilio?message=${encodeURIComponent(messageId)}#${repeats}`;

export function readStatus(secrets: CallbackSecrets, request: TextCallback): ReadCallback<{ readonly event: TextEvent | null }> {
  const form = verified(secrets, request);
  if (form === null) return { ok: false, why: 'bad_signature' };
  const providerMessageId = identifier(form, 'MessageSid') ?? identifier(form, 'SmsSid');
  const status = text(form, 'MessageStatus') ?? text(form, 'SmsStatus');
  if (providerMessageId === null || status === null) return { ok: false, why: 'malformed' };
  const event = eventOf({ providerMessageId, messageId: ourId(request.url) }, status, text(form, 'ErrorCode'));
  // This is the date of a carrier's receipt.
  const isCarriers = event?.kind === 'failed' && event.carrier === 'unsaid' && text(form, 'RawDlrDoneDate') !== null;
  return { ok: true, event: isCarriers ? { ...event, carrier: 'tried' } : event };
}

export function readInbound(secrets: CallbackSecrets, request: TextCallback): ReadCallback<{ readonly text: InboundText }> {
  const form = verified(secrets, request);
  if (form === null) return { ok: false, why: 'bad_signature' };
  const providerMessageId = identifier(form, 'MessageSid') ?? identifier(form, 'SmsMessageSid') ?? identifier(form, 'SmsSid');
  const from = identifier(form, 'From');
  const to = identifier(form, 'To');
  if (providerMessageId === null || from === null || to === null) return { ok: false, why: 'malformed' };
  const body = text(form, 'Body') ?? '';
  return { ok: true, text: { providerMessageId, from, to, body, wish: wishFrom(text(form, 'OptOutType'), body) } };
}

/** Turns Twilio's status of a message into an event. Null: the status tells nothing of a text that we sent. */
export function eventOf(ids: NamedText, status: string, errorCode: string | null): TextEvent | null {
  const failed = { ...ids, kind: 'failed', errorCode, reason: reasonOf(errorCode), optedOut: errorCode === optedOutCode } as const;
  switch (status.toLowerCase()) {
    case 'accepted':
    case 'scheduled':
    case 'queued':
    case 'sending':
      return { ...ids, kind: 'queued' };
    case 'sent':
    case 'partially_delivered':
      return { ...ids, kind: 'sent' };
    // A text that was read has been delivered.
    case 'delivered':
    case 'read':
      return { ...ids, kind: 'delivered' };
    case 'undelivered':
      return { ...failed, carrier: carrierPartOf(errorCode, 'undelivered') };
    case 'failed':
      return { ...failed, carrier: carrierPartOf(errorCode, 'failed') };
    case 'canceled':
      return { ...failed, reason: 'The text was canceled before it was sent.', carrier: 'never_reached' };
    default:
      return null;
  }
}

/**
 * Returns the contact's wish. Where Twilio has judged the text itself, its judgement counts, because it knows words that an account
 * has added.
 */
function wishFrom(optOutType: string | null, body: string): InboundText['wish'] {
  switch (optOutType?.toUpperCase()) {
    case 'STOP':
      return 'opt_out';
    case 'START':
      return 'opt_in';
    case 'HELP':
      return null;
    default:
      return wishOf(body);
  }
}

/** Of a repeated field the first value counts. */
function verified({ authToken, oldAuthTokens, publicUrl }: CallbackSecrets, { headers, url, rawBody }: TextCallback): Fields | null {
  const signature = headers['x-twilio-signature'];
  if (typeof signature !== 'string') return null;
  const form = parseForm(rawBody);
  const addresses = addressesOf(publicUrl, url, repeats);
  return signatureHolds([authToken, ...oldAuthTokens], signature, addresses, form) ? Object.fromEntries([...form].reverse()) : null;
}

/** The `&` keeps a body that begins with `?` from being taken for a query. */
const parseForm = (bytes: Uint8Array): URLSearchParams =>
  new URLSearchParams(`&${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')}`);

function ourId(url: string): string | null {
  const query = url.indexOf('?');
  return query === -1 ? null : new URLSearchParams(url.slice(query)).get('message')?.replaceAll('\u0000', '') || null;
}
