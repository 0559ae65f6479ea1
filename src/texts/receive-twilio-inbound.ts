import { invalidRequest, invalidSignature } from '../errors.ts';
import type { CallbackOperation } from '../operation.ts';
import { receiveText } from './receive-text.ts';

/** POST /callbacks/sms/twilio/inbound. The answer comes once the text is committed, and tells Twilio to do nothing. */
export const receiveTwilioInbound: CallbackOperation<'receiveTwilioInbound'> = async (context, { headers, url, rawBody, about }) => {
  const told = context.texts.readInbound({ headers, url, rawBody });
  if (!told.ok) throw told.why === 'malformed' ? invalidRequest('The body is not a message.') : invalidSignature();
  await receiveText(context, told.text, about);
  return { status: 200, headers: { 'Content-Type': 'text/xml' }, text: '<Response/>' };
};
