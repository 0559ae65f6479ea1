import { requireAccepted } from '../callbacks/verdict.ts';
import type { CallbackOperation } from '../operation.ts';
import { applyTextEvent } from './text-progress.ts';

/** POST /callbacks/sms/twilio. 200 means that the content of the report is committed; any other status asks Twilio to send it again. */
export const receiveTwilioStatus: CallbackOperation<'receiveTwilioStatus'> = async (context, { headers, url, rawBody, about }) => {
  const told = context.texts.readStatus({ headers, url, rawBody });
  const callback = { provider: 'twilio', expected: 'a report on a message', tells: isOfAText } as const;
  const { event } = requireAccepted(context.metrics, callback, told);
  if (event) await applyTextEvent(context, event, about);
  return { status: 200 };
};

const isOfAText = ({ event }: { readonly event: unknown }): boolean => event !== null;
