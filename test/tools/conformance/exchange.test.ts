import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { askJson } from '../../../tools/conformance/ask-json.ts';
import { type Limits, openConnections } from '../../../tools/conformance/exchange.ts';
import { listen } from '../../support/api.ts';

/** Serves and asks, with connections of the test's own. */
async function asking(t: TestContext, limits: Limits, serve: RequestListener) {
  const server = createServer(serve);
  const { origin, close } = await listen(server);
  const connections = openConnections(limits);
  t.after(async () => {
    connections.close();
    server.closeAllConnections();
    await close();
  });
  return (method: string, path: string) => connections.exchange({ method, url: origin + path, headers: {}, body: null });
}

const roomy: Limits = { idleMs: 60_000, patienceMs: () => 60_000 };

/** The server closes each connection at its second request, as one does that has just found it idle for too long. */
test('a read that meets a connection as it is closed is asked again, and what may change something is not', async (t) => {
  const used = new WeakSet<Socket>();
  const asked: string[] = [];
  const ask = await asking(t, roomy, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (used.has(request.socket)) return void request.socket.resetAndDestroy();
    used.add(request.socket);
    response.end('ok');
  });
  assert.equal((await ask('GET', '/first')).status, 200);
  assert.equal((await ask('GET', '/read')).status, 200);
  await assert.rejects(ask('POST', '/write'), /POST .*\/write was not answered: .*(ECONNRESET|hang up)/);
  assert.deepEqual(asked, ['GET /first', 'GET /read', 'GET /read', 'POST /write']);
});

test('the limit of idle connections ends no request, even where this process stands still while it connects', async (t) => {
  const ask = await asking(t, { ...roomy, idleMs: 20 }, (_request, response) => void response.end('ok'));
  const asked = ask('POST', '/write');
  const until = performance.now() + 60;
  while (performance.now() < until);
  assert.equal((await asked).status, 200);
});

test('an answer that does not come is waited for as long as the limit says, on a new connection and on one that was used', async (t) => {
  const ask = await asking(
    t,
    { ...roomy, patienceMs: () => 50 },
    (request, response) => void (request.method === 'GET' && response.end('ok')),
  );
  const unanswered = /POST .* was not answered: no answer within 0\.05 s/;
  await assert.rejects(ask('POST', '/new'), unanswered);
  await ask('GET', '/first').catch(() => null);
  await assert.rejects(ask('POST', '/used'), unanswered);
});

test('an operator API that is busy is asked again after two minutes at the most', async (t) => {
  const later = ['1', '3600'];
  const server = createServer((_request, response) => void response.writeHead(503, { 'retry-after': later.shift() ?? '' }).end('busy'));
  const { origin, close } = await listen(server);
  t.after(async () => {
    server.closeAllConnections();
    await close();
  });
  await assert.rejects(askJson(origin, null)('GET', '/clock'), { message: `GET ${origin}/clock answered 503: busy` });
  assert.deepEqual(later, []);
});
