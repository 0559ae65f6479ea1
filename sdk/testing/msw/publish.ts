import { randomUUID } from 'node:crypto';
import { afterAttempt } from '../../../src/dispatch/schedule.ts';
import { wants } from '../../../src/triggers/subscriptions.ts';
import type { TriggerWithEndpoint } from '../../../src/triggers/triggers.ts';
import type { WebhookEvent } from '../../webhooks/events.ts';
import type { Account, Delivery } from './account.ts';
import { sendEvent } from './send-event.ts';

/** Makes a delivery for each active trigger of an active endpoint that matches the event. They are sent afterwards. */
export function publish(account: Account, event: WebhookEvent): void {
  const { webhooks, 'automation-triggers': triggers, 'webhook-deliveries': deliveries } = account.objects;
  const outcome = event.event === 'call.completed' ? event.data.outcome : null;
  for (const trigger of triggers.values()) {
    const isOn = trigger.is_active && webhooks.get(trigger.webhook_endpoint_id)?.is_active;
    if (!isOn || trigger.event_type !== event.event || !wants(trigger, outcome)) continue;
    const delivery = pending(trigger, event, account.time.now());
    deliveries.set(delivery.row.id, delivery);
    account.time.later(0, () => attempt(account, delivery));
  }
}

/** Makes one attempt and records its outcome. */
export async function attempt(account: Account, delivery: Delivery): Promise<void> {
  const { id, endpoint_snapshot: endpoint } = delivery.row;
  const target = account.objects.webhooks.get(endpoint.id);
  // The delivery was deleted meanwhile, so it is not sent.
  if (!target || !account.objects['webhook-deliveries'].has(id)) return;
  const { url, method, headers, signingSecret: secret, standard_webhooks: standardWebhooks } = target;
  const answered = await sendEvent(delivery.payload, { url, method, headers, secret, standardWebhooks, deliveryId: id }).then(
    ({ status }) => ({ response_status: status, error_message: status >= 200 && status < 300 ? null : `HTTP ${status}` }),
    (error: unknown) => ({ response_status: null, error_message: error instanceof Error ? error.message : String(error) }),
  );
  const now = account.time.now();
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
    endpoint_snapshot: { id: trigger.webhook_endpoint_id, name: trigger.endpoint_name, url: trigger.endpoint_url },
    trigger_id: trigger.id,
    trigger_snapshot: { id: trigger.id, name: trigger.name },
  },
  payload,
  cycleAttempt: 0,
});
