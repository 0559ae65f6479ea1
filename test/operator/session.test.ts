import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiClient, operatorApi, operatorFor, operatorOfFile, startOperator } from '../support/api.ts';
import { contextOfFile, type TestContext } from '../support/context.ts';

type NamedOperator = TestContext['config']['namedOperators'][number];

const context = await contextOfFile();
const operator = await operatorOfFile(context);
/** Has no token. */
const browser = operatorApi(operator.origin, null);

async function signIn(): Promise<string> {
  const { status, headers } = await operator.api.post('/session');
  assert.equal(status, 204);
  const [cookie = '', ...attributes] = String(headers['set-cookie']).split('; ');
  assert.deepEqual(attributes, ['Max-Age=43200', 'Path=/api/v1/operator', 'HttpOnly', 'SameSite=Strict']);
  return cookie;
}

test('the cookie of a page that came by HTTPS is Secure, and that of one that did not is not, since a browser would refuse it', async () => {
  for (const [origin, isSecure] of [
    ['https://operator.example', true],
    ['http://127.0.0.1:8081', false],
    ['null', false],
  ] as const) {
    const { status, headers } = await operator.api.request('POST', '/session', { headers: { origin } });
    assert.deepEqual([status, String(headers['set-cookie']).endsWith('; Secure')], [204, isSecure], origin);
  }
});

const statusWith = async (headers: Record<string, string>): Promise<number> => (await browser.request('GET', '/clock', { headers })).status;
const ofOurPage = { 'x-ringpost-page': '1' };

test('a session stands for the token in our page, and nowhere else', async () => {
  const cookie = await signIn();
  assert.equal(await statusWith({ cookie, ...ofOurPage }), 200);
  assert.equal(await statusWith({ cookie: `theme=dark; ${cookie}; other=1`, ...ofOurPage }), 200);
  assert.equal(await statusWith({ cookie }), 401, 'a page of another site cannot send the header');
  assert.equal(await statusWith(ofOurPage), 401);
  assert.equal(await statusWith({ cookie, ...ofOurPage, authorization: 'Bearer wrong' }), 401, 'a wrong token is not made good');
});

test('a session cannot be made up or prolonged', async () => {
  const cookie = await signIn();
  const [, expires = '', signature = ''] = /=(\d+)\.(\w+)$/.exec(cookie) ?? [];
  for (const forged of [
    `${Number(expires) + 60}.${signature}`,
    `${expires}.${'0'.repeat(64)}`,
    `${expires}.${signature.slice(2)}`,
    `${expires}.${signature}00`,
    `.${signature}`,
    expires,
    '',
  ])
    assert.equal(await statusWith({ cookie: `ringpost_operator=${forged}`, ...ofOurPage }), 401, forged);
});

test('a session ends after twelve hours of real time, and with another token or secret key', async () => {
  const cookie = await signIn();
  const { config, clock } = context;
  const later: TestContext = {
    ...context,
    clock: { ...clock, now: clock.now, realNow: () => new Date(clock.realNow().getTime() + 12 * 3_600_000) },
  };
  const others: readonly TestContext[] = [
    later,
    { ...context, config: { ...config, operatorToken: 'another token of an operator' } },
    { ...context, config: { ...config, secretKey: Buffer.alloc(32, 7) } },
  ];
  for (const other of others) {
    const server = await startOperator(other);
    const { status } = await operatorApi(server.origin, null).request('GET', '/clock', { headers: { cookie, ...ofOurPage } });
    await server.close();
    assert.equal(status, 401);
  }
});

test('an operator with a token of its own is named in the audit log, in the page too, until that token is taken away', async (t) => {
  const [dana, lee] = ['dana', 'lee'].map((name) => ({ name, token: `token-of-${name}` })) as [NamedOperator, NamedOperator];
  const serverOf = async (...namedOperators: NamedOperator[]): Promise<string> => {
    const server = await operatorFor(t, { ...context, config: { ...context.config, namedOperators } });
    return server.origin;
  };
  const origin = await serverOf(dana, lee);
  const { headers } = await operatorApi(origin, dana.token).post('/session');
  const [cookie = ''] = String(headers['set-cookie']).split(';');
  const asPage = { headers: { cookie, ...ofOurPage }, body: { name: 'Birch Homes' } };
  const asWho = async (api: ApiClient, request = {}): Promise<string> => {
    context.clock.advance(1);
    assert.equal((await api.request('POST', '/tenants', { body: { name: 'Birch Homes' }, ...request })).status, 201);
    return (await operator.api.get('/audit-log?limit=1')).body.entries[0].address;
  };
  assert.equal(await asWho(operatorApi(origin, dana.token)), 'dana@127.0.0.1');
  assert.equal(await asWho(operatorApi(origin, lee.token)), 'lee@127.0.0.1');
  assert.equal(await asWho(operatorApi(origin, null), asPage), 'dana@127.0.0.1');
  assert.equal(await asWho(operatorApi(origin, context.config.operatorToken)), '127.0.0.1');
  const later = await serverOf(lee);
  for (const request of [asPage, { ...asPage, headers: { authorization: `Bearer ${dana.token}` } }])
    assert.equal((await operatorApi(later, null).request('POST', '/tenants', request)).status, 401);
});

test('signing out takes the cookie from the browser', async () => {
  const cookie = await signIn();
  const { status, headers } = await browser.request('DELETE', '/session', { headers: { cookie, ...ofOurPage } });
  assert.equal(status, 204);
  assert.match(String(headers['set-cookie']), /^ringpost_operator=; Max-Age=0; Path=\/api\/v1\/operator; HttpOnly; SameSite=Strict$/);
});

test('the page and its files come without a token, with a policy that lets nothing else in, and hold no secret', async () => {
  for (const path of ['/', '/page/page.js', '/page/page.css', '/page/icon.svg']) {
    const response = await fetch(operator.origin + path);
    assert.equal(response.status, 200, path);
    assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'; .*frame-ancestors 'none'$/);
    assert.ok(!(await response.text()).includes(context.config.operatorToken));
  }
  assert.equal((await fetch(`${operator.origin}/page/page.html`)).status, 404);
});
