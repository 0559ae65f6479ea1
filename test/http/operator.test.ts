import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { request as send } from 'undici';
import { type ApiClient, startOperator, startPublic, type TestServer } from '../support/api.ts';
import { type TestContext, testContext } from '../support/context.ts';

let context: TestContext;
let operator: TestServer & { api: ApiClient };

before(async () => {
  context = await testContext();
  operator = await startOperator(context);
});
after(async () => {
  await operator.close();
  await context.close();
});

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

test('the operator API has the same order of refusals and no budget', async () => {
  assert.equal((await operator.api.with(null).get('/nothing')).status, 404);
  assert.equal((await operator.api.with(null).request('PUT', '/tenants')).status, 405);
  assert.equal((await operator.api.request('POST', '/tenants', { body: 'x', headers: { 'content-type': 'text/plain' } })).status, 415);
  const refused = await operator.api.post('/tenants', { nmae: 'x' });
  assert.deepEqual(refused.body.error.details.errors.map((problem: { path: string }) => problem.path).sort(), ['/body/name', '/body/nmae']);
  assert.equal(refused.headers['x-ratelimit-limit'], undefined);
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
