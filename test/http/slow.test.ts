import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type TestContext as Run, test } from 'node:test';
import { type ConnectionPatience, createOperatorServer, createPublicServer } from '../../src/http/server.ts';
import { publicSurface } from '../../src/http/surfaces.ts';
import { longestRequestSeconds } from '../../src/process/limits.ts';
import { type ApiClient, api, endless, listen, operatorApi } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';
import { rawConnection, requestText } from '../support/socket.ts';
import { until } from '../support/until.ts';

/**
 * Clients that dribble, or never read. Their limits run on Node's own clock, which no test can move. So the limit under test is the only one
 * that runs out on its listener, where the slow client is alone; and other clients are served on a listener where no limit runs out.
 */

const context = await contextOfFile();
const { text: slowKey } = await apiKey(context, (await tenant(context)).id);
const { text: otherKey } = await apiKey(context, (await tenant(context)).id);

interface Listener {
  readonly name: string;
  serve(patience: ConnectionPatience): ReturnType<typeof createPublicServer>;
  slow(): string;
  /** Asks on behalf of somebody else. */
  ask(origin: string): ReturnType<ApiClient['get']>;
}

const publicListener: Listener = {
  name: 'public',
  serve: (patience) => createPublicServer(context, undefined, patience),
  slow: () => requestOf('/api/v1/public/webhooks', slowKey),
  ask: (origin) => api(origin, otherKey).get('/agents'),
};
const operatorListener: Listener = {
  name: 'operator',
  serve: (patience) => createOperatorServer(context, patience),
  slow: () => requestOf('/api/v1/operator/tenants', context.config.operatorToken),
  ask: (origin) => operatorApi(origin, context.config.operatorToken).get('/tenants'),
};

for (const listener of [publicListener, operatorListener]) {
  const { name, serve, slow } = listener;
  for (const [what, start, patience] of [
    ['headers', () => slow().slice(0, -4), { ...endless, lookEachMs: 100, headersMs: 400 }],
    ['body', () => `${slow()}{`, { ...endless, lookEachMs: 100, headersMs: 800, requestMs: 800 }],
  ] as const) {
    test(`the ${name} listener ends a request whose ${what} dribble in with 408`, async (t) => {
      const { connection } = await dribbling(t, serve(patience), start());
      const response = await connection.response();
      assert.equal(response?.status, 408);
      assert.equal(JSON.parse(response.body).error.code, 'invalid_request');
      assert.equal(await connection.response(), null, 'the connection ends');
    });

    test(`the ${name} listener answers others while the ${what} of a request dribble in`, async (t) => {
      const { origin, socket } = await dribbling(t, serve(endless), start());
      await answersOthers(listener, origin);
      assert.equal(socket.closed, false);
    });
  }
}

for (const [what, cut] of [
  ['headers', 60],
  ['body', -1],
] as const) {
  test(`nothing is done of a request whose ${what} came too late, although the rest comes after its 408`, async (t) => {
    let made = 0;
    const surface = publicSurface(context, {
      async createWebhookEndpoint() {
        made += 1;
        throw new Error('it was refused');
      },
      listAgents: async () => ({ status: 200, body: { agents: [] } }),
    });
    const { port, origin, close } = await listen(
      createPublicServer(context, surface, { ...endless, lookEachMs: 100, headersMs: 400, requestMs: 400 }),
    );
    t.after(close);
    const body = '{"name":"CRM","url":"https://crm.example.com/hook"}';
    const whole = requestText(
      'POST /api/v1/public/webhooks',
      { Authorization: `Bearer ${slowKey}`, 'Content-Type': 'application/json', 'Content-Length': `${body.length}` },
      body,
    );
    const connection = await rawConnection(port, { allowHalfOpen: true });
    connection.write(whole.slice(0, cut));
    assert.equal((await connection.response())?.status, 408);
    connection.write(whole.slice(cut) + whole);
    // Another connection is answered by the time that the bytes of this one have been read, twice because a request waits for the database.
    for (let n = 0; n < 2; n++) assert.equal((await api(origin, otherKey).get('/agents')).status, 200);
    assert.equal(made, 0);
    connection.end();
  });
}

test('a client that never reads its answer loses its connection', async (t) => {
  const { socket } = await neverReading(t, publicListener.serve({ ...endless, silenceMs: 600 }));
  await until('the connection is over', async () => socket.closed);
});

test('a request that takes as long as an operator can allow is answered before its silence ends the connection', () => {
  for (const server of [createPublicServer(context), createOperatorServer(context)])
    assert.ok(server.timeout > longestRequestSeconds * 1_000, `${server.timeout} ms`);
});

test('others are answered while a client never reads its answer', async (t) => {
  const { origin, socket } = await neverReading(t, publicListener.serve(endless));
  await until('an answer is stuck', async () => socket.writableNeedDrain);
  await answersOthers(publicListener, origin);
  assert.equal(socket.closed, false);
});

async function answersOthers({ ask }: Listener, origin: string): Promise<void> {
  for (let n = 0; n < 3; n++) assert.equal((await ask(origin)).status, 200);
}

const requestOf = (path: string, credentials: string): string =>
  requestText(`POST ${path}`, {
    authorization: `Bearer ${credentials}`,
    'content-type': 'application/json',
    'content-length': '100000',
    'x-slow': 'a',
  });

type Server = ReturnType<typeof createPublicServer>;

/** A connection on which a request begins and goes on a byte at a time, and the server's socket of it. */
async function dribbling(t: Run, server: Server, start: string) {
  const { port, origin, close } = await listen(server);
  const accepted = once(server, 'connection');
  const connection = await rawConnection(port);
  const [socket] = (await accepted) as [Socket];
  connection.write(start);
  const dribble = setInterval(() => connection.write(' '), 50);
  t.after(async () => {
    clearInterval(dribble);
    connection.end();
    await close();
  });
  return { connection, socket, origin };
}

/** A connection that asks for far more than the buffers take and reads nothing, as the server's socket shows it. */
async function neverReading(t: Run, server: Server) {
  const { port, origin, close } = await listen(server);
  const accepted = once(server, 'connection');
  const connection = connect(port, '127.0.0.1').pause();
  connection.on('error', () => {});
  t.after(async () => {
    connection.destroy();
    await close();
  });
  const [socket] = (await accepted) as [Socket];
  connection.write(requestText('GET /openapi.json', {}).repeat(17));
  return { socket, origin };
}
