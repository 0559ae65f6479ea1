import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Dispatcher, request as send } from 'undici';
import { type FuzzedRoute, fuzzedRoutes } from '../fuzz/routes.ts';
import { operatorOfFile, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';

/**
 * What OWASP's API Security Top Ten asks of every route, over every operation of the three documents. What concerns single
 * operations (tenants' ids, scopes, sizes, addresses) has tests beside them; SECURITY.md lists those by item.
 */
const routes = fuzzedRoutes();

const context = await contextOfFile();
const open = await publicOfFile(context);
const operator = await operatorOfFile(context);
const { id } = await tenant(context, { limits: { readsPerMinute: 10_000, writesPerMinute: 10_000 } });
const key = (await apiKey(context, id)).text;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly raw: string;
  readonly code: string | undefined;
}

async function ask(
  origin: string,
  { path }: FuzzedRoute,
  method: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  // undici types methods as a closed set.
  const options = {
    method: method as Dispatcher.HttpMethod,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
  };
  const response = await send(origin + path.replace(/\{\w+\}/g, 'x'), body === undefined ? options : { ...options, body });
  const raw = await response.body.text();
  return { status: response.statusCode, headers: response.headers, raw, code: raw === '' ? undefined : JSON.parse(raw).error?.code };
}

const originOf = ({ api }: FuzzedRoute): string => (api === 'operator' ? operator : open).origin;
const credentialsOf = ({ api }: FuzzedRoute): Record<string, string> => ({
  authorization: `Bearer ${api === 'operator' ? context.config.operatorToken : key}`,
});

test('API2: every operation that takes a credential refuses who shows nothing, nonsense, or what opens another API', async () => {
  for (const route of routes.filter(({ api }) => api !== 'callbacks')) {
    const refusal = route.api === 'operator' ? 'invalid_operator_token' : 'invalid_api_key';
    const others = route.api === 'operator' ? key : context.config.operatorToken;
    for (const headers of [{}, { authorization: 'Bearer' }, { authorization: 'Basic YTpi' }, { authorization: `Bearer ${others}` }]) {
      const { status, code } = await ask(
        originOf(route),
        route,
        route.method,
        headers as Record<string, string>,
        route.takesBody ? '{}' : undefined,
      );
      assert.deepEqual([status, code], [401, refusal], `${route.id} ${JSON.stringify(headers)}`);
    }
  }
});

test('API3: no body may set a property that its schema does not name, what only answers show among them', async () => {
  for (const route of routes.filter(({ api, takesBody }) => takesBody && api !== 'callbacks')) {
    const allowed = Object.keys(route.bodySchema?.['properties'] ?? {});
    for (const name of [
      'id',
      'tenantId',
      'createdAt',
      'updatedAt',
      'signingSecret',
      'balanceMicros',
      'isAdmin',
      '__proto__',
      'constructor',
    ]) {
      if (allowed.includes(name)) continue;
      const { status, raw } = await ask(originOf(route), route, route.method, credentialsOf(route), `{"${name}":{"a":1}}`);
      assert.equal(status, 400, `${route.id} ${name}: ${raw}`);
      const told: readonly { path: string; message: string }[] = JSON.parse(raw).error.details.errors;
      assert.ok(
        told.some(({ path, message }) => path === `/body/${name}` && message.startsWith('is not a property of this request')),
        `${route.id}: ${raw}`,
      );
    }
  }
});

test('API8: every operation of ours refuses a query parameter that it does not take, and providers may add some', async () => {
  for (const route of routes) {
    const { status, raw } = await ask(
      originOf(route),
      { ...route, path: `${route.path}?notAParameter=1` },
      route.method,
      credentialsOf(route),
      route.takesBody ? '{}' : undefined,
    );
    const { error } = JSON.parse(raw);
    if (route.api === 'callbacks') {
      assert.ok(!raw.includes('notAParameter'), `${route.id}: ${raw}`);
      continue;
    }
    assert.deepEqual(
      [status, error.code, error.details.errors[0].path],
      [400, 'invalid_request', '/query/notAParameter'],
      `${route.id}: ${raw}`,
    );
  }
});

/** The two operations whose answers set a cookie. */
const ofSessions = ['createSession', 'endSession'];

test('API8: no answer says what served it, lets a page of another origin read it, or may be kept', async () => {
  for (const route of routes)
    for (const headers of [{}, credentialsOf(route)]) {
      const page = {
        origin: 'https://elsewhere.example',
        'access-control-request-method': route.method,
        'access-control-request-headers': 'authorization',
      };
      for (const method of [route.method, 'OPTIONS']) {
        const { headers: answered } = await ask(originOf(route), route, method, { ...headers, ...page });
        const telling = Object.keys(answered)
          .filter((name) => /^(server|x-powered-by|via|access-control-.*|set-cookie)$/.test(name))
          .filter((name) => name !== 'set-cookie' || !ofSessions.includes(route.id));
        assert.deepEqual(telling, [], `${method} ${route.id}`);
        assert.equal(answered['cache-control'], 'no-store', `${method} ${route.id}`);
      }
    }
});

test('API8: TRACE and methods that nobody names are 405 on every path, and repeat nothing', async () => {
  for (const route of routes)
    for (const method of ['TRACE', 'PROPFIND', 'QUERY']) {
      const { status, raw } = await ask(originOf(route), route, method, { ...credentialsOf(route), 'x-secret': 'not-to-be-repeated' });
      assert.equal(status, 405, `${method} ${route.id}`);
      assert.ok(!raw.includes('not-to-be-repeated') && !raw.includes(key));
    }
});

test('API8: a method in a header or a query is no method', async () => {
  for (const route of routes.filter(({ method, api }) => method === 'DELETE' && api === 'public')) {
    const override = { ...credentialsOf(route), 'x-http-method-override': 'DELETE', 'x-http-method': 'DELETE' };
    assert.notEqual(
      (await ask(originOf(route), { ...route, path: `${route.path}?_method=DELETE` }, 'POST', override, '{}')).status,
      204,
      route.id,
    );
  }
});

test('API9: no operation of one API is reached on the other’s listener, and none of the simulator’s on either', async () => {
  for (const route of routes) {
    const elsewhere = route.api === 'operator' ? open : operator;
    const { status, code } = await ask(elsewhere.origin, route, route.method, credentialsOf(route), route.takesBody ? '{}' : undefined);
    assert.deepEqual([status, code], [404, 'not_found'], route.id);
  }
  const simulator: { paths: object } = JSON.parse(
    readFileSync(new URL('../../src/contract/generated/simulator.json', import.meta.url), 'utf8'),
  );
  for (const path of Object.keys(simulator.paths).filter((name) => name !== '/healthz'))
    for (const { origin } of [open, operator]) {
      // The operator's page, which is not the console.
      if (path === '/' && origin === operator.origin) continue;
      const response = await send(origin + path.replace(/\{\w+\}/g, 'x'));
      assert.equal(response.statusCode, 404, path);
      await response.body.dump();
    }
});

test('API9: what no document names is not there', async () => {
  const paths = [
    '/',
    '/api',
    '/api/v1',
    '/api/v2/public/agents',
    '/api/v1/public',
    '/admin',
    '/debug',
    '/metrics',
    '/.env',
    '/.git/config',
    '/server-status',
    '/console',
    '/actuator',
  ];
  for (const path of paths) {
    const response = await send(open.origin + path, { headers: { authorization: `Bearer ${key}` } });
    const body = (await response.body.json()) as { error: { code: string } };
    assert.deepEqual([response.statusCode, body.error.code], [404, 'not_found'], path);
  }
});
