import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import type { Simulator } from '../../simulator/simulator.ts';
import { listenFor } from '../support/api.ts';
import { simulatorFor } from '../support/simulator.ts';
import { ask, textOf } from './ask.ts';

/** Who may ask the service through the console, for what, and what never comes back. */

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

async function service(t: TestContext): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (message, response) => {
    const { method = '', url = '' } = message;
    asked.push({ method, url, authorization: message.headers.authorization, body: await textOf(message) });
    response.writeHead(url.endsWith('/end') ? 404 : 200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  return { url: (await listenFor(t, server)).origin, asked };
}

async function linked(t: TestContext): Promise<{ simulator: Simulator; asked: Asked[] }> {
  const { url, asked } = await service(t);
  const simulator = await simulatorFor(t, {
    service: { url, apiKey: 'the-key', operatorUrl: url, operatorToken: 'the-token', tenantId: 'ten_1' },
  });
  return { simulator, asked };
}

const ourPage = { 'x-ringpost-page': '1' };

test('the page asks the service with a key that it never sees', async (t) => {
  const { simulator, asked } = await linked(t);
  const placed = await ask(simulator, 'POST', '/console/calls', { ...ourPage, origin: simulator.url }, '{"agentId":"a"}');
  assert.deepEqual([placed.status, placed.text], [200, '{"ok":true}']);
  await ask(simulator, 'POST', '/console/texts', ourPage, '{"to":"+15560010001"}');
  await ask(simulator, 'POST', '/console/deliveries/019b8399/retry', ourPage);
  assert.deepEqual(asked, [
    { method: 'POST', url: '/api/v1/public/calls', authorization: 'Bearer the-key', body: '{"agentId":"a"}' },
    { method: 'POST', url: '/api/v1/operator/tenants/ten_1/messages', authorization: 'Bearer the-token', body: '{"to":"+15560010001"}' },
    { method: 'POST', url: '/api/v1/public/webhook-deliveries/019b8399/retry', authorization: 'Bearer the-key', body: '' },
  ]);
  const refused = await ask(simulator, 'POST', '/console/calls/call_1/end', ourPage);
  assert.equal(refused.status, 404, 'what the service refuses is passed on');
  const view = await ask(simulator, 'GET', '/console/service', ourPage);
  assert.equal(JSON.parse(view.text).service.canText, true);
  assert.doesNotMatch(view.text, /the-key|the-token/);
});

for (const [who, headers] of Object.entries({
  'another page (CSRF)': { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  'another page of an old browser': { origin: 'https://evil.example' },
  'a page on another port of this machine': { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' },
  'a sandboxed frame': { origin: 'null', 'sec-fetch-site': 'cross-site' },
  'a link that somebody followed': { 'sec-fetch-site': 'none' },
  'a picture in our page': { 'sec-fetch-site': 'same-origin' },
  'who is no browser': {},
}))
  test(`${who} is refused by the relay, and the service never hears of it`, async (t) => {
    const { simulator, asked } = await linked(t);
    for (const [method, path] of [
      ['POST', '/console/calls'],
      ['POST', '/console/clock/advance'],
      ['GET', '/console/agents'],
      ['GET', '/console/service'],
    ] as const) {
      const { status, text } = await ask(simulator, method, path, headers, method === 'POST' ? '{}' : '');
      assert.equal(status, 403, path);
      assert.equal(JSON.parse(text).error.code, 'not_same_origin');
    }
    assert.deepEqual(asked, []);
  });

test('no page links the console to a service, ours neither; a program does', async (t) => {
  const { simulator, asked } = await linked(t);
  const { url } = await service(t);
  const link = JSON.stringify({ url, apiKey: 'another' });
  for (const headers of [ourPage, { origin: simulator.url }])
    assert.equal((await ask(simulator, 'PUT', '/console/service', headers as Record<string, string>, link)).status, 403);
  assert.equal((await ask(simulator, 'PUT', '/console/service', {}, '{"url":"ftp://somewhere"}')).status, 400);
  assert.equal((await ask(simulator, 'PUT', '/console/service', {}, '{"url":"http://a.test","key":"x"}')).status, 400);
  const answer = await ask(simulator, 'PUT', '/console/service', {}, link);
  assert.deepEqual(JSON.parse(answer.text).service, { url, operatorUrl: null, canCall: true, canOperate: false, canText: false });
  assert.equal((await ask(simulator, 'GET', '/console/clock', ourPage)).status, 409, 'the token went with the old link');
  assert.deepEqual(asked, []);
});

test('only what the console needs is relayed', async (t) => {
  const { simulator, asked } = await linked(t);
  for (const [method, path] of [
    ['GET', '/console/webhooks'],
    ['DELETE', '/console/calls/call_1'],
    ['GET', '/console/calls/..%2fagents'],
    ['GET', '/console/calls/%2e%2e'],
    ['POST', '/console/calls/call_1/end/more'],
    ['GET', '/console/deliveries/a/b'],
    ['GET', '/console/'],
  ] as const)
    assert.equal((await ask(simulator, method, path, ourPage)).status, 404, path);
  assert.deepEqual(asked, []);
});

test('without a service, or one that is gone, the page learns what is missing', async (t) => {
  const simulator = await simulatorFor(t);
  const none = await ask(simulator, 'POST', '/console/calls', ourPage, '{}');
  assert.equal(none.status, 409);
  assert.match(none.text, /--service-url and --service-key/);
  await ask(simulator, 'PUT', '/console/service', {}, '{"url":"http://127.0.0.1:1","apiKey":"k"}');
  const gone = await ask(simulator, 'POST', '/console/calls', ourPage, '{}');
  assert.equal(gone.status, 502);
  assert.match(gone.text, /linked_service_unreachable.*http:\/\/127\.0\.0\.1:1 did not answer/);
});

test('the page allows itself nothing from elsewhere', async (t) => {
  const simulator = await simulatorFor(t);
  const page = await ask(simulator, 'GET', '/', {});
  assert.equal(page.status, 200);
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; script-src 'self'; style-src 'self'/);
  assert.doesNotMatch(String(page.headers['content-security-policy']), /unsafe|data:|\*/);
  assert.doesNotMatch(page.text, /https?:|<script>|style=|onclick/);
  for (const path of ['console.js', 'console.css', 'icon.svg'])
    assert.equal((await ask(simulator, 'GET', `/console/${path}`, {})).status, 200);
});
