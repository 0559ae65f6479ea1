import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { askOnce } from '../../src/network/ask-once.ts';
import { providerAgent } from '../../src/network/provider-agent.ts';
import { listen, type TestServer } from '../support/api.ts';
import { unhurriedMs } from '../support/targets.ts';
import { type TimeLimit, timeLimit } from '../support/time-limit.ts';
import { tlsReceiver } from '../support/tls-receiver.ts';

const dispatcher = providerAgent({ timeoutMs: unhurriedMs, maxAnswerBytes: 1_000_000 });
const servers: TestServer[] = [];
after(async () => {
  await dispatcher.destroy();
  for (const server of servers) await server.close();
});

const post = (url: string, through = dispatcher) =>
  askOnce(url, { method: 'POST', headers: {}, body: '{"a":1}', dispatcher: through, timeoutMs: unhurriedMs });

async function listening(server: Server): Promise<number> {
  const listening = await listen(server);
  servers.push(listening);
  return listening.port;
}

const tcp = (onSocket: (socket: Socket) => void) => listening(createTcpServer((socket) => onSocket(socket.on('error', () => {}))));

test('gives the answer, with its JSON', async () => {
  let seen = '';
  const port = await listening(
    createHttpServer(async (request, response) => {
      for await (const chunk of request) seen += chunk;
      response.writeHead(201).end('{"id":"x"}');
    }),
  );
  assert.deepEqual(await post(`http://127.0.0.1:${port}`), { kind: 'answer', status: 201, body: { id: 'x' }, raw: 'HTTP 201 {"id":"x"}' });
  assert.equal(seen, '{"a":1}');
});

for (const [what, url] of [
  ['a connection that is refused', async () => `http://127.0.0.1:${await closedPort()}`],
  ['a name that has no address', async () => 'http://nowhere.invalid/'],
  ['a server that does not speak TLS', async () => `https://127.0.0.1:${await tcp((socket) => socket.end('HTTP/1.1 400\r\n\r\n'))}`],
  ['a certificate that nobody vouches for', async () => `https://127.0.0.1:${(await untrusted()).port}`],
  ['a connection that is reset in the middle of the handshake', async () => `https://127.0.0.1:${await resetAtFirstByte()}`],
] as const)
  test(`knows that nothing was sent: ${what}`, async () => {
    const asked = await post(await url());
    assert.equal(asked.kind, 'never_sent', asked.kind === 'answer' ? '' : asked.raw);
  });

test('knows that nothing was sent: a handshake that never ends', async (t) => {
  const hasty = providerAgent({ timeoutMs: 1_250, maxAnswerBytes: 1_000_000 });
  t.after(() => hasty.destroy());
  const asked = await post(`https://127.0.0.1:${await tcp(() => {})}`, hasty);
  assert.equal(asked.kind, 'never_sent', asked.kind === 'answer' ? '' : asked.raw);
});

for (const [what, onRequest] of [
  ['a connection that is reset after the request', (socket: Socket) => socket.resetAndDestroy()],
  ['an answer that never comes', (_socket: Socket, limit: TimeLimit) => limit.end()],
  ['an answer that is no HTTP', (socket: Socket) => socket.end('nonsense')],
] as const)
  test(`does not know what became of the request: ${what}`, async (t) => {
    const limit = timeLimit(t);
    const asked = await post(`http://127.0.0.1:${await tcp((socket) => socket.once('data', () => onRequest(socket, limit)))}`);
    assert.equal(asked.kind, 'no_answer');
    assert.deepEqual(limit.askedMs, [unhurriedMs]);
  });

test('an answer that has come by the end of the time counts, also where this process was busy and had not read it', async (t) => {
  const limit = timeLimit(t);
  const port = await tcp((socket) =>
    socket.once('data', () => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');
      // The loop comes to its timers, where the time is over, before it reads the answer.
      setTimeout(limit.end, 1);
      for (const until = performance.now() + 5; performance.now() < until; );
    }),
  );
  const asked = await post(`http://127.0.0.1:${port}`);
  assert.equal(asked.kind, 'answer', asked.kind === 'answer' ? '' : asked.raw);
});

/** The connection is free for the next question a turn of the event loop after the answer. */
async function postAndLetGo(url: string) {
  const asked = await post(url);
  await setImmediate();
  return asked;
}

test('asks the next question on the same connection', async () => {
  const connections = await countingConnections((response) => response.end('{}'));
  for (let n = 0; n < 3; n++) assert.equal((await postAndLetGo(connections.url)).kind, 'answer');
  assert.equal(connections.count(), 1);
});

test('asks two questions at once on two connections', async () => {
  const both: ServerResponse[] = [];
  const connections = await countingConnections((response) => {
    both.push(response);
    if (both.length === 2) for (const each of both) each.end('{}');
  });
  const answers = await Promise.all([post(connections.url), post(connections.url)]);
  assert.deepEqual([answers.map(({ kind }) => kind), connections.count()], [['answer', 'answer'], 2]);
});

test('does not repeat a question whose kept connection is closed as it is sent, and says that it may have been heard', async () => {
  let heard = 0;
  const connections = await countingConnections((response) => {
    heard += 1;
    if (heard === 1) response.end('{}');
    else response.socket?.resetAndDestroy();
  });
  assert.equal((await postAndLetGo(connections.url)).kind, 'answer');
  assert.equal((await post(connections.url)).kind, 'no_answer');
  assert.deepEqual([heard, connections.count()], [2, 1]);
});

test('asks on a new connection after the other side has closed the kept one', async () => {
  const connections = await countingConnections((response) => response.end('{}'));
  assert.equal((await post(connections.url)).kind, 'answer');
  await connections.closeIdle();
  assert.equal((await post(connections.url)).kind, 'answer');
  assert.equal(connections.count(), 2);
});

/** Answers each request once its body has come. */
async function countingConnections(answer: (response: ServerResponse) => void) {
  let count = 0;
  const open = new Set<Socket>();
  const server = createHttpServer((request, response) => request.resume().once('end', () => answer(response)));
  server.on('connection', (socket: Socket) => {
    count += 1;
    open.add(socket.on('error', () => {}).once('close', () => open.delete(socket)));
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  return {
    url,
    count: () => count,
    async closeIdle() {
      await Promise.all(Array.from(open, (socket) => [socket.end(), once(socket, 'close')][1]));
    },
  };
}

async function closedPort(): Promise<number> {
  const { port, close } = await listen(createTcpServer());
  await close();
  return port;
}

const resetAtFirstByte = () => tcp((socket) => socket.once('data', () => socket.resetAndDestroy()));

async function untrusted() {
  const server = await tlsReceiver();
  after(() => server.close());
  return server;
}
