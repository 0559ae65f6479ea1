import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAutomationTrigger } from '../../src/triggers/create-automation-trigger.ts';
import { listTriggers } from '../../src/triggers/triggers.ts';
import { contextOfFile } from '../support/context.ts';
import { caller, endpoint } from '../support/fixtures.ts';
import { refusedWith, requestWith } from '../support/requests.ts';

const context = await contextOfFile();

// holds: L-TRIGGERS-01
test('of fifty creates at once twenty-five succeed, and the rest are told the limit', async () => {
  const by = await caller(context);
  const { id: webhookEndpointId } = await endpoint(context, by.tenantId, { url: 'https://crm.example.org/hook' });
  const body = { name: 'Calls', eventType: 'call.completed' as const, webhookEndpointId };
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => createAutomationTrigger(context, by, requestWith(body))));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 25);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') assert.ok(refusedWith('trigger_limit_reached')(outcome.reason), String(outcome.reason));
  assert.equal((await listTriggers(context.db.knex, by.tenantId)).length, 25);
});
