import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxProblems } from '../../src/contract/problems.ts';
import { maxBodyBytes } from '../../src/process/limits.ts';
import { type ApiClient, codeOf, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { type ApiKeyOptions, apiKey, type TenantOptions, tenant } from '../support/fixtures.ts';

/** Which refusal comes first. Each test asks for something that is wrong in two ways, one step of the order apart. */

const context = await contextOfFile();
const server = await publicOfFile(context);

const maxCallBodyBytes = 4 * maxBodyBytes;

/** A client with a key of a tenant of its own. */
async function as(options: TenantOptions & ApiKeyOptions = {}): Promise<ApiClient> {
  const owner = await tenant(context, options);
  return server.api.with((await apiKey(context, owner.id, options)).text);
}

const plain = { 'content-type': 'text/plain' };

test('an unknown path comes before a missing key', async () => {
  assert.equal(codeOf(await server.api.get('/nothing')), '404 not_found');
  assert.equal(codeOf(await server.api.get('/calls/call_1/')), '404 not_found');
  assert.equal(codeOf(await server.api.get('')), '404 not_found');
});

test('another method on a known path comes before a missing key, and says which methods there are', async () => {
  const response = await server.api.request('PUT', '/webhooks');
  assert.equal(codeOf(response), '405 method_not_allowed');
  assert.deepEqual(response.headers['allow']?.split(', ').sort(), ['GET', 'POST']);
  assert.equal((await server.api.request('DELETE', '/automation-triggers/trg_1/x')).status, 404);
});

test('HEAD and OPTIONS are methods like any other that the document does not name', async () => {
  for (const method of ['HEAD', 'OPTIONS', 'PATCH', 'TRACE']) {
    const response = await server.api.request(method, '/agents');
    assert.equal(response.status, 405, method);
    assert.equal(response.headers['allow'], 'GET');
  }
});

test('a public API that is off comes before the budget, and costs nothing of it', async () => {
  const api = await as({ publicApiEnabled: false, limits: { readsPerMinute: 1 }, scopes: [] });
  for (let i = 0; i < 3; i++) {
    const response = await api.get('/agents');
    assert.equal(codeOf(response), '403 public_api_disabled');
    assert.equal(response.headers['x-ratelimit-remaining'], '1');
  }
});

test('X-RateLimit-Reset is real time where the sandbox clock was moved, for a tenant and for an address', async (t) => {
  const api = await as();
  context.clock.advanceService(14 * 86_400);
  t.after(() => context.clock.advanceService(-14 * 86_400));
  for (const response of [await api.get('/agents'), await api.get('/nowhere'), await server.api.get('/agents')]) {
    const seconds = Number(response.headers['x-ratelimit-reset']) - context.clock.realNow().getTime() / 1_000;
    assert.ok(seconds >= 0 && seconds <= 61, `${response.status}: in ${seconds} s`);
    assert.match(response.headers['ratelimit'] ?? '', /;t=([0-9]|[1-5][0-9]|60)$/);
  }
});

test('a request that its scope refuses has cost the budget', async () => {
  const api = await as({ limits: { readsPerMinute: 1 }, scopes: ['webhooks'] });
  assert.equal(codeOf(await api.get('/agents')), '403 insufficient_scope');
  assert.equal(codeOf(await api.get('/agents')), '429 rate_limited');
});

test('the content type comes before the size', async () => {
  const api = await as();
  for (const headers of [
    plain,
    { 'content-type': 'application/json; charset=latin1' },
    { 'content-type': 'application/xml' },
    { 'content-encoding': 'gzip' },
  ]) {
    assert.equal(
      codeOf(await api.post('/calls', 'x'.repeat(maxCallBodyBytes + 1), headers)),
      '415 unsupported_media_type',
      JSON.stringify(headers),
    );
  }
});

test('JSON may name its character set', async () => {
  const api = await as();
  for (const type of ['application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
    assert.equal(codeOf(await api.post('/webhooks', '{}', { 'content-type': type })), '400 invalid_request');
  }
});

test('the size comes before the form, four times as large for calls as elsewhere', async () => {
  const api = await as();
  const tooLarge = await api.post('/calls', 'x'.repeat(maxCallBodyBytes + 1));
  assert.equal(codeOf(tooLarge), '413 payload_too_large');
  assert.deepEqual(tooLarge.body.error.details, { maxBytes: maxCallBodyBytes });
  assert.equal(codeOf(await api.post('/calls', 'x'.repeat(maxCallBodyBytes))), '400 invalid_request');
  assert.equal(codeOf(await api.post('/webhooks', 'x'.repeat(maxBodyBytes + 1))), '413 payload_too_large');
  assert.equal(codeOf(await api.post('/webhooks', 'x'.repeat(maxBodyBytes))), '400 invalid_request');
});

test('malformed JSON, half a value, nothing and two values are all 400', async () => {
  const api = await as();
  for (const body of ['', ' ', '{', '{"a":1}}', '{} {}', "{'a':1}", '{"a":01}', 'undefined', 'NaN', '\ufeff{}']) {
    assert.equal(codeOf(await api.post('/webhooks', body)), '400 invalid_request', body);
  }
});

test('a body that is required and is not there is named', async () => {
  const api = await as();
  const response = await api.request('POST', '/webhooks');
  assert.deepEqual(response.body.error.details.errors, [{ path: '/body', message: 'is required' }]);
});

test('the document comes before any look-up, with every problem at once', async () => {
  const api = await as();
  const response = await api.post('/automation-triggers', {
    name: '',
    eventType: 'call.started',
    webhookEndpointId: 'whe_unknown',
    extra: 1,
  });
  assert.equal(codeOf(response), '400 invalid_request');
  assert.deepEqual(response.body.error.details.errors.map((problem: { path: string }) => problem.path).sort(), [
    '/body/eventType',
    '/body/extra',
    '/body/name',
  ]);
});

test('an unknown query parameter is refused, and what was perhaps meant is named', async () => {
  const api = await as();
  const refused = await api.get('/webhook-deliveries?Status[]=failed&limit=51');
  assert.equal(codeOf(refused), '400 invalid_request');
  assert.deepEqual(refused.body.error.details.errors, [
    {
      path: '/query/Status[]',
      message: 'is not a query parameter of this operation, which takes status, since, page, limit; did you mean status?',
    },
    { path: '/query/limit', message: 'must be <= 50' },
  ]);
  const none = await api.get('/agents?colour=red&__proto__=1&a/b=2');
  assert.deepEqual(
    none.body.error.details.errors,
    ['colour', '__proto__', 'a~1b'].map((name) => ({
      path: `/query/${name}`,
      message: 'is not a query parameter of this operation, which takes none',
    })),
  );
});

test('a query of many unknown parameters is not answered with as many sentences', async () => {
  const api = await as();
  const query = Array.from({ length: 200 }, (_, index) => `p${index}=1`).join('&');
  assert.equal((await api.get(`/agents?${query}`)).body.error.details.errors.length, maxProblems);
});

test('an unknown query parameter comes before an object that does not exist, and after the scope', async () => {
  assert.equal(codeOf(await (await as()).get('/agents/agt_1?colour=red')), '400 invalid_request');
  assert.equal(codeOf(await (await as({ scopes: ['webhooks'] })).get('/agents?colour=red')), '403 insufficient_scope');
});

test('an id is only ever unknown, whatever it looks like and whether or not it can be decoded', async () => {
  const api = await as();
  const ids = [
    '%E0%A4%A',
    '%',
    '%zz',
    '%00',
    'a%00b',
    '__proto__',
    'constructor',
    '%2F',
    "'",
    "'%20or%201=1",
    '%F0%9F%98%80',
    'x'.repeat(2_000),
  ];
  for (const [method, path, refusal] of [
    ['GET', '/agents/{id}', '404 agent_not_found'],
    ['GET', '/calls/{id}', '404 call_not_found'],
    ['POST', '/calls/{id}/end', '404 call_not_found'],
    ['DELETE', '/webhooks/{id}', '404 webhook_not_found'],
    ['GET', '/automation-triggers/{id}', '404 trigger_not_found'],
    ['DELETE', '/automation-triggers/{id}', '404 trigger_not_found'],
    ['GET', '/webhook-deliveries/{id}', '404 delivery_not_found'],
    ['POST', '/webhook-deliveries/{id}/retry', '404 delivery_not_found'],
  ] as const) {
    const unknown = await api.request(method, path.replace('{id}', 'unknown'));
    assert.equal(codeOf(unknown), refusal);
    for (const id of ids) {
      const filled = path.replace('{id}', () => id);
      assert.equal((await api.request(method, filled)).raw, unknown.raw, filled);
    }
  }
});

test('an operation without a request body ignores a body and its content type', async () => {
  const api = await as();
  for (const [method, path, refusal] of [
    ['POST', '/webhook-deliveries/x/retry', '404 delivery_not_found'],
    ['DELETE', '/automation-triggers/trg_1', '404 trigger_not_found'],
    ['DELETE', '/webhooks/whe_1', '404 webhook_not_found'],
  ] as const) {
    assert.equal(codeOf(await api.request(method, path, { body: '{broken', headers: plain })), refusal);
  }
  assert.equal(
    codeOf(await api.request('POST', '/calls/call_1/end', { body: 'x'.repeat(maxBodyBytes + 1), headers: plain })),
    '404 call_not_found',
  );
});
