import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';

test('an operator’s test call is a call of the tenant: placed once for a key, charged for, reported, read by the tenant, and in the audit log', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, {
    billing: 'pay_as_you_go',
    balance: 50_000_000,
    publicApiEnabled: false,
    systemPrompt: 'Greet {{firstName}}.',
  });
  const path = `/tenants/${owner.tenantId}/agents/${owner.agentId}/test-calls`;
  const phoneNumber = numberFor('answered-interested');
  const asked = { phoneNumber, variables: { firstName: 'Dana', budget: 450000.5 }, idempotencyKey: 'second-prompt', knownConsent: true };

  const missing = await system.operator.post(path, { phoneNumber });
  assert.deepEqual([missing.status, missing.body.error.code], [400, 'missing_variables']);
  const long = await system.operator.post(path, { phoneNumber, variables: { firstName: 'a'.repeat(4_097) } });
  assert.deepEqual([long.status, long.body.error.details.errors[0].path], [400, '/body/variables/firstName']);

  const placed = await system.operator.post(path, asked);
  assert.equal(placed.status, 201);
  const { call } = placed.body;
  assert.deepEqual(
    [call.agentId, call.phoneNumber, call.variables, call.knownConsent],
    [owner.agentId, phoneNumber, asked.variables, true],
  );
  const again = await system.operator.post(path, asked);
  assert.deepEqual([again.raw, again.headers['idempotency-replayed']], [placed.raw, 'true']);
  const other = await system.operator.post(path, { ...asked, knownConsent: false });
  assert.deepEqual([other.status, other.body.error.code], [409, 'idempotency_conflict']);
  assert.equal((await system.operator.get(`/calls?tenantId=${owner.tenantId}`)).body.calls.length, 1);

  await system.settle();
  const { body } = await system.operator.get(`/calls/${call.id}`);
  assert.deepEqual(
    [body.call.outcome, body.ledger.map(({ kind }: { kind: string }) => kind), body.deliveries.length],
    ['INTERESTED', ['hold', 'settlement'], 2],
  );
  assert.equal((await system.operator.request('PATCH', `/tenants/${owner.tenantId}`, { body: { publicApiEnabled: true } })).status, 200);
  assert.equal((await owner.api.get(`/calls/${call.id}`)).body.call.outcome, 'INTERESTED');

  const { entries } = (await system.operator.get('/audit-log?operation=placeTestCall')).body;
  const ofPath = { tenantId: owner.tenantId, agentId: owner.agentId };
  assert.deepEqual(
    new Map(entries.map(({ result, ids }: { result: string; ids: object }) => [result, ids])),
    new Map<string, object>([
      ['done', { ...ofPath, callId: call.id }],
      ['idempotency_conflict', ofPath],
      ['missing_variables', ofPath],
    ]),
  );
});

test('a test call takes one of the tenant’s permits and its money, and one key is another call for another tenant', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { limits: { concurrentCalls: 1 } });
  const poor = await readyTenant(system, { billing: 'pay_as_you_go', balance: 1 });
  const rich = await readyTenant(system);
  const asked = { phoneNumber: numberFor('answered-interested'), idempotencyKey: 'same' };
  const placeFor = ({ tenantId, agentId }: typeof owner) =>
    system.operator.post(`/tenants/${tenantId}/agents/${agentId}/test-calls`, asked);

  assert.equal((await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('answered-interested', 1) })).status, 201);
  const full = await placeFor(owner);
  assert.deepEqual([full.status, full.body.error.code], [429, 'concurrent_limit_exceeded']);
  const broke = await placeFor(poor);
  assert.deepEqual([broke.status, broke.body.error.code], [402, 'insufficient_balance']);
  assert.equal((await placeFor(rich)).status, 201);
  await system.settle();
  const { status, headers } = await placeFor(owner);
  assert.deepEqual([status, headers['idempotency-replayed']], [201, undefined]);
  const lookAlike = await owner.api.post('/calls', { ...asked, agentId: owner.agentId });
  assert.deepEqual([lookAlike.status, lookAlike.body.error.code], [429, 'concurrent_limit_exceeded'], 'the tenant’s key is another one');
});
