import { createHmac, randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import type { components } from '../../src/contract/generated/simulator.ts';
import { parseUrl } from '../../src/process/parse-url.ts';
import { invalid, refusal } from '../control-api.ts';
import { isObject, parseJson } from '../json.ts';
import type { Receiver } from '../receivers/open-receivers.ts';
import type { Receivers } from '../receivers/receivers.ts';

/** Sends what somebody has written on the page as a webhook, signed with a receiver's secret, which the page never gets. */
export interface Sending {
  send(asked: string): Promise<Response>;
  close(): Promise<void>;
}

export interface SendingOptions {
  readonly receivers: Pick<Receivers, 'find'>;
  readonly receiverUrl: (name: string) => string;
  readonly realNow: () => Date;
  /** Is true if webhooks may go elsewhere, and not only to this simulator's receivers. */
  readonly mayLeave: boolean;
}

/** Is how long the service waits for a receiver, too. */
const patienceMs = 10_000;

export function newSending({ receivers, receiverUrl, realNow, mayLeave }: SendingOptions): Sending {
  const agent = new Agent({ connections: 4, keepAliveTimeout: 1_000, keepAliveMaxTimeout: 1_000 });
  return {
    async send(asked) {
      const wanted = read(parseJson(asked));
      if (typeof wanted === 'string') return invalid(wanted);
      const receiver = receivers.find(wanted.receiver);
      if (!receiver) return refusal(404, 'receiver_not_found', 'There is no such receiver.');
      const url = wanted.url ?? receiverUrl(receiver.name);
      if (url !== receiverUrl(receiver.name) && !mayLeave)
        return invalid('This simulator has a token, so others may reach it: it sends to its own receivers only.');
      return Response.json({ sent: await post(agent, url, wanted, receiver, realNow()) }, { headers: { 'cache-control': 'no-store' } });
    },
    close: () => agent.destroy(),
  };
}

type Wanted = components['schemas']['NewWebhook'];

/** Returns what is wanted, or a sentence that says what is wrong. */
function read(asked: unknown): Wanted | string {
  if (!isObject(asked)) return 'The body must be a JSON object.';
  const { receiver, url = null, deliveryId = null, body } = asked;
  if (typeof receiver !== 'string') return 'receiver must be the name of a receiver.';
  if (url !== null && (typeof url !== 'string' || !isAddress(url))) return 'url must be an http or https address without a password.';
  if (deliveryId !== null && (typeof deliveryId !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(deliveryId)))
    return 'deliveryId takes 1 to 100 letters, digits and signs.';
  if (typeof body !== 'string') return 'body must be a string.';
  return { receiver, url, deliveryId, body };
}

function isAddress(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

/** A redirect is not followed, and what was answered is told by its status alone. */
async function post(
  agent: Agent,
  url: string,
  wanted: Wanted,
  receiver: Receiver,
  now: Date,
): Promise<components['schemas']['SentWebhook']> {
  const deliveryId = wanted.deliveryId ?? randomUUID();
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const begun = performance.now();
  const sent = (status: number | null, error: string | null) => ({
    ...{ url, deliveryId, status, error },
    durationMs: Math.round(performance.now() - begun),
  });
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher: agent,
      signal: AbortSignal.timeout(patienceMs),
      body: wanted.body,
      headers: {
        'content-type': 'application/json',
        'x-webhook-timestamp': timestamp,
        'x-webhook-delivery-id': deliveryId,
        ...(receiver.secret !== null && { 'x-webhook-signature': signature(receiver.secret, timestamp, wanted.body) }),
      },
    });
    await answer.body.dump();
    return sent(answer.statusCode, null);
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') return sent(null, `no answer within ${patienceMs / 1_000} s`);
    return sent(null, error instanceof Error ? error.message || error.name : String(error));
  }
}

const signature = (secret: string, timestamp: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
