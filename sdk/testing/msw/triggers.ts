import { invalidConditions, triggerLimitReached } from '../../../src/errors.ts';
import { maxAutomationTriggers } from '../../../src/process/limits.ts';
import { triggerView } from '../../../src/triggers/trigger.ts';
import type { Operation } from './account.ts';

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
