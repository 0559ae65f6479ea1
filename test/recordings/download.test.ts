import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { type Download, download } from '../../src/recordings/download.ts';
import type { SentRequest } from '../../src/tracing/client-span.ts';
import type { Attributes } from '../../src/tracing/tracing.ts';
import { listenFor, listenOfFile } from '../support/api.ts';
import { unhurriedMs } from '../support/targets.ts';
import { until } from '../support/until.ts';

let answer: (path: string, response: ServerResponse) => void;
const { origin } = await listenOfFile(createServer((request, response) => answer(request.url ?? '', response)));
const dripping = new Set<NodeJS.Timeout>();
after(() => {
  for (const timer of dripping) clearInterval(timer);
});

/** Each request with how its span ended. */
let requests: { sent: SentRequest; ended?: Attributes | undefined }[] = [];

interface Taken {
  bytes: number;
  ended: boolean;
}

async function fetchIt(options: { maxBytes?: number; timeoutMs?: number; path?: string } = {}): Promise<[Download<string>, Taken]> {
  const taken: Taken = { bytes: 0, ended: false };
  requests = [];
  const result = await download(`${origin}${options.path ?? '/1.wav'}`, {
    maxBytes: options.maxBytes ?? 1_000,
    timeoutMs: options.timeoutMs ?? unhurriedMs,
    connectTo: () => 'unguarded',
    beginRequest(sent) {
      const request: (typeof requests)[number] = { sent };
      requests.push(request);
      return {
        context: Buffer.alloc(24),
        rename() {},
        end(attributes) {
          request.ended = attributes;
        },
      };
    },
    async take(content, contentType) {
      for await (const chunk of content) taken.bytes += chunk.length;
      taken.ended = true;
      return contentType;
    },
  });
  return [result, taken];
}

test('a recording without a byte is not there yet', async () => {
  answer = (_path, response) => response.writeHead(200, { 'Content-Type': 'audio/wav' }).end();
  const [result] = await fetchIt();
  assert.deepEqual(result, { kind: 'failed', reason: 'empty' });
});

test('passes the content on and says of what type it is', async () => {
  answer = (_, response) => response.writeHead(200, { 'content-type': 'audio/mpeg' }).end('x'.repeat(1_000));
  assert.deepEqual(await fetchIt(), [
    { kind: 'taken', value: 'audio/mpeg' },
    { bytes: 1_000, ended: true },
  ]);
});

test('a page or an error that comes with 200 is no recording, and is not passed on', async () => {
  for (const contentType of ['text/html; charset=utf-8', 'application/json', 'Application/XML']) {
    answer = (_, response) => response.writeHead(200, { 'content-type': contentType }).end('Sign in, please.');
    const [result, taken] = await fetchIt();
    assert.deepEqual([result.kind, taken.bytes], ['refused', 0], contentType);
  }
});

test('each request has its span, the redirected ones as well, and one without an answer too', async () => {
  answer = (path, response) => (path === '/1.wav' ? response.writeHead(302, { location: '/2.wav' }).end() : response.writeHead(404).end());
  await fetchIt();
  assert.deepEqual(
    requests.map(({ sent, ended }) => [sent.resends, ended?.['http.response.status_code'], ended?.['error.type']]),
    [
      [0, 302, undefined],
      [1, 404, '404'],
    ],
  );
  answer = (_, response) => response.destroy();
  await fetchIt();
  assert.deepEqual(
    requests.map(({ ended }) => ended?.['error.type']),
    ['SocketError'],
  );
});

test('what says that it is too large is not read at all', async () => {
  answer = (_, response) => response.writeHead(200, { 'content-length': '1001' }).end('x'.repeat(1_001));
  assert.deepEqual(await fetchIt(), [
    { kind: 'hopeless', reason: 'larger than 1000 bytes' },
    { bytes: 0, ended: false },
  ]);
});

test('what turns out too large is broken off: whoever takes it never sees an end', async () => {
  answer = (_, response) => {
    response.writeHead(200);
    for (let i = 0; i < 30; i++) response.write('x'.repeat(100));
    response.end();
  };
  const [result, taken] = await fetchIt();
  assert.deepEqual([result, taken.ended], [{ kind: 'hopeless', reason: 'larger than 1000 bytes' }, false]);
  assert.ok(taken.bytes <= 1_000);
});

test('what ends before it should is broken off as well', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy());
  };
  const [result, taken] = await fetchIt();
  assert.deepEqual([result.kind, taken.ended], ['failed', false]);
});

test('a source that drips for ever is given up after the time for the whole', async () => {
  answer = (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 10);
    dripping.add(timer);
    response.on('close', () => clearInterval(timer));
  };
  const [result, taken] = await fetchIt({ timeoutMs: 300, maxBytes: 3_000 });
  assert.deepEqual([result.kind, taken.ended], ['failed', false]);
});

test('so is one that redirects for ever', async () => {
  answer = (path, response) => response.writeHead(302, { location: `${path}x` }).end();
  assert.deepEqual((await fetchIt())[0], { kind: 'failed', reason: 'too many redirects' });
});

test('a taker that fails is a failure to try again', async () => {
  answer = (_, response) => response.writeHead(200).end('x'.repeat(500));
  const result = await download(`${origin}/1.wav`, {
    maxBytes: 1_000,
    timeoutMs: unhurriedMs,
    connectTo: () => 'unguarded',
    take: () => Promise.reject(new Error('disk full')),
  });
  assert.deepEqual(result, { kind: 'failed', reason: 'disk full' });
});

test('a server that has sent everything and closes, while the content is still being stored, harms nothing', async (t) => {
  const content = Buffer.alloc(200_000, 1);
  const closing = createNetServer((socket) => {
    socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: ${content.length}\r\n\r\n${content}`));
  });
  const { origin } = await listenFor(t, closing);
  let bytes = 0;
  const result = await download(`${origin}/1.wav`, {
    maxBytes: 1_000_000,
    timeoutMs: unhurriedMs,
    connectTo: () => 'unguarded',
    async take(stored) {
      // The store begins once the server has gone.
      await until('the connection is closed', async () => (await promisify(closing.getConnections.bind(closing))()) === 0);
      for await (const chunk of stored) bytes += chunk.length;
      return bytes;
    },
  });
  assert.deepEqual(result, { kind: 'taken', value: content.length });
});
