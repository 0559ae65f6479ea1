import { randomUUID } from 'node:crypto';
import { sign } from '../../sdk/webhooks/sign.ts';
import type { components } from '../../src/contract/generated/simulator.ts';
import { deliveryTimeoutMs, maxAttempts, retryDelaysSeconds } from '../../src/process/limits.ts';
import { isAccepted } from '../accepted.ts';
import type { Exchanges } from '../exchanges.ts';
import { type Json, parseJson, textAt } from '../json.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { post, shortLived } from '../post.ts';
import type { Timeline } from '../timeline.ts';
import type { Timers } from '../timers.ts';

/** Where a webhook of the simulator's own goes, and how it is signed. */
export interface WebhookTarget {
  readonly url: string;
  readonly secret: string;
  readonly standardWebhooks: boolean;
}

/** A webhook of the simulator's own, after its first attempt. */
export type SentWebhook = components['schemas']['SentWebhook'];

export interface WebhookSenderOptions {
  readonly realNow: () => Date;
  readonly timers: Timers;
  readonly timeline: Timeline;
  readonly exchanges: Pick<Exchanges, 'outgoing'>;
  readonly ledger: Pick<Ledger, 'deliveryReceived' | 'deliveryAccepted'>;
  /** Returns the receiver of this simulator that an address names, which counts for itself, or undefined. */
  readonly ownReceiver: (url: string) => string | undefined;
}

/**
 * Sends webhooks without a service, signed as the service signs them. What a receiver refuses comes again in story time, after the pauses
 * of the contract without their jitter, with the same bytes and the same delivery id, and a signature of that moment.
 */
export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  readonly #agent = shortLived(64);
  #isClosed = false;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
  }

  /** Resolves once the first attempt was answered, or has failed. */
  send(event: Json, target: WebhookTarget, causedBy?: number): Promise<SentWebhook> {
    const webhook = { ...said(event), era: this.#options.timers.era, body: JSON.stringify(event), target, deliveryId: randomUUID() };
    return this.#attempt({ ...webhook, ...(causedBy !== undefined && { causedBy }) }, 1);
  }

  /** Sends bytes, whatever they are, and only once. */
  sendOnce(body: string, target: WebhookTarget, deliveryId: string = randomUUID()): Promise<SentWebhook> {
    return this.#attempt({ ...said(parseJson(body)), era: this.#options.timers.era, body, target, deliveryId, isOnce: true }, 1);
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#agent.destroy();
  }

  async #attempt(webhook: Webhook, attempt: number): Promise<SentWebhook> {
    const { realNow, timers, timeline, exchanges, ledger, ownReceiver } = this.#options;
    const { body, target, deliveryId, event, callId, subject, causedBy, isOnce } = webhook;
    const startedAt = realNow();
    const { url, ...how } = target;
    const { headers } = sign(body, { ...how, deliveryId, at: startedAt });
    const { body: answer, ...answered } = await post(this.#agent, { url, body, headers, timeoutMs: deliveryTimeoutMs });
    // A reset has ended it meanwhile.
    if (webhook.era !== timers.era) return { deliveryId, event, ...answered };
    exchanges.outgoing({ url, startedAt, headers, body, status: answered.status, answer });
    const receiver = ownReceiver(url);
    timeline.add('webhook.sent', {
      ...(receiver !== undefined && { receiver }),
      ...(causedBy !== undefined && { causedBy }),
      ...{ callId, deliveryId, event, url, attempt, answered: answered.status, error: answered.error },
    });
    const isTaken = isAccepted(answered.status);
    if (receiver === undefined && answered.status !== null) {
      ledger.deliveryReceived({ event, subject, deliveryId });
      if (isTaken) ledger.deliveryAccepted({ event, subject, deliveryId });
    }
    const pauseSeconds = isOnce ? undefined : retryDelaysSeconds[attempt - 1];
    if (!isTaken && !this.#isClosed && attempt < maxAttempts && pauseSeconds !== undefined)
      timers.after(pauseSeconds * 1_000, () => this.#attempt(webhook, attempt + 1).then(() => undefined));
    return { deliveryId, event, ...answered };
  }
}

/** Returns what the timeline and the ledger tell of an event. */
function said(event: unknown) {
  const callId = textAt(event, 'data', 'call_id');
  return { event: textAt(event, 'event'), callId, subject: callId ?? textAt(event, 'data', 'message_id') };
}

interface Webhook {
  readonly body: string;
  readonly event: string | null;
  readonly callId: string | null;
  /** Is the id of the call or the message. */
  readonly subject: string | null;
  readonly target: WebhookTarget;
  readonly deliveryId: string;
  /** Is the era of the timers in which it was sent. */
  readonly era: number;
  readonly isOnce?: boolean;
  readonly causedBy?: number;
}
