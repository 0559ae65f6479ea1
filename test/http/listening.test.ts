import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { Pool } from 'undici';
import { answerAs, startListening, stopListening } from '../../src/http/listening.ts';

/** How a listener ends under callers who keep their connections. */
async function opened(handler: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(handler);
  const { port } = await startListening(server, 0, '127.0.0.1');
  return { server, port };
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

async function asked(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = await once(socket, 'data');
  return String(answer);
}

test('a server that answers as another keeps its connections, and what they ask from then on goes to the other', async () => {
  const { server, port } = await opened((_request, response) => void response.writeHead(503).end());
  const socket = await connected(port);
  assert.match(await asked(socket), /^HTTP\/1\.1 503 /);
  const next = createServer((_request, response) => void response.end('ok'));
  next.on('clientError', (_error, broken: Socket) => void broken.end('HTTP/1.1 418 read by the other\r\n\r\n'));
  answerAs(server, next);
  assert.match(await asked(socket), /^HTTP\/1\.1 200 /);
  socket.write('no HTTP\r\n\r\n');
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 418 /);
  socket.destroy();
  await stopListening(server, { lingerMs: 0, graceMs: 0 });
});

const never = 3_600_000;

test('whoever posts on kept connections while it stops is answered every time, until no connection is to be had', async () => {
  let taken = 0;
  const { server, port } = await opened((request, response) => {
    taken += 1;
    request.resume().on('end', () => setImmediate(() => response.end('ok')));
  });
  let answered = 0;
  const ends: unknown[] = [];
  const caller = async (pool: Pool): Promise<void> => {
    for (;;) {
      try {
        await (await pool.request({ path: '/', method: 'POST', body: 'order' })).body.dump();
        answered += 1;
      } catch (error) {
        ends.push((error as NodeJS.ErrnoException).code);
        return;
      }
    }
  };
  const pools = Array.from({ length: 10 }, () => new Pool(`http://127.0.0.1:${port}`, { connections: 1 }));
  const callers = pools.map(caller);
  while (answered < 200) await once(server, 'request');
  await stopListening(server, { lingerMs: never, graceMs: never });
  await Promise.all(callers);
  for (const pool of pools) await pool.close();
  assert.deepEqual(new Set(ends), new Set(['ECONNREFUSED']));
  assert.equal(answered, taken);
});

test('who was let in by the kernel, and not yet by us, is answered', async () => {
  const { server, port } = await opened((_request, response) => response.end('ok'));
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  const stopped = stopListening(server, { lingerMs: 0, graceMs: never });
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /ok/);
  await stopped;
});

test('a connection that nobody uses may be used once more, is told so, and then it is over', async () => {
  const { server, port } = await opened((_request, response) => response.end('ok'));
  const socket = await connected(port);
  assert.match(await asked(socket), /^connection: keep-alive/im);
  const stopped = stopListening(server, { lingerMs: never, graceMs: never });
  while (server.listening) await new Promise(setImmediate);
  const refused = connect(port, '127.0.0.1');
  const [error] = await once(refused, 'error');
  assert.equal(error.code, 'ECONNREFUSED');
  assert.match(await asked(socket), /^connection: close/im);
  await stopped;
});

test('after that time what is idle is closed, and what is under way is answered', async () => {
  let answer = (): void => {};
  const { server, port } = await opened((request, response) => {
    if (request.method === 'POST') answer = () => response.end('late');
    else response.end('ok');
  });
  const [idle, busy] = [await connected(port), await connected(port)];
  await asked(idle);
  busy.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  await once(server, 'request');
  const stopped = stopListening(server, { lingerMs: 0, graceMs: never });
  await once(idle.resume(), 'close');
  answer();
  const [said] = await once(busy, 'data');
  assert.match(String(said), /late/);
  await stopped;
});

test('a request that never ends is cut when the grace time is over', async () => {
  const { server, port } = await opened(() => {});
  const socket = await connected(port);
  socket.on('error', () => {});
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n');
  await once(server, 'request');
  await stopListening(server, { lingerMs: 0, graceMs: 1 });
  await stopListening(server, { lingerMs: 0, graceMs: 1 });
});

test('an answer that is still to come when the stop begins says that its connection ends', async () => {
  let answer = (): void => {};
  const { server, port } = await opened((_request, response) => {
    answer = () => void response.end('late');
  });
  const busy = await connected(port);
  busy.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
  await once(server, 'request');
  const stopped = stopListening(server, { lingerMs: 0, graceMs: never });
  while (server.listening) await new Promise(setImmediate);
  answer();
  const [said] = await once(busy, 'data');
  assert.match(String(said), /^connection: close/im);
  await stopped;
});
