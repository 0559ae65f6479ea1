import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorOfFile, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';

const context = await contextOfFile();
const operator = await operatorOfFile(context);
const server = await publicOfFile(context);

const newTenant = async (more: object = {}): Promise<string> =>
  (await operator.api.post('/tenants', { name: 'Alder Realty', ...more })).body.tenant.id;

const newKey = async (tenantId: string, more: object = {}): Promise<{ id: string; text: string }> => {
  const { body } = await operator.api.post(`/tenants/${tenantId}/api-keys`, { name: 'CRM', scopes: ['read'], ...more });
  return { id: body.key.id, text: body.apiKey };
};

const statusOf = async (key: string): Promise<number> => (await server.api.with(key).get('/agents')).status;

test('a tenant starts with the published limits and an empty wallet', async () => {
  const made = await operator.api.post('/tenants', { name: 'Alder Realty' });
  assert.equal(made.status, 201);
  const { tenant } = made.body;
  assert.match(tenant.id, /^ten_[0-9a-z]{26}$/);
  assert.deepEqual(
    { billing: tenant.billing, publicApiEnabled: tenant.publicApiEnabled, limits: tenant.limits },
    {
      billing: 'pay_as_you_go',
      publicApiEnabled: true,
      limits: { writesPerMinute: 60, readsPerMinute: 120, concurrentCalls: 10, callEventsPerMinute: 100, textEventsPerMinute: 600 },
    },
  );
  assert.deepEqual((await operator.api.get(`/tenants/${tenant.id}`)).body, { tenant });
  assert.deepEqual((await operator.api.get(`/tenants/${tenant.id}/wallet`)).body, { wallet: { balanceMicros: 0 }, ledger: [] });
});

test('tenants are listed oldest first, page by page, without a gap or a repeat', async () => {
  const made: string[] = [];
  for (let n = 0; n < 5; n++) {
    // Of one millisecond, chance decides.
    context.clock.advance(1);
    made.push(await newTenant({ name: `Tenant ${n}` }));
  }
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await operator.api.get(`/tenants?limit=2${cursor ? `&cursor=${cursor}` : ''}`);
    seen.push(...page.body.tenants.map(({ id }: { id: string }) => id));
    cursor = page.body.nextCursor;
  } while (cursor);
  assert.equal(new Set(seen).size, seen.length);
  assert.deepEqual(seen.slice(-5), made);
  for (const query of ['limit=0', 'limit=201', 'cursor=garbage'])
    assert.equal((await operator.api.get(`/tenants?${query}`)).status, 400, query);
});

test('a patch changes what it names and nothing else, inside the limits too', async () => {
  const id = await newTenant({ limits: { concurrentCalls: 50 } });
  context.clock.advance(10);
  const { tenant } = (
    await operator.api.request('PATCH', `/tenants/${id}`, { body: { billing: 'invoice', limits: { readsPerMinute: 7 } } })
  ).body;
  assert.deepEqual(
    [tenant.name, tenant.billing, tenant.limits.concurrentCalls, tenant.limits.readsPerMinute, tenant.limits.writesPerMinute],
    ['Alder Realty', 'invoice', 50, 7, 60],
  );
  assert.equal(tenant.updatedAt, context.clock.now().toISOString());
});

test('a tenant takes no name of nothing, no unknown property and no limit of nothing', async () => {
  for (const body of [
    {},
    { name: '' },
    { name: 'x'.repeat(101) },
    { name: 'x', limit: {} },
    { name: 'x', limits: { readsPerMinute: 0 } },
  ]) {
    const refused = await operator.api.post('/tenants', body);
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_request'], JSON.stringify(body));
  }
});

test('an unknown tenant is tenant_not_found', async () => {
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', {}],
  ] as const) {
    const refused = await operator.api.request(method, '/tenants/ten_nobody', { ...(body && { body }) });
    assert.deepEqual([refused.status, refused.body.error.code], [404, 'tenant_not_found']);
  }
});

test('a key is shown once, and lists show all but the key', async () => {
  const tenantId = await newTenant();
  const made = await operator.api.post(`/tenants/${tenantId}/api-keys`, { name: 'CRM', scopes: ['read', 'webhooks'] });
  assert.equal(made.status, 201);
  assert.match(made.body.apiKey, /^rp_test_[a-z0-9]+_[0-9a-z]{26}_[0-9a-z]{52}$/);
  assert.equal(made.body.key.cell, 'c1');
  assert.equal(await statusOf(made.body.apiKey), 200);
  const listed = await operator.api.get(`/tenants/${tenantId}/api-keys`);
  assert.deepEqual(listed.body, { keys: [made.body.key] });
  assert.ok(!listed.raw.includes(made.body.apiKey.split('_').at(-1)));
  const { secret_hash } = await context.db.knex('api_keys').where({ id: made.body.key.id }).first();
  assert.equal(secret_hash.length, 32, 'only a hash is kept');
});

test('a key wants a name and known scopes, each once', async () => {
  const tenantId = await newTenant();
  for (const body of [
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['admin'] },
    { name: 'x', scopes: ['read', 'read'] },
    { scopes: ['read'] },
    { name: 'x', scopes: ['read'], expiresAt: 'tomorrow' },
  ])
    assert.equal((await operator.api.post(`/tenants/${tenantId}/api-keys`, body)).status, 400, JSON.stringify(body));
});

test('a revoked key is refused within five seconds, and keeps the time of its first revocation', async () => {
  const tenantId = await newTenant();
  const key = await newKey(tenantId);
  assert.equal(await statusOf(key.text), 200);
  assert.equal((await operator.api.request('DELETE', `/tenants/${tenantId}/api-keys/${key.id}`)).status, 204);
  const revokedAt = context.clock.now().toISOString();
  context.clock.advance(5);
  assert.equal(await statusOf(key.text), 401);
  assert.equal((await operator.api.request('DELETE', `/tenants/${tenantId}/api-keys/${key.id}`)).status, 204);
  assert.equal((await operator.api.get(`/tenants/${tenantId}/api-keys`)).body.keys[0].revokedAt, revokedAt);
});

test('a key that would be born expired is refused', async () => {
  const tenantId = await newTenant();
  const now = context.clock.now().getTime();
  for (const [ms, status] of [
    [-86_400_000, 400],
    [0, 400],
    [1, 201],
  ] as const) {
    const expiresAt = new Date(now + ms).toISOString();
    const response = await operator.api.post(`/tenants/${tenantId}/api-keys`, { name: 'x', scopes: ['read'], expiresAt });
    assert.equal(response.status, status, expiresAt);
    if (status === 400)
      assert.deepEqual(response.body.error.details.errors, [{ path: '/body/expiresAt', message: 'must be in the future' }]);
  }
  assert.equal((await operator.api.get(`/tenants/${tenantId}/api-keys`)).body.keys.length, 1);
});

test('a key ends at its time, to the second', async () => {
  const tenantId = await newTenant();
  const expiresAt = new Date(context.clock.now().getTime() + 60_000).toISOString();
  const key = await newKey(tenantId, { expiresAt });
  assert.equal((await operator.api.get(`/tenants/${tenantId}/api-keys`)).body.keys[0].expiresAt, expiresAt);
  context.clock.advance(59);
  assert.equal(await statusOf(key.text), 200);
  context.clock.advance(1);
  assert.equal(await statusOf(key.text), 401);
});

test('switching the public API off acts within five seconds, and so does switching it on', async () => {
  const tenantId = await newTenant();
  const key = await newKey(tenantId);
  assert.equal(await statusOf(key.text), 200);
  await operator.api.request('PATCH', `/tenants/${tenantId}`, { body: { publicApiEnabled: false } });
  context.clock.advance(5);
  const refused = await server.api.with(key.text).get('/agents');
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'public_api_disabled']);
  await operator.api.request('PATCH', `/tenants/${tenantId}`, { body: { publicApiEnabled: true } });
  context.clock.advance(5);
  assert.equal(await statusOf(key.text), 200);
});

test('a changed limit acts within five seconds', async () => {
  const tenantId = await newTenant();
  const key = await newKey(tenantId);
  assert.equal((await server.api.with(key.text).get('/agents')).headers['x-ratelimit-limit'], '120');
  await operator.api.request('PATCH', `/tenants/${tenantId}`, { body: { limits: { readsPerMinute: 2 } } });
  context.clock.advance(61);
  assert.deepEqual([await statusOf(key.text), await statusOf(key.text), await statusOf(key.text)], [200, 200, 429]);
});
