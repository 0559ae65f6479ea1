import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiClient, type ApiResponse, codeOf, publicOfFile, startPublic } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { agent, apiKey, tenant } from '../support/fixtures.ts';

const context = await contextOfFile();
const server = await publicOfFile(context);

interface Owner {
  readonly tenantId: string;
  readonly key: string;
  readonly api: ApiClient;
  readonly agentId: string;
}

async function owner(options: { isActive?: boolean; extractionSchema?: object } = {}): Promise<Owner> {
  const { id } = await tenant(context, { limits: { writesPerMinute: 10_000, readsPerMinute: 10_000 } });
  const { text: key } = await apiKey(context, id);
  return {
    tenantId: id,
    key,
    api: server.api.with(key),
    agentId: await agent(context, id, options),
  };
}

const set = ({ api, agentId }: Owner, body: unknown, id = agentId): Promise<ApiResponse> =>
  api.post(`/agents/${id}/extraction-schema`, body);
const budget = { type: 'object', properties: { budget: { type: 'number' } }, required: ['budget'] };

test('a schema is set, answered as the agent’s public view and read back the same', async () => {
  const who = await owner();
  context.clock.advance(5);
  const response = await set(who, { schema: budget });
  assert.equal(response.status, 200);
  assert.deepEqual(response.body, {
    id: who.agentId,
    name: 'Qualifier',
    isDefault: false,
    extractionSchema: budget,
    updatedAt: context.clock.now().toISOString(),
  });
  assert.equal((await who.api.get(`/agents/${who.agentId}`)).raw, response.raw);
});

test('the schema is kept in the very form it came in', async () => {
  const who = await owner();
  const schema = '{"type":"object","properties":{"b":{"type":"number","minimum":1.50},"2":{},"1":{},"__proto__":{"type":"string"}}}';
  const response = await set(who, `{"idempotencyKey":"k", "schema": ${schema.replaceAll(',', ' ,\n ')}}`);
  assert.ok(response.raw.includes(`"extractionSchema":${schema}`), response.raw);
  assert.equal((await who.api.get(`/agents/${who.agentId}`)).raw, response.raw);
  assert.equal((await context.db.knex('agents').where({ id: who.agentId }).first()).extraction_schema, schema);
});

test('a schema is as large as what is kept of it, however short its numbers are as doubles', async () => {
  const who = await owner();
  const response = await set(who, `{"schema":{"type":"object","minProperties":1.${'0'.repeat(32 * 1024)}}}`);
  assert.equal(codeOf(response), '400 invalid_extraction_schema');
  assert.equal(response.body.error.details.path, '');
});

test('an inactive agent may be prepared', async () => {
  assert.equal((await set(await owner({ isActive: false }), { schema: budget })).status, 200);
});

for (const [name, schema, path] of [
  [
    'a required name that is no property, further down, where names need escaping',
    { type: 'object', properties: { 'a/b~c': { type: 'object', required: ['x'] } } },
    '/properties/a~1b~0c/required/0',
  ],
  ['a reference to somewhere else', { type: 'object', properties: { a: { $ref: 'https://example.org/a' } } }, '/properties/a/$ref'],
  ['a reference to itself', { type: 'object', properties: { a: { $ref: '#/properties/a' } } }, '/properties/a'],
  ['more than a thousand subschemas', { type: 'object', anyOf: Array(1_000).fill({}) }, '/anyOf/999'],
] as const) {
  test(`${name} is refused with a pointer to the problem, and nothing changes`, async () => {
    const who = await owner({ extractionSchema: budget });
    const response = await set(who, { schema, idempotencyKey: 'k' });
    assert.equal(codeOf(response), '400 invalid_extraction_schema');
    assert.equal(response.body.error.details.path, path);
    assert.deepEqual((await who.api.get(`/agents/${who.agentId}`)).body.extractionSchema, budget);
    assert.equal((await set(who, { schema: budget, idempotencyKey: 'k' })).status, 200, 'a refusal uses no key up');
  });
}

test('32,768 bytes of compact JSON are allowed, however much space stands between', async () => {
  const empty = Buffer.byteLength(JSON.stringify({ type: 'object', description: '' }));
  const schema = { type: 'object', description: 'ü'.repeat((32_768 - empty) / 2) };
  assert.equal((await set(await owner(), JSON.stringify({ schema }, null, 8))).status, 200);
});

test('a schema is compiled in the workers, as the tenant’s, and what they find is the answer', async () => {
  const { agentId, key, tenantId } = await owner();
  const judged: unknown[] = [];
  const flaw = { path: '/properties', message: 'The schema is too costly: said the worker.' };
  const judge = async (...asked: unknown[]) => {
    judged.push(asked);
    return flaw;
  };
  const own = await startPublic({ ...context, extractionWorkers: { ...context.extractionWorkers, judge } });
  const response = await own.api.with(key).post(`/agents/${agentId}/extraction-schema`, { schema: budget });
  await own.close();
  assert.deepEqual([codeOf(response), response.body.error.message], ['400 invalid_extraction_schema', flaw.message]);
  assert.deepEqual(response.body.error.details, { path: flaw.path, errors: [flaw] });
  assert.deepEqual(judged, [[tenantId, JSON.stringify(budget), []]]);
});

test('a tenant with sixty schemas waiting is told to come back; null needs no worker', async () => {
  const own = await startPublic({ ...context, extractionWorkers: { ...context.extractionWorkers, waiting: () => 60 } });
  const { agentId, key } = await owner();
  const post = (schema: object | null) => own.api.with(key).post(`/agents/${agentId}/extraction-schema`, { schema });
  const [refused, cleared] = [await post(budget), await post(null)];
  await own.close();
  assert.deepEqual([codeOf(refused), refused.headers['retry-after'], cleared.status], ['429 rate_limited', '1', 200]);
});

test('leaving the schema out is invalid_request', async () => {
  const response = await set(await owner(), {});
  assert.equal(codeOf(response), '400 invalid_request');
  assert.deepEqual(response.body.error.details.errors, [{ path: '/body/schema', message: 'is required' }]);
});

test('an unknown agent, another tenant’s and a nonsensical id are the same 404; a bad schema comes first', async () => {
  const [who, other] = [await owner(), await owner()];
  const ids = ['agt_unknown', other.agentId, '%00', "'", 'x'.repeat(4_000)];
  const answers = await Promise.all(ids.map((id) => set(who, { schema: budget, idempotencyKey: 'k' }, id)));
  for (const answer of answers) assert.equal(answer.raw, answers[0]?.raw);
  assert.equal(answers[0] && codeOf(answers[0]), '404 agent_not_found');
  assert.equal(codeOf(await set(who, { schema: [] }, other.agentId)), '400 invalid_extraction_schema');
  assert.equal((await context.db.knex('agents').where({ id: other.agentId }).first()).extraction_schema, null);
});

test('the same key and body get the first answer again, byte for byte; another body is a conflict', async () => {
  const who = await owner();
  const first = await set(who, { schema: budget, idempotencyKey: 'k' });
  context.clock.advance(60);
  await set(who, { schema: null });
  const again = await set(who, `{ "idempotencyKey": "k", "schema": ${JSON.stringify(budget)} }`);
  assert.deepEqual([again.status, again.raw, again.headers['idempotency-replayed']], [200, first.raw, 'true']);
  assert.equal((await who.api.get(`/agents/${who.agentId}`)).body.extractionSchema, null, 'a replay writes nothing');
  assert.equal(codeOf(await set(who, { schema: null, idempotencyKey: 'k' })), '409 idempotency_conflict');
});

test('a key belongs to one agent', async () => {
  const who = await owner();
  const other = await agent(context, who.tenantId, { name: 'Other' });
  await set(who, { schema: budget, idempotencyKey: 'k' });
  const response = await set(who, { schema: budget, idempotencyKey: 'k' }, other);
  assert.deepEqual([response.status, response.body.id, response.headers['idempotency-replayed']], [200, other, undefined]);
});

test('of twenty requests at once under one key one writes', async () => {
  const who = await owner();
  const answers = await Promise.all(Array.from({ length: 20 }, () => set(who, { schema: budget, idempotencyKey: 'k' })));
  const done = answers.filter(({ status }) => status === 200);
  assert.equal(new Set(done.map(({ raw }) => raw)).size, 1);
  assert.equal(done.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1);
  for (const answer of answers) if (answer.status !== 200) assert.equal(codeOf(answer), '503 idempotency_in_progress');
});
