import { useState } from 'preact/hooks';
import { useWork } from '../frame/use-work.ts';
import { post, type Schemas } from '../link/api.ts';
import type { Received } from './delivery.ts';

/** The webhook that the form describes, and the act of sending it. */
export interface NewSending {
  readonly url: string;
  readonly body: string;
  /** Is true if it goes under the delivery id that it came with. */
  readonly isSame: boolean;
  readonly isBusy: boolean;
  /** Is what became of the last one that went elsewhere. */
  readonly sent: Schemas['SentWebhook'] | null;
  readonly problem: string | null;
  setUrl(url: string): void;
  setBody(body: string): void;
  setSame(isSame: boolean): void;
  send(): void;
}

/** Calls `onArrived` once the receiver itself has answered; what went elsewhere shows its result in the form. */
export function useNewSending(received: Received, receiver: string, onArrived: (sentence: string) => void): NewSending {
  const own = `${location.origin}/receivers/${receiver}`;
  const [url, setUrl] = useState(own);
  const [body, setBody] = useState(received.body);
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
