import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { listenFor } from '../support/api.ts';
import { simulatorFor } from '../support/simulator.ts';

/** A service that answers what it is told to, and remembers what it was asked. */
async function service(t: TestContext, status: number, body: string) {
  const asked: { url: string | undefined; authorization: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    asked.push({ url: request.url, authorization: request.headers.authorization, body: text });
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req_1' }).end(body);
  });
  return { url: (await listenFor(t, server)).origin, asked };
}

async function through(t: TestContext, url: string) {
  const simulator = await simulatorFor(t, { service: { url } });
  return simulator;
}

const refused = JSON.stringify({ error: { code: 'invalid_api_key', message: 'No.' } });

test('the public API is passed on as it is, with the caller’s key, and stands in timeline and HAR without it', async (t) => {
  const { url, asked } = await service(t, 401, refused);
  const simulator = await through(t, url);
  const answer = await fetch(`${simulator.url}/service/api/v1/public/calls?dry=1`, {
    method: 'POST',
    headers: { authorization: 'Bearer the-key', 'content-type': 'application/json' },
    body: '{"agentId":"agent_1"}',
  });
  assert.deepEqual([answer.status, answer.headers.get('x-request-id'), await answer.text()], [401, 'req_1', refused]);
  assert.deepEqual(asked, [{ url: '/api/v1/public/calls?dry=1', authorization: 'Bearer the-key', body: '{"agentId":"agent_1"}' }]);
  const [request, reply] = simulator.timeline.entries;
  assert.deepEqual(
    [request?.kind, reply?.kind, reply?.['answered'], reply?.causedBy],
    ['service.request', 'service.answer', 401, request?.seq],
  );
  const [exchange] = simulator.exchanges.all();
  assert.deepEqual([exchange?.status, exchange?.answer], [401, refused]);
});

test('an answer that breaks the public document fails the verification, one that keeps it does not', async (t) => {
  const { url } = await service(t, 200, '{"calls":7}');
  const simulator = await through(t, url);
  await (await fetch(`${simulator.url}/service/api/v1/public/agents`)).arrayBuffer();
  assert.throws(() => simulator.verify(), /1 of 1 broke the contract\. Entry \d+: the answer 200 to GET \/api\/v1\/public\/agents: /);
});

test('nothing but the public API is passed on, and nothing without a service', async (t) => {
  const { url, asked } = await service(t, 200, '{}');
  const simulator = await through(t, url);
  for (const path of ['/healthz', '/api/v1/operator/tenants', '/api/v1/public/../operator/tenants'])
    assert.equal((await fetch(`${simulator.url}/service${path}`)).status, 404, path);
  assert.deepEqual(asked, []);
  const alone = await simulatorFor(t);
  assert.equal((await fetch(`${alone.url}/service/api/v1/public/agents`)).status, 409);
});

test('an answer is held against the document also where client and service would compress it', async (t) => {
  const server = createServer((request, response) => {
    const isCompressed = request.headers['accept-encoding']?.includes('gzip') === true;
    response.writeHead(200, { 'content-type': 'application/json', ...(isCompressed && { 'content-encoding': 'gzip' }) });
    response.end(isCompressed ? gzipSync('{"agents":[]}') : '{"agents":[]}');
  });
  const simulator = await through(t, (await listenFor(t, server)).origin);
  const answer = await fetch(`${simulator.url}/service/api/v1/public/agents`, { headers: { 'accept-encoding': 'gzip' } });
  assert.deepEqual(await answer.json(), { agents: [] });
  assert.equal(simulator.verify(), 1);
});
