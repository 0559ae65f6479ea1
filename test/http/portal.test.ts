import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { createLog } from '../../src/process/log.ts';
import { operatorOfFile, publicFor, publicOfFile, startPublic } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { deliveriesOf, event, publish } from '../support/events.ts';
import { apiKey, endpoint, freezeTenant, tenant, trigger } from '../support/fixtures.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { statementsOf } from '../support/statements.ts';
import { until } from '../support/until.ts';

/** The portal's links and sessions, as an attacker would use them. */

let tenantId: string;
let logged = '';

const lines = {
  write(line: string) {
    logged += line;
  },
};
const context = await contextOfFile({ log: createLog('info', lines) });
const open = await publicOfFile(context);
const operator = await operatorOfFile(context);
beforeEach(async () => {
  ({ id: tenantId } = await tenant(context));
});

/** The header of the page that shows this tenant. */
const pageOf = (id: string) => ({ 'x-ringpost-page': id });

async function link(wanted: object = { scopes: ['webhooks'] }, of = tenantId) {
  const { status, body } = await operator.api.post(`/tenants/${of}/portal-links`, wanted);
  assert.equal(status, 201);
  const [address = '', text = ''] = String(body.url).split('#');
  assert.equal(address, `${context.config.publicUrl}/portal`);
  return { text, id: String(body.portalLink.id), expiresAt: String(body.portalLink.expiresAt) };
}

const exchange = (text: string, headers: Record<string, string> = pageOf('none'), origin = open.origin): Promise<Response> =>
  fetch(`${origin}/portal/session`, { method: 'POST', headers: { authorization: `Bearer ${text}`, ...headers } });

async function session(wanted?: object, of?: string): Promise<{ cookie: string; id: string; link: string }> {
  const { text, id } = await link(wanted, of);
  const response = await exchange(text);
  assert.equal(response.status, 200);
  const [cookie = '', ...attributes] = (response.headers.get('set-cookie') ?? '').split('; ');
  assert.deepEqual(attributes, ['Max-Age=3600', 'Path=/', 'HttpOnly', 'SameSite=Strict']);
  return { cookie, id, link: text };
}

const ask = (method: string, path: string, headers: Record<string, string>) => open.api.request(method, path, { headers });
const statusOf = async (headers: Record<string, string>): Promise<number> => (await ask('GET', '/webhooks', headers)).status;

test('a file of the page is not sent again to who has it with the same policy', async (t) => {
  const portal = { frameAncestors: ['https://crm.example.com'], stylesheet: null };
  const embedded = await publicFor(t, { ...context, config: { ...context.config, portal } });
  for (const path of ['/portal', '/portal/page.js', '/portal/theme.css']) {
    const etag = (await fetch(open.origin + path)).headers.get('etag') ?? '';
    const again = (origin: string) => fetch(origin + path, { headers: { 'if-none-match': etag } });
    const [same, other] = await Promise.all([again(open.origin), again(embedded.origin)]);
    assert.deepEqual([same.status, await same.text(), same.headers.get('cache-control')], [304, '', 'no-cache'], path);
    assert.equal(other.status, 200, path);
  }
});

test('links and sessions that nobody has, many at once, are looked for in a few statements', async () => {
  const [{ text }, { cookie }] = [await link(), await session()];
  const made = (given: string, count: number) =>
    Array.from({ length: count }, (_, n) => given.replace(/.{26}_(?=.{52}$)/, `${String(n).padStart(26, '0')}_`));
  const lock = await context.db.knex.transaction();
  await lock.raw('lock table api_keys in access exclusive mode');
  const asked = await statementsOf(async () => {
    const opening = made(text, 20).map((each) => exchange(each));
    const ending = made(cookie, 20).map((each) =>
      fetch(`${open.origin}/portal/session`, { method: 'DELETE', headers: { cookie: each, ...pageOf(tenantId) } }),
    );
    // Those requests came before these, and none of them is answered while the table is locked.
    for (let n = 0; n < 10; n++) await fetch(`${open.origin}/healthz`);
    await lock.commit();
    const statuses = (await Promise.all([...opening, ...ending])).map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)], [401, 204]);
  });
  assert.ok(asked.statements.length <= 10, `${asked.statements.length} statements`);
});

test('a link opens a session for what its scopes allow, until its own end', async () => {
  const { cookie } = await session({ scopes: ['webhooks'] });
  const headers = { cookie: `other=1; ${cookie}; more=2`, ...pageOf(tenantId) };
  assert.equal(await statusOf(headers), 200);
  const { status, body } = await ask('GET', '/agents', headers);
  assert.deepEqual([status, body.error.code], [403, 'insufficient_scope']);
  context.clock.advance(3_599);
  assert.equal(await statusOf(headers), 200);
  context.clock.advance(2);
  assert.equal(await statusOf(headers), 401);
});

test('a link opens once, and of two who both have found it whole one is let in', async () => {
  const { text, id } = await link();
  const held = await context.db.knex.transaction();
  await held('api_keys').where({ id }).forUpdate();
  const both = Promise.all([exchange(text), exchange(text)]);
  await until('both wait', async () => (await lockWaits(context)) === 2);
  await held.commit();
  assert.deepEqual((await both).map(({ status }) => status).sort(), [200, 401]);
  const again = await exchange(text);
  assert.equal(again.status, 401);
  assert.equal(again.headers.get('set-cookie'), null);
});

test('an expired, revoked, tampered or foreign link opens nothing, and no link opens without the page’s header', async () => {
  const { text, id } = await link({ scopes: ['webhooks'], expiresInSeconds: 60 });
  const other = await link();
  const key = await apiKey(context, tenantId);
  for (const forged of [
    '',
    text.slice(0, -1),
    `${text}0`,
    `${text.slice(0, -52)}${other.text.slice(-52)}`,
    text.replace('rp_link_', 'rp_portal_'),
    text.replace('rp_link_', 'rp_test_'),
    text.replace(`_${context.config.cell}_`, '_zz_'),
    key.text,
    key.text.replace('rp_test_', 'rp_link_'),
  ])
    assert.equal((await exchange(forged)).status, 401, forged);
  assert.equal((await exchange(text, {})).status, 401, 'a page of another site cannot send the header');
  await operator.api.request('DELETE', `/tenants/${tenantId}/api-keys/${other.id}`);
  assert.equal((await exchange(other.text)).status, 401, 'revoked');
  context.clock.advance(61);
  assert.equal((await exchange(text)).status, 401, `expired: ${id}`);
});

test('a link and a session are no API keys, and an API key is no session', async () => {
  const { text } = await link();
  const { cookie } = await session();
  const value = cookie.split('=')[1] ?? '';
  const key = await apiKey(context, tenantId);
  for (const bearer of [text, value]) assert.equal(await statusOf({ authorization: `Bearer ${bearer}` }), 401);
  for (const forged of [text, key.text, value.replace('rp_portal_', 'rp_link_'), value.slice(0, -1), `${value.slice(0, -1)}!`, ''])
    assert.equal(await statusOf({ cookie: `ringpost_portal=${forged}`, ...pageOf(tenantId) }), 401, forged);
  assert.equal(await statusOf({ cookie }), 401, 'without the header of the page');
  assert.equal(await statusOf({ cookie, ...pageOf(tenantId), authorization: 'Bearer wrong' }), 401, 'a wrong key is not made good');
  assert.equal(await statusOf({ cookie, ...pageOf(tenantId) }), 200);
});

test('a session sees nothing of another tenant’s, whatever ids it asks for', async () => {
  const { id: otherId } = await tenant(context);
  const { id: endpointId } = await endpoint(context, otherId, { url: 'https://crm.example.org/' });
  const triggerId = await trigger(context, otherId, endpointId);
  await publish(context, event(context, otherId));
  const [delivery] = await deliveriesOf(context.db.knex, otherId);
  const { cookie } = await session({ scopes: ['webhooks', 'calls:read', 'read', 'write', 'calls:place'] });
  const headers = { cookie, ...pageOf(tenantId) };
  for (const [method, path] of [
    ['GET', `/webhook-deliveries/${delivery?.id}`],
    ['POST', `/webhook-deliveries/${delivery?.id}/retry`],
    ['DELETE', `/webhooks/${endpointId}`],
    ['GET', `/automation-triggers/${triggerId}`],
    ['DELETE', `/automation-triggers/${triggerId}`],
  ] as const)
    assert.equal((await ask(method, path, headers)).status, 404, path);
  assert.deepEqual((await ask('GET', '/webhooks', headers)).body.endpoints, []);
  assert.equal((await ask('GET', '/webhook-deliveries', headers)).body.pagination.total, 0);
});

test('a page that shows one tenant gets nothing by the session of another, whose link this browser has opened meanwhile', async () => {
  const { id: otherId } = await tenant(context);
  const { cookie } = await session({ scopes: ['webhooks'] }, otherId);
  assert.equal(await statusOf({ cookie, ...pageOf(tenantId) }), 401);
  assert.equal(await statusOf({ cookie, ...pageOf(otherId) }), 200);
});

test('a page that knows no tenant yet is told the session of its browser, and nobody else is', async () => {
  const { id: otherId } = await tenant(context);
  const { cookie, id } = await session({ scopes: ['webhooks'] });
  const read = (headers: Record<string, string>): Promise<Response> => fetch(`${open.origin}/portal/session`, { headers });
  for (const page of ['none', tenantId]) {
    const response = await read({ cookie, ...pageOf(page) });
    assert.equal(response.status, 200);
    const expiresAt = new Date(context.clock.now().getTime() + 3_600_000).toISOString();
    assert.deepEqual(await response.json(), { tenantId, scopes: ['webhooks'], expiresAt });
  }
  const forged = cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const key = await apiKey(context, tenantId);
  for (const headers of [
    {},
    pageOf('none'),
    { cookie },
    { cookie, ...pageOf(otherId) },
    { cookie: forged, ...pageOf('none') },
    { cookie: `ringpost_portal=${key.text}`, ...pageOf('none') },
  ])
    assert.equal((await read(headers)).status, 401, JSON.stringify(headers));
  await operator.api.request('DELETE', `/tenants/${tenantId}/api-keys/${id}`);
  assert.equal((await read({ cookie, ...pageOf('none') })).status, 401, 'revoked');
  const late = await session();
  context.clock.advance(3_601);
  assert.equal((await read({ cookie: late.cookie, ...pageOf('none') })).status, 401, 'expired');
});

test('a page that shows one tenant does not end the session of another', async () => {
  const { id: otherId } = await tenant(context);
  const { cookie } = await session({ scopes: ['webhooks'] }, otherId);
  const left = await fetch(`${open.origin}/portal/session`, { method: 'DELETE', headers: { cookie, ...pageOf(tenantId) } });
  assert.deepEqual([left.status, left.headers.get('set-cookie')], [204, null]);
  assert.equal(await statusOf({ cookie, ...pageOf(otherId) }), 200);
});

test('a link of a tenant that is frozen stays good', async () => {
  const { text } = await link();
  await freezeTenant(context, tenantId);
  const { status, headers } = await exchange(text);
  assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
  await context.db.knex('tenants').where({ id: tenantId }).update({ frozen_at: null });
  assert.equal((await exchange(text)).status, 200);
});

test('the account lists the keys of the tenant, and no link or session; no secret of those is stored or logged', async () => {
  const { id: keyId } = await apiKey(context, tenantId);
  const { cookie, link: opened } = await session({ scopes: ['read'] });
  const { text: unopened } = await link();
  const { body } = await ask('GET', '/account', { cookie, ...pageOf(tenantId) });
  assert.deepEqual(
    body.account.keys.map(({ id }: { id: string }) => id),
    [keyId],
  );
  assert.match(logged, /portal\/session/);
  const everything = logged + JSON.stringify(await context.db.knex('api_keys').where({ tenant_id: tenantId }));
  for (const secret of [opened, unopened, cookie]) assert.ok(!everything.includes(secret.slice(-52)));
});

test('a session ends when it is signed out, and when the operator revokes its key', async () => {
  for (const end of [
    (cookie: string) => fetch(`${open.origin}/portal/session`, { method: 'DELETE', headers: { cookie, ...pageOf(tenantId) } }),
    (_: string, id: string) => operator.api.request('DELETE', `/tenants/${tenantId}/api-keys/${id}`),
  ]) {
    const { cookie, id } = await session();
    assert.equal((await end(cookie, id)).status, 204);
    const fresh = await startPublic(context);
    const { status } = await fresh.api.request('GET', '/webhooks', { headers: { cookie, ...pageOf(tenantId) } });
    await fresh.close();
    assert.equal(status, 401);
  }
});

test('a link lasts from a minute to an hour, and what has expired is not kept', async () => {
  for (const expiresInSeconds of [59, 3_601]) {
    const { status } = await operator.api.post(`/tenants/${tenantId}/portal-links`, { scopes: ['webhooks'], expiresInSeconds });
    assert.equal(status, 400);
  }
  await link();
  await session();
  context.clock.advance(3_601);
  const { id } = await link();
  const { keys } = (await operator.api.get(`/tenants/${tenantId}/api-keys`)).body;
  assert.deepEqual(
    keys.map((key: { id: string }) => key.id),
    [id],
  );
});

test('the page comes with a policy that lets nothing else in and names the parents that may embed it', async (t) => {
  const embedded = await publicFor(t, {
    ...context,
    config: { ...context.config, portal: { frameAncestors: ['https://crm.example.com'], stylesheet: null } },
  });
  for (const [{ origin }, parents] of [
    [open, "'none'"],
    [embedded, 'https://crm.example.com'],
  ] as const)
    for (const path of ['/portal', '/portal/page.js', '/portal/page.css', '/portal/theme.css']) {
      const response = await fetch(origin + path);
      assert.equal(response.status, 200, path);
      assert.ok(response.headers.get('content-security-policy')?.startsWith("default-src 'none'; script-src 'self'; "));
      assert.ok(response.headers.get('content-security-policy')?.endsWith(`frame-ancestors ${parents}`));
    }
  const { text } = await link();
  const cookie = (await exchange(text, pageOf('none'), embedded.origin)).headers.get('set-cookie') ?? '';
  assert.match(cookie, /; HttpOnly; SameSite=None; Secure; Partitioned$/);
});
