import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { jsonOpener } from '../../src/http/open-body.ts';
import { createPublicServer } from '../../src/http/server.ts';
import { publicSurface } from '../../src/http/surfaces.ts';
import { api, listenOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';
import { rawConnection, requestText } from '../support/socket.ts';

/** What a body may hold. `placeCall` is replaced by one that remembers what reached it. */
let received: { body: { variables?: Record<string, unknown> }; rawBody: unknown } | undefined;

const remember = async (_context: unknown, _caller: unknown, request: object) => {
  received = request as NonNullable<typeof received>;
  return { status: 400, body: { error: { code: 'invalid_phone_number', message: 'Received.', details: { phoneNumber: '' } } } };
};
const context = await contextOfFile();
const server = await listenOfFile(createPublicServer(context, publicSurface(context, { placeCall: remember })));
const { id: tenantId } = await tenant(context, { limits: { writesPerMinute: 10_000 } });
const { text: key } = await apiKey(context, tenantId);
const client = api(server.origin, key);

const call = (variables: string): string => `{"agentId":"agt_1","phoneNumber":"+14155550123","variables":${variables}}`;
const post = async (body: string | Buffer) => {
  received = undefined;
  return (await client.post('/calls', body)).body.error.code;
};

for (const [name, variables] of Object.entries({
  'U+0000 in a value': '{"a":"\\u0000"}',
  'U+0000 in a key': '{"\\u0000":1}',
  'a lone high surrogate': '{"a":"\\ud83d"}',
  'a lone low surrogate': '{"a":"x\\ude00"}',
  'surrogates in the wrong order': '{"a":"\\ude00\\ud83d"}',
  'a lone surrogate in a key, far down': '{"a":[[{"b\\ud800":1}]]}',
  'a number beyond doubles': '{"a":1e400}',
  'a number beyond doubles, negative and far down': '{"a":[{"b":-1E+999}]}',
  'a number of 400 digits': `{"a":${'9'.repeat(400)}}`,
  'a number of 220 digits with an exponent of two': `{"a":${'9'.repeat(220)}e99}`,
})) {
  test(`refuses ${name}`, async () => {
    assert.equal(await post(call(variables)), 'invalid_request');
    assert.equal(received, undefined);
  });
}

test('refuses bytes that are not UTF-8, wherever they stand', async () => {
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]) {
    const body = Buffer.concat([Buffer.from('{"agentId":"'), Buffer.from(bytes), Buffer.from('","phoneNumber":"+14155550123"}')]);
    assert.equal(await post(body), 'invalid_request', bytes.join());
  }
});

test('takes an escaped pair of surrogates, and every plane raw', async () => {
  await post(call('{"a":"\\ud83d\\ude00","b":"😀","\\ud83d\\ude00":"é"}'));
  assert.deepEqual(received?.body.variables, { a: '😀', b: '😀', '😀': 'é' });
});

test('takes text that only looks like trouble', async () => {
  await post(call('{"a":"1e400","b":"\\\\u0000","c":1e2}'));
  assert.deepEqual(received?.body.variables, { a: '1e400', b: '\\u0000', c: 100 });
});

test('refuses depth that would run out of stack, and takes what is merely deep', async () => {
  const nested = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  assert.equal(await post(call(nested(200_000))), 'invalid_request');
  assert.equal(await post(call(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)), 'invalid_request');
  await post(call(nested(900)));
  assert.ok(received);
});

test('keys such as __proto__ and constructor are plain data', async () => {
  await post(call('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"}'));
  assert.equal(
    JSON.stringify(received?.body.variables),
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"}',
  );
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test('__proto__ is an unknown property where properties are known', async () => {
  const response = await client.post('/calls', '{"agentId":"a","phoneNumber":"+14155550123","__proto__":{"knownConsent":true}}');
  assert.deepEqual(response.body.error.details.errors, [{ path: '/body/__proto__', message: 'is not a property of this request' }]);
});

test('refuses a name that an object has twice, wherever and however it is written', async () => {
  for (const variables of ['{"a":1,"a":2}', '{"a":{"b":1,"c":2,"b":1}}', '{"a":[{"b":1},{"c":1 , "c" : 1}]}', '{"a":1,"\\u0061":1}'])
    assert.equal(await post(call(variables)), 'invalid_request', variables);
  const twice = await client.post('/calls', '{"agentId":"a","agentId":"a","phoneNumber":"+14155550123"}');
  assert.deepEqual(twice.body.error.details.errors, [{ path: '/body', message: 'has an object with the same name twice' }]);
});

test('refuses more objects, arrays and members than the largest call can have, before it makes anything of them', async () => {
  const many = (length: number, part: (n: number) => string) => Array.from({ length }, (_, n) => part(n)).join(',');
  const parts = ['[[]]', '[{}]'].map((part) => `[${many(125_100, () => part)}]`);
  for (const part of [...parts, `{${many(90_000, (n) => `"${n}":1`)}}`]) {
    const answer = await client.post('/calls', call(`{"a":${part}}`));
    assert.deepEqual(
      answer.body.error.details.errors,
      [{ path: '/body', message: 'has more than 90000 members of objects, or more than 250000 objects, arrays and members together' }],
      part.slice(0, 20),
    );
  }
});

test('takes as many objects, arrays and members as the largest call can have, and counts none in strings', async () => {
  const nested = `[${Array.from({ length: 4 }, () => '['.repeat(511) + ']'.repeat(511)).join(',')}]`;
  const text = JSON.stringify('[{:\\'.repeat(700));
  for (const value of [nested, text]) {
    await post(call(`{${Array.from({ length: 100 }, (_, i) => `"${i}":${value}`).join(',')}}`));
    assert.equal(Object.keys(received?.body.variables ?? {}).length, 100);
  }
});

test('takes the same name in several objects, and text that only looks like one', async () => {
  const variables = { a: { a: 1 }, b: [{ a: 1 }, { a: ['a', ':'] }], 'c"': '"a":1,"a":1', d: '\\":', '': {} };
  await post(call(JSON.stringify(variables, null, 1)));
  assert.deepEqual(received?.body.variables, variables);
});

test('refuses a byte order mark', async () => {
  assert.equal(await post(`\uFEFF${call('{}')}`), 'invalid_request');
});

test("hands on the body's very text", async () => {
  const body = call('{"2":1,"1":  1.0}');
  await post(body);
  assert.equal(received?.rawBody, body);
});

test('a body of eighty thousand unknown keys is refused in few words', async () => {
  const body = `{${Array.from({ length: 80_000 }, (_, i) => `"k${i}":1`).join(',')}}`;
  const response = await client.post('/calls', body);
  assert.equal(response.status, 400);
  assert.equal(response.body.error.details.errors.length, 100);
});

function largeBodies(admitted = { whileWaiting: <Result>(wait: () => Promise<Result>) => wait() }) {
  const open = jsonOpener({ members: 1, all: 1 });
  const order: string[] = [];
  const come = async (
    name: string,
    { whose = 'a', isGone = false, hasEnded = false, bytes = 70_000, deadline = performance.now() + 60_000 } = {},
  ) => {
    const request = { socket: { destroyed: isGone, readableEnded: hasEnded } } as IncomingMessage;
    const opened = open(Buffer.from(JSON.stringify('x'.repeat(bytes))), whose, { request, deadline, admitted });
    await opened.then(() => order.push(name)).catch((error: unknown) => order.push(`${name}: ${(error as Error).name}`));
  };
  return { come, order };
}

test('large bodies that take long take turns, between which others are read', async (t) => {
  const now = performance.now.bind(performance);
  let passedMs = 0;
  t.mock.method(performance, 'now', () => {
    passedMs += 6;
    return now() + passedMs;
  });
  const { come, order } = largeBodies();
  await Promise.all([come('first'), come('second'), come('third'), come('small', { bytes: 1_000 })]);
  assert.deepEqual(order.slice(-2), ['second', 'third']);
});

test('a large body that waits holds no room, and one of the usual size waits for nothing', async () => {
  let waited = 0;
  const { come } = largeBodies({
    whileWaiting(wait) {
      waited += 1;
      return wait();
    },
  });
  await Promise.all([come('first'), come('second'), come('small', { bytes: 1_000 })]);
  assert.equal(waited, 2);
});

test("a tenant's large body waits for two of another tenant, and not for all of them", async () => {
  const { come, order } = largeBodies();
  await Promise.all([come('a1'), come('a2'), come('a3'), come('a4'), come('b1', { whose: 'b' })]);
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('a large body whose sender has ended its half of the connection waits behind all others', async () => {
  const { come, order } = largeBodies();
  const ended = { hasEnded: true };
  await Promise.all([come('first'), come('ended', ended), come('ended later', ended), come('last'), come('other', { whose: 'b' })]);
  assert.deepEqual(order, ['first', 'other', 'last', 'ended', 'ended later']);
});

test('a large body whose sender is gone, or whose deadline has passed, has no turn', async (t) => {
  const { come, order } = largeBodies();
  await Promise.all([come('first'), come('gone', { isGone: true }), come('late', { deadline: performance.now() - 1 }), come('last')]);
  assert.deepEqual(order.toSorted(), ['first', 'gone: Unserved', 'last', 'late: Unserved']);

  t.mock.timers.enable({ apis: ['setTimeout'] });
  const slow = largeBodies();
  const waiting = [slow.come('first'), slow.come('late', { deadline: performance.now() + 8_000 })];
  t.mock.timers.tick(8_000);
  await Promise.all(waiting);
  assert.deepEqual(slow.order, ['first', 'late: Unserved']);
});

test('a chunked body is read like any other', async () => {
  const connection = await rawConnection(server.port);
  const body = call('{}');
  const chunks = body.match(/.{1,7}/g) ?? [];
  connection.write(
    requestText('POST /api/v1/public/calls', {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    }),
  );
  for (const chunk of chunks) connection.write(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  connection.write('0\r\n\r\n');
  assert.equal(JSON.parse((await connection.response())?.body ?? '{}').error.code, 'invalid_phone_number');
  connection.end();
});

test('a chunked body that grows too large is refused while it still comes, and the connection serves the next request', async () => {
  const connection = await rawConnection(server.port);
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  connection.write(requestText('POST /api/v1/public/webhooks', { ...headers, 'Transfer-Encoding': 'chunked' }));
  const chunk = `${(65_536).toString(16)}\r\n${'x'.repeat(65_536)}\r\n`;
  for (let i = 0; i < 20; i++) connection.write(chunk);
  assert.equal((await connection.response())?.status, 413);
  connection.write('0\r\n\r\n');
  connection.write(requestText('GET /api/v1/public/nothing', headers));
  assert.equal((await connection.response())?.status, 404);
  connection.end();
});

test('a body without end is cut off', async () => {
  const connection = await rawConnection(server.port);
  connection.write(
    requestText('POST /api/v1/public/webhooks', {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    }),
  );
  const chunk = `${(1_048_576).toString(16)}\r\n${'x'.repeat(1_048_576)}\r\n`;
  for (let i = 0; i < 24; i++) connection.write(chunk);
  assert.equal((await connection.response())?.status, 413);
  assert.equal(await connection.response(), null, 'the connection ends');
});

test('a caller who hangs up in the middle of a body harms nobody', async () => {
  const connection = await rawConnection(server.port);
  connection.write(
    requestText(
      'POST /api/v1/public/calls',
      { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Content-Length': '1000' },
      '{"agent',
    ),
  );
  connection.end();
  assert.equal(await post(call('{}')), 'invalid_phone_number');
});
