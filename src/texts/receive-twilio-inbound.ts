import { requireAccepted } from '../callbacks/verdict.ts';
import type { CallbackOperation } from '../operation.ts';
import { receiveText } from './receive-text.ts';

/** POST /callbacks/sms/twilio/inbound. The answer comes once the text is committed, and tells Twilio to do nothing. */
export const receiveTwilioInbound: CallbackOperation<'receiveTwilioInbound'> = async (context, { headers, url, rawBody, about }) => {
  const told = context.texts.readInbound({ headers, url, rawBody });
  const { text } = requireAccepted(context.metrics, { provider: 'twilio', expected: 'a message', tells: () => true }, told);
  await receiveText(context, text, about);
  return { status: 200, headers: { 'Content-Type': 'text/xml' }, text: '<Response/>' };
};
