import type { CarrierPart } from '../text-provider.ts';

/**
 * Puts Twilio's error codes into a few plain words. The list is open and grows: an unlisted code is passed through with a general
 * reason.
 */
export const reasonOf = (errorCode: string | null): string =>
  (errorCode === null ? undefined : reasons.get(errorCode)) ?? otherwise(errorCode);

/**
 * Decides whether a carrier took part in a failure (`V-FIRE-06`). Some codes say that no carrier did; so do all codes of five
 * digits that begin with 2, which are Twilio's own refusals. Of the other codes an `undelivered` comes from a carrier, and a
 * `failed` does only if the text had been sent.
 */
export function carrierPartOf(errorCode: string | null, status: 'failed' | 'undelivered'): CarrierPart {
  if (errorCode !== null && (neverReachedCodes.has(errorCode) || /^2\d{4}$/.test(errorCode))) return 'never_reached';
  return status === 'undelivered' ? 'tried' : 'unsaid';
}

/** The codes mean: queue overflow, account suspended, a missing part, too expensive, too long in the queue, suspected fraud (two). */
const neverReachedCodes = new Set(['30001', '30002', '30009', '30010', '30036', '30450', '30453']);

/** Twilio's code for a number that has opted out of texts from the sender. */
export const optedOutCode = '21610';

const reasons: ReadonlyMap<string, string> = new Map([
  ['21211', 'The number is not valid.'],
  ['21212', 'The sending number is not valid.'],
  ['21266', 'The text was addressed to the number that sends it.'],
  ['21408', 'Texts to this region are not enabled.'],
  ['21602', 'The text is empty.'],
  ['21606', 'The sending number cannot send texts.'],
  ['21610', 'The recipient has opted out.'],
  ['21612', 'There is no route from the sending number to this one.'],
  ['21614', 'The number cannot receive texts.'],
  ['21617', 'The text is too long.'],
  ['21659', 'The sending number cannot be used for this text.'],
  ['30001', 'Too many texts were waiting to be sent.'],
  ['30002', 'The sending account is suspended.'],
  ['30003', 'The phone could not be reached.'],
  ['30004', 'The recipient blocks texts.'],
  ['30005', 'The number is not known to its carrier.'],
  ['30006', 'The number is a landline, or its carrier cannot be reached.'],
  ['30007', 'The carrier filtered the message as spam.'],
  ['30008', 'The carrier gave no reason.'],
  ['30009', 'A part of the text went missing before it was sent.'],
  ['30010', 'The text costs more than allowed.'],
  ['30011', 'The carrier does not support picture messages.'],
  ['30034', 'The sending number is not registered with the carriers.'],
  ['30036', 'The text waited too long to be sent.'],
  ['30450', 'The text was stopped as suspected fraud.'],
  ['30453', 'The text was stopped as suspected fraud.'],
]);

const otherwise = (errorCode: string | null): string =>
  errorCode === null ? 'The text could not be delivered.' : `The text could not be delivered (code ${errorCode}).`;
