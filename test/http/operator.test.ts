import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { beforeEach, test } from 'node:test';
import { request as send } from 'undici';
import { createMonitoringServer } from '../../src/http/server.ts';
import { listenFor, operatorFor, operatorOfFile, publicFor, startPublic } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';

const context = await contextOfFile({ env: { RINGPOST_FAILED_AUTHENTICATIONS_PER_MINUTE: '8' } });
const operator = await operatorOfFile(context);
beforeEach(() => context.clock.advance(60));

test('the operator API wants its token, whole and exact', async () => {
  for (const token of [
    null,
    'wrong',
    `${context.config.operatorToken}x`,
    context.config.operatorToken.slice(0, -1),
    context.config.operatorToken.toUpperCase(),
  ]) {
    const response = await operator.api.with(token).get('/tenants');
    assert.equal(response.status, 401, String(token));
    assert.equal(response.headers['www-authenticate'], 'Bearer');
  }
  assert.equal((await operator.api.get('/tenants')).status, 200);
});

test('an address with too many wrong tokens is told to slow down, while the right token from there goes on', async () => {
  for (let failure = 1; failure <= 8; failure++)
    assert.equal((await operator.api.with(failure === 1 ? null : 'wrong').get('/tenants')).status, 401);
  const refused = await operator.api.with('wrong').get('/tenants');
  assert.equal(refused.status, 429);
  assert.equal(refused.body.error.code, 'rate_limited');
  assert.equal(refused.headers['retry-after'], '60');
  assert.equal((await operator.api.with('wrong').get('/nothing')).status, 404);
  assert.equal((await operator.api.get('/tenants')).status, 200);
  context.clock.advance(60);
  assert.equal((await operator.api.with('wrong').get('/tenants')).status, 401);
});

test('the operator API has the same order of refusals, and shows no budget', async () => {
  assert.equal((await operator.api.with(null).get('/nothing')).status, 404);
  assert.equal((await operator.api.with(null).request('PUT', '/tenants')).status, 405);
  assert.equal((await operator.api.request('POST', '/tenants', { body: 'x', headers: { 'content-type': 'text/plain' } })).status, 415);
  const refused = await operator.api.post('/tenants', { nmae: 'x' });
  assert.deepEqual(refused.body.error.details.errors, [
    { path: '/body/name', message: 'is required' },
    { path: '/body/nmae', message: 'is not a property of this request; did you mean name?' },
  ]);
  assert.equal(refused.headers['x-ratelimit-limit'], undefined);
});

test('a request by a name that a stranger may own is refused on every path, /metrics and the probes included', async () => {
  for (const host of ['evil.example:8081', 'localhost.evil.example', '127.0.0.1.evil.example', 'ringpost-operator']) {
    const refused = await operator.api.get('/tenants', { host });
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_request'], host);
    for (const path of ['/metrics', '/healthz', '/readyz', '/nothing'])
      assert.equal((await send(`${operator.origin}${path}`, { headers: { host } })).statusCode, 400, `${host}${path}`);
  }
});

test('a process without the API refuses those names too', async (t) => {
  const monitoring = await listenFor(t, createMonitoringServer(context));
  assert.equal((await send(`${monitoring.origin}/metrics`, { headers: { host: 'evil.example' } })).statusCode, 400);
  assert.equal((await send(`${monitoring.origin}/metrics`)).statusCode, 200);
});

test('the operator listener answers to addresses, to localhost, to the name that it is bound to and to the names in its setting', async (t) => {
  const config = { ...context.config, operatorHost: 'operator.internal', operatorAllowedHosts: ['ringpost-operator'] };
  const named = await operatorFor(t, { ...context, config });
  const hosts = ['127.0.0.1:8081', '10.0.0.7', '[fd00::7]:8081', 'localhost', 'operator.internal:8081', 'Ringpost-Operator:8081'];
  for (const host of hosts) assert.equal((await named.api.get('/tenants', { host })).status, 200, host);
  const socket = connect(named.port, '127.0.0.1');
  socket.end('GET /healthz HTTP/1.0\r\n\r\n');
  assert.match(String((await socket.toArray())[0]), /^HTTP\/1\.1 200/, 'a probe of HTTP/1.0 without Host');
});

test('the public listener is reached by any name', async (t) => {
  const server = await publicFor(t, context);
  assert.equal((await send(`${server.origin}/healthz`, { headers: { host: 'calls.example.org' } })).statusCode, 200);
});

test('a tenant and a key that the operator makes open the public API', async () => {
  const server = await startPublic(context);
  const { tenant } = (await operator.api.post('/tenants', { name: 'Acme' })).body;
  const { apiKey } = (await operator.api.post(`/tenants/${tenant.id}/api-keys`, { name: 'CRM', scopes: ['read'] })).body;
  assert.equal((await server.api.with(apiKey).get('/agents')).status, 200);
  await server.close();
});

test('neither listener serves what is the other one’s', async () => {
  assert.equal((await send(`${operator.origin}/api/v1/public/agents`)).statusCode, 404);
  const server = await startPublic(context);
  assert.equal((await send(`${server.origin}/api/v1/operator/tenants`)).statusCode, 404);
  await server.close();
});
