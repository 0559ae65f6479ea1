import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { beforeEach, test } from 'node:test';
import { request as send } from 'undici';
import { Unserved } from '../../src/db/unserved.ts';
import { callbackReader } from '../../src/http/read-body.ts';
import { createPublicServer } from '../../src/http/server.ts';
import type { CallbackRequest } from '../../src/voice/voice-provider.ts';
import { listen, listenOfFile, startPublic } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { rawConnection, requestText } from '../support/socket.ts';

let asked: CallbackRequest[];

const context = await contextOfFile();
const voice = Object.assign(context.voice, {
  ingest: (request: CallbackRequest) => {
    asked.push(request);
    return context.voice.onIngest();
  },
});
const server = await listenOfFile(createPublicServer({ ...context, voice }));
beforeEach(() => {
  asked = [];
  context.voice.onIngest = () => ({ ok: true, events: [], unknown: [] });
});

const post = async (body: string | Buffer, headers: Record<string, string> = {}) => {
  const response = await send(`${server.origin}/callbacks/voice/vapi`, { method: 'POST', body, headers });
  return { status: response.statusCode, headers: response.headers, body: JSON.parse(await response.body.text()) };
};

test('a callback is judged on the very bytes it came in, whatever they are', async () => {
  for (const body of [Buffer.from('{ "message" : {} }\n'), Buffer.from([0xff, 0x00, 0xfe]), Buffer.from('{"a":"\\ud800"}')]) {
    const response = await post(body, { 'content-type': 'text/plain', 'x-signature': 'abc', 'x-timestamp': '1' });
    assert.equal(response.status, 200);
    assert.deepEqual(response.body, { received: true });
    assert.ok(Buffer.from(asked.at(-1)?.rawBody ?? []).equals(body));
    assert.equal(asked.at(-1)?.headers['x-signature'], 'abc');
  }
});

test('a callback wants no API key, shows no budget, and has a request id', async () => {
  const response = await post('{}');
  assert.equal(response.headers['x-ratelimit-limit'], undefined);
  assert.match(String(response.headers['x-request-id']), /^req_/);
});

test('a signature that does not hold is 401, what is no message 400', async () => {
  context.voice.onIngest = () => ({ ok: false, why: 'bad_signature' });
  assert.equal((await post('{}')).body.error.code, 'invalid_signature');
  context.voice.onIngest = () => ({ ok: false, why: 'malformed' });
  assert.equal((await post('{}')).body.error.code, 'invalid_request');
});

test('an empty callback reaches whoever judges it, as no bytes', async () => {
  await post('');
  assert.equal(asked.at(-1)?.rawBody.length, 0);
});

test('a callback may be as large as a long call’s report', async () => {
  assert.equal((await post('x'.repeat(4 * 1024 * 1024))).status, 200);
  assert.equal((await post('x'.repeat(4 * 1024 * 1024 + 1))).body.error.code, 'payload_too_large');
});

test('a report on a text, or a text, may be as large as a long text and no larger', async () => {
  for (const path of ['/callbacks/sms/twilio', '/callbacks/sms/twilio/inbound']) {
    const statuses = [65_536, 65_537].map(async (length) => {
      const response = await send(`${server.origin}${path}`, { method: 'POST', body: 'x'.repeat(length) });
      return response.body.dump().then(() => response.statusCode);
    });
    assert.deepEqual(await Promise.all(statuses), [400, 413]);
  }
});

test('bodies that never end are given up, the oldest first, before they hold too much together', async (t) => {
  const read = callbackReader(10);
  const refused: string[] = [];
  const begun = new Map<string, () => void>();
  const serving = await listen(
    createServer((request, response) => {
      read(request, 8).then(
        (raw) => response.end(raw),
        (error: unknown) => {
          refused.push(`${request.url}`);
          response.writeHead(error instanceof Unserved ? 503 : 500).end();
        },
      );
      request.once('data', () => begun.get(`${request.url}`)?.());
    }),
  );
  t.after(serving.close);
  const unfinished = async (path: string, body: string) => {
    const connection = await rawConnection(serving.port);
    const beginning = new Promise<void>((resolve) => void begun.set(path, resolve));
    connection.write(requestText(`POST ${path}`, { 'Content-Length': '8' }, body));
    await beginning;
    return connection;
  };
  const first = await unfinished('/first', '1234');
  const second = await unfinished('/second', '1234');
  const whole = await send(serving.origin, { method: 'POST', body: '12345678' });
  assert.equal(await whole.body.text(), '12345678');
  assert.equal((await first.response())?.status, 503);
  assert.equal((await second.response())?.status, 503);
  assert.deepEqual(refused, ['/first', '/second']);
  const third = await unfinished('/third', '1234');
  third.write('5678');
  assert.equal((await third.response())?.body, '12345678');
  for (const connection of [first, second, third]) connection.end();
});

test('a body that comes byte by byte is copied, and no chunk of it is kept', async () => {
  const request = Object.assign(new PassThrough(), {
    headers: { 'transfer-encoding': 'chunked' },
    socket: { writableEnded: false },
  }) as unknown as IncomingMessage & PassThrough;
  const reading = callbackReader(1_000)(request, 100);
  request.emit('data', Buffer.from('a'));
  const chunk = Buffer.alloc(1);
  for (const letter of 'bcdefghijklmnopqrstuvwxyz') {
    chunk.write(letter);
    request.emit('data', chunk);
  }
  request.emit('end');
  assert.equal(String(await reading), 'abcdefghijklmnopqrstuvwxyz');
});

test('other methods and other providers are refused in the envelope', async () => {
  const wrongMethod = await send(`${server.origin}/callbacks/voice/vapi`);
  assert.equal(wrongMethod.statusCode, 405);
  assert.equal(wrongMethod.headers['allow'], 'POST');
  assert.equal((await send(`${server.origin}/callbacks/voice/nobody`, { method: 'POST' })).statusCode, 404);
});

test('recordings of a store that does not serve them are not there', async () => {
  const other = await startPublic(context);
  const response = await send(`${other.origin}/recordings/call_1.wav`);
  assert.equal(response.statusCode, 404);
  assert.ok(response.headers['x-request-id']);
  assert.equal((await send(`${other.origin}/recordings/call_1.wav`, { method: 'POST' })).statusCode, 405);
  await other.close();
});
