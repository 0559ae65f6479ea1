import assert from 'node:assert/strict';
import { after } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { type ApiClient, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, phoneNumber, tenant } from '../support/fixtures.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';
import { row } from './row.ts';
import { isBoolean, isText, isTime, matchesCase, received } from './values.ts';

/** Webhook endpoints, row by row: fields, the three operations, each refusal, and the names on both sides of their edge. */

const system = await ringpost({ after });
const unhurried = { limits: { readsPerMinute: 10_000, writesPerMinute: 10_000 } };
const url = system.simulator.receiverUrl('endpoints');

async function freshTenant(): Promise<ApiClient> {
  return (await readyTenant(system, unhurried)).api;
}

const api = await freshTenant();
const answered = await api.post('/webhooks', { name: 'CRM', url, headers: { 'X-Tenant': 'acme' } });
const created = answered.body.endpoint;
const listedAs = async (id: string): Promise<Record<string, unknown>> =>
  (await api.get('/webhooks')).body.endpoints.find((each: { id: string }) => each.id === id);

const production = await contextOfFile();
const productionServer = await publicOfFile({ ...production, config: { ...production.config, environment: 'production' } });

const fields = [
  { rule: 'F-ENDPOINT-01', field: 'id', created: isText, listed: created.id },
  { rule: 'F-ENDPOINT-02', field: 'name', created: 'CRM', listed: 'CRM' },
  { rule: 'F-ENDPOINT-03', field: 'url', created: url, listed: url },
  { rule: 'F-ENDPOINT-04', field: 'method', created: 'POST', listed: 'POST' },
  { rule: 'F-ENDPOINT-05', field: 'headers', created: { 'X-Tenant': 'acme' }, listed: { 'X-Tenant': 'acme' } },
  { rule: 'F-ENDPOINT-07', field: 'signingSecret', created: /^[0-9a-f]{64}$/, listed: /^\*+[0-9a-f]{4}$/ },
  { rule: 'F-ENDPOINT-09', field: 'isActive', created: isBoolean, listed: true },
  { rule: 'F-ENDPOINT-10', field: 'createdAt', created: isTime, listed: created.createdAt },
];

for (const { rule, field, ...cases } of fields) {
  row(rule, `an endpoint's ${field}, created and listed`, async () => {
    matchesCase(created[field], cases.created, `${field} created`);
    matchesCase((await listedAs(created.id))[field], cases.listed, `${field} listed`);
  });
}

row('F-ENDPOINT-08', 'in lists the secret is its last 4 characters behind asterisks', async () => {
  const { signingSecret } = await listedAs(created.id);
  assert.match(String(signingSecret), /^\*+[0-9a-f]{4}$/);
  assert.equal(String(signingSecret).slice(-4), created.signingSecret.slice(-4));
  assert.doesNotMatch((await api.get('/webhooks')).raw, new RegExp(created.signingSecret));
});

row('E-LISTWEBHOOKS-02', 'the list is one key, endpoints', async () => {
  const { status, body } = await api.get('/webhooks');
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(body), ['endpoints']);
});

row('E-POSTWEBHOOKS-06', '201 with one key, endpoint, and the whole secret', () => {
  assert.equal(answered.status, 201);
  assert.deepEqual(Object.keys(answered.body), ['endpoint']);
  for (const field of ['id', 'name', 'url', 'method', 'signingSecret', 'isActive']) assert.ok(field in created, field);
});

const methods = [
  { given: {}, method: 'POST' },
  { given: { method: 'POST' }, method: 'POST' },
  { given: { method: 'PUT' }, method: 'PUT' },
] as const;

for (const { given, method } of methods) {
  row(
    ['E-POSTWEBHOOKS-04', 'F-ENDPOINT-04', 'V-SEND-06'],
    `${JSON.stringify(given)} makes an endpoint of ${method}, and deliveries go so to its URL`,
    async () => {
      const owner = await readyTenant(system, { ...unhurried, events: [] });
      const name = `method-${methods.findIndex((each) => each.given === given)}`;
      const { endpoint } = (await owner.api.post('/webhooks', { name, url: system.simulator.receiverUrl(name), ...given })).body;
      assert.equal(endpoint.method, method);
      await owner.api.post('/automation-triggers', { name, eventType: 'call.completed', webhookEndpointId: endpoint.id });
      await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('busy', 1) });
      await system.settle();
      assert.deepEqual(
        received(system, name).map((each) => each.method),
        [method],
      );
    },
  );
}

const bodies = [
  { rules: ['E-POSTWEBHOOKS-02'], what: 'no name', body: { url }, path: '/body/name' },
  { rules: ['L-NAME-01', 'F-ENDPOINT-02'], what: 'an empty name', body: { name: '', url }, path: '/body/name' },
  { rules: ['L-NAME-01', 'F-ENDPOINT-02'], what: 'a name of 101 characters', body: { name: 'x'.repeat(101), url }, path: '/body/name' },
  { rules: ['E-POSTWEBHOOKS-03'], what: 'no url', body: { name: 'x' }, path: '/body/url' },
  { rules: ['E-POSTWEBHOOKS-04'], what: 'another method', body: { name: 'x', url, method: 'PATCH' }, path: '/body/method' },
  { rules: ['E-POSTWEBHOOKS-05'], what: 'headers that are no object', body: { name: 'x', url, headers: ['a'] }, path: '/body/headers' },
  {
    rules: ['E-POSTWEBHOOKS-05'],
    what: 'a header that is no text',
    body: { name: 'x', url, headers: { 'X-A': 1 } },
    path: '/body/headers/X-A',
  },
];

for (const { rules, what, body: wrong, path } of bodies) {
  row(rules, `400 invalid_request for ${what}`, async () => {
    const { status, body } = await api.post('/webhooks', wrong);
    assert.deepEqual([status, body.error.code, body.error.details.errors[0].path], [400, 'invalid_request', path]);
  });
}

row(
  ['L-NAME-01', 'F-ENDPOINT-02', 'E-POSTWEBHOOKS-05'],
  'names of 1 and of 100 characters are taken, and headers may be left out',
  async () => {
    const other = await freshTenant();
    for (const name of ['x', 'x'.repeat(100), '🏠'.repeat(100)]) {
      const { status, body } = await other.post('/webhooks', { name, url });
      assert.equal(status, 201);
      assert.deepEqual([body.endpoint.name, body.endpoint.headers], [name, {}]);
    }
  },
);

const critical = [
  'Host',
  'Authorization',
  'Content-Type',
  'X-Webhook-Signature',
  'X-Webhook-Anything',
  'X_Webhook_Timestamp',
  'Content-Length',
  'Connection',
  'Cookie',
];

row(
  ['F-ENDPOINT-06', 'F-ENDPOINT-05', 'V-HEAD-06'],
  'headers that matter to security are dropped, and the others come with every delivery',
  async () => {
    const owner = await readyTenant(system, { ...unhurried, events: [] });
    const headers = Object.fromEntries([...critical, ...critical.map((name) => name.toLowerCase())].map((name) => [name, 'forged']));
    const { status, body } = await owner.api.post('/webhooks', {
      name: 'headers',
      url: system.simulator.receiverUrl('headers'),
      headers: { ...headers, 'X-Tenant': 'acme' },
    });
    assert.equal(status, 201);
    assert.deepEqual(body.endpoint.headers, { 'X-Tenant': 'acme' });
    await owner.api.post('/automation-triggers', { name: 'x', eventType: 'call.completed', webhookEndpointId: body.endpoint.id });
    await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('busy', 2) });
    await system.settle();
    const [webhook] = received(system, 'headers');
    assert.equal(webhook?.headers['x-tenant'], 'acme');
    assert.ok(!Object.values(webhook.headers).includes('forged'));
  },
);

const urls = [
  { rule: 'R-WEBHOOKS-01', url: 'not a url', reason: 'unparseable' },
  { rule: 'R-WEBHOOKS-01', url: '', reason: 'unparseable' },
  { rule: 'R-WEBHOOKS-01', url: 'ftp://example.org/', reason: 'unsupported_scheme' },
  { rule: 'R-WEBHOOKS-02', url: 'https://10.0.0.1/', reason: 'private_address' },
  { rule: 'R-WEBHOOKS-02', url: 'https://192.168.1.1/', reason: 'private_address' },
  { rule: 'R-WEBHOOKS-02', url: 'https://[fd00::1]/', reason: 'private_address' },
  { rule: 'R-WEBHOOKS-02', url: 'https://[::ffff:127.0.0.1]/', reason: 'private_address' },
  { rule: 'R-WEBHOOKS-02', url: 'https://169.254.169.254/', reason: 'private_address' },
];

for (const { rule, url: wrong, reason } of urls) {
  row([rule, 'F-ENDPOINT-03'], `400 invalid_webhook_url for "${wrong}"`, async () => {
    const { status, body } = await api.post('/webhooks', { name: 'x', url: wrong });
    assert.deepEqual([status, body.error.code, body.error.details.reason], [400, 'invalid_webhook_url', reason]);
    assert.equal(
      (await api.get('/webhooks')).body.endpoints.find((each: { url: string }) => each.url === wrong),
      undefined,
    );
  });
}

row(['R-WEBHOOKS-03', 'F-ENDPOINT-03'], '400 invalid_webhook_url for plain http in production, where https is taken', async () => {
  const owner = await tenant(production);
  const client = productionServer.api.with((await apiKey(production, owner.id)).text);
  const { status, body } = await client.post('/webhooks', { name: 'x', url: 'http://93.184.216.34/hook' });
  assert.deepEqual([status, body.error.code], [400, 'invalid_webhook_url']);
  assert.equal((await client.post('/webhooks', { name: 'x', url: 'https://93.184.216.34/hook' })).status, 201);
});

row(['R-WEBHOOKS-04', 'L-ENDPOINTS-01'], '400 endpoint_limit_reached for the eleventh, not for the tenth', async () => {
  const { body: tenantBody } = await system.operator.post('/tenants', { name: 'Ten endpoints' });
  const tenantId = tenantBody.tenant.id;
  const client = api.with((await apiKey(system.context, tenantId)).text);
  const statuses: number[] = [];
  for (let i = 1; i <= 10; i++) statuses.push((await client.post('/webhooks', { name: `${i}`, url })).status);
  assert.deepEqual(statuses, Array(10).fill(201));
  const eleventh = await client.post('/webhooks', { name: '11', url });
  assert.deepEqual([eleventh.status, eleventh.body.error.code], [400, 'endpoint_limit_reached']);
});

row(
  ['E-DELETEWEBHOOK-02', 'E-DELETEWEBHOOK-03', 'E-DELETEWEBHOOK-04'],
  'with an endpoint go its triggers and its waiting deliveries; what is finished stays to be read',
  async () => {
    const owner = await readyTenant(system, { ...unhurried, programme: '200,500*', events: ['call.completed'] });
    await phoneNumber(system.context, owner.tenantId);
    for (const which of [3, 4]) {
      await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('busy', which) });
      await system.settle();
    }
    const records: { id: string; status: string }[] = (await owner.api.get('/webhook-deliveries')).body.deliveries;
    assert.deepEqual(records.map(({ status }) => status).sort(), ['retrying', 'success']);
    const gone = await owner.api.request('DELETE', `/webhooks/${owner.endpointId}`);
    assert.deepEqual([gone.status, gone.raw], [204, '']);
    assert.deepEqual((await owner.api.get('/webhooks')).body.endpoints, []);
    assert.deepEqual((await owner.api.get('/automation-triggers')).body.triggers, []);
    for (const { id, status } of records)
      assert.equal((await owner.api.get(`/webhook-deliveries/${id}`)).status, status === 'success' ? 200 : 404, status);
    const kept = records.find(({ status }) => status === 'success')?.id;
    assert.equal((await owner.api.post(`/webhook-deliveries/${kept}/retry`)).body.error.code, 'invalid_request');
    await owner.api.post('/calls', { agentId: owner.agentId, phoneNumber: numberFor('busy', 5) });
    await system.play();
    await system.pass(86_400);
    assert.equal(received(system, owner.receiver).length, 2, 'nothing is sent there any more');
    assert.deepEqual(
      (await owner.api.get('/webhook-deliveries')).body.deliveries.map(({ id }: { id: string }) => id),
      [kept],
    );
    assert.equal((await owner.api.request('DELETE', `/webhooks/${owner.endpointId}`)).body.error.code, 'webhook_not_found');
  },
);

row(['C-IDEM-01'], 'the same idempotencyKey makes one endpoint and shows its secret again', async () => {
  const client = await freshTenant();
  const body = { name: 'once', url, idempotencyKey: 'endpoint' };
  const [first, second] = [await client.post('/webhooks', body), await client.post('/webhooks', body)];
  assert.deepEqual([second.status, second.raw], [201, first.raw]);
  assert.equal((await client.get('/webhooks')).body.endpoints.filter(({ name }: { name: string }) => name === 'once').length, 1);
});
