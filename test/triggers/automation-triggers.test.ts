import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { components } from '../../src/contract/generated/public.ts';
import { ApiError } from '../../src/errors.ts';
import type { Caller } from '../../src/operation.ts';
import { createAutomationTrigger } from '../../src/triggers/create-automation-trigger.ts';
import { listAutomationTriggers } from '../../src/triggers/list-automation-triggers.ts';
import { contextOfFile } from '../support/context.ts';
import { caller, endpoint } from '../support/fixtures.ts';
import { bodyOf, requestWith } from '../support/requests.ts';

const context = await contextOfFile();

type Body = components['schemas']['CreateAutomationTriggerRequest'];

const create = async (by: Caller, webhookEndpointId: string, body: Partial<Body> = {}) => {
  const whole: Body = { name: 'Calls', eventType: 'call.completed', webhookEndpointId, isActive: true, ...body };
  const reply = await createAutomationTrigger(context, by, requestWith(whole));
  return bodyOf<components['schemas']['AutomationTriggerReply']>(reply).trigger;
};
const list = async (by: Caller) =>
  bodyOf<components['schemas']['AutomationTriggersReply']>(await listAutomationTriggers(context, by, requestWith(undefined, ''))).triggers;
const refused = (status: number, code: string) => (error: unknown) =>
  error instanceof ApiError && error.status === status && error.code === code;

test('a trigger is answered and listed with its filter and its endpoint', async () => {
  const by = await caller(context);
  const { id } = await endpoint(context, by.tenantId, { url: 'https://crm.example.org/hook' });
  const filtered = await create(by, id, { conditions: { outcome: ['INTERESTED', 'CALLBACK'] } });
  assert.deepEqual(filtered, {
    id: filtered.id,
    name: 'Calls',
    eventType: 'call.completed',
    webhookEndpointId: id,
    conditions: { outcome: ['INTERESTED', 'CALLBACK'] },
    isActive: true,
    webhookEndpoint: { id, name: 'CRM', url: 'https://crm.example.org/hook' },
  });
  context.clock.advance(1);
  const open = await create(by, id, { eventType: 'sms.failed', conditions: {}, isActive: false });
  assert.deepEqual([open.conditions, open.isActive], [{}, false]);
  assert.deepEqual(await list(by), [filtered, open]);
});

test('an outcome filter on another event is refused and says what to remove', async () => {
  const by = await caller(context);
  const { id } = await endpoint(context, by.tenantId, { url: 'https://crm.example.org/hook' });
  await assert.rejects(create(by, id, { eventType: 'lead.qualified', conditions: { outcome: ['INTERESTED'] } }), (error) => {
    assert.ok(refused(400, 'invalid_conditions')(error));
    assert.match(String(error), /only work with call events.*Remove the outcome filter/);
    return true;
  });
});

test('an endpoint that is unknown or another tenant’s is not found', async () => {
  const by = await caller(context);
  const other = await caller(context);
  const theirs = await endpoint(context, other.tenantId, { url: 'https://crm.example.org/hook' });
  await assert.rejects(create(by, theirs.id), refused(404, 'webhook_not_found'));
  await assert.rejects(create(by, 'nonsense'), refused(404, 'webhook_not_found'));
  assert.deepEqual(await list(by), []);
});

// holds: L-TRIGGERS-01
test('of fifty creates at once twenty-five succeed, and the rest are told the limit', async () => {
  const by = await caller(context);
  const { id } = await endpoint(context, by.tenantId, { url: 'https://crm.example.org/hook' });
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => create(by, id)));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 25);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') assert.ok(refused(400, 'trigger_limit_reached')(outcome.reason), String(outcome.reason));
  assert.equal((await list(by)).length, 25);
});

test('the same idempotency key makes one trigger', async () => {
  const by = await caller(context);
  const { id } = await endpoint(context, by.tenantId, { url: 'https://crm.example.org/hook' });
  const first = await create(by, id, { idempotencyKey: 'k' });
  assert.deepEqual(await create(by, id, { idempotencyKey: 'k' }), first);
  assert.equal((await list(by)).length, 1);
});
