import { useState } from 'preact/hooks';
import { keep, read } from '../frame/kept.ts';
import { useWork } from '../frame/use-work.ts';
import { get, post, type Schemas } from '../link/api.ts';
import { useStoryNumber } from '../link/numbers.ts';
import type { Tab } from '../list/tab.ts';

/** Are the events that no story of calls brings; each is sent as the document's example. */
export const otherEvents = ['sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'] as const;

export interface OwnWebhookOptions {
  readonly scenarios: readonly Schemas['Scenario'][];
  readonly onPlaced: (callId: string) => void;
  readonly onSent: (said: string, tab: Tab) => void;
}

/** Returns the webhook that the form describes where no service is linked, and the act of sending it. */
export function useOwnWebhook({ scenarios, onPlaced, onSent }: OwnWebhookOptions) {
  // The choice is the name of a story of calls, or an event.
  const { story: choice, scenario, number: phoneNumber, next, setStory: choose } = useStoryNumber(scenarios, 'answered-interested');
  const [url, setUrl] = useState(() => read('ringpost-console-webhook-url') ?? `${location.origin}/receivers/own`);
  const [secret, setSecret] = useState('simulated');
  const { isBusy, problem, run } = useWork();

  const send = async (): Promise<void> => {
    await tellOwnReceiver(url, secret);
    keep('ringpost-console-webhook-url', url);
    const target = { url, ...(secret !== '' && { secret }) };
    if (scenario) {
      const { call } = await post<{ call: Schemas['OwnCall'] }>('/webhooks/calls', { ...target, phoneNumber });
      next();
      onPlaced(call.id);
    } else {
      const { webhook } = await post<{ webhook: Schemas['SentWebhook'] }>('/webhooks', { ...target, event: choice });
      onSent(`${choice} was sent, and the receiver answered ${webhook.status ?? `nothing: ${webhook.error}`}.`, 'deliveries');
    }
  };

  return {
    ...{ choice, scenario, url, secret, problem, isBusy, choose, setUrl, setSecret },
    send: () => void (isBusy || run(send)),
  };
}

/** Makes the receiver that the address names, if it is one of this simulator's, so that its verdict knows the secret. */
async function tellOwnReceiver(url: string, secret: string): Promise<void> {
  const own = `${location.origin}/receivers/`;
  if (!url.startsWith(own) || secret === '') return;
  const name = url.slice(own.length);
  const { receivers } = await get<Schemas['ReceiverList']>('/receivers');
  if (!receivers.some((each) => each.name === name)) await post('/receivers', { name, secret });
}
