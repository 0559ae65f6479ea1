import assert from 'node:assert/strict';
import { after } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { apiKey, endpoint, tenant } from '../support/fixtures.ts';
import { type ReadyTenant, readyTenant, ringpost } from '../support/ringpost.ts';
import { row } from './row.ts';
import { isText, matchesCase, received } from './values.ts';

/** Automation triggers, row by row: fields, operations, the filter, activity, refusals, and the limits on both sides. */

const system = await ringpost({ after });
const unhurried = { limits: { readsPerMinute: 10_000, writesPerMinute: 10_000, concurrentCalls: 100 } };
const owner = await readyTenant(system, { ...unhurried, events: [] });
const { api, endpointId: webhookEndpointId } = owner;

const filtered = (
  await api.post('/automation-triggers', {
    name: 'Hot leads',
    eventType: 'call.completed',
    webhookEndpointId,
    conditions: { outcome: ['INTERESTED', 'CALLBACK'] },
  })
).body.trigger;
system.clock.advance(1);
const open = (await api.post('/automation-triggers', { name: 'Texts', eventType: 'sms.received', webhookEndpointId, isActive: false })).body
  .trigger;
const summary = { id: webhookEndpointId, name: 'CRM', url: system.simulator.receiverUrl(owner.receiver) };

const fields = [
  { rule: 'F-TRIGGER-01', field: 'id', filtered: isText, open: isText },
  { rule: 'F-TRIGGER-02', field: 'name', filtered: 'Hot leads', open: 'Texts' },
  { rule: 'F-TRIGGER-03', field: 'eventType', filtered: 'call.completed', open: 'sms.received' },
  { rule: 'F-TRIGGER-04', field: 'webhookEndpointId', filtered: webhookEndpointId, open: webhookEndpointId },
  { rule: 'F-TRIGGER-05', field: 'conditions', filtered: { outcome: ['INTERESTED', 'CALLBACK'] }, open: {} },
  { rule: 'F-TRIGGER-06', field: 'isActive', filtered: true, open: false },
  { rule: 'F-TRIGGER-07', field: 'webhookEndpoint', filtered: summary, open: summary },
];

for (const { rule, field, ...cases } of fields) {
  row(rule, `a trigger's ${field}, with a filter and without`, async () => {
    const { triggers } = (await api.get('/automation-triggers')).body;
    for (const [made, expected] of [
      [filtered, cases.filtered],
      [open, cases.open],
    ]) {
      matchesCase(made[field], expected, `${field} created`);
      matchesCase(triggers.find(({ id }: { id: string }) => id === made.id)?.[field], expected, `${field} listed`);
    }
  });
}

row(['E-LISTTRIGGERS-02', 'E-GETTRIGGER-02'], 'the list is one key, triggers, the oldest first; one is read as it is listed', async () => {
  const { status, body } = await api.get('/automation-triggers');
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['triggers']);
  assert.deepEqual(
    body.triggers.map(({ id }: { id: string }) => id),
    [filtered.id, open.id],
  );
  for (const each of body.triggers) assert.deepEqual((await api.get(`/automation-triggers/${each.id}`)).body, { trigger: each });
});

const valid = { name: 'x', eventType: 'call.completed', webhookEndpointId };
const without = (member: string): object => Object.fromEntries(Object.entries(valid).filter(([name]) => name !== member));

const bodies = [
  { rules: ['E-POSTTRIGGERS-02'], what: 'no name', body: without('name'), path: '/body/name' },
  { rules: ['L-NAME-02', 'F-TRIGGER-02'], what: 'an empty name', body: { ...valid, name: '' }, path: '/body/name' },
  { rules: ['L-NAME-02', 'F-TRIGGER-02'], what: 'a name of 101 characters', body: { ...valid, name: 'x'.repeat(101) }, path: '/body/name' },
  { rules: ['E-POSTTRIGGERS-03'], what: 'no eventType', body: without('eventType'), path: '/body/eventType' },
  { rules: ['E-POSTTRIGGERS-04'], what: 'no webhookEndpointId', body: without('webhookEndpointId'), path: '/body/webhookEndpointId' },
  {
    rules: ['E-POSTTRIGGERS-05'],
    what: 'an outcome that is no list',
    body: { ...valid, conditions: { outcome: 'DNC' } },
    path: '/body/conditions/outcome',
  },
];

for (const { rules, what, body: wrong, path } of bodies) {
  row(rules, `400 invalid_request for ${what}`, async () => {
    const { status, body } = await api.post('/automation-triggers', wrong);
    assert.deepEqual([status, body.error.code, body.error.details.errors[0].path], [400, 'invalid_request', path]);
  });
}

const internal = [
  'call.started',
  'call.failed',
  'call.ringing',
  'call.answered',
  'sms.sent',
  'sms.ai_reply',
  'campaign.started',
  'campaign.completed',
  'contact.created',
  'contact.updated',
  'opportunity.created',
];

for (const eventType of internal) {
  row(['V-FIRE-10', 'F-TRIGGER-03', 'D-LATER-05'], `nobody can subscribe to ${eventType}`, async () => {
    const { status, body } = await api.post('/automation-triggers', { ...valid, eventType });
    assert.deepEqual([status, body.error.code], [400, 'invalid_request']);
  });
}

const filterless = ['sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'];

for (const eventType of filterless) {
  row(
    ['R-TRIGGERS-01', 'V-FIRE-02', 'F-TRIGGER-03'],
    `400 invalid_conditions for an outcome filter on ${eventType}, which is taken without`,
    async () => {
      const other = await readyTenant(system, { ...unhurried, events: [] });
      const body = { name: 'x', eventType, webhookEndpointId: other.endpointId };
      const refused = await other.api.post('/automation-triggers', { ...body, conditions: { outcome: ['DNC'] } });
      assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_conditions']);
      assert.match(refused.body.error.message, /only work with call events.*[Rr]emove the outcome filter/);
      assert.equal((await other.api.post('/automation-triggers', { ...body, conditions: {} })).status, 201);
    },
  );
}

async function called(by: ReadyTenant, scenario: string): Promise<void> {
  await by.api.post('/calls', { agentId: by.agentId, phoneNumber: numberFor(scenario, 1) });
  await system.settle();
}

const outcomesAt = (by: ReadyTenant) => received(system, by.receiver).map(({ body }) => body.data['outcome']);

row('E-POSTTRIGGERS-05', 'the filter lets through the outcomes it names, and no other', async () => {
  for (const scenario of ['answered-interested', 'busy', 'callback-requested', 'do-not-call']) await called(owner, scenario);
  assert.deepEqual(outcomesAt(owner), ['INTERESTED', 'CALLBACK']);
});

row(['E-POSTTRIGGERS-06', 'V-FIRE-01'], 'without a filter every outcome comes', async () => {
  const other = await readyTenant(system, { ...unhurried, events: ['call.completed'] });
  for (const scenario of ['answered-interested', 'busy', 'no-answer', 'voicemail', 'carrier-error']) await called(other, scenario);
  assert.deepEqual(outcomesAt(other), ['INTERESTED', 'BUSY', 'NO_ANSWER', 'VOICEMAIL', 'FAILED']);
});

row('S-WORK-04', 'without a trigger nothing is sent', async () => {
  const other = await readyTenant(system, { ...unhurried, events: [] });
  await called(other, 'answered-interested');
  assert.deepEqual(received(system, other.receiver), []);
  assert.equal((await other.api.get('/webhook-deliveries')).body.pagination.total, 0);
});

row('E-DELETETRIGGER-02', 'a deleted trigger is gone and fires no more', async () => {
  const other = await readyTenant(system, { ...unhurried, events: ['call.completed'] });
  await called(other, 'busy');
  const [{ id }] = (await other.api.get('/automation-triggers')).body.triggers;
  const body = { ...valid, eventType: 'sms.received', webhookEndpointId: other.endpointId };
  const kept = (await other.api.post('/automation-triggers', body)).body.trigger;
  const gone = await other.api.request('DELETE', `/automation-triggers/${id}`);
  assert.deepEqual([gone.status, gone.raw], [204, '']);
  await called(other, 'busy');
  assert.equal(received(system, other.receiver).length, 1);
  for (const method of ['GET', 'DELETE'])
    assert.equal((await other.api.request(method, `/automation-triggers/${id}`)).body.error.code, 'trigger_not_found');
  assert.deepEqual((await other.api.get('/automation-triggers')).body.triggers, [kept]);
});

row(
  ['T-ACTIVE-01', 'T-ACTIVE-02', 'T-ACTIVE-03'],
  'an event fires only where endpoint and trigger are both active, and the operator switches them',
  async () => {
    const other = await readyTenant(system, { ...unhurried, events: ['call.completed'] });
    const [{ id }] = (await other.api.get('/automation-triggers')).body.triggers;
    const switchTrigger = (isActive: boolean) =>
      system.operator.request('PATCH', `/tenants/${other.tenantId}/automation-triggers/${id}`, { body: { isActive } });
    const switchEndpoint = (isActive: boolean) =>
      system.operator.request('PATCH', `/tenants/${other.tenantId}/webhook-endpoints/${other.endpointId}`, { body: { isActive } });
    for (const [trigger, target, fires] of [
      [false, true, false],
      [true, false, false],
      [false, false, false],
      [true, true, true],
    ] as const) {
      assert.deepEqual([(await switchTrigger(trigger)).status, (await switchEndpoint(target)).status], [200, 200]);
      system.clock.advance(10);
      const before = received(system, other.receiver).length;
      await called(other, 'busy');
      assert.equal(received(system, other.receiver).length - before, fires ? 1 : 0, `trigger ${trigger}, endpoint ${target}`);
    }
    assert.equal((await other.api.request('PATCH', `/automation-triggers/${id}`, { body: { isActive: false } })).status, 405);
    assert.equal((await other.api.request('PATCH', `/webhooks/${other.endpointId}`, { body: { isActive: false } })).status, 405);
  },
);

row(['L-TRIGGERS-01'], '25 triggers are taken, and the 26th is trigger_limit_reached', async () => {
  const { id } = await tenant(system.context, unhurried);
  const client = api.with((await apiKey(system.context, id)).text);
  const { id: target } = await endpoint(system.context, id, { url: system.simulator.receiverUrl('many') });
  const statuses: number[] = [];
  for (let i = 1; i <= 25; i++)
    statuses.push(
      (await client.post('/automation-triggers', { name: `${i}`, eventType: 'call.completed', webhookEndpointId: target })).status,
    );
  assert.deepEqual(statuses, Array(25).fill(201));
  const next = await client.post('/automation-triggers', { name: '26', eventType: 'call.completed', webhookEndpointId: target });
  assert.deepEqual([next.status, next.body.error.code], [400, 'trigger_limit_reached']);
});

row(['L-NAME-02', 'F-TRIGGER-02'], 'names of 1 and of 100 characters are taken', async () => {
  const other = await readyTenant(system, { ...unhurried, events: [] });
  for (const name of ['x', 'x'.repeat(100)]) {
    const { status, body } = await other.api.post('/automation-triggers', { ...valid, webhookEndpointId: other.endpointId, name });
    assert.deepEqual([status, body.trigger.name], [201, name]);
  }
});

row('C-IDEM-01', 'the same idempotencyKey makes one trigger', async () => {
  const other = await readyTenant(system, { ...unhurried, events: [] });
  const body = { ...valid, webhookEndpointId: other.endpointId, idempotencyKey: 'once' };
  const [first, second] = [await other.api.post('/automation-triggers', body), await other.api.post('/automation-triggers', body)];
  assert.deepEqual([second.status, second.raw], [201, first.raw]);
  assert.equal((await other.api.get('/automation-triggers')).body.triggers.length, 1);
});
