import { randomUUID } from 'node:crypto';
import { testEventFor } from '../../../src/contract/event-examples.ts';
import { view } from '../../../src/deliveries/delivery.ts';
import { invalidConditions, triggerInactive, triggerLimitReached } from '../../../src/errors.ts';
import { maxAutomationTriggers } from '../../../src/process/limits.ts';
import { triggerView } from '../../../src/triggers/trigger.ts';
import type { WebhookEvent } from '../../webhooks/events.ts';
import type { Operation } from './account.ts';
import { deliver } from './publish.ts';

export const createAutomationTrigger: Operation<'createAutomationTrigger'> = ({ objects, newId, time }, { body }) => {
  const outcomes = body.conditions?.outcome ?? null;
  if (outcomes && body.eventType !== 'call.completed') throw invalidConditions(body.eventType);
  const endpoint = objects.webhooks.one(body.webhookEndpointId);
  const triggers = objects['automation-triggers'];
  if (triggers.size >= maxAutomationTriggers) throw triggerLimitReached(maxAutomationTriggers);
  const trigger = {
    id: newId('trg'),
    tenant_id: 'mock',
    name: body.name,
    event_type: body.eventType,
    webhook_endpoint_id: endpoint.id,
    endpoint_name: endpoint.name,
    endpoint_url: endpoint.url,
    outcomes,
    is_active: body.isActive ?? true,
    created_at: time.now(),
  };
  triggers.set(trigger.id, trigger);
  return { trigger: triggerView(trigger) };
};

export const listAutomationTriggers: Operation<'listAutomationTriggers'> = ({ objects }) => ({
  triggers: [...objects['automation-triggers'].values()].map(triggerView),
});

export const readAutomationTrigger: Operation<'readAutomationTrigger'> = ({ objects }, { path }) => ({
  trigger: triggerView(objects['automation-triggers'].one(path.id)),
});

export const deleteAutomationTrigger: Operation<'deleteAutomationTrigger'> = ({ objects }, { path }) => {
  const { id } = objects['automation-triggers'].one(path.id);
  objects['automation-triggers'].delete(id);
  return undefined;
};

export const testAutomationTrigger: Operation<'testAutomationTrigger'> = (account, { path }) => {
  const trigger = account.objects['automation-triggers'].one(path.id);
  if (!trigger.is_active || !account.objects.webhooks.get(trigger.webhook_endpoint_id)?.is_active) throw triggerInactive();
  const { data } = testEventFor(trigger.event_type, trigger.outcomes, randomUUID);
  const event = { event: trigger.event_type, timestamp: account.time.now().toISOString(), data };
  // It is an example of the document.
  return view(deliver(account, trigger, event as unknown as WebhookEvent).row);
};
