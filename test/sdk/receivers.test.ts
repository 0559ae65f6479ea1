import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import express, { type ErrorRequestHandler } from 'express';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { events } from '../../sdk/generated/fixtures.ts';
import { expressReceiver } from '../../sdk/receivers/express.ts';
import { fetchReceiver } from '../../sdk/receivers/fetch.ts';
import { honoReceiver } from '../../sdk/receivers/hono.ts';
import { nodeReceiver } from '../../sdk/receivers/node.ts';
import { rememberedInMemory } from '../../sdk/receivers/seen-deliveries.ts';
import { type Refusal, sign } from '../../sdk/webhooks.ts';
import { listen } from '../support/api.ts';
import { latch } from '../support/latch.ts';
import { noEvents } from '../support/no-events.ts';
import { sdkReceivers } from '../support/sdk-receivers.ts';

const secret = '4f8b1d6c0e2a97f35b6d8c1e7a904f2d3c5b6a79880e1f2d4c3b5a69788f0e1d';
type Post = (init: RequestInit) => Promise<Response>;

const over = async (t: TestContext, server: ReturnType<typeof createServer>): Promise<Post> => {
  const { origin, close } = await listen(server);
  t.after(close);
  return (init) => fetch(`${origin}/hooks`, init);
};

for (const [name, start] of Object.entries(sdkReceivers)) {
  test(`${name}: takes the raw bytes, handles a delivery once, refuses with a reason, has a failure sent again`, async (t) => {
    const handled: string[] = [];
    let failing = true;
    const url = await start(t, {
      secret,
      onDelivery({ event }) {
        if (event.event === 'sms.failed' && failing) throw new Error('The CRM is down.');
        handled.push(event.event);
      },
    });
    const post: Post = (init) => fetch(url, init);
    // White space that a parser would tidy away.
    const spaced = sign(JSON.stringify(events.interested, null, 2), { secret });
    assert.equal((await post({ method: 'POST', ...spaced })).status, 204);
    assert.equal((await post({ method: 'PUT', ...spaced })).status, 204);
    assert.deepEqual(handled, ['call.completed']);

    const forged = await post({ method: 'POST', ...sign(events.interested, { secret: secret.toUpperCase() }) });
    assert.equal(forged.status, 401);
    assert.match(await forged.text(), /"code":"wrong_secret"/);

    // Anybody can send nothing, with or without headers, and must not look like a mistake of the receiver.
    for (const headers of [{}, sign('', { secret: secret.toUpperCase() }).headers])
      for (const body of ['', new ReadableStream({ start: (stream) => stream.close() })])
        assert.equal((await post({ method: 'POST', headers, body, duplex: 'half' })).status, 400);

    for (const [what, body] of Object.entries(noEvents)) {
      const answer = await post({ method: 'POST', ...sign(body, { secret }) });
      assert.equal(answer.status, 400, what);
      assert.match(await answer.text(), /"code":"not_an_event"/, what);
    }

    const failed = sign(events.smsFailed, { secret });
    assert.equal((await post({ method: 'POST', ...failed })).status, 500);
    failing = false;
    assert.equal((await post({ method: 'POST', ...failed })).status, 204);
    assert.deepEqual(handled, ['call.completed', 'sms.failed']);
  });

  test(`${name}: a body beyond the limit is refused, and its sender told so, even one that reads nothing until it has written all`, async (t) => {
    const url = await start(t, { secret, maxBodyBytes: 100, onDelivery: () => assert.fail('It was handled.') });
    const { status } = await fetch(url, { method: 'POST', ...sign(events.interested, { secret }) });
    assert.ok(status === 413 || name === 'Express behind express.raw', String(status));
    assert.equal(await statusOnceWritten(url, Buffer.alloc(40 * 1_024 * 1_024)), 413);
  });
}

test('a body that has no end is not read without an end', async (t) => {
  const { origin, close } = await listen(createServer(nodeReceiver({ secret, maxBodyBytes: 100, onDelivery: () => {} })));
  t.after(close);
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nHost: receiver.test\r\nTransfer-Encoding: chunked\r\n\r\n');
  const chunk = Buffer.from(`100000\r\n${'x'.repeat(0x10_0000)}\r\n`);
  const send = (): void => void socket.write(chunk, (error) => error || send());
  send();
  await new Promise((closed) => socket.resume().on('close', closed));
});

/** Sends a body as a program does that writes with calls that block. */
async function statusOnceWritten(url: string, body: Buffer): Promise<number> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    socket.write(`POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Length: ${body.byteLength}\r\n\r\n`);
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.write(body, (error) => (error ? reject(error) : resolve()));
    });
    const [answer] = await once(socket, 'data');
    return Number(/^HTTP\/1\.1 (\d+)/.exec(String(answer))?.[1]);
  } finally {
    // Fastify waits for connections when it is closed.
    socket.destroy();
  }
}

test('a body that a parser took is told from a forgery', async (t) => {
  const app = express();
  const hints: string[] = [];
  app.use(express.json());
  app.all('/hooks', expressReceiver({ secret, onDelivery: () => {}, onRefused: ({ hint }) => hints.push(hint) }));
  const post = await over(t, createServer(app));
  assert.equal((await post({ method: 'POST', ...sign(events.interested, { secret }) })).status, 500);
  assert.match(hints.join(), /express\.raw\(\{ type: '\*\/\*', limit: '4mb' \}\)/);
});

test('a body that a parser of Express 4 left alone is read', async (t) => {
  const app = express();
  // Its express.raw() takes no JSON, unless told to, and sets this all the same.
  app.use((request, _response, next) => {
    request.body = {};
    next();
  });
  app.all('/hooks', expressReceiver({ secret, onDelivery: () => {} }));
  const post = await over(t, createServer(app));
  assert.equal((await post({ method: 'POST', ...sign(events.interested, { secret }) })).status, 204);
});

test('a body that something has read before is told from a forgery, with fetch and Hono', async () => {
  const hints: string[] = [];
  const app = new Hono();
  app.use(async ({ req }, next) => {
    await req.text();
    await next();
  });
  app.on(['POST', 'PUT'], '/hooks', honoReceiver({ secret, onDelivery: () => {}, onRefused: ({ hint }) => hints.push(hint) }));
  assert.equal((await app.request('/hooks', { method: 'POST', ...sign(events.interested, { secret }) })).status, 500);
  assert.match(hints.join(), /something has read the request before/);
});

test('a body that something else is reading is told from a forgery', async () => {
  const request = new Request('http://receiver.test', { method: 'POST', ...sign(events.interested, { secret }) });
  request.body?.getReader();
  const answer = await fetchReceiver({ secret, onDelivery: () => {} })(request);
  assert.equal(answer.status, 500);
  assert.match(await answer.text(), /"code":"body_not_raw"/);
});

test('whatever a handler throws, Express and Hono do not answer with a success', async (t) => {
  // Hono prints it.
  t.mock.method(console, 'error', () => {});
  const thrown: unknown[] = [undefined, 'route', new HTTPException(200 as never, { message: 'Fine.' })];
  const failing = { secret, onDelivery: () => Promise.reject(thrown[0]) };
  const app = express();
  app.all('/hooks', expressReceiver(failing));
  app.use((_request, response) => void response.send('<h1>The page for all other paths</h1>'));
  app.use(((error, _request, response, _next) => void response.status(500).send(String(error))) satisfies ErrorRequestHandler);
  const hono = new Hono().on(['POST'], '/hooks', honoReceiver(failing));
  const posts: readonly Post[] = [await over(t, createServer(app)), async (init) => hono.request('/hooks', init)];
  for (; thrown.length > 0; thrown.shift())
    for (const post of posts) {
      const answered = post({ method: 'POST', ...sign(events.interested, { secret }) });
      // Hono rejects with what is no Error, and the server below it answers 500.
      assert.equal(
        await answered.then(
          ({ status }) => status,
          () => 500,
        ),
        500,
        String(thrown[0]),
      );
    }
});

test('an upload that its sender breaks off is no error of the handler', async () => {
  const { headers } = sign(events.interested, { secret });
  const errors: unknown[] = [];
  const options = { secret, onDelivery: () => {}, onRefused: ({ hint }: Refusal) => errors.push(hint) };
  const overNode = (receive: (request: IncomingMessage, response: ServerResponse, next: (error: unknown) => void) => unknown) =>
    new Promise<unknown>((answered) => {
      const stream = new Readable({ read: () => stream.destroy(new Error('aborted')) });
      const request: unknown = Object.assign(stream, { method: 'POST', headers });
      const response: unknown = { writeHead: (status: number) => ({ end: () => answered(status) }) };
      receive(request as IncomingMessage, response as ServerResponse, answered);
    });
  assert.equal(await overNode(nodeReceiver({ ...options, onError: (error) => errors.push(error) })), 400);
  assert.equal(await overNode(expressReceiver(options)), 400);
  const body = new ReadableStream({ pull: (stream) => stream.error(new Error('aborted')) });
  const request = new Request('http://receiver.test', { method: 'POST', headers, body, duplex: 'half' });
  assert.equal((await fetchReceiver(options)(request)).status, 400);
  assert.deepEqual(errors, []);
});

test('while a delivery is being handled its next attempt is put off', async () => {
  const [begun, finished] = [latch(), latch()];
  const receive = fetchReceiver({
    secret,
    onDelivery() {
      begun.give();
      return finished.given;
    },
  });
  const signed = sign(events.smsReceived, { secret });
  const request = (): Request => new Request('http://receiver.test', { method: 'POST', ...signed });
  const first = receive(request());
  await begun.given;
  const second = await receive(request());
  finished.give();
  assert.deepEqual([(await first).status, second.status, (await receive(request())).status], [204, 503, 204]);
});

test('a delivery whose handler never ends may be handled again after a minute', () => {
  let now = 0;
  const seen = rememberedInMemory(10, () => now);
  assert.equal(seen.take('a'), 'new');
  now = 59_999;
  assert.equal(seen.take('a'), 'in_progress');
  now = 60_000;
  assert.equal(seen.take('a'), 'new');
  assert.equal(seen.take('a'), 'in_progress');
});

test('a handler that fails late does not undo that another has taken the delivery meanwhile', async () => {
  let ms = Date.now();
  const seen = rememberedInMemory(10, () => ms);
  const signed = sign(events.smsReceived, { secret });
  const request = (): Request => new Request('http://receiver.test', { method: 'POST', ...signed });
  const receive = fetchReceiver({
    secret,
    seen,
    now: () => new Date(ms),
    onDelivery({ deliveryId }) {
      ms += 60_000;
      assert.equal(seen.take(deliveryId), 'new', 'another process has it now');
      throw new Error('The CRM is down.');
    },
  });
  await assert.rejects(receive(request()), /The CRM is down/);
  assert.equal((await receive(request())).status, 503);
});

test('other methods are refused, and the memory forgets the oldest', async () => {
  const receive = fetchReceiver({ secret, onDelivery: () => {} });
  assert.equal((await receive(new Request('http://receiver.test'))).status, 405);
  const seen = rememberedInMemory(2);
  for (const id of ['a', 'b', 'c']) {
    seen.take(id);
    seen.done(id);
  }
  assert.deepEqual(
    ['a', 'b', 'c'].map((id) => seen.take(id)),
    ['new', 'done', 'done'],
  );
});
