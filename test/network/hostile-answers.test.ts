import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import { attempt } from '../../src/dispatch/attempt.ts';
import { DeliveryAgent } from '../../src/dispatch/delivery-agent.ts';
import { AddressGuard } from '../../src/network/address-guard.ts';
import { manualClock } from '../support/clock.ts';
import { receiverFor } from '../support/receiver.ts';
import { manualDeadlines, someTarget, unhurriedMs, watched } from '../support/targets.ts';

/** What a receiver may answer with to lead us elsewhere, to hold us, or to fill us up; each answer written byte by byte. */
const agent = new DeliveryAgent(new AddressGuard({ allowedPrivate: ['127.0.0.2'], clock: manualClock(), connectTimeoutMs: unhurriedMs }));
after(() => agent.destroy());
const inside = await receiverFor({ after });

/** Writes an answer. `pass` has the deadline pass, and `statusRead` resolves once the status line has been read. */
type Answer = (socket: Socket, pass: () => void, statusRead: Promise<void>) => void;

/** What came of it, how much of it was kept, and how much was let in. */
async function post(answer: Answer) {
  const sockets: Socket[] = [];
  const limit = manualDeadlines();
  const { dispatch, statusRead } = watched(agent);
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', () => answer(socket, limit.pass, statusRead));
  }).listen(0, '127.0.0.2');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const target = someTarget({ origin: `http://127.0.0.2:${port}` });
  const outcome = await attempt({ dispatch }, limit, target, { deliveryId: 'id', body: Buffer.from('{}'), timestampSeconds: 1 });
  const letIn = sockets.reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, 0);
  for (const socket of sockets) socket.destroy();
  server.close();
  return {
    result: outcome.kind === 'answered' ? outcome.status : outcome.class,
    kept: outcome.kind === 'answered' ? outcome.head.length : 0,
    letIn,
    connections: sockets.length,
  };
}

/** Writes for as long as anybody reads; tells when that was four megabytes. */
function pour(socket: Socket, chunk: string | Buffer, fourMegabytes = (): void => {}): void {
  const on = (): void => {
    while (!socket.destroyed && socket.write(chunk));
    if (socket.bytesWritten > 4 * megabyte) fourMegabytes();
  };
  socket.on('drain', on);
  on();
}

describe('redirects', () => {
  const places: readonly (readonly [string, () => string])[] = [
    ['to the inside', () => inside.url],
    ['to metadata', () => 'http://169.254.169.254/latest/meta-data/'],
    ['to itself', () => '/hook'],
    ['to another host, by two slashes', () => `//${new URL(inside.url).host}/`],
    ['to a file', () => 'file:///etc/passwd'],
  ];
  for (const status of [300, 301, 302, 303, 305, 307, 308])
    for (const [place, location] of places)
      test(`${status} ${place} is an answer and is not followed`, async () => {
        const outcome = await post((socket) => socket.end(`HTTP/1.1 ${status} X\r\nLocation: ${location()}\r\nContent-Length: 0\r\n\r\n`));
        assert.deepEqual([outcome.result, outcome.connections, inside.received.length], [status, 1, 0]);
      });
  test('a Refresh, an Alt-Svc and a Link are read by nobody', async () => {
    const outcome = await post((socket) =>
      socket.end(
        `HTTP/1.1 200 OK\r\nRefresh: 0; url=${inside.url}\r\nAlt-Svc: h2="${new URL(inside.url).host}"\r\nLink: <${inside.url}>; rel=preload\r\nContent-Length: 0\r\n\r\n`,
      ),
    );
    assert.deepEqual([outcome.result, outcome.connections, inside.received.length], [200, 1, 0]);
  });
});

const megabyte = 1_024 * 1_024;
const bomb = Buffer.alloc(20 * megabyte);

const answers: readonly (readonly [form: string, result: string | number, answer: Answer])[] = [
  [
    'a body that drips until the deadline',
    200,
    (socket, pass, statusRead) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nd');
      void statusRead.then(pass);
    },
  ],
  [
    'headers that drip until the deadline',
    'timeout',
    (socket, pass) => socket.write('HTTP/1.1 200 OK\r\nX-Slow: ', () => setImmediate(() => setImmediate(pass))),
  ],
  [
    'a status line that drips until the deadline',
    'timeout',
    (socket, pass) => socket.write('HTTP/1.1 20', () => setImmediate(() => setImmediate(pass))),
  ],
  ['nothing until the deadline', 'timeout', (_socket, pass) => pass()],
  [
    'an endless body',
    200,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      pour(socket, Buffer.alloc(65_536));
    },
  ],
  [
    'an endless body in chunks',
    200,
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      pour(socket, `4000\r\n${'x'.repeat(0x4000)}\r\n`);
    },
  ],
  [
    'an endless chunk extension',
    200,
    (socket, pass, statusRead) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;');
      pour(socket, 'x'.repeat(65_536), () => void statusRead.then(pass));
    },
  ],
  [
    'endless trailers',
    200,
    (socket, pass, statusRead) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n');
      pour(socket, 'X-More: y\r\n'.repeat(1_000), () => void statusRead.then(pass));
    },
  ],
  [
    'a huge body of known length',
    200,
    (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${1_000 * megabyte}\r\n\r\n`);
      pour(socket, Buffer.alloc(65_536));
    },
  ],
  [
    'an endless header',
    'protocol',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Big: ');
      pour(socket, 'x'.repeat(65_536));
    },
  ],
  [
    'endless headers',
    'protocol',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, 'X-More: y\r\n'.repeat(1_000));
    },
  ],
  ['endless interim answers', 'protocol', (socket) => pour(socket, 'HTTP/1.1 100 \r\n\r\n'.repeat(1_000))],
  [
    'a body in chunks of a byte',
    500,
    (socket) => {
      socket.write('HTTP/1.1 500 X\r\nTransfer-Encoding: chunked\r\n\r\n');
      socket.write('1\r\na\r\n'.repeat(2_100));
    },
  ],
  [
    'a gzip bomb',
    200,
    (socket) => socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n'), gzipSync(bomb)])),
  ],
  [
    'a bomb in a bomb',
    200,
    (socket) =>
      socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\n\r\n'), gzipSync(gzipSync(bomb))])),
  ],
  [
    'a deflate bomb',
    200,
    (socket) => socket.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n'), deflateSync(bomb)])),
  ],
  ['gzip that is none', 200, (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope')],
  ['two lengths that differ', 'protocol', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab')],
  ['a length below zero', 'protocol', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n')],
  [
    'a switch of protocols',
    'protocol',
    (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'),
  ],
  [
    'a second answer that nobody asked for',
    200,
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 500 X\r\nContent-Length: 0\r\n\r\n'),
  ],
  [
    'interim answers before the real one',
    503,
    (socket) => socket.end(`${'HTTP/1.1 102 Processing\r\n\r\n'.repeat(50)}HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n`),
  ],
  ['a status that is none', 'protocol', (socket) => socket.end('HTTP/1.1 2OO OK\r\n\r\n')],
  ['an answer of the last century', 'protocol', (socket) => socket.end('<html>hello</html>')],
  ['a protocol that is not HTTP', 'protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['random bytes', 'protocol', (socket) => socket.end(Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc]))],
  [
    'an answer and a reset',
    200,
    (socket, _pass, statusRead) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\na');
      void statusRead.then(() => socket.resetAndDestroy());
    },
  ],
  ['a reset', 'reset', (socket) => socket.resetAndDestroy()],
];

describe('answers that would hold us or fill us up', () => {
  for (const [form, result, answer] of answers)
    test(form, async () => {
      const outcome = await post(answer);
      assert.equal(outcome.result, result);
      assert.ok(outcome.kept <= 1_024, `${outcome.kept} bytes were kept`);
      // What is let in besides the 64 KiB lies in the kernel's buffers.
      assert.ok(outcome.letIn < 16 * megabyte, `${outcome.letIn} bytes were let in`);
    });
});
