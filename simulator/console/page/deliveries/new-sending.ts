import { useState } from 'preact/hooks';
import { post, type Schemas, sentenceOf } from '../link/api.ts';
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
  send(): Promise<void>;
}

/** Calls `onArrived` once the receiver itself has answered; what went elsewhere shows its result in the form. */
export function useNewSending(received: Received, receiver: string, onArrived: (sentence: string) => void): NewSending {
  const own = `${location.origin}/receivers/${receiver}`;
  const [url, setUrl] = useState(own);
  const [body, setBody] = useState(received.body);
  const [isSame, setSame] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  const [sent, setSent] = useState<Schemas['SentWebhook'] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (): Promise<void> => {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(null);
    setSent(null);
    const edited = {
      receiver,
      body,
      ...(url !== own && { url }),
      ...(isSame && received.deliveryId !== null && { deliveryId: received.deliveryId }),
    };
    await post<{ webhook: Schemas['SentWebhook'] }>('/webhooks/edited', edited).then(
      ({ webhook: answered }) => {
        if (url === own && answered.status !== null) onArrived(`${receiver} answered ${answered.status}.`);
        else setSent(answered);
      },
      (error: unknown) => setProblem(sentenceOf(error)),
    );
    setIsBusy(false);
  };
  return { url, body, isSame, isBusy, sent, problem, setUrl, setBody, setSame, send };
}
