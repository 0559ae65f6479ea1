import { eventProblems } from '../../../src/contract/event-schemas.ts';
import { deliveryTimeoutMs } from '../../../src/process/limits.ts';
import { events } from '../../generated/fixtures.ts';
import type { WebhookEvent } from '../../webhooks/events.ts';
import { sign } from '../../webhooks/sign.ts';

export type EventName = WebhookEvent['event'];

export interface EventTarget {
  readonly url: string;
  readonly secret: string;
  readonly method?: 'POST' | 'PUT';
  /** Are the endpoint's extra headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Identifies the delivery; the same id means the same delivery. */
  readonly deliveryId?: string;
  /** Is true if the endpoint has the headers of Standard Webhooks too. */
  readonly standardWebhooks?: boolean;
  /** Is the time of the signature, by default now. An old time tests that the receiver refuses it. */
  readonly at?: Date;
}

/**
 * Sends one signed webhook as Ringpost would, and resolves to the receiver's answer. A name sends the document's own
 * example of that event. Other events are validated against the document first.
 */
export async function sendEvent(event: EventName | WebhookEvent, to: EventTarget): Promise<Response> {
  const { url, secret, method = 'POST', headers, deliveryId, standardWebhooks = false, at } = to;
  const body = checked(typeof event === 'string' ? exampleOf(event) : event);
  const signed = sign(body, {
    secret,
    standardWebhooks,
    ...(deliveryId === undefined ? {} : { deliveryId }),
    ...(at === undefined ? {} : { at }),
  });
  return fetch(url, {
    method,
    headers: { ...headers, ...signed.headers },
    body: signed.body,
    redirect: 'manual',
    signal: AbortSignal.timeout(deliveryTimeoutMs),
  });
}

export function exampleOf(name: EventName): WebhookEvent {
  const found = Object.values(events).find((each) => each.event === name);
  if (!found) throw new Error(`The documents have no example of ${name}.`);
  return found;
}

export function checked(event: WebhookEvent): WebhookEvent {
  const problems = eventProblems(event);
  if (problems.length > 0)
    throw new Error(`This is no ${event.event}: ${problems.map(({ path, message }) => `${path} ${message}`).join('; ')}`);
  return event;
}
