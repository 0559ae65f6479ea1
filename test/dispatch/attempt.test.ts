import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { after, afterEach, beforeEach, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { attempt, type Outcome } from '../../src/dispatch/attempt.ts';
import { type Deadlines, deadlines } from '../../src/dispatch/deadlines.ts';
import { DeliveryAgent } from '../../src/dispatch/delivery-agent.ts';
import type { Target } from '../../src/dispatch/endpoint-cache.ts';
import { AddressGuard } from '../../src/network/address-guard.ts';
import { listen } from '../support/api.ts';
import { manualClock } from '../support/clock.ts';
import { latch } from '../support/latch.ts';
import { type Receiver, receiver } from '../support/receiver.ts';
import { manualDeadlines, someTarget, unhurriedMs, watched } from '../support/targets.ts';

const guard = (allowedPrivate = ['127.0.0.0/8', '::1/128']) =>
  new AddressGuard({ allowedPrivate, clock: manualClock(), connectTimeoutMs: unhurriedMs });

let target: Receiver;

const agent = new DeliveryAgent(guard());
after(() => agent.destroy());
beforeEach(async () => {
  target = await receiver();
});
afterEach(() => target.close());

const targetAt = (url: string): Target => {
  const { origin, pathname } = new URL(url);
  return someTarget({ origin, path: pathname, method: 'PUT' });
};
const post = (url: string, limit: Deadlines = manualDeadlines(), through: Pick<DeliveryAgent, 'dispatch'> = agent): Promise<Outcome> =>
  attempt(through, limit, targetAt(url), { deliveryId: 'id', body: Buffer.from('{}'), timestampSeconds: 1 });

/** What came of it, without how far it came and how long that took. */
const told = ({ durationMs: _, connection: __, connectMs: ___, answerMs: ____, ...rest }: Outcome) => rest;

test('the endpoint’s method is used and the first KiB of the answer is kept', async () => {
  target.answer((response) => void response.end('x'.repeat(3_000)));
  const outcome = await post(target.url);
  assert.equal(target.received[0]?.method, 'PUT');
  assert.equal(outcome.kind === 'answered' && outcome.head.length, 1_024);
});

// holds: T-DELIVERY-03, L-TIMEOUT-01, V-SEND-03
test('a receiver that never answers is a timeout', async () => {
  const limit = manualDeadlines();
  target.answer(() => limit.pass());
  assert.deepEqual(told(await post(target.url, limit)), { kind: 'unanswered', class: 'timeout', message: 'timeout after 10 s' });
});

// holds: L-TIMEOUT-01
test('the real deadline is one timer for all that are open', async () => {
  target.answer(() => {});
  const limit = deadlines(60);
  const outcomes = await Promise.all([post(target.url, limit), post(target.url, limit), post(target.url, limit)]);
  assert.deepEqual(
    outcomes.map((outcome) => outcome.kind === 'unanswered' && outcome.class),
    ['timeout', 'timeout', 'timeout'],
  );
});

// holds: L-TIMEOUT-01
test('an answer that has arrived by the deadline counts, although this process was busy and has not read it', async () => {
  let begin = (): void => {};
  const limit: Deadlines = (expire) => {
    let end = (): void => {};
    begin = () => {
      end = deadlines(20)(expire);
    };
    return () => end();
  };
  target.answer((response) => {
    begin();
    response.end();
    for (const until = performance.now() + 60; performance.now() < until; );
  });
  assert.equal((await post(target.url, limit)).kind, 'answered');
});

// holds: T-DELIVERY-01
test('the status line decides, however the body drips on after it', async () => {
  const limit = manualDeadlines();
  const { dispatch, statusRead } = watched(agent);
  target.answer((response) => void response.writeHead(200).write('drip'));
  void statusRead.then(() => limit.pass());
  const outcome = await post(target.url, limit, { dispatch });
  assert.deepEqual([outcome.kind, outcome.kind === 'answered' && outcome.status], ['answered', 200]);
});

test('an endless body is cut and the status stands', async () => {
  target.answer((response) => {
    response.writeHead(201);
    const pour = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384)));
    };
    response.on('drain', pour);
    pour();
  });
  const outcome = await post(target.url);
  assert.equal(outcome.kind === 'answered' && outcome.status, 201);
});

test('a body cut short after a 2xx is still a success', async () => {
  target.answer((response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => response.destroy());
  });
  const outcome = await post(target.url);
  assert.equal(outcome.kind === 'answered' && outcome.status, 200);
});

test('compressed answers are not unpacked', async () => {
  const packed = gzipSync(Buffer.alloc(1_000_000));
  target.answer((response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed));
  const outcome = await post(target.url);
  assert.ok(outcome.kind === 'answered' && outcome.head.equals(packed.subarray(0, 1_024)));
});

test('interim answers decide nothing', async () => {
  target.answer((response) => {
    response.writeEarlyHints({ link: '</x>' });
    response.writeHead(410).end();
  });
  const outcome = await post(target.url);
  assert.equal(outcome.kind === 'answered' && outcome.status, 410);
});

test('a refused connection, a hang-up and nonsense are told apart in plain words', async () => {
  const closed = await receiver();
  await closed.close();
  assert.deepEqual(told(await post(closed.url)), { kind: 'unanswered', class: 'connect', message: 'connection refused' });
  await withSocket(
    (socket) => socket.destroy(),
    async (url) => {
      assert.deepEqual(told(await post(url)), { kind: 'unanswered', class: 'reset', message: 'the receiver closed the connection' });
    },
  );
  await withSocket(
    (socket) => socket.end('SMTP ready\r\n\r\n'),
    async (url) => {
      assert.deepEqual(told(await post(url)), { kind: 'unanswered', class: 'protocol', message: 'the answer was not valid HTTP' });
    },
  );
  await withSocket(
    (socket) => socket.end(`HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(100_000)}\r\n\r\n`),
    async (url) => {
      assert.deepEqual(told(await post(url)), { kind: 'unanswered', class: 'protocol', message: 'the response headers are too large' });
    },
  );
});

test('plain HTTP behind an https URL is a TLS failure', async () => {
  const outcome = await post(target.url.replace('http:', 'https:'));
  assert.deepEqual(told(outcome), { kind: 'unanswered', class: 'tls', message: 'TLS: the handshake failed' });
});

test('a blocked address is not told, and not connected to', async () => {
  const strict = new DeliveryAgent(guard([]));
  const outcome = await post(target.url, manualDeadlines(), strict);
  assert.deepEqual(told(outcome), { kind: 'unanswered', class: 'blocked', message: 'blocked address', blocked: 'literal' });
  assert.equal(target.received.length, 0);
  await strict.destroy();
});

test('once the deadline has passed, nothing is sent on a connection that comes too late', async () => {
  const limit = manualDeadlines();
  let connectNow = (): void => {};
  const opened = latch();
  const slow = guard();
  const agentOfSlow = new DeliveryAgent(
    {
      connect: (options, callback) => {
        connectNow = () => slow.connect(options, callback);
      },
    },
    { onOpened: opened.give },
  );
  const outcome = post(target.url, limit, agentOfSlow);
  limit.pass();
  assert.equal((await outcome).kind, 'unanswered');
  connectNow();
  await opened.given;
  while (agentOfSlow.open > 0) await new Promise(setImmediate);
  assert.equal(target.received.length, 0);
});

async function withSocket(serve: (socket: Socket) => void, run: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => serve(socket));
  });
  const { origin, close } = await listen(server);
  try {
    await run(`${origin}/`);
  } finally {
    await close();
  }
}
