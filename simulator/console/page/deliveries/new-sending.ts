import { useState } from 'preact/hooks';
import { useWork } from '../frame/use-work.ts';
import { post, type Schemas } from '../link/api.ts';
import type { Received } from './delivery.ts';

export type NewSending = ReturnType<typeof useNewSending>;

/** Returns the webhook that the form describes, and the act of sending it. Calls `onArrived` once the receiver itself has answered; what went elsewhere shows its result in the form. */
export function useNewSending(received: Received, receiver: string, onArrived: (sentence: string) => void) {
  const own = `${location.origin}/receivers/${receiver}`;
  const [url, setUrl] = useState(own);
  const [body, setBody] = useState(received.body);
  // The same one goes under the delivery id that it came with.
  const [isSame, setSame] = useState(true);
  const { isBusy, problem, run } = useWork();
  const [sent, setSent] = useState<Schemas['SentWebhook'] | null>(null);

  const send = async (): Promise<void> => {
    setSent(null);
    const { webhook } = await post<{ webhook: Schemas['SentWebhook'] }>('/webhooks/edited', {
      receiver,
      body,
      ...(url !== own && { url }),
      ...(isSame && received.deliveryId !== null && { deliveryId: received.deliveryId }),
    });
    if (url === own && webhook.status !== null) onArrived(`${receiver} answered ${webhook.status}.`);
    else setSent(webhook);
  };
  return { url, body, isSame, isBusy, sent, problem, setUrl, setBody, setSame, send: () => void (isBusy || run(send)) };
}
