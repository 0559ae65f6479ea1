import { requireAccepted } from '../callbacks/verdict.ts';
import type { CallbackOperation } from '../operation.ts';
import { applyProviderEvents } from './progress.ts';

/**
 * POST /callbacks/voice/vapi. 200 means that the content of the message is committed; any other status asks Vapi to send it again.
 * The signature is verified on the raw bytes and by real time, because Vapi signs by real time.
 */
export const receiveVapiCallback: CallbackOperation<'receiveVapiCallback'> = async (context, request) => {
  const { headers, rawBody, about } = request;
  const told = context.voice.ingest({ headers, rawBody, now: context.clock.realNow() });
  const callback = { provider: 'vapi', expected: 'a Vapi server message', tells: isOfACall } as const;
  const { events, unknown } = requireAccepted(context.metrics, callback, told);
  for (const { kind, name } of unknown) context.metrics.providerDrift.inc({ provider: 'vapi', kind }, name);
  await applyProviderEvents(context, events, about);
  return { status: 200, body: { received: true } };
};

const isOfACall = ({ events }: { readonly events: readonly unknown[] }): boolean => events.length > 0;
