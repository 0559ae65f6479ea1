import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { agent, apiKey, endpoint, phoneNumber, tenant, trigger } from '../support/fixtures.ts';

const context = await contextOfFile();
const operator = await operatorOfFile(context);
const mineTenant = (await tenant(context)).id;
const other = (await tenant(context)).id;
const { id: endpointId } = await endpoint(context, mineTenant, { url: 'https://crm.example.org/' });
const contact = { body: { phone: '+14155550123', name: 'Dana' } };
/** Whose ids are tried. */
const mine = {
  agents: await agent(context, mineTenant),
  'api-keys': (await apiKey(context, mineTenant)).id,
  'phone-numbers': await phoneNumber(context, mineTenant),
  contacts: (await operator.api.request('PUT', `/tenants/${mineTenant}/contacts`, contact)).body.contact.id,
  erasures: (await operator.api.post(`/tenants/${mineTenant}/erasures`, { phoneNumber: '+14155550199' })).body.erasure.id,
  'webhook-endpoints': endpointId,
  'automation-triggers': await trigger(context, mineTenant, endpointId),
  replays: (await operator.api.post(`/tenants/${mineTenant}/webhook-endpoints/${endpointId}/replays`, { since: '2026-01-01T00:00:00Z' }))
    .body.replay.id,
};

type Noun = keyof typeof mine;

/** Each operation on one thing that a tenant owns: method, the path after the tenant, body. */
const operations: readonly (readonly [string, Noun, (id: string) => string, object?])[] = [
  ['DELETE', 'api-keys', (id) => `/api-keys/${id}`],
  ['PATCH', 'agents', (id) => `/agents/${id}`, { name: 'Taken' }],
  ['POST', 'agents', (id) => `/agents/${id}/test-calls`, { phoneNumber: '+14155550123' }],
  ['PATCH', 'phone-numbers', (id) => `/phone-numbers/${id}`, { health: 1 }],
  ['GET', 'contacts', (id) => `/contacts/${id}`],
  ['GET', 'erasures', (id) => `/erasures/${id}`],
  ['PATCH', 'webhook-endpoints', (id) => `/webhook-endpoints/${id}`, { isActive: false }],
  ['POST', 'webhook-endpoints', (id) => `/webhook-endpoints/${id}/rotate-secret`],
  ['POST', 'webhook-endpoints', (id) => `/webhook-endpoints/${id}/replays`, { since: '2026-01-01T00:00:00Z' }],
  ['PATCH', 'automation-triggers', (id) => `/automation-triggers/${id}`, { isActive: false }],
  ['GET', 'replays', (id) => `/webhook-endpoints/${mine['webhook-endpoints']}/replays/${id}`],
  ['POST', 'replays', (id) => `/webhook-endpoints/${mine['webhook-endpoints']}/replays/${id}/cancel`],
];

const tables = [
  'api_keys',
  'agents',
  'phone_numbers',
  'contacts',
  'erasures',
  'webhook_endpoints',
  'automation_triggers',
  'webhook_replays',
];
const everything = () => Promise.all(tables.map((table) => context.db.knex(table).where({ tenant_id: mineTenant }).orderBy('id')));

test('one tenant’s ids under another’s path are unknown ids, byte for byte, and nothing changes', async () => {
  const before = await everything();
  for (const [method, noun, path, body] of operations) {
    const ask = (id: string) => operator.api.request(method, `/tenants/${other}${path(id)}`, { ...(body && { body }) });
    const [foreign, unknown] = [await ask(mine[noun]), await ask('nothing')];
    assert.equal(foreign.status, 404, `${method} ${noun}`);
    assert.equal(foreign.raw, unknown.raw, `${method} ${noun}`);
  }
  assert.deepEqual(await everything(), before);
});

test('under its own tenant each of them is there', async () => {
  for (const [method, noun, path, body] of operations) {
    if (method !== 'GET') continue;
    const answer = await operator.api.request(method, `/tenants/${mineTenant}${path(mine[noun])}`, { ...(body && { body }) });
    assert.equal(answer.status, 200, `${method} ${noun}`);
  }
});

test('lists hold nothing of another tenant’s', async () => {
  for (const [path, key] of [
    ['api-keys', 'keys'],
    ['agents', 'agents'],
    ['phone-numbers', 'phoneNumbers'],
    ['contacts', 'contacts'],
    ['erasures', 'erasures'],
    ['webhook-endpoints', 'endpoints'],
    ['automation-triggers', 'triggers'],
  ] as const) {
    assert.equal((await operator.api.get(`/tenants/${mineTenant}/${path}`)).body[key].length, 1, path);
    assert.deepEqual((await operator.api.get(`/tenants/${other}/${path}`)).body[key], [], path);
  }
});

test('every operation of an unknown tenant is tenant_not_found', async () => {
  const dialled = {
    dedupeKey: 'x',
    phoneNumber: '+14155550123',
    fromPhoneNumber: '+14155550100',
    status: 'busy',
    outcome: null,
    durationSeconds: null,
    startedAt: '2026-03-02T11:50:00Z',
    endedAt: '2026-03-02T11:50:10Z',
  };
  const text = { message_id: 'SM1', contact_id: null, phone: '+14155550123', campaign_id: null, campaign_name: null };
  const collections: readonly (readonly [string, string, (object | undefined)?])[] = [
    ['GET', '/api-keys'],
    ['POST', '/api-keys', { name: 'x', scopes: ['read'] }],
    ['GET', '/agents'],
    ['POST', '/agents', { name: 'x', systemPrompt: 'x' }],
    ['GET', '/phone-numbers'],
    ['POST', '/phone-numbers', { phoneNumber: '+14155550123', providerNumberId: 'x' }],
    ['GET', '/wallet'],
    ['POST', '/wallet/credit', { amountMicros: 1 }],
    ['GET', '/contacts'],
    ['PUT', '/contacts', { phone: '+14155550123' }],
    ['POST', '/events', { events: [{ eventType: 'sms.delivered', dedupeKey: 'x', data: text }] }],
    ['POST', '/dialer-calls', dialled],
    ['GET', '/webhook-endpoints'],
    ['GET', '/automation-triggers'],
    ...operations.map(([method, noun, path, body]): [string, string, (object | undefined)?] => [method, path(mine[noun]), body]),
  ];
  for (const [method, path, body] of collections) {
    const answer = await operator.api.request(method, `/tenants/ten_nobody${path}`, { ...(body && { body }) });
    assert.deepEqual([answer.status, answer.body.error.code], [404, 'tenant_not_found'], `${method} ${path}`);
  }
});
