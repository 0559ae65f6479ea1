import { randomUUID } from 'node:crypto';
import { afterAttempt } from '../../../src/dispatch/schedule.ts';
import { wants } from '../../../src/triggers/subscriptions.ts';
import type { TriggerWithEndpoint } from '../../../src/triggers/triggers.ts';
import type { WebhookEvent } from '../../webhooks/events.ts';
import type { Account, Delivery } from './account.ts';
import { sendEvent } from './send-event.ts';

/** Makes a delivery for each active trigger of an active endpoint that matches the event. They are sent afterwards. */
export function publish(account: Account, event: WebhookEvent): void {
  const { webhooks, 'automation-triggers': triggers } = account.objects;
  const outcome = event.event === 'call.completed' ? event.data.outcome : null;
  for (const trigger of triggers.values()) {
    const isOn = trigger.is_active && webhooks.get(trigger.webhook_endpoint_id)?.is_active;
    if (!isOn || trigger.event_type !== event.event || !wants(trigger, outcome)) continue;
    deliver(account, trigger, event);
  }
}

/** Makes a delivery, which is sent afterwards. */
export function deliver(account: Account, trigger: TriggerWithEndpoint, event: WebhookEvent): Delivery {
  const delivery = pending(trigger, event, account.time.now());
  account.objects['webhook-deliveries'].set(delivery.row.id, delivery);
  account.time.later(0, () => attempt(account, delivery));
  return delivery;
}

/** Makes one attempt and records its outcome. */
export async function attempt(account: Account, delivery: Delivery): Promise<void> {
  const { id, endpoint_id: endpointId } = delivery.row;
  const target = account.objects.webhooks.get(endpointId);
  // The delivery was deleted meanwhile, so it is not sent.
  if (!target || !account.objects['webhook-deliveries'].has(id)) return;
  const { url, method, headers, signingSecret: secret, standard_webhooks: standardWebhooks } = target;
  const began = account.time.now();
  const { head, ...answered } = await sendEvent(delivery.payload, { url, method, headers, secret, standardWebhooks, deliveryId: id }).then(
    async (answer) => ({
      response_status: answer.status,
      error_message: answer.ok ? null : `HTTP ${answer.status}`,
      head: (await answer.text().catch(() => '')).slice(0, 1_024),
    }),
    (error: unknown) => ({ response_status: null, error_message: error instanceof Error ? error.message : String(error), head: null }),
  );
  const now = account.time.now();
  delivery.attemptLog.push({
    n: delivery.row.attempts + 1,
    startedAt: began.toISOString(),
    durationMs: now.getTime() - began.getTime(),
    status: answered.response_status,
    errorClass: errorClassOf(answered),
    responseHead: head,
  });
  const next = afterAttempt(answered.error_message === null, delivery.cycleAttempt, now, account.chance());
  delivery.cycleAttempt += 1;
  delivery.row = {
    ...delivery.row,
    ...answered,
    status: next.status,
    attempts: delivery.row.attempts + 1,
    last_attempt_at: now,
    next_retry_at: next.status === 'retrying' ? next.at : null,
  };
  if (next.status === 'retrying') account.time.later(next.at.getTime() - now.getTime(), () => attempt(account, delivery));
}

/** The mock cannot tell why a request got no answer. */
function errorClassOf({ response_status: status, error_message: message }: Pick<Delivery['row'], 'response_status' | 'error_message'>) {
  if (message === null) return null;
  return status === null ? 'connect' : `http_${Math.floor(status / 100)}xx`;
}

const pending = (trigger: TriggerWithEndpoint, payload: WebhookEvent, at: Date): Delivery => ({
  row: {
    id: randomUUID(),
    created_at: at,
    event_type: payload.event,
    status: 'pending',
    attempts: 0,
    response_status: null,
    error_message: null,
    next_retry_at: null,
    last_attempt_at: null,
    endpoint_id: trigger.webhook_endpoint_id,
    endpoint_snapshot: { name: trigger.endpoint_name, url: trigger.endpoint_url },
    trigger_id: trigger.id,
    trigger_snapshot: { name: trigger.name },
  },
  attemptLog: [],
  payload,
  cycleAttempt: 0,
});
