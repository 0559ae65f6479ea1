import assert from 'node:assert/strict';
import { after } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import type { ApiResponse } from '../support/api.ts';
import { agent } from '../support/fixtures.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';
import { row } from './row.ts';
import { isBoolean, isText, isTime, matchesCase } from './values.ts';

/** Agents, row by row: the public fields, and the extraction schema with each of its refusals. */

const system = await ringpost({ after });
const owner = await readyTenant(system, {
  limits: { readsPerMinute: 10_000, writesPerMinute: 10_000 },
  systemPrompt: 'SECRET PROMPT for {{name}}',
});
const schema = { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] };
const agentId = await agent(system.context, owner.tenantId, { name: 'Second', isDefault: true, extractionSchema: schema });
const plainId = await agent(system.context, owner.tenantId, { name: 'Third' });
await agent(system.context, owner.tenantId, { name: 'Ann', isActive: false });

const listed: Record<string, unknown>[] = (await owner.api.get('/agents')).body.agents;

const fields = [
  { rule: 'F-AGENT-01', field: 'id', is: isText },
  { rule: 'F-AGENT-02', field: 'name', is: isText },
  { rule: 'F-AGENT-03', field: 'isDefault', is: isBoolean },
  { rule: 'F-AGENT-04', field: 'extractionSchema', is: (it: unknown) => it === null || typeof it === 'object' },
  { rule: 'F-AGENT-05', field: 'updatedAt', is: isTime },
];

for (const { rule, field, is } of fields) {
  row(rule, `an agent's ${field}`, async () => {
    for (const each of listed) matchesCase(each[field], is, field);
    assert.deepEqual((await owner.api.get(`/agents/${agentId}`)).body[field], listed.find(({ id }) => id === agentId)?.[field]);
  });
}

row('F-AGENT-03', 'isDefault tells the default agent from the others', () => {
  assert.deepEqual(
    listed.filter(({ isDefault }) => isDefault).map(({ id }) => id),
    [agentId],
  );
});

row('F-AGENT-04', 'extractionSchema is the schema as it was set, and null where there is none', () => {
  assert.deepEqual(listed.find(({ id }) => id === agentId)?.['extractionSchema'], schema);
  assert.equal(listed.find(({ id }) => id === plainId)?.['extractionSchema'], null);
});

row(['S-WORK-07'], 'nothing else of an agent is shown: neither prompt nor voice nor model', async () => {
  for (const each of listed) assert.deepEqual(Object.keys(each).sort(), fields.map(({ field }) => field).sort());
  assert.doesNotMatch((await owner.api.get(`/agents/${owner.agentId}`)).raw, /SECRET/);
});

row('E-LISTAGENTS-02', 'the list is one key, agents, by name, inactive ones too, and has no pages', async () => {
  for (const page of ['page=2', 'limit=1']) assert.equal((await owner.api.get(`/agents?${page}`)).status, 400);
  const { status, body } = await owner.api.get('/agents');
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['agents']);
  assert.deepEqual(
    body.agents.map(({ name }: { name: string }) => name),
    ['Ann', 'Qualifier', 'Second', 'Third'],
  );
});

row('E-GETAGENT-02', 'one agent is bare, and as in the list', async () => {
  for (const each of listed) assert.deepEqual((await owner.api.get(`/agents/${each['id']}`)).body, each);
});

const setSchema = (to: unknown, id = plainId): Promise<ApiResponse> => owner.api.post(`/agents/${id}/extraction-schema`, { schema: to });

row(['E-SCHEMA-02', 'S-WORK-02'], 'a schema is set, shown, and filled by the next call', async () => {
  assert.equal((await setSchema(schema)).status, 200);
  assert.deepEqual((await owner.api.get(`/agents/${plainId}`)).body.extractionSchema, schema);
  assert.equal(typeof (await extractionOf(plainId)).price, 'number');
});

row('E-SCHEMA-03', 'null clears the schema, and the next call extracts nothing', async () => {
  assert.equal((await setSchema(null)).status, 200);
  assert.equal((await owner.api.get(`/agents/${plainId}`)).body.extractionSchema, null);
  assert.equal(await extractionOf(plainId), null);
});

async function extractionOf(id: string) {
  const { call } = (await owner.api.post('/calls', { agentId: id, phoneNumber: numberFor('answered-interested', 1) })).body;
  await system.settle();
  return (await owner.api.get(`/calls/${call.id}`)).body.call.extraction;
}

const sized = (bytes: number): object => {
  const empty = { type: 'object', description: '' };
  return { ...empty, description: 'x'.repeat(bytes - JSON.stringify(empty).length) };
};

const refused = [
  { rules: ['R-SCHEMA-01', 'R-SCHEMA-05'], what: 'a string', schema: 'object', path: '' },
  { rules: ['R-SCHEMA-01', 'R-SCHEMA-05'], what: 'an array', schema: [], path: '' },
  { rules: ['R-SCHEMA-01', 'R-SCHEMA-05'], what: 'a schema of a number', schema: { type: 'number' }, path: '/type' },
  {
    rules: ['R-SCHEMA-02', 'R-SCHEMA-05'],
    what: 'an unknown type',
    schema: { type: 'object', properties: { a: { type: 'money' } } },
    path: '/properties/a/type',
  },
  {
    rules: ['R-SCHEMA-03', 'R-SCHEMA-05'],
    what: 'a required name that is no property',
    schema: { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] },
    path: '/required/1',
  },
  { rules: ['R-SCHEMA-04', 'L-SCHEMA-01'], what: '32,769 bytes', schema: sized(32_769), path: '' },
];

for (const { rules, what, schema: wrong, path } of refused) {
  row(rules, `400 invalid_extraction_schema for ${what}, at "${path}"`, async () => {
    const before = (await owner.api.get(`/agents/${agentId}`)).raw;
    const { status, body } = await setSchema(wrong, agentId);
    assert.deepEqual([status, body.error.code, body.error.details.path], [400, 'invalid_extraction_schema', path]);
    assert.equal((await owner.api.get(`/agents/${agentId}`)).raw, before, 'and the schema stays as it was');
  });
}

row('L-SCHEMA-01', '32,768 bytes are taken', async () => {
  assert.equal((await setSchema(sized(32_768), agentId)).status, 200);
});
