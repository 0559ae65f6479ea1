import { randomUUID } from 'node:crypto';
import { asyncApiDocument } from '../../src/contract/documents.ts';
import type { WebhookEvent } from '../webhooks/events.ts';
import type { Account, Delivery, Trigger } from './account.ts';
import { sendEvent } from './send-event.ts';

/** Makes a delivery for each active trigger of an active endpoint that matches the event. They are sent afterwards. */
export function publish(account: Account, event: WebhookEvent): void {
  for (const trigger of account.triggers.values()) {
    if (!trigger.isActive || !account.endpoints.get(trigger.webhookEndpointId)?.isActive || !wants(trigger, event)) continue;
    const delivery = pending(trigger, event, account.time.now());
    account.deliveries.set(delivery.shown.id, delivery);
    account.time.later(0, () => attempt(account, delivery));
  }
}

/** Makes one attempt and records its outcome. */
export async function attempt(account: Account, delivery: Delivery): Promise<void> {
  const { id, endpoint } = delivery.shown;
  const target = account.endpoints.get(endpoint.id);
  // The delivery was deleted meanwhile, so it is not sent.
  if (!target || !account.deliveries.has(id)) return;
  const { url, method, headers, signingSecret } = target;
  const answered = await sendEvent(delivery.payload, { url, method, headers, secret: signingSecret, deliveryId: id }).then(
    ({ status }) => ({ responseStatus: status, errorMessage: status >= 200 && status < 300 ? null : `HTTP ${status}` }),
    (error: unknown) => ({ responseStatus: null, errorMessage: error instanceof Error ? error.message : String(error) }),
  );
  const now = account.time.now();
  delivery.failures += answered.errorMessage === null ? 0 : 1;
  const status = answered.errorMessage === null ? 'success' : delivery.failures >= rules().attempts ? 'failed' : 'retrying';
  const delayMs = status === 'retrying' ? retryDelayMs(delivery.failures, account.chance()) : null;
  delivery.shown = {
    ...delivery.shown,
    ...answered,
    status,
    attempts: delivery.shown.attempts + 1,
    lastAttemptAt: now.toISOString(),
    nextRetryAt: delayMs === null ? null : new Date(now.getTime() + delayMs).toISOString(),
  };
  if (delayMs !== null) account.time.later(delayMs, () => attempt(account, delivery));
}

/** Tells if a trigger matches the event. Only `call.completed` can be filtered by outcome. */
const wants = ({ eventType, conditions }: Trigger, event: WebhookEvent): boolean =>
  eventType === event.event &&
  (conditions.outcome === undefined || (event.event === 'call.completed' && conditions.outcome.includes(event.data.outcome)));

const pending = (trigger: Trigger, payload: WebhookEvent, at: Date): Delivery => ({
  shown: {
    id: randomUUID(),
    createdAt: at.toISOString(),
    eventType: payload.event,
    status: 'pending',
    attempts: 0,
    responseStatus: null,
    errorMessage: null,
    nextRetryAt: null,
    lastAttemptAt: null,
    endpoint: trigger.webhookEndpoint,
    trigger: { id: trigger.id, name: trigger.name },
  },
  payload,
  failures: 0,
});

interface DeliveryRules {
  readonly attempts: number;
  readonly retryDelaysSeconds: readonly number[];
  readonly retryJitter: number;
}

/** The schedule is an extension in the document of the webhooks, which `npm run contract` compares with the code. */
const rules = (): DeliveryRules => (asyncApiDocument() as unknown as { readonly 'x-delivery': DeliveryRules })['x-delivery'];

/** Returns the delay after this many failures, with jitter. */
function retryDelayMs(failures: number, chance: number): number {
  const { retryDelaysSeconds, retryJitter } = rules();
  return Math.round((retryDelaysSeconds[failures - 1] ?? 0) * 1_000 * (1 + retryJitter * (2 * chance - 1)));
}
