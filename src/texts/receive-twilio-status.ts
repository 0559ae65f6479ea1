import { invalidRequest, invalidSignature } from '../errors.ts';
import type { CallbackOperation } from '../operation.ts';
import { applyTextEvent } from './text-progress.ts';

/** POST /callbacks/sms/twilio. 200 means that the content of the report is committed; any other status asks Twilio to send it again. */
export const receiveTwilioStatus: CallbackOperation<'receiveTwilioStatus'> = async (context, { headers, url, rawBody, about }) => {
  const told = context.texts.readStatus({ headers, url, rawBody });
  if (!told.ok) throw told.why === 'malformed' ? invalidRequest('The body is not a report on a message.') : invalidSignature();
  if (told.event) await applyTextEvent(context, told.event, about);
  return { status: 200 };
};
