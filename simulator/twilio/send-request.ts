import { type Refusal, refusal, refusalOfEnds } from './errors.ts';
import { withoutFragment } from './signature.ts';

/** The request of `POST Messages.json`. */
export interface SendRequest {
  readonly from: string;
  readonly to: string;
  readonly body: string;
  readonly mediaCount: number;
  readonly messagingServiceSid: string | null;
  readonly statusCallback: string | null;
  /** Is the service's id of the text, if its callback URL contains one. */
  readonly messageId: string | null;
}

/** A messaging service picks one of its own senders. Here it always picks this one, which Twilio publishes for tests. */
export const poolSender = '+15005550006';
const maxBodyLength = 1_600;

export function readSendRequest(form: URLSearchParams): SendRequest | Refusal {
  const messagingServiceSid = form.get('MessagingServiceSid') || null;
  const given = form.get('From') || null;
  const request: SendRequest = {
    from: given ?? poolSender,
    to: form.get('To') ?? '',
    body: form.get('Body') ?? '',
    mediaCount: form.getAll('MediaUrl').length,
    messagingServiceSid,
    statusCallback: form.get('StatusCallback') || null,
    messageId: messageIdIn(form.get('StatusCallback') ?? ''),
  };
  if (form.has('SendAt')) return refusal(20001, 'SendAt is not simulated: every text is sent at once.');
  if (request.to === '') return refusal(21604, "A 'To' phone number is required.");
  if (given === null && messagingServiceSid === null) return refusal(21603, "A 'From' phone number is required.");
  if (request.body === '' && request.mediaCount === 0) return refusal(21602, 'Message body is required.');
  if (request.body.length > maxBodyLength)
    return refusal(21617, `The concatenated message body exceeds the ${maxBodyLength} character limit.`);
  if (request.statusCallback !== null && !/^https?:\/\/[^/]/.test(request.statusCallback))
    return refusal(21609, `The 'StatusCallback' URL ${request.statusCallback} is not a valid URL.`);
  return refusedEnds(request) ?? request;
}

export const isRefusal = (value: object): value is Refusal => 'code' in value;

const phoneNumber = /^\+[1-9]\d{6,14}$/;
/** Matches a short code, or a name of up to eleven characters with a letter in it. */
const otherSender = /^(\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/;

/** Twilio's public numbers for tests have the same meaning here, with any credentials. */
const magicSenders: Readonly<Record<string, number>> = { '+15005550001': 21212, '+15005550007': 21606, '+15005550008': 21611 };
const magicRecipients: Readonly<Record<string, number>> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
  '+15005550009': 21614,
};

function refusedEnds({ from, to }: SendRequest): Refusal | null {
  const code =
    (phoneNumber.test(to) ? magicRecipients[to] : 21211) ??
    (phoneNumber.test(from) || otherSender.test(from) ? magicSenders[from] : 21212) ??
    (from === to ? 21266 : undefined);
  return code === undefined ? null : refusalOfEnds(code, { from, to });
}

/**
 * Finds the service's id of a text. Twilio has no field for it, so a caller that needs it puts it into the callback
 * URL. A value that begins with `msg_`, in the query or the path, counts as the id.
 */
const messageIdIn = (statusCallback: string): string | null =>
  /[/=](msg_[0-9A-Za-z]+)(?=[/?&]|$)/.exec(withoutFragment(statusCallback))?.[1] ?? null;
