import { createHash } from 'node:crypto';
import type { Json } from '../json.ts';
import type { StrictAccount } from '../strict-account.ts';

export interface IncomingNumbers {
  readonly accountSid: string;
  readonly account: StrictAccount | null;
  /** Is where incoming texts go: the number's "A message comes in". */
  readonly smsUrl: string | null;
}

/** Returns Twilio's list of `IncomingPhoneNumber`s, of this number alone if one is asked for. Without strict mode it exists. */
export function incomingNumbers({ accountSid, account, smsUrl }: IncomingNumbers, asked: string | null): Json {
  const all = account === null ? (asked === null ? [] : [asked]) : account.numbers.map(({ number }) => number);
  const found = all.filter((number) => asked === null || number === asked);
  return {
    incoming_phone_numbers: found.map((number) => ({
      sid: `PN${createHash('sha256').update(number).digest('hex').slice(0, 32)}`,
      account_sid: accountSid,
      phone_number: number,
      friendly_name: number,
      capabilities: { voice: true, sms: true, mms: true, fax: false },
      sms_url: smsUrl ?? '',
      sms_method: 'POST',
      sms_application_sid: '',
    })),
    next_page_uri: null,
    page: 0,
    page_size: 50,
  };
}
