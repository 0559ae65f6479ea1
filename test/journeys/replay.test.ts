import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { type ReadyTenant, type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';

/** What a tenant does after its receiver was down: looks for what failed, reads it, has it sent again. */

test('a webhook that failed six times is found, read and sent again, and its receiver knows it by its id', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { programme: '500,500,500,500,500,500,200', events: ['call.completed'] });
  await complete(system, owner);
  for (const seconds of [76, 376, 2_251, 9_001, 27_001]) await system.pass(seconds);

  const failed = await owner.api.get('/webhook-deliveries?status=failed&since=2026-03-02');
  assert.deepEqual(failed.body.pagination, { page: 1, limit: 20, total: 1, totalPages: 1 });
  const [dead] = failed.body.deliveries;
  assert.deepEqual([dead.attempts, dead.responseStatus, dead.nextRetryAt], [6, 500, null]);
  const { payload } = (await owner.api.get(`/webhook-deliveries/${dead.id}`)).body;
  assert.equal(payload.event, 'call.completed');

  const again = await owner.api.post(`/webhook-deliveries/${dead.id}/retry`);
  assert.deepEqual([again.status, again.body.status, again.body.attempts], [200, 'success', 7]);
  const received = system.simulator.receivers.find(owner.receiver)?.deliveries ?? [];
  assert.equal(received.length, 7);
  assert.deepEqual([...new Set(received.map(({ deliveryId }) => deliveryId))], [dead.id]);
  assert.equal(new Set(received.map(({ body }) => body.toString('utf8'))).size, 1);
  assert.ok(received.every(({ verdict }) => verdict.signature.reason === 'valid'));
  assert.deepEqual(JSON.parse(received[6]?.body.toString('utf8') ?? ''), payload);
  assert.equal((await owner.api.get('/webhook-deliveries?status=failed')).body.pagination.total, 0);
  await system.pass(86_400);
  assert.equal(received.length, 7, 'and never again');
});

test('a tenant that gives its endpoint up hears no more of it, and still reads what arrived', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { programme: '200,500', events: ['call.completed'] });
  await complete(system, owner);
  await complete(system, owner);
  const before = (await owner.api.get('/webhook-deliveries')).body.deliveries;
  assert.deepEqual(before.map(({ status }: { status: string }) => status).sort(), ['retrying', 'success']);

  assert.equal((await owner.api.request('DELETE', `/webhooks/${owner.endpointId}`)).status, 204);
  assert.deepEqual((await owner.api.get('/automation-triggers')).body.triggers, []);
  await complete(system, owner);
  await system.pass(86_400);
  assert.equal(system.simulator.receivers.find(owner.receiver)?.deliveries.length, 2);
  const after = (await owner.api.get('/webhook-deliveries')).body;
  assert.deepEqual(
    after.deliveries,
    before.filter(({ status }: { status: string }) => status === 'success'),
  );
  const refused = await owner.api.post(`/webhook-deliveries/${after.deliveries[0].id}/retry`);
  assert.equal(refused.body.error.code, 'invalid_request');
});

async function complete(system: Ringpost, owner: ReadyTenant): Promise<void> {
  const placed = await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('answered-not-interested', 1) });
  assert.equal(placed.status, 201, placed.raw);
  await system.play();
  await system.work();
}
