import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import { type ReadyTenant, type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';

/** From the operator's POST over Twilio's wire, as the simulator speaks it, to the tenant's receiver. */

const events = ['sms.delivered', 'sms.failed', 'sms.received'] as const;
const ready = (system: Ringpost): Promise<ReadyTenant> => readyTenant(system, { events });

async function send(system: Ringpost, { tenantId }: ReadyTenant, to: string, parts: object = {}) {
  const response = await system.operator.post(`/tenants/${tenantId}/messages`, { to, body: 'Still selling? 👋 1+1', ...parts });
  assert.equal(response.status, 202, response.raw);
  return response.body.message;
}

const read = async (system: Ringpost, { tenantId }: ReadyTenant, id: string) =>
  (await system.operator.get(`/tenants/${tenantId}/messages/${id}`)).body.message;

async function settle(system: Ringpost): Promise<void> {
  await system.play();
  await system.work();
}

/** What the receiver was sent, as bodies. The simulator has verified the signatures and the schemas. */
function received(system: Ringpost, owner: ReadyTenant) {
  const deliveries = system.simulator.receivers.find(owner.receiver)?.deliveries ?? [];
  for (const { verdict } of deliveries) assert.ok(verdict.valid, JSON.stringify(verdict));
  return deliveries.map(({ body }) => JSON.parse(body.toString('utf8')));
}

interface Story {
  readonly scenario: string;
  readonly errorCode?: number;
  readonly status: string;
  readonly events: readonly string[];
}

const stories: readonly Story[] = [
  { scenario: 'delivered', status: 'delivered', events: ['sms.delivered'] },
  { scenario: 'callbacks-twice', status: 'delivered', events: ['sms.delivered'] },
  { scenario: 'callbacks-out-of-order', status: 'delivered', events: ['sms.delivered'] },
  { scenario: 'callbacks-with-more-parameters', status: 'delivered', events: ['sms.delivered'] },
  { scenario: 'provider-error-after-accepting', status: 'delivered', events: ['sms.delivered'] },
  { scenario: 'refused-21211', status: 'refused', events: [] },
  { scenario: 'refused-21614', status: 'refused', events: [] },
  { scenario: 'undelivered', errorCode: 30003, status: 'failed', events: ['sms.failed'] },
  { scenario: 'undelivered', errorCode: 30007, status: 'failed', events: ['sms.failed'] },
  { scenario: 'failed', errorCode: 30005, status: 'failed', events: ['sms.failed'] },
  { scenario: 'failed-before-sent', errorCode: 30003, status: 'failed', events: [] },
  { scenario: 'undelivered', errorCode: 30001, status: 'failed', events: [] },
];
for (const { scenario, errorCode, status, events: expected } of stories) {
  test(`a text that goes as "${scenario}"${errorCode ? ` with ${errorCode}` : ''} is ${status} and makes ${expected.join() || 'no event'}`, async (t) => {
    const system = await ringpost(t);
    const owner = await ready(system);
    const { id } = await send(system, owner, textNumberFor(scenario, { ...(errorCode && { errorCode }) }));
    await settle(system);
    assert.equal((await read(system, owner, id)).status, status);
    const bodies = received(system, owner);
    assert.deepEqual(
      bodies.map(({ event }) => event),
      expected,
    );
    for (const { data } of bodies) {
      assert.equal(data.message_id, id);
      assert.equal(data.error_code, errorCode === undefined ? undefined : String(errorCode));
    }
  });
}

test('a text whose callbacks are all lost is asked after', async (t) => {
  const system = await ringpost(t);
  const owner = await ready(system);
  const { id } = await send(system, owner, textNumberFor('callbacks-lost'));
  await settle(system);
  assert.deepEqual(received(system, owner), []);
  await system.pass(65);
  assert.equal((await read(system, owner, id)).status, 'delivered');
  assert.deepEqual(
    received(system, owner).map(({ event }) => event),
    ['sms.delivered'],
  );
});

test('a text that the provider never took stays unknown, and is sent once', async (t) => {
  const system = await ringpost(t);
  const owner = await ready(system);
  const to = textNumberFor('provider-error-before-accepting');
  const { id } = await send(system, owner, to, { dedupeKey: 'k' });
  for (let hour = 0; hour < 80; hour++) await system.pass(3_600);
  assert.equal((await send(system, owner, to, { dedupeKey: 'k' })).id, id);
  assert.equal((await read(system, owner, id)).status, 'unknown');
  assert.deepEqual(received(system, owner), []);
});

test('a reply reaches the tenant with the campaign that it answers', async (t) => {
  const system = await ringpost(t);
  const owner = await ready(system);
  const to = textNumberFor('replies');
  await send(system, owner, to, { campaign: { id: 'cmp_1', name: 'Winter' } });
  await settle(system);
  const reply = received(system, owner).find(({ event }) => event === 'sms.received');
  const { message_id: _id, ...data } = reply.data;
  assert.deepEqual(data, {
    contact_id: null,
    phone: to,
    campaign_id: 'cmp_1',
    campaign_name: 'Winter',
    body: 'Yes please, call me on Monday.',
  });
});

test('after STOP nothing is sent to the number, and the provider is not asked', async (t) => {
  const system = await ringpost(t);
  const owner = await ready(system);
  const to = textNumberFor('replies-stop');
  await send(system, owner, to);
  await settle(system);
  const again = await system.operator.post(`/tenants/${owner.tenantId}/messages`, { to, body: 'Hello?' });
  assert.deepEqual([again.status, again.body.error.code], [409, 'opted_out']);
  assert.equal(received(system, owner).filter(({ event }) => event === 'sms.failed').length, 0);
});
