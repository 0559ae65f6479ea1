import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { Agent } from 'undici';
import { askOnce } from '../../src/network/ask-once.ts';
import { tlsReceiver } from '../support/tls-receiver.ts';

const dispatcher = new Agent({ connect: { timeout: 1_000 }, pipelining: 0 });
const servers: Server[] = [];
after(async () => {
  await dispatcher.destroy();
  for (const server of servers) server.close();
});

const post = (url: string, timeoutMs = 5_000) => askOnce(url, { method: 'POST', headers: {}, body: '{"a":1}', dispatcher, timeoutMs });

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
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
  ['a handshake that never ends', async () => `https://127.0.0.1:${await tcp(() => {})}`],
] as const)
  test(`knows that nothing was sent: ${what}`, async () => {
    const asked = await post(await url());
    assert.equal(asked.kind, 'never_sent', asked.kind === 'answer' ? '' : asked.raw);
  });

for (const [what, onSocket, timeoutMs] of [
  ['a connection that is reset after the request', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy()), 5_000],
  ['an answer that never comes', () => {}, 200],
  ['an answer that is no HTTP', (socket: Socket) => socket.once('data', () => socket.end('nonsense')), 5_000],
] as const)
  test(`does not know what became of the request: ${what}`, async () => {
    const asked = await post(`http://127.0.0.1:${await tcp(onSocket)}`, timeoutMs);
    assert.equal(asked.kind, 'no_answer');
  });

async function closedPort(): Promise<number> {
  const server = createTcpServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return port;
}

const resetAtFirstByte = () => tcp((socket) => socket.once('data', () => socket.resetAndDestroy()));

async function untrusted() {
  const server = await tlsReceiver();
  after(() => server.close());
  return server;
}
