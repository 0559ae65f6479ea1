import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startDatabaseClock } from '../../src/db/database-clock.ts';
import { operatorFor, operatorOfFile, publicFor } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';

let tenantId: string;

const context = await contextOfFile();
const operator = await operatorOfFile(context);
beforeEach(async () => {
  tenantId = (await tenant(context, { billing: 'pay_as_you_go' })).id;
});

const agents = () => `/tenants/${tenantId}/agents`;
const numbers = () => `/tenants/${tenantId}/phone-numbers`;

test('an agent is made with the usual outcomes, and shown whole to the operator and in part to the tenant', async (t) => {
  const made = await operator.api.post(agents(), { name: 'Riley', systemPrompt: 'You call {{first_name}}.', voice: { voiceId: 'burt' } });
  assert.equal(made.status, 201);
  const { agent } = made.body;
  assert.deepEqual([agent.isActive, agent.isDefault, agent.extractionSchema, agent.voice], [true, false, null, { voiceId: 'burt' }]);
  assert.deepEqual(agent.qualifyingOutcomes, ['INTERESTED']);
  assert.equal(agent.activeOutcomes.length, 9);
  assert.deepEqual((await operator.api.get(agents())).body, { agents: [agent] });
  const server = await publicFor(t, context, (await apiKey(context, tenantId)).text);
  const shown = (await server.api.get(`/agents/${agent.id}`)).body;
  assert.deepEqual(Object.keys(shown).sort(), ['extractionSchema', 'id', 'isDefault', 'name', 'updatedAt']);
});

test('a default agent takes that place from the one that had it', async () => {
  const first = (await operator.api.post(agents(), { name: 'A', systemPrompt: 'a', isDefault: true })).body.agent.id;
  const second = (await operator.api.post(agents(), { name: 'B', systemPrompt: 'b', isDefault: true })).body.agent.id;
  const defaults = async () =>
    (await operator.api.get(agents())).body.agents.map(({ id, isDefault }: { id: string; isDefault: boolean }) => [id, isDefault]);
  assert.deepEqual(await defaults(), [
    [first, false],
    [second, true],
  ]);
  await operator.api.request('PATCH', `${agents()}/${first}`, { body: { isDefault: true } });
  assert.deepEqual(await defaults(), [
    [first, true],
    [second, false],
  ]);
});

test('an agent changes in what is given, and its extraction schema is held to its rules', async () => {
  const { id } = (await operator.api.post(agents(), { name: 'Riley', systemPrompt: 'a' })).body.agent;
  const schema = { type: 'object', properties: { budget: { type: 'number' } }, required: ['budget'] };
  const changed = await operator.api.request('PATCH', `${agents()}/${id}`, { body: { isActive: false, extractionSchema: schema } });
  assert.deepEqual(
    [changed.status, changed.body.agent.isActive, changed.body.agent.extractionSchema, changed.body.agent.systemPrompt],
    [200, false, schema, 'a'],
  );
  const wrong = { type: 'object', properties: { budget: { type: 'money' } } };
  const refused = await operator.api.request('PATCH', `${agents()}/${id}`, { body: { extractionSchema: wrong } });
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_extraction_schema']);
  assert.equal(refused.body.error.details.path, '/properties/budget/type');
  assert.deepEqual(
    (await operator.api.request('PATCH', `${agents()}/${id}`, { body: { extractionSchema: null } })).body.agent.extractionSchema,
    null,
  );
});

test('a number is kept once for each tenant, with its health', async () => {
  const made = await operator.api.post(numbers(), { phoneNumber: '+14155550100', providerNumberId: 'pn_1', health: 40 });
  assert.equal(made.status, 201);
  assert.deepEqual((await operator.api.get(numbers())).body, { phoneNumbers: [made.body.phoneNumber] });
  const again = await operator.api.post(numbers(), { phoneNumber: '+14155550100', providerNumberId: 'pn_2' });
  assert.deepEqual([again.status, again.body.error.code], [409, 'conflict']);
  const wrong = await operator.api.post(numbers(), { phoneNumber: '555-0100', providerNumberId: 'pn_1' });
  assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'invalid_phone_number']);
  const changed = await operator.api.request('PATCH', `${numbers()}/${made.body.phoneNumber.id}`, { body: { health: 0, isActive: false } });
  assert.deepEqual([changed.body.phoneNumber.health, changed.body.phoneNumber.isActive], [0, false]);
  const tooHealthy = await operator.api.request('PATCH', `${numbers()}/${made.body.phoneNumber.id}`, { body: { health: 101 } });
  assert.equal(tooHealthy.status, 400);
});

test('each credit adds, with a line in the ledger, newest first', async () => {
  const credit = (amountMicros: number, note?: string) =>
    operator.api.post(`/tenants/${tenantId}/wallet/credit`, { amountMicros, ...(note && { note }) });
  assert.deepEqual((await credit(1_500_000, 'First payment')).body, { wallet: { balanceMicros: 1_500_000 } });
  assert.deepEqual((await credit(1)).body, { wallet: { balanceMicros: 1_500_001 } });
  const { wallet, ledger } = (await operator.api.get(`/tenants/${tenantId}/wallet`)).body;
  assert.equal(wallet.balanceMicros, 1_500_001);
  assert.deepEqual(
    ledger.map((entry: { kind: string; amountMicros: number; balanceAfterMicros: number; note: string | null }) => [
      entry.kind,
      entry.amountMicros,
      entry.balanceAfterMicros,
      entry.note,
    ]),
    [
      ['credit', 1, 1_500_001, null],
      ['credit', 1_500_000, 1_500_000, 'First payment'],
    ],
  );
  for (const amountMicros of [0, -1, 1.5]) assert.equal((await credit(amountMicros)).status, 400, String(amountMicros));
});

test('a credit with a dedupeKey is added once, answered alike however often it is repeated, and refused with another amount', async () => {
  const made = await tenant(context);
  const credit = (body: object) => operator.api.post(`/tenants/${made.id}/wallet/credit`, body);
  const payment = { amountMicros: 500, note: 'Invoice 1042', dedupeKey: 'invoice-1042' };
  const first = await credit(payment);
  assert.deepEqual([first.status, first.body], [200, { wallet: { balanceMicros: 500 } }]);
  assert.equal(first.headers['idempotency-replayed'], undefined);
  await credit({ amountMicros: 7 });
  for (const again of [payment, { ...payment, note: 'Invoice 1042, again' }]) {
    const repeated = await credit(again);
    assert.deepEqual([repeated.status, repeated.body], [200, { wallet: { balanceMicros: 500 } }], 'the first answer');
    assert.equal(repeated.headers['idempotency-replayed'], 'true');
  }
  const other = await credit({ ...payment, amountMicros: 501 });
  assert.deepEqual([other.status, other.body.error.code], [409, 'conflict']);
  for (const dedupeKey of ['', 'k'.repeat(256), null]) assert.equal((await credit({ ...payment, dedupeKey })).status, 400);
  const { wallet, ledger } = (await operator.api.get(`/tenants/${made.id}/wallet`)).body;
  assert.equal(wallet.balanceMicros, 507);
  assert.deepEqual(
    ledger.map(({ amountMicros, dedupeKey }: { amountMicros: number; dedupeKey: string | null }) => [amountMicros, dedupeKey]),
    [
      [7, null],
      [500, 'invoice-1042'],
    ],
  );
  const neighbour = await tenant(context);
  const theirs = await operator.api.post(`/tenants/${neighbour.id}/wallet/credit`, { ...payment, amountMicros: 1 });
  assert.deepEqual(theirs.body, { wallet: { balanceMicros: 1 } }, 'a key is its tenant’s own');
});

test('of credits with one dedupeKey that come at once, one adds', async () => {
  const made = await tenant(context);
  const body = { amountMicros: 300, dedupeKey: 'once' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => operator.api.post(`/tenants/${made.id}/wallet/credit`, body)));
  assert.deepEqual(new Set(answers.map(({ raw }) => raw)), new Set(['{"wallet":{"balanceMicros":300}}']));
  assert.equal(answers.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1);
});

test('the sandbox clock is read and moved, and stands still outside a sandbox', async (t) => {
  const clock = await startDatabaseClock(context.db.knex, { sandbox: true });
  t.after(() => clock.stop());
  const sandbox = await operatorFor(t, { ...context, clock });
  const before = (await sandbox.api.get('/clock')).body.clock;
  assert.equal(before.offsetSeconds, 0);
  const moved = await sandbox.api.post('/clock/advance', { seconds: 3_600 });
  assert.equal(moved.status, 200);
  assert.equal(moved.body.clock.offsetSeconds, 3_600);
  assert.ok(new Date(moved.body.clock.now).getTime() - new Date(before.now).getTime() >= 3_600_000);
  assert.equal((await sandbox.api.post('/clock/advance', { seconds: -1 })).status, 400);
  const production = await operatorFor(t, { ...context, config: { ...context.config, environment: 'development' } });
  const refused = await production.api.post('/clock/advance', { seconds: 1 });
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'conflict']);
});
