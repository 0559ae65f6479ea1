import { type Account, type Operation, once, type Trigger } from './account.ts';
import { Refusal } from './refusal.ts';

export const createAutomationTrigger: Operation<'createAutomationTrigger'> = (account, request) =>
  once(account, 'createAutomationTrigger', request, () => {
    const { name, eventType, webhookEndpointId, conditions = {}, isActive = true } = request.body;
    if (conditions.outcome && eventType !== 'call.completed') {
      throw new Refusal('invalid_conditions', {
        message: `Outcome filters only work with call events, and ${eventType} is not one. Remove the outcome filter.`,
        details: { eventType },
      });
    }
    const endpoint = account.endpoints.get(webhookEndpointId);
    if (!endpoint) throw new Refusal('webhook_not_found');
    if (account.triggers.size >= maxTriggers) throw new Refusal('trigger_limit_reached');
    const { id, name: endpointName, url } = endpoint;
    const webhookEndpoint = { id, name: endpointName, url };
    const trigger: Trigger = { id: account.newId('trg'), name, eventType, webhookEndpointId, conditions, isActive, webhookEndpoint };
    account.triggers.set(trigger.id, trigger);
    return { status: 201 as const, body: { trigger } };
  });

export const listAutomationTriggers: Operation<'listAutomationTriggers'> = ({ triggers }) => ({
  status: 200,
  body: { triggers: [...triggers.values()] },
});

export const readAutomationTrigger: Operation<'readAutomationTrigger'> = (account, { path }) => ({
  status: 200,
  body: { trigger: find(account, path.id) },
});

export const deleteAutomationTrigger: Operation<'deleteAutomationTrigger'> = (account, { path }) => {
  account.triggers.delete(find(account, path.id).id);
  return { status: 204 };
};

/** A tenant may have this many triggers (`L-TRIGGERS-01`). */
const maxTriggers = 25;

function find({ triggers }: Account, id: string): Trigger {
  const trigger = triggers.get(id);
  if (!trigger) throw new Refusal('trigger_not_found');
  return trigger;
}
