import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setupServer } from 'msw/node';
import { mockRingpost } from '../../sdk/testing/msw.ts';
import { numberFor } from '../../simulator/index.ts';
import { agent, apiKey, limitsOutOfTheWay } from '../support/fixtures.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';

/** Requests of every operation, good ones and bad ones. A path may name what an answer before it brought, such as `{endpoint}`. */
type Asked = readonly [method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>];

const phoneNumber = numberFor('busy');
const call = { agentId: '{agent}', phoneNumber };
const trigger = { name: 'Calls', eventType: 'call.completed', webhookEndpointId: '{endpoint}' };
const url = 'http://127.0.0.1:9/hooks';
const post = (path: string, ...bodies: readonly unknown[]): readonly Asked[] => bodies.map((body) => ['POST', path, body]);
const get = (...paths: readonly string[]): readonly Asked[] => paths.map((path) => ['GET', path]);
const withHeaders = (...headers: readonly Readonly<Record<string, string>>[]): readonly Asked[] =>
  headers.map((each) => ['POST', '/calls', call, each]);

const asked: readonly Asked[] = [
  ...get('/nowhere', '//agents', '/agents/', '/agents?x=1', '/agents', '/agents/none', '/agents/%00', '/agents/{agent}', '/account?x=1'),
  ...(['PUT', 'PATCH', 'OPTIONS'] as const).map((method): Asked => [method, '/agents']),
  ...['', 'Basic x', 'Bearer ', 'Bearer a b', 'bearer {key}', 'Bearer  {key} '].map(
    (authorization): Asked => ['GET', '/agents', undefined, { authorization }],
  ),
  ['POST', '/calls', 'x', { authorization: 'Bearer {narrow}' }],
  ...get('/calls?limit=0', '/calls?limit=1.0', '/calls?limit=1&limit=2', '/calls?cursor=x', '/calls?limit=0&x=1&y=2', '/calls/none'),
  ...post('/calls', undefined, '{', 'null', '[]', '\ufeff{}', '{"agentId":"a","agentId":"b"}', '{"agentId":"\\u0000"}', '['.repeat(1_500)),
  ...post('/calls', { agentId: 1, phoneNumber: 2, x: 3, variables: [], metadata: 'x', idempotencyKey: '' }),
  ...post('/calls', { ...call, phoneNumber: '5' }, { agentId: 'none', phoneNumber }, { agentId: 'none', phoneNumber: '5' }),
  ...post('/calls', { ...call, agentId: '{asking}' }, { ...call, fromPhoneNumberId: 'none' }, { ...call, metadata: 'x'.repeat(70_000) }),
  ...post('/calls', { ...call, variables: Object.fromEntries(Array.from({ length: 101 }, (_, nth) => [`v${nth}`, 'x'.repeat(9_000)])) }),
  ...withHeaders({ 'content-type': 'text/plain' }, { 'content-type': 'application/json; charset=latin1' }, { 'content-encoding': 'gzip' }),
  ...withHeaders({ 'idempotency-key': 'one' }, { 'idempotency-key': '"one"' }, { 'x-request-id': 'mine' }, { 'x-request-id': 'not mine' }),
  ...post(
    '/calls',
    { ...call, idempotencyKey: 'one' },
    { ...call, idempotencyKey: 'one', agentId: 'none' },
    { ...call, idempotencyKey: 'x' },
  ),
  ['POST', '/calls', { ...call, idempotencyKey: 'two' }, { 'idempotency-key': 'one' }],
  ...get('/calls/{call}', '/calls/{call}?x=1', '/calls'),
  ...post('/calls/{call}/end', '{', undefined),
  ...post('/calls/none/end', undefined),
  ...post('/agents/none/extraction-schema', { schema: { type: 'strin' } }, { schema: null }, {}),
  ...post(
    '/agents/{agent}/extraction-schema',
    { schema: { type: 'string' } },
    { schema: [] },
    { schema: { type: 'object', properties: {} } },
  ),
  ...post('/agents/{agent}/extraction-schema', ...['one', 'one'].map((idempotencyKey) => ({ schema: null, idempotencyKey }))),
  ...post('/webhooks', { name: '', url }, { name: 'CRM', url: 'ftp://x' }, { name: 'CRM', url, headers: { 'bad name': 'x' } }),
  ...post('/webhooks', ...['one', 'one', 'two'].map((idempotencyKey) => ({ name: 'CRM', url, idempotencyKey, standardWebhooks: true }))),
  ...get('/webhooks'),
  ...post(
    '/automation-triggers',
    { ...trigger, eventType: 'x' },
    { ...trigger, webhookEndpointId: 'none' },
    { ...trigger, conditions: null },
  ),
  ...post(
    '/automation-triggers',
    ...['lead.qualified', 'call.completed'].map((eventType) => ({ ...trigger, eventType, conditions: { outcome: ['DNC'] } })),
  ),
  ...get('/automation-triggers', '/automation-triggers/{trigger}', '/automation-triggers/none'),
  ...post('/automation-triggers/none/test', undefined),
  ...post('/automation-triggers/{trigger}/test', undefined),
  ...post('/webhook-deliveries/{delivery}/retry', undefined),
  ...post('/webhook-deliveries/none/retry', undefined),
  ...get('/webhook-deliveries/{delivery}', '/webhook-deliveries/none', '/webhook-deliveries', '/webhook-deliveries?status=success'),
  ...get('/webhook-deliveries?page=0', '/webhook-deliveries?since=x', '/webhook-deliveries?since=2099-01-01T00:00:00Z'),
  ['DELETE', '/automation-triggers/{trigger}'],
  ['DELETE', '/automation-triggers/{trigger}'],
  ['DELETE', '/webhooks/{endpoint}?x=1'],
  ['DELETE', '/webhooks/{endpoint}'],
  ...get('/webhooks'),
];

interface Side {
  readonly baseUrl: string;
  /** Has what paths, bodies and headers name. */
  readonly names: Record<string, string>;
}

/** Returns the answer without its values: what it says to a program, its shape and the names of its headers. */
async function answerTo([method, path, body, headers = {}]: Asked, { baseUrl, names }: Side) {
  const named = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole);
  const given = { authorization: 'Bearer {key}', 'content-type': 'application/json', ...headers };
  const sent = Object.entries(given).map(([name, value]): [string, string] => [name, named(value)]);
  const text = body === undefined ? null : named(typeof body === 'string' ? body : JSON.stringify(body));
  const answer = await fetch(baseUrl + named(path), { method, headers: sent, body: text });
  const answered = await answer.text();
  const { error, ...shown } = answered === '' ? {} : JSON.parse(answered);
  for (const name of ['call', 'endpoint', 'trigger']) if (shown[name]?.id) names[name] = shown[name].id;
  if (path.endsWith('/test') && shown.id) names['delivery'] = shown.id;
  const of = (name: string) => answer.headers.get(name);
  return {
    asked: `${method} ${path} ${JSON.stringify(body)?.slice(0, 200)} ${JSON.stringify(headers)}`,
    ...{ status: answer.status, code: error?.code, details: error?.details?.errors ?? shapeOf(error?.details), shown: shapeOf(shown) },
    ...{
      type: of('content-type'),
      allow: of('allow'),
      replayed: of('idempotency-replayed'),
      own: of('x-request-id') === headers['x-request-id'],
    },
    headers: ['retry-after', 'cache-control', 'www-authenticate', 'ratelimit', 'x-ratelimit-reset'].filter((name) =>
      answer.headers.has(name),
    ),
  };
}

const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
};

test('the mock answers each request as the service does', async (t) => {
  const system = await ringpost(t);
  const owner = await readyTenant(system, { events: [], limits: limitsOutOfTheWay });
  await system.context.db.knex('webhook_endpoints').delete();
  const asking = await agent(system.context, owner.tenantId, { systemPrompt: 'You call {{name}}.' });
  const { text: narrow } = await apiKey(system.context, owner.tenantId, { scopes: ['read'] });
  const service: Side = { baseUrl: owner.api.baseUrl, names: { key: owner.apiKey, narrow, agent: owner.agentId, asking } };
  const ringpostMock = mockRingpost({
    baseUrl: 'https://ringpost.test/api/v1/public',
    time: 'manual',
    agents: [{ id: 'agt_demo' }, { id: 'agt_asking', requiredVariables: ['name'] }],
    keys: { narrow: ['read'] },
    limits: limitsOutOfTheWay,
  });
  const mock: Side = {
    baseUrl: 'https://ringpost.test/api/v1/public',
    names: { key: ringpostMock.apiKey, narrow: 'narrow', agent: 'agt_demo', asking: 'agt_asking' },
  };
  const server = setupServer(...ringpostMock.handlers);
  server.listen({ onUnhandledRequest: 'bypass' });
  t.after(() => server.close());
  for (const each of asked) assert.deepEqual(await answerTo(each, mock), await answerTo(each, service));
});
