import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { test } from 'node:test';
import { openConnections } from '../../../tools/conformance/exchange.ts';

/** Answers the first request of each connection, and closes it at the second, as a server does that has just found it idle for too long. */
test('a read that meets a connection as it is closed is asked again, and what may change something is not', async (t) => {
  const used = new WeakSet<Socket>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (used.has(request.socket)) return void request.socket.resetAndDestroy();
    used.add(request.socket);
    response.end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connections = openConnections();
  t.after(() => {
    connections.close();
    server.close();
    server.closeAllConnections();
  });
  const ask = (method: string, path: string) =>
    connections.exchange({ method, url: `http://127.0.0.1:${port}${path}`, headers: {}, body: null });
  assert.equal((await ask('GET', '/first')).status, 200);
  assert.equal((await ask('GET', '/read')).status, 200);
  await assert.rejects(ask('POST', '/write'), /POST .*\/write was not answered: .*(ECONNRESET|hang up)/);
  assert.deepEqual(asked, ['GET /first', 'GET /read', 'GET /read', 'POST /write']);
});
