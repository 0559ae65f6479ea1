import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { request as send } from 'undici';
import type { Context } from '../../src/context.ts';
import { createOperatorServer, createPublicServer } from '../../src/http/server.ts';
import { publicSurface } from '../../src/http/surfaces.ts';
import { createLog } from '../../src/process/log.ts';
import { api, listen, listenFor, listenOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';
import { rawConnection, requestText } from '../support/socket.ts';
import { until } from '../support/until.ts';

/** How the server holds out, and what it tells: failures of ours, callers that do not speak HTTP, the log. */
const logged: Record<string, unknown>[] = [];
let fail: () => Promise<never>;

const lines = { write: (line: string) => void logged.push(JSON.parse(line)) };
const context = await contextOfFile({ log: createLog('info', lines) });
const server = await listenOfFile(
  createPublicServer(
    context,
    publicSurface(context, {
      listAgents: () => fail(),
      listWebhookEndpoints: async () => ({ status: 200, rawJson: '{ "endpoints": [] }' }),
      deleteWebhookEndpoint: async () => ({ status: 204 }),
    }),
  ),
);
const { id: tenantId } = await tenant(context, { limits: { readsPerMinute: 10_000, writesPerMinute: 10_000 } });
const { text: key } = await apiKey(context, tenantId);
const client = api(server.origin, key);

const sqlError = (): Error =>
  Object.assign(new Error('duplicate key value violates unique constraint "secret_name"'), {
    code: '23505',
    status: 418,
    detail: 'Key (id)=(1)',
  });

for (const [name, thrower] of Object.entries<() => Promise<never>>({
  'an error thrown later': async () => {
    await new Promise((resolve) => setImmediate(resolve));
    throw new Error('the cause');
  },
  'an error thrown at once': () => {
    throw new Error('the cause');
  },
  'an error with the code of PostgreSQL': async () => {
    throw sqlError();
  },
  'something that is no error': () => Promise.reject(undefined),
  'a text': () => Promise.reject('the cause'),
})) {
  test(`${name} is a 500 that tells the caller nothing and the log everything`, async () => {
    fail = thrower;
    logged.length = 0;
    const response = await client.get('/agents');
    assert.equal(response.status, 500);
    assert.deepEqual(Object.keys(response.body.error), ['code', 'message']);
    assert.equal(response.body.error.code, 'internal_error');
    assert.doesNotMatch(response.raw, /cause|constraint|23505|detail/);
    const line = logged.find((entry) => entry['msg'] === 'request failed');
    assert.equal(line?.['requestId'], response.headers['x-request-id']);
    assert.equal((await client.get('/webhooks')).status, 200, 'the next request is served');
  });
}

test('a failure before it is known who asks is a 500 that shows a budget all the same', async () => {
  const down = (): never => {
    throw new Error('down');
  };
  const shared = { ...context.db.requests.shared, engine: { query: down } as unknown as Context['db']['engine'] };
  const broken = { ...context, db: { ...context.db, requests: { ...context.db.requests, shared } } };
  const other = await listen(createPublicServer(broken));
  assert.equal((await api(other.origin, key).get('/agents')).status, 500);
  await other.close();
});

test('in development an answer that the document does not allow is said aloud', async () => {
  const development = { ...context, config: { ...context.config, environment: 'development' as const } };
  const other = await listen(
    createPublicServer(
      development,
      publicSurface(development, {
        listAgents: async () => ({ status: 200, body: { agents: [{ id: 1 }] } }),
        deleteWebhookEndpoint: async () => ({ status: 204 }),
      }),
    ),
  );
  logged.length = 0;
  const asked = api(other.origin, key);
  await asked.request('DELETE', '/webhooks/whe_01kaezs0a1b2c3d4e5f6g7h8j9');
  await send(`${other.origin}/api/v1/public/agents`, { headers: { authorization: `Bearer ${key}` } }).then((response) =>
    response.body.dump(),
  );
  const aloud = logged.filter((entry) => entry['msg'] === 'an answer is not what the document says');
  assert.deepEqual(
    aloud.map((entry) => entry['route']),
    ['listAgents'],
  );
  await other.close();
});

test('stored bytes are sent as they are', async () => {
  assert.equal((await client.get('/webhooks')).raw, '{ "endpoints": [] }');
});

test("the caller's own request id comes back if it is sane, and else a new one", async () => {
  assert.equal((await client.get('/webhooks', { 'x-request-id': 'crm:42-a.b_c' })).headers['x-request-id'], 'crm:42-a.b_c');
  for (const odd of ['a b', '<script>', 'x'.repeat(129), '']) {
    assert.match((await client.get('/webhooks', { 'x-request-id': odd })).headers['x-request-id'] ?? '', /^req_[0-9a-f]{32}$/, odd);
  }
});

test('each request leaves one line, with no key and no id of the path in it', async () => {
  logged.length = 0;
  await client.request('DELETE', '/webhooks/whe_private', { headers: { 'x-request-id': 'line-1' } });
  await client.with(null).get('/nowhere/private');
  const [first, second] = logged.filter((entry) => entry['msg'] === 'request');
  const { ms, time, ...rest } = first ?? {};
  assert.equal(typeof ms, 'number');
  assert.equal(typeof time, 'string');
  assert.deepEqual(rest, {
    level: 'info',
    method: 'DELETE',
    route: 'deleteWebhookEndpoint',
    status: 204,
    requestId: 'line-1',
    tenantId,
    msg: 'request',
  });
  assert.equal(second?.['route'], 'none');
  const text = JSON.stringify(logged);
  assert.ok(!text.includes('private'));
  assert.ok(!text.includes(key.slice(-20)));
});

test("another cell's key gets the words of any unknown key, and the line of the request says which cell it names", async () => {
  logged.length = 0;
  const headers = { 'x-request-id': 'cell' };
  const unknown = key.replace(/_[0-9a-z]{26}_/, `_${'z'.repeat(26)}_`);
  const [here, there] = [
    await client.with(unknown).get('/agents', headers),
    await client.with(unknown.replace('_c1_', '_c7_')).get('/agents', headers),
  ];
  assert.deepEqual([there.status, there.raw], [here.status, here.raw]);
  assert.equal(there.body.error.code, 'invalid_api_key');
  assert.deepEqual(
    logged.filter((entry) => entry['msg'] === 'request').map((entry) => entry['otherCell']),
    [undefined, 'c7'],
  );
});

test('the connection serves the next request after each kind of refusal', async () => {
  fail = async () => {
    throw new Error('the cause');
  };
  const connection = await rawConnection(server.port);
  const json = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const requests: [number, string, Record<string, string>, string][] = [
    [404, 'POST /api/v1/public/nothing', json, 'ignored'],
    [405, 'PUT /api/v1/public/calls', json, 'ignored'],
    [401, 'POST /api/v1/public/calls', {}, '{"a":1}'],
    [415, 'POST /api/v1/public/calls', { ...json, 'Content-Type': 'text/plain' }, 'text'],
    [413, 'POST /api/v1/public/webhooks', json, 'x'.repeat(1_048_577)],
    [400, 'POST /api/v1/public/calls', json, '{'],
    [204, 'DELETE /api/v1/public/webhooks/whe_1', json, 'ignored'],
    [500, 'GET /api/v1/public/agents', json, ''],
    [404, 'GET /', {}, ''],
    [200, 'GET /api/v1/public/webhooks', json, ''],
  ];
  for (const [status, line, headers, body] of requests) {
    connection.write(requestText(line, { ...headers, ...(body ? { 'Content-Length': String(Buffer.byteLength(body)) } : {}) }, body));
    assert.equal((await connection.response())?.status, status, line);
  }
  connection.write(requestText('HEAD /api/v1/public/agents', json));
  assert.equal((await connection.response('HEAD'))?.status, 405);
  connection.write(requestText('GET /healthz', {}));
  assert.equal((await connection.response())?.status, 200);
  connection.end();
});

test('requests in one packet are answered in their order', async () => {
  const connection = await rawConnection(server.port);
  const json = { Authorization: `Bearer ${key}` };
  connection.write(
    requestText('GET /api/v1/public/webhooks', json) + requestText('GET /api/v1/public/nothing', json) + requestText('GET /healthz', {}),
  );
  assert.deepEqual(
    [(await connection.response())?.status, (await connection.response())?.status, (await connection.response())?.status],
    [200, 404, 200],
  );
  connection.end();
});

for (const [name, bytes, status] of [
  ['what is not HTTP', 'hello\r\n\r\n', 400],
  ['a header with a line break in it', 'GET / HTTP/1.1\r\nHost: a\r\nX: \x01\r\n\r\n', 400],
  ['two lengths', 'POST /api/v1/public/calls HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400],
  [
    'a length and chunks',
    'POST /api/v1/public/calls HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'chunks of HTTP/1.0',
    'POST /api/v1/public/calls HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n',
    400,
  ],
  [
    'an encoding besides chunks',
    'POST /api/v1/public/calls HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n',
    400,
  ],
  ['headers beyond measure', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
] as const) {
  test(`${name} is refused in the envelope, and the connection ends`, async () => {
    const connection = await rawConnection(server.port);
    connection.write(bytes);
    const response = await connection.response();
    assert.equal(response?.status, status);
    assert.equal(JSON.parse(response?.body ?? '').error.code, 'invalid_request');
    assert.ok(response?.headers['x-request-id']);
    assert.equal(response?.headers['x-ratelimit-limit'], String(context.config.failedAuthenticationsPerMinute));
    assert.match(response?.headers['x-ratelimit-remaining'] ?? '', /^\d+$/);
    assert.match(response?.headers['x-ratelimit-reset'] ?? '', /^\d+$/);
    assert.match(response?.headers['ratelimit'] ?? '', /^"authentication";r=\d+;t=\d+$/);
    assert.equal(await connection.response(), null);
  });
}

test('what is not HTTP shows what is left of the budget of its address, and is answered once however it goes on', async () => {
  const remaining = async (): Promise<number> => {
    const connection = await rawConnection(server.port);
    connection.write('hello\r\n\r\n');
    connection.write('hello again\r\n\r\n');
    const response = await connection.response();
    assert.equal(await connection.response(), null);
    return Number(response?.headers['x-ratelimit-remaining']);
  };
  const first = await remaining();
  await client.with(null).get('/agents');
  assert.equal(await remaining(), first - 1);
});

/** A client that was refused in front of a large body, and the server's socket of it. */
async function refusedBeforeItsBody(t: TestContext) {
  const server = createPublicServer(context);
  const listening = await listenFor(t, server);
  const accepted = once(server, 'connection');
  const client = connect({ port: listening.port, host: '127.0.0.1', allowHalfOpen: true });
  const [socket] = (await accepted) as [Socket];
  client.write('GET / HTTP/1.1\r\nHost: a\r\nX: \x01\r\nContent-Length: 4000000\r\n\r\n');
  const answer: string[] = [];
  client.on('data', (part) => answer.push(String(part)));
  await once(client, 'end');
  assert.match(answer.join(''), /^HTTP\/1\.1 400 /);
  return { client, socket };
}

test('a client sends the whole body behind what was refused, so that a proxy sees no failure', async (t) => {
  const { client, socket } = await refusedBeforeItsBody(t);
  for (let sent = socket.bytesRead; !socket.destroyed && sent < 100_000; sent = socket.bytesRead) {
    client.write('x'.repeat(10_000));
    await until('some of it has come', async () => socket.bytesRead > sent || socket.destroyed);
  }
  assert.equal(socket.destroyed, false);
  client.end();
  await until('the connection is over', async () => socket.destroyed);
});

test('a client that goes on after it was refused loses its connection after two seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { client, socket } = await refusedBeforeItsBody(t);
  t.mock.timers.tick(1_999);
  assert.equal(socket.destroyed, false);
  t.mock.timers.tick(1);
  assert.equal(socket.destroyed, true);
  client.destroy();
});

test('on the operator listener, which has no budgets, what is not HTTP shows none', async () => {
  const operator = await listen(createOperatorServer(context));
  const connection = await rawConnection(operator.port);
  connection.write('hello\r\n\r\n');
  const response = await connection.response();
  assert.equal(response?.status, 400);
  assert.equal(response?.headers['x-ratelimit-limit'], undefined);
  await operator.close();
});

test('a request without a Host, or with two, is refused in the envelope, and the connection serves the next one', async () => {
  const connection = await rawConnection(server.port);
  for (const hosts of ['', 'Host: test\r\nhost: other\r\n']) {
    connection.write(`GET /api/v1/public/agents HTTP/1.1\r\n${hosts}\r\n`);
    const response = await connection.response();
    assert.equal(response?.status, 400);
    const error = { code: 'invalid_request', message: 'The request must have one Host header.' };
    assert.deepEqual(JSON.parse(response?.body ?? ''), { error });
    assert.equal(response?.headers['x-ratelimit-limit'], String(context.config.failedAuthenticationsPerMinute));
    assert.ok(response?.headers['x-request-id']);
  }
  connection.write(requestText('GET /healthz', {}));
  assert.equal((await connection.response())?.status, 200);
  connection.end();
});

test('a request with two keys, media types or idempotency keys, or of another version, is refused before anything else is looked at', async () => {
  const requests = {
    'must have one Authorization': `GET /api/v1/public/agents HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${key}\r\nauthorization: Bearer x\r\n\r\n`,
    'one Content-Type': 'GET /nothing HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\n\r\n',
    'one Idempotency-Key': `POST /api/v1/public/calls HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer ${key}\r\nIdempotency-Key: a\r\nidempotency-key: a\r\n\r\n`,
    'must be of HTTP/1.1': `GET /api/v1/public/agents HTTP/2.0\r\nHost: h\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    'or HTTP/1.0': 'GET /healthz\r\n\r\n',
  };
  const many = Array.from({ length: 1_100 }, (_, n) => `a${n}:\r\n`).join('');
  const far = requests['must have one Authorization'].replace('authorization:', `${many}authorization:`);
  for (const [message, text] of [...Object.entries(requests), ['must have one Authorization', far] as const]) {
    const connection = await rawConnection(server.port);
    connection.write(text);
    const response = await connection.response();
    assert.equal(response?.status, 400, message);
    assert.ok(response?.body.includes(message), response?.body);
    connection.end();
  }
});

test('HTTP/1.0, which has no Host, is answered', async () => {
  const connection = await rawConnection(server.port);
  connection.write('GET /healthz HTTP/1.0\r\n\r\n');
  assert.equal((await connection.response())?.status, 200);
  connection.end();
});

test('a target that is a whole URL means the path in it', async () => {
  const connection = await rawConnection(server.port);
  const json = { Authorization: `Bearer ${key}` };
  for (const [target, status] of [
    ['http://h/api/v1/public/webhooks', 200],
    ['HTTPS://h:8443/api/v1/public/webhooks?', 200],
    ['HTTPS://h:8443/api/v1/public/webhooks?a=http://b/c', 400],
    ['http://h/api/v1/public/nothing', 404],
    ['http://h', 404],
    ['http://h?a=/healthz', 404],
    ['/http://h/healthz', 404],
  ] as const) {
    connection.write(requestText(`GET ${target}`, json));
    const response = await connection.response();
    assert.equal(response?.status, status, target);
    if (target.includes('/api/')) assert.ok(response?.headers['x-ratelimit-limit'], target);
  }
  connection.end();
});

test('a path outside of everything is a 404 in the envelope', async () => {
  for (const path of ['/', '/api', '/api/v1', '/api/v1/publicity', '/api/v2/public/calls', '/favicon.ico', '//', '/%']) {
    const response = await send(server.origin + path);
    assert.equal(response.statusCode, 404, path);
    assert.deepEqual(await response.body.json(), { error: { code: 'not_found', message: 'There is nothing at this path.' } });
    assert.ok(response.headers['x-request-id']);
  }
});

test('an expectation is no reason to refuse, known or not', async () => {
  const connection = await rawConnection(server.port);
  connection.write(requestText('GET /healthz', { Expect: 'miracles' }));
  assert.equal((await connection.response())?.status, 200);
  connection.end();
});
