import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { createOperatorServer, createPublicServer, type Patience } from '../../src/http/server.ts';
import { type ApiClient, api, listen, operatorApi, type TestServer } from '../support/api.ts';
import { type TestContext, testContext } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';
import { rawConnection, requestText } from '../support/socket.ts';

/** Callers who dribble, or never read. The listeners wait for them less long than usual, by their own clock, which is Node's. */
const patience: Patience = { headersMs: 400, requestMs: 800, lookEachMs: 100, silenceMs: 600 };

let context: TestContext;
let publicServer: TestServer;
let operatorServer: TestServer;
let slowKey: string;
let other: ApiClient;
let operator: ApiClient;

before(async () => {
  context = await testContext();
  publicServer = await listen(createPublicServer(context, undefined, patience));
  operatorServer = await listen(createOperatorServer(context, patience));
  const limits = { readsPerMinute: 100_000 };
  slowKey = (await apiKey(context, (await tenant(context)).id)).text;
  other = api(publicServer.origin, (await apiKey(context, (await tenant(context, { limits })).id)).text);
  operator = operatorApi(operatorServer.origin, context.config.operatorToken);
});
after(async () => {
  await publicServer.close();
  await operatorServer.close();
  await context.close();
});

test('on the public listener a request that dribbles in is ended with 408 while another tenant is answered', () =>
  dribbles(publicServer, requestOf('/api/v1/public/webhooks', slowKey), () => other.get('/agents')));

test('on the operator listener a request that dribbles in is ended with 408 while others are answered', () =>
  dribbles(operatorServer, requestOf('/api/v1/operator/tenants', context.config.operatorToken), () => operator.get('/tenants')));

test('a caller who never reads what he asks for loses his connection, and no other does', async (t) => {
  const server = createPublicServer(context, undefined, patience);
  const { port, close } = await listen(server);
  t.after(close);
  const ended = new Promise<void>((resolve) => {
    server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const connection = connect(port, '127.0.0.1').pause();
  t.after(() => connection.destroy());
  connection.on('error', () => {});
  // Far more than the buffers between us take.
  connection.write(requestText('GET /openapi.json', {}).repeat(400));
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  let answered = 0;
  for (; !isOver; answered++) assert.equal((await other.get('/agents')).status, 200);
  assert.ok(answered > 1, 'others were answered meanwhile');
});

const requestOf = (path: string, credentials: string): string =>
  requestText(`POST ${path}`, {
    authorization: `Bearer ${credentials}`,
    'content-type': 'application/json',
    'content-length': '100000',
    'x-slow': 'a',
  });

async function dribbles({ port }: TestServer, head: string, ask: () => ReturnType<ApiClient['get']>): Promise<void> {
  for (const [what, start] of Object.entries({ 'in its headers': head.slice(0, -4), 'in its body': `${head}{` })) {
    const connection = await rawConnection(port);
    connection.write(start);
    let ended = false;
    const answer = connection.response().finally(() => {
      ended = true;
    });
    let answered = 0;
    // A byte after each answer that the others get: slow, and never silent.
    for (; !ended; answered++) {
      assert.equal((await ask()).status, 200, what);
      connection.write(what === 'in its headers' ? 'a' : ' ');
    }
    const response = await answer;
    assert.equal(response?.status, 408, what);
    assert.equal(JSON.parse(response.body).error.code, 'invalid_request', what);
    assert.equal(await connection.response(), null, `${what}: the connection ends`);
    assert.ok(answered > 1, `${what}: others were answered meanwhile`);
  }
}
