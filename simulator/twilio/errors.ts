import { HttpResponse } from 'msw';

/**
 * A refusal of Twilio: a documented number, and a sentence that is not documented. The API itself gives codes of 2xxxx
 * at once; those of 3xxxx come later, with the failed text.
 */
export interface Refusal {
  readonly code: number;
  readonly status: number;
  readonly message: string;
}

const statuses: Readonly<Record<number, number>> = { 20003: 401, 20404: 404, 20429: 429, 20500: 500 };

export const refusal = (code: number, message: string): Refusal => ({ code, status: statuses[code] ?? 400, message });

export function refusalResponse({ code, status, message }: Refusal): Response {
  const headers = status === 401 ? { 'www-authenticate': 'Basic realm="Twilio API"' } : {};
  return HttpResponse.json({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, { status, headers });
}

export interface Ends {
  readonly from: string;
  readonly to: string;
}

const sentences: Readonly<Record<number, (ends: Ends) => string>> = {
  21211: ({ to }) => `The 'To' number ${to} is not a valid phone number.`,
  21212: ({ from }) => `The 'From' number ${from} is not a valid phone number, shortcode, or alphanumeric sender ID.`,
  21266: ({ to }) => `'To' and 'From' number cannot be the same: ${to}`,
  21408: ({ to }) => `Permission to send an SMS has not been enabled for the region indicated by the 'To' number: ${to}.`,
  21606: ({ from }) => `The 'From' phone number ${from} is not a valid, SMS-capable phone number for your account.`,
  21610: () => 'Attempt to send to unsubscribed recipient',
  21611: ({ from }) => `This 'From' number ${from} has exceeded the maximum number of queued messages.`,
  21612: ({ from, to }) => `The 'To' phone number: ${to}, is not currently reachable using the 'From' phone number: ${from} via SMS.`,
  21614: ({ to }) => `'To' number: ${to}, is not a mobile number.`,
};

/** Returns a refusal about the sender or the recipient. */
export const refusalOfEnds = (code: number, ends: Ends): Refusal => refusal(code, sentences[code]?.(ends) ?? `Error ${code}.`);

const carrierSentences: Readonly<Record<number, string>> = {
  30001: 'Queue overflow',
  30002: 'Account suspended',
  30003: 'Unreachable destination handset',
  30004: 'Message blocked',
  30005: 'Unknown destination handset',
  30006: 'Landline or unreachable carrier',
  30007: 'Message filtered',
  30008: 'Unknown error',
  30009: 'Missing inbound segment',
  30010: 'Message price exceeds max price',
  30011: 'MMS not supported by the receiving phone number in this region',
  30034: 'Message from an unregistered number',
  30036: 'Validity Period Expired',
  30450: 'Message delivery blocked',
  30453: "Message couldn't be delivered",
};

/** Returns the reason of a failed text, in Twilio's title of the code. */
export const carrierSentence = (code: number): string => carrierSentences[code] ?? 'Unknown error';
