import { isPossiblePhoneNumber } from 'libphonenumber-js';

/** E.164 by form, then by what its country's plan can hold. Whether anybody has the number is for the network to say. */
export const isE164 = (text: string): boolean => form.test(text) && isPossiblePhoneNumber(text);

/** A plus, a country code that does not begin with 0, seven to fifteen digits in all. */
const form = /^\+[1-9]\d{6,14}$/;
