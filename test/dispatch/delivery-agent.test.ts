import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { type TestContext as Test, test } from 'node:test';
import { createSecureContext } from 'node:tls';
import { attempt } from '../../src/dispatch/attempt.ts';
import { deadlines } from '../../src/dispatch/deadlines.ts';
import { DeliveryAgent, type DeliveryAgentOptions } from '../../src/dispatch/delivery-agent.ts';
import { AddressGuard } from '../../src/network/address-guard.ts';
import { listenFor } from '../support/api.ts';
import { manualClock } from '../support/clock.ts';
import { latch } from '../support/latch.ts';
import { receiver, receiverFor } from '../support/receiver.ts';
import { someTarget, unhurriedMs } from '../support/targets.ts';
import { tlsReceiver, trustsTlsReceiver } from '../support/tls-receiver.ts';

const guard = new AddressGuard({
  allowedPrivate: ['127.0.0.0/8'],
  clock: manualClock(),
  connectTimeoutMs: unhurriedMs,
  secureContext: createSecureContext(trustsTlsReceiver),
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
});

function agentFor(t: Test, options: DeliveryAgentOptions = {}) {
  const agent = new DeliveryAgent(guard, options);
  t.after(() => agent.destroy());
  const post = async (origin: string, path = '/', body = Buffer.from('{}')): Promise<string | number> => {
    const outcome = await attempt(agent, deadlines(unhurriedMs), someTarget({ origin, path }), {
      deliveryId: 'id',
      body,
      timestampSeconds: 1,
    });
    return outcome.kind === 'answered' ? outcome.status : outcome.class;
  };
  return { agent, post };
}

/** Answers when told to. */
async function patientReceiver(t: Test) {
  const waiting: ServerResponse[] = [];
  let asked = (): void => {};
  const server = createServer((_request, response) => {
    waiting.push(response);
    asked();
  });
  const { origin } = await listenFor(t, server);
  return {
    origin,
    waiting,
    async hasBeenAsked(times: number) {
      while (waiting.length < times)
        await new Promise<void>((resolve) => {
          asked = resolve;
        });
    },
  };
}

test('a connection is kept and used again', async (t) => {
  const target = await receiverFor(t);
  const { agent, post } = agentFor(t);
  const origin = new URL(target.url).origin;
  for (let i = 0; i < 3; i += 1) {
    assert.equal(await post(origin), 200);
    // A connection is free in the next turn of the event loop.
    await new Promise(setImmediate);
  }
  assert.equal(agent.open, 1);
});

test('of those that are open, the connection that was used last is used first', async (t) => {
  const target = await patientReceiver(t);
  const { agent, post } = agentFor(t);
  const answer = (index: number): unknown => target.waiting[index]?.end();
  const burst = [post(target.origin, '/0'), post(target.origin, '/1'), post(target.origin, '/2')];
  await target.hasBeenAsked(3);
  // They may have come in any order.
  target.waiting.sort((one, other) => String(one.req.url).localeCompare(String(other.req.url)));
  for (const index of [0, 1, 2]) {
    answer(index);
    await burst[index];
    await new Promise(setImmediate);
  }
  for (const index of [3, 4, 5]) {
    const alone = post(target.origin);
    await target.hasBeenAsked(index + 1);
    assert.equal(target.waiting[index]?.req.socket, target.waiting[2]?.req.socket);
    answer(index);
    await alone;
    await new Promise(setImmediate);
  }
  assert.equal(agent.open, 3);
});

test('answers that come in pieces at the same time are kept apart', async (t) => {
  const { agent } = agentFor(t);
  const begin = async () => {
    const asked = latch();
    let socket: Socket | undefined;
    const server = createTcpServer((opened) => {
      socket = opened.once('data', asked.give);
    });
    const { origin } = await listenFor(t, server);
    const message = { deliveryId: 'id', body: Buffer.from('{}'), timestampSeconds: 1 };
    const outcome = attempt(agent, deadlines(unhurriedMs), someTarget({ origin }), message);
    await asked.given;
    return { outcome, send: (piece: string) => socket?.write(piece) };
  };
  const [one, two] = await Promise.all([begin(), begin()]);
  const pieces = (text: string): string[] => ['HTTP/1.1 200 OK\r\nContent-Len', `gth: 6\r\n\r\n${text}`, text];
  for (const index of [0, 1, 2])
    for (const [{ send }, text] of [
      [one, 'one'],
      [two, 'two'],
    ] as const) {
      send(pieces(text)[index] ?? '');
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    }
  const kept = (await Promise.all([one.outcome, two.outcome])).map((outcome) => outcome.kind === 'answered' && outcome.head.toString());
  assert.deepEqual(kept, ['oneone', 'twotwo']);
});

test('what comes while an origin is full is sent in its order, also where the receiver hangs up each time', async (t) => {
  const target = await patientReceiver(t);
  const { agent, post } = agentFor(t, { connectionsPerOrigin: 1 });
  const posts = [post(target.origin, '/0'), post(target.origin, '/1'), post(target.origin, '/2')];
  for (const index of [0, 1, 2]) {
    await target.hasBeenAsked(index + 1);
    assert.deepEqual([target.waiting.length, target.waiting[index]?.req.url], [index + 1, `/${index}`]);
    target.waiting[index]?.writeHead(200, { Connection: 'close' }).end();
  }
  assert.deepEqual(await Promise.all(posts), [200, 200, 200]);
  while (agent.open > 0) await new Promise(setImmediate);
  assert.ok(agent.hasRoom(target.origin));
});

test('what waits for an origin that cannot be reached fails as well', async (t) => {
  const closed = await receiver();
  await closed.close();
  const { agent, post } = agentFor(t, { connectionsPerOrigin: 1 });
  const { origin } = new URL(closed.url);
  assert.deepEqual(await Promise.all([post(origin), post(origin), post(origin)]), ['connect', 'connect', 'connect']);
  assert.ok(agent.hasRoom(origin));
});

test('a request that cannot be sent as it is takes no connection away', async (t) => {
  const target = await receiverFor(t);
  const { agent, post } = agentFor(t, { connectionsPerOrigin: 1 });
  const { origin } = new URL(target.url);
  for (let i = 0; i < 2; i += 1) {
    assert.equal(await post(origin, 'no path'), 'protocol');
    assert.equal(await post(origin), 200);
    await new Promise(setImmediate);
  }
  assert.equal(agent.open, 1);
});

test('an origin that makes room for others finishes what is under way and what waits', async (t) => {
  const [patient, other] = [await patientReceiver(t), await receiver()];
  t.after(() => other.close());
  const { agent, post } = agentFor(t, { connections: 1, connectionsPerOrigin: 1 });
  const posts = [post(patient.origin), post(patient.origin)];
  await patient.hasBeenAsked(1);
  assert.equal(await post(new URL(other.url).origin), 200);
  assert.equal(agent.open, 2);
  patient.waiting[0]?.end();
  await patient.hasBeenAsked(2);
  patient.waiting[1]?.end();
  assert.deepEqual(await Promise.all(posts), [200, 200]);
  while (agent.open > 1) await new Promise(setImmediate);
});

test('what is under way and what waits is cut off at once', async (t) => {
  const target = await patientReceiver(t);
  const { agent, post } = agentFor(t, { connectionsPerOrigin: 1 });
  const posts = [post(target.origin), post(target.origin)];
  await target.hasBeenAsked(1);
  await agent.destroy();
  assert.deepEqual(await Promise.all(posts), ['protocol', 'protocol']);
  while (agent.open > 0) await new Promise(setImmediate);
});

test('an origin has room until its connections are busy, and says so when it has room again', async (t) => {
  const target = await patientReceiver(t);
  const roomAgain = latch();
  const { agent, post } = agentFor(t, { connectionsPerOrigin: 2, onRoom: roomAgain.give });
  assert.ok(agent.hasRoom(target.origin));
  const first = post(target.origin);
  assert.ok(agent.hasRoom(target.origin));
  const second = post(target.origin);
  assert.equal(agent.hasRoom(target.origin), false);
  assert.ok(agent.hasRoom('http://127.0.0.1:9'), 'another origin is no worse off');
  await target.hasBeenAsked(2);
  assert.equal(agent.open, 2);
  target.waiting[0]?.end();
  await Promise.race([first, second]);
  await roomAgain.given;
  assert.ok(agent.hasRoom(target.origin));
  target.waiting[1]?.end();
  assert.deepEqual(await Promise.all([first, second]), [200, 200]);
});

test('beyond the bound the connections longest unused are closed, whosever they are', async (t) => {
  const targets = await Promise.all(Array.from({ length: 5 }, () => receiver()));
  t.after(() => Promise.all(targets.map((target) => target.close())));
  const { agent, post } = agentFor(t, { connections: 3 });
  for (const { url } of targets) {
    assert.equal(await post(new URL(url).origin), 200);
    // The oldest ends a moment after the newest began.
    while (agent.open > 3) await new Promise(setImmediate);
  }
  assert.equal(agent.open, 3);
  assert.equal(await post(new URL(targets[0]?.url ?? '').origin), 200, 'and may be opened again');
});

test('an origin that cannot be reached is not remembered as full', async (t) => {
  const closed = await receiver();
  await closed.close();
  const { agent, post } = agentFor(t, { connectionsPerOrigin: 1 });
  const { origin } = new URL(closed.url);
  for (let i = 0; i < 3; i += 1) {
    assert.equal(await post(origin), 'connect');
    assert.ok(agent.hasRoom(origin));
  }
  assert.equal(agent.open, 0);
});

test('a receiver that is about to hang up is not written to again', async (t) => {
  const target = await receiverFor(t);
  target.answer((response) => void response.writeHead(200, { 'Keep-Alive': 'timeout=1' }).end());
  const { agent, post } = agentFor(t);
  assert.equal(await post(new URL(target.url).origin), 200);
  while (agent.open > 0) await new Promise(setImmediate);
  assert.equal(await post(new URL(target.url).origin), 200);
});

test('a receiver that answers twice is asked on another connection, so that no answer is taken for that to another request', async (t) => {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      const [status, isTwice] = sockets.length === 1 ? [200, true] : [503, false];
      socket.write(`HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`.repeat(isTwice ? 2 : 1));
    });
  });
  const { origin } = await listenFor(t, server);
  const { agent, post } = agentFor(t);
  assert.equal(await post(origin), 200);
  await new Promise(setImmediate);
  assert.equal(await post(origin), 503);
  assert.equal(sockets.length, 2);
  assert.equal(agent.open, 1);
});

test('a receiver that answers before it has the whole body is asked on another connection', async (t) => {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    // It reads no more than the first piece.
    socket.once('data', () => {
      socket.pause();
      socket.write('HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n');
    });
  });
  const { origin } = await listenFor(t, server);
  const { post } = agentFor(t);
  const large = Buffer.alloc(16 * 1_024 * 1_024);
  for (let i = 0; i < 2; i += 1) {
    assert.equal(await post(origin, '/', large), 413);
    await new Promise(setImmediate);
  }
  assert.equal(sockets.length, 2);
});

for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
  test(`a new connection to a known origin resumes its ${version} session`, async (t) => {
    const target = await tlsReceiver(version);
    t.after(() => target.close());
    target.hangUp = true;
    const { post } = agentFor(t);
    for (let i = 0; i < 3; i += 1) assert.equal(await post(`https://receiver.example.org:${target.port}`), 200);
    assert.deepEqual(target.resumed, [false, true, true]);
  });
}

test('agents share sessions, and another name at the same address begins its own', async (t) => {
  const target = await tlsReceiver();
  t.after(() => target.close());
  target.hangUp = true;
  assert.equal(await agentFor(t).post(`https://receiver.example.org:${target.port}`), 200);
  assert.equal(await agentFor(t).post(`https://receiver.example.org:${target.port}`), 200);
  assert.equal(target.resumed.at(-1), true);
  assert.equal(await agentFor(t).post(`https://127.0.0.1:${target.port}`), 200);
  assert.equal(target.resumed.at(-1), false);
});

test('a certificate of another name is refused, with a session of the right one at hand', async (t) => {
  const target = await tlsReceiver();
  t.after(() => target.close());
  const { post } = agentFor(t);
  assert.equal(await post(`https://receiver.example.org:${target.port}`), 200);
  assert.equal(await post(`https://elsewhere.example.org:${target.port}`), 'tls');
});

test('an origin whose only connection was idle for too long is not forgotten with it', async (t) => {
  const target = await receiverFor(t);
  const { agent, post } = agentFor(t);
  const { origin } = new URL(target.url);
  assert.equal(await post(origin), 200);
  await new Promise(setImmediate);
  const { now } = performance;
  // An hour later the connection is of no use, and nobody has looked for idle ones yet.
  t.mock.method(performance, 'now', () => now.call(performance) + 3_600_000);
  assert.equal(await post(origin), 200);
  assert.equal(agent.addressOf(origin), 'allowed IPv4');
  await agent.destroy();
  assert.equal(agent.open, 0);
});
