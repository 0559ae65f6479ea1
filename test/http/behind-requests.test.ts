import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPublicServer } from '../../src/http/server.ts';
import { publicSurface } from '../../src/http/surfaces.ts';
import { api, listen } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { apiKey, tenant } from '../support/fixtures.ts';
import { rawConnection, requestText } from '../support/socket.ts';
import { until } from '../support/until.ts';

/** Whole requests with something behind them: bytes of a client that counts its body wrong or ends it with a NUL, or the end of what it sends. */

const context = await contextOfFile();
const key = (await apiKey(context, (await tenant(context)).id)).text;
const headers = { Authorization: `Bearer ${key}` };
const whole = (more: Readonly<Record<string, string>> = {}): string =>
  requestText('GET /api/v1/public/agents', headers) + requestText('GET /api/v1/public/webhooks', { ...headers, ...more });
const chunks = { ...headers, 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };

for (const [what, sent, answered] of [
  ['a stray byte', `${whole()}\0`, [200, 200, 400]],
  ['what is not HTTP', `${whole()}hello\r\n\r\n`, [200, 200, 400]],
  ['a body that breaks off in a chunk', whole() + requestText('POST /api/v1/public/webhooks', chunks, 'zz'), [200, 200, 400]],
  ['a byte after the last request of its connection', `${whole({ Connection: 'close' })}x`, [200, 200]],
  ['the end of what is sent', whole(), [200, 200]],
  ['the end of what is sent, in the middle of a request', `${whole()}GET /`, [200, 200, 400]],
] as const) {
  test(`requests in front of ${what} get their own answers, and a refusal comes after them`, async () => {
    let isRead = false;
    const surface = publicSurface(context, {
      async listAgents() {
        await until('what is behind has been read', async () => isRead);
        return { status: 200, body: { agents: [] } };
      },
      listWebhookEndpoints: async () => ({ status: 200, body: { endpoints: [] } }),
    });
    const server = await listen(createPublicServer(context, surface));
    const connection = await rawConnection(server.port);
    connection.write(sent);
    if (what.startsWith('the end')) connection.closeHalf();
    // Another connection is answered by the time that the bytes of this one have been read.
    await api(server.origin, key).get('/webhooks');
    isRead = true;
    const statuses: number[] = [];
    for (let next = await connection.response(); next; next = await connection.response()) statuses.push(next.status);
    assert.deepEqual(statuses, answered);
    await server.close();
  });
}

test('a connection has at most sixteen requests that wait behind the one that is served', async () => {
  let isOpen = false;
  const surface = publicSurface(context, {
    async listAgents() {
      await until('all requests have come', async () => isOpen);
      return { status: 200, body: { agents: [] } };
    },
  });
  const server = await listen(createPublicServer(context, surface));
  for (const [sent, answered] of [
    [17, 17],
    [18, 0],
  ] as const) {
    isOpen = false;
    const connection = await rawConnection(server.port);
    connection.write(requestText('GET /api/v1/public/agents', headers).repeat(sent));
    // Another connection is answered by the time that the bytes of this one have been read.
    await api(server.origin, key).get('/webhooks');
    isOpen = true;
    let got = 0;
    while (await connection.response()) if (++got === answered) break;
    assert.equal(got, answered);
    connection.end();
  }
  await server.close();
});

test('a connection goes on that never has more than sixteen requests waiting, however many it sends', async () => {
  let answers = 0;
  const surface = publicSurface(context, {
    async listAgents() {
      // The second answer comes when all that may wait behind it have been read.
      if (answers++ === 1) await until('the rest has come', async () => isSent);
      return { status: 200, body: { agents: [] } };
    },
  });
  const server = await listen(createPublicServer(context, surface));
  const connection = await rawConnection(server.port);
  const request = requestText('GET /api/v1/public/agents', headers);
  let isSent = false;
  connection.write(request.repeat(17));
  assert.equal((await connection.response())?.status, 200);
  connection.write(request);
  await api(server.origin, key).get('/webhooks');
  isSent = true;
  for (let n = 0; n < 17; n++) assert.equal((await connection.response())?.status, 200);
  connection.end();
  await server.close();
});

test('what comes behind a body of unclear length is not served', async () => {
  let isServed = false;
  const surface = publicSurface(context, {
    async listAgents() {
      isServed = true;
      return { status: 200, body: { agents: [] } };
    },
  });
  const server = await listen(createPublicServer(context, surface));
  const connection = await rawConnection(server.port);
  const unclear = requestText('POST /api/v1/public/webhooks', { ...chunks, 'Transfer-Encoding': 'gzip, chunked' }, '0\r\n\r\n');
  connection.write(unclear + requestText('GET /api/v1/public/agents', headers));
  assert.equal((await connection.response())?.status, 400);
  assert.equal(await connection.response(), null);
  await api(server.origin, key).get('/webhooks');
  assert.equal(isServed, false);
  await server.close();
});
