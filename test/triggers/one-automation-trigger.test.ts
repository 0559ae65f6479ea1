import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventProblems } from '../../src/contract/event-schemas.ts';
import { codeOf, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { deliveriesOf, event, forgetDeliveries, publish } from '../support/events.ts';
import { apiKey, endpoint, tenant, trigger } from '../support/fixtures.ts';
import { receiverFor } from '../support/receiver.ts';

const context = await contextOfFile();
const server = await publicOfFile(context);

async function owner(url = 'https://crm.example.org/hook') {
  const { id } = await tenant(context);
  const { id: endpointId } = await endpoint(context, id, { url });
  return { tenantId: id, endpointId, api: server.api.with((await apiKey(context, id)).text) };
}

test('a test event goes to its trigger alone, as the document has the event, with an outcome that the trigger asks for', async () => {
  const who = await owner();
  await trigger(context, who.tenantId, who.endpointId);
  for (const eventType of ['call.completed', 'sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'] as const) {
    const outcomes = eventType === 'call.completed' ? ['CALLBACK', 'DNC'] : null;
    const id = await trigger(context, who.tenantId, who.endpointId, { eventType, outcomes });
    const sent = await who.api.post(`/automation-triggers/${id}/test`);
    assert.deepEqual([sent.status, sent.body.status, sent.body.trigger.id, sent.body.eventType], [201, 'pending', id, eventType]);
    const { payload } = (await who.api.get(`/webhook-deliveries/${sent.body.id}`)).body;
    assert.deepEqual(eventProblems(payload), [], eventType);
    if (outcomes) assert.equal(payload.data.outcome, 'CALLBACK');
  }
  assert.equal((await deliveriesOf(context.db.knex, who.tenantId)).length, 5);
});

test('no test event is made for a trigger that is off, or whose endpoint is off, and nothing of it is kept', async () => {
  const who = await owner();
  const off = await trigger(context, who.tenantId, who.endpointId, { isActive: false });
  const { id: endpointId } = await endpoint(context, who.tenantId, { url: 'https://crm.example.org/off', isActive: false });
  const toNobody = await trigger(context, who.tenantId, endpointId);
  for (const id of [off, toNobody]) assert.equal(codeOf(await who.api.post(`/automation-triggers/${id}/test`)), '400 invalid_request');
  assert.deepEqual(await context.db.knex('event_keys').where({ tenant_id: who.tenantId }), []);
});

test('a test event whose delivery is deleted while the answer is made is answered as one of an unknown trigger', async (t) => {
  const who = await owner();
  const id = await trigger(context, who.tenantId, who.endpointId);
  const { publisher } = context;
  const { publish: publishAsEver } = publisher;
  t.mock.method(publisher, 'publish', async (...published: Parameters<typeof publishAsEver>) => {
    const answers = await publishAsEver.apply(publisher, published);
    await forgetDeliveries(context);
    return answers;
  });
  assert.equal(codeOf(await who.api.post(`/automation-triggers/${id}/test`)), '404 trigger_not_found');
});

/** A trigger whose first delivery has failed once. */
async function triggerWithFailure(t: TestContext) {
  const target = await receiverFor(t);
  const dispatcher = dispatcherFor(t, context);
  const who = await owner(target.url);
  const id = await trigger(context, who.tenantId, who.endpointId);
  target.answer(500);
  await publish(context, event(context, who.tenantId));
  await dispatcher.deliverOnce();
  return { target, dispatcher, who, id };
}

test('new events fire a deleted trigger no longer, and what it has made is still delivered', async (t) => {
  const { target, dispatcher, who, id } = await triggerWithFailure(t);
  await who.api.request('DELETE', `/automation-triggers/${id}`);
  await publish(context, event(context, who.tenantId));
  target.answer(200);
  context.clock.advance(75);
  await dispatcher.deliverOnce();
  const [only, ...others] = await deliveriesOf(context.db.knex, who.tenantId);
  assert.equal(others.length, 0);
  assert.deepEqual([only?.status, only?.attempts, only?.trigger_snapshot], ['success', 2, { name: 'To the CRM' }]);
});

test('what waited while its trigger was off is delivered at once when that is deleted, not after the hour it rests', async (t) => {
  const { target, dispatcher, who, id } = await triggerWithFailure(t);
  await context.db.knex('automation_triggers').where({ id }).update({ is_active: false });
  context.clock.advance(80);
  assert.equal(await dispatcher.deliverOnce(), 0);
  target.answer(200);
  assert.equal((await who.api.request('DELETE', `/automation-triggers/${id}`)).status, 204);
  assert.equal(await dispatcher.deliverOnce(), 1);
  assert.equal((await deliveriesOf(context.db.knex, who.tenantId))[0]?.status, 'success');
});
