import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { http } from 'msw';
import { setupServer } from 'msw/node';
import { type Client, createClient, RefusedError } from '../../sdk/client.ts';
import { events } from '../../sdk/generated/fixtures.ts';
import { fetchReceiver } from '../../sdk/receivers/fetch.ts';
import { type EventName, type MockOptions, mockProviders, mockRingpost, sendEvent } from '../../sdk/testing/msw.ts';
import type { VerifiedDelivery } from '../../sdk/webhooks.ts';
import { numberFor } from '../../simulator/index.ts';

const baseUrl = 'https://ringpost.test/api/v1/public';
const receiverUrl = 'https://crm.test/hooks';

/** The API and a receiver, both in this process. `fails`: how many deliveries are answered 503 first. */
function system(t: TestContext, options: MockOptions = {}, fails = 0) {
  const ringpost = mockRingpost(options);
  const got: VerifiedDelivery[] = [];
  const seen: Headers[] = [];
  let [secret, left] = ['', fails];
  const server = setupServer(
    ...ringpost.handlers,
    http.all(receiverUrl, ({ request }) => {
      seen.push(request.headers);
      if (left-- > 0) return new Response(null, { status: 503 });
      return fetchReceiver({ secret, onDelivery: (delivery) => void got.push(delivery) })(request);
    }),
  );
  server.listen({ onUnhandledRequest: 'error' });
  t.after(() => server.close());
  const client = createClient({ baseUrl, apiKey: ringpost.apiKey, maxTries: 1 });
  const subscribe = async (...names: readonly EventName[]): Promise<void> => {
    const { endpoint } = await client.createWebhookEndpoint({ name: 'CRM', url: receiverUrl });
    secret = endpoint.signingSecret;
    for (const eventType of names) await client.createAutomationTrigger({ name: eventType, eventType, webhookEndpointId: endpoint.id });
  };
  return { ringpost, client, got, seen, subscribe };
}

const place = async (client: Client, scenario: string, more: object = {}) =>
  (await client.placeCall({ agentId: 'agt_demo', phoneNumber: numberFor(scenario), ...more })).call;

/** The code that a promise is refused with. */
const refusal = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => assert.fail('It was not refused.'),
    (error: unknown) => (error instanceof RefusedError ? error.code : assert.fail(String(error))),
  );

const ask = (method: string, path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${baseUrl}${path}`, { method, ...init, headers: { authorization: 'Bearer rp_test_mock', ...init.headers } });

// biome-ignore lint/suspicious/noExplicitAny: the mock holds its answers against the document.
const bodyOf = (response: Response): Promise<any> => response.json();

const codeOf = async (response: Response): Promise<unknown> => [response.status, (await bodyOf(response)).error.code];

test('a call plays the story of its number, and its events reach a receiver of the same process, signed', async (t) => {
  const schema = { type: 'object', properties: { budget: { type: 'number' } }, required: ['budget'] };
  const { ringpost, client, got, subscribe } = system(t, { agents: [{ id: 'agt_demo', extractionSchema: schema }] });
  await subscribe('call.completed', 'lead.qualified');
  const placed = await place(client, 'answered-interested', { metadata: { lead: 7 } });
  assert.deepEqual([placed.status, placed.outcome], ['queued', null]);
  const ended = await client.waitForCall(placed.id);
  assert.deepEqual([ended.status, ended.outcome, ended.endedReason], ['completed', 'INTERESTED', 'customer-ended-call']);
  assert.equal(typeof ended.extraction?.['budget'], 'number');
  await ringpost.runUntilIdle();
  assert.deepEqual(
    (await client.listCalls()).calls.map(({ id, outcome }) => [id, outcome]),
    [[placed.id, 'INTERESTED']],
  );
  const bodies = got.map(({ event }) => event);
  assert.deepEqual(bodies.map(({ event }) => event).sort(), ['call.completed', 'lead.qualified']);
  const completed = bodies.find((each) => each.event === 'call.completed');
  assert.ok(completed && 'call_id' in completed.data && 'metadata' in completed.data);
  assert.deepEqual([completed.data.call_id, completed.data.metadata], [placed.id, { lead: 7 }]);
});

test('an endpoint with Standard Webhooks gets their headers too', async (t) => {
  const { ringpost, client, seen } = system(t);
  const made = await client.createWebhookEndpoint({ name: 'CRM', url: receiverUrl, standardWebhooks: true });
  assert.equal(made.endpoint.standardWebhooks, true);
  const { trigger } = await client.createAutomationTrigger({
    name: 'Calls',
    eventType: 'call.completed',
    webhookEndpointId: made.endpoint.id,
  });
  const { id } = await client.testAutomationTrigger({ id: trigger.id });
  await ringpost.runUntilIdle();
  assert.equal(seen[0]?.get('x-webhook-delivery-id'), id);
  assert.equal(seen[0]?.get('webhook-id'), seen[0]?.get('x-webhook-delivery-id'));
  assert.match(seen[0]?.get('webhook-signature') ?? '', /^v1,/);
});

test('endings are those of the contract', async (t) => {
  const { client } = system(t);
  for (const [scenario, status, outcome] of [
    ['busy', 'busy', 'BUSY'],
    ['no-answer', 'no_answer', 'NO_ANSWER'],
    ['voicemail', 'completed', 'VOICEMAIL'],
    ['carrier-error', 'failed', 'FAILED'],
    ['callbacks-lost', 'completed', 'INTERESTED'],
  ] as const) {
    const { id } = await place(client, scenario);
    const { call } = await client.readCall({ id });
    assert.deepEqual([call.status, call.outcome], [status, outcome], scenario);
  }
});

test('with manual time nothing happens by itself, and a call that still rings is hung up when it is answered', async (t) => {
  const { ringpost, client } = system(t, { time: 'manual', now: new Date('2026-11-20T12:00:00Z') });
  const { id } = await place(client, 'never-ends');
  const statusNow = async () => (await client.readCall({ id })).call.status;
  assert.equal(await statusNow(), 'queued');
  await ringpost.advance(1_000);
  assert.equal(await statusNow(), 'ringing');
  assert.deepEqual(await client.endCall({ id }), { id, status: 'ending' });
  await ringpost.runUntilIdle();
  const { call } = await client.readCall({ id });
  assert.deepEqual([call.status, call.endedReason, call.createdAt], ['completed', 'ended-by-api', '2026-11-20T12:00:00.000Z']);
  assert.deepEqual(await client.endCall({ id }), { id, status: 'completed' });
});

test('the checks of a call come in their order', async (t) => {
  const { client } = system(t, {
    agents: [
      { id: 'agt_demo', requiredVariables: ['name'] },
      { id: 'agt_off', isActive: false },
    ],
    limits: { concurrentCalls: 1 },
  });
  const input = { agentId: 'agt_demo', phoneNumber: numberFor('never-ends'), variables: { name: '' } };
  assert.equal(await refusal(client.placeCall({ agentId: 'nobody', phoneNumber: '555' })), 'invalid_phone_number');
  assert.equal(await refusal(client.placeCall({ ...input, agentId: 'agt_off', variables: {} })), 'agent_not_found');
  assert.equal(await refusal(client.placeCall({ ...input, variables: {}, fromPhoneNumberId: 'x' })), 'missing_variables');
  assert.equal(await refusal(client.placeCall({ ...input, fromPhoneNumberId: 'x' })), 'phone_number_not_found');
  assert.equal(await refusal(client.placeCall({ ...input, variables: { name: 'x'.repeat(5_000) } })), 'invalid_request');
  await client.placeCall(input);
  assert.equal(await refusal(client.placeCall(input)), 'concurrent_limit_exceeded');
});

test('an idempotency key replays its answer, and refuses another body', async (t) => {
  const { client } = system(t);
  const first = await place(client, 'busy', { idempotencyKey: 'one' });
  assert.deepEqual(await place(client, 'busy', { idempotencyKey: 'one' }), first);
  assert.equal(await refusal(place(client, 'no-answer', { idempotencyKey: 'one' })), 'idempotency_conflict');
});

test('a call that the provider dialled is found, and of one that it may have dialled the fate is unknown', async (t) => {
  const { ringpost, client } = system(t, { time: 'manual', keys: { other: ['calls:place'] } });
  for (const scenario of ['provider-error-after-dialling', 'provider-timeout-after-dialling']) {
    const { id } = await place(client, scenario, { idempotencyKey: scenario });
    assert.equal((await place(client, scenario, { idempotencyKey: scenario })).id, id);
    await ringpost.runUntilIdle();
    assert.equal((await client.readCall({ id })).call.outcome, 'INTERESTED');
  }
  const detailsOf = (scenario: string, more: object = {}) =>
    place(client, scenario, more).then(
      () => assert.fail('It was placed.'),
      (error: RefusedError) => error.details as { readonly fate: string; readonly callId?: string },
    );
  assert.deepEqual(await detailsOf('provider-refuses'), { fate: 'not_dialled' });
  assert.deepEqual(await detailsOf('provider-rate-limits'), { fate: 'not_dialled' });

  const asked = { idempotencyKey: 'key' };
  const { fate, callId: id = '' } = await detailsOf('provider-error-before-dialling', asked);
  assert.equal(fate, 'unknown');
  assert.equal((await client.readCall({ id })).call.status, 'queued');
  // Until the fate is known the key stands for the call.
  assert.deepEqual(await detailsOf('provider-error-before-dialling', asked), { fate, callId: id });
  assert.equal(await refusal(place(client, 'busy', asked)), 'idempotency_conflict');
  assert.equal(await refusal(place(client, 'provider-error-before-dialling', { ...asked, agentId: 'nobody' })), 'idempotency_conflict');
  const other = createClient({ baseUrl, apiKey: 'other', maxTries: 1 });
  await place(other, 'busy', asked);
  await ringpost.runUntilIdle();
  const { call } = await client.readCall({ id });
  assert.deepEqual([call.status, call.outcome, call.endedReason, call.durationSeconds], ['failed', 'FAILED', 'not-dialled', null]);
  assert.notEqual((await detailsOf('provider-error-before-dialling', asked)).callId, id);
});

test('two requests at once with one idempotency key place one call', async (t) => {
  const { client } = system(t);
  const [one, two] = await Promise.all([
    place(client, 'busy', { idempotencyKey: 'one' }),
    place(client, 'busy', { idempotencyKey: 'one' }),
  ]);
  assert.deepEqual(one, two);
  const endpoint = () => client.createWebhookEndpoint({ name: 'CRM', url: receiverUrl, idempotencyKey: 'two' });
  assert.deepEqual(...((await Promise.all([endpoint(), endpoint()])) as [unknown, unknown]));
  assert.equal((await client.listWebhookEndpoints()).endpoints.length, 1);
});

test('the service’s own rules hold: schemas at every level, the headers of an endpoint, numbers as they were written', async (t) => {
  const { client } = system(t);
  const schema = { type: 'object', properties: { deep: { type: 'currency' } } };
  assert.equal(await refusal(client.setExtractionSchema({ id: 'agt_demo', schema })), 'invalid_extraction_schema');
  const headers = { 'X-Team': 'sales', Host: 'elsewhere' };
  const { endpoint } = await client.createWebhookEndpoint({ name: 'CRM', url: receiverUrl, headers });
  assert.deepEqual(endpoint.headers, { 'X-Team': 'sales' });
  const body = `{"agentId":"agt_demo","phoneNumber":"${numberFor('busy')}","variables":{"price":1.0,"b":1,"a":2}}`;
  const placed = await ask('POST', '/calls', { headers: { 'content-type': 'application/json' }, body });
  assert.match(await placed.text(), /"variables":\{"price":1\.0,"b":1,"a":2\}/);
});

test('budgets are shown, run out, and come back after a minute', async (t) => {
  const { ringpost, client } = system(t, { time: 'manual', limits: { readsPerMinute: 2 } });
  await client.listAgents();
  assert.deepEqual([client.rateLimits.read?.limit, client.rateLimits.read?.remaining], [2, 1]);
  await client.listAgents();
  await ringpost.advance(20_000);
  const limited = await ask('GET', '/agents');
  assert.equal(limited.headers.get('retry-after'), '40');
  assert.deepEqual(await codeOf(limited), [429, 'rate_limited']);
  await ringpost.advance(40_000);
  await client.listAgents();
});

test('a failing delivery keeps the schedule, lands after six attempts, and can be sent again', async (t) => {
  const { ringpost, client, got, subscribe } = system(t, { time: 'manual' }, 6);
  await subscribe('sms.received');
  ringpost.publish('sms.received');
  await ringpost.advance(0);
  const newest = async () => (await client.listWebhookDeliveries()).deliveries[0] ?? assert.fail('There is no delivery.');
  const waiting = await newest();
  assert.deepEqual([waiting.status, waiting.attempts, waiting.responseStatus], ['retrying', 1, 503]);
  assert.equal(await refusal(client.retryWebhookDelivery({ id: waiting.id })), 'invalid_request');
  const delayMs = Date.parse(waiting.nextRetryAt ?? '') - Date.parse(waiting.lastAttemptAt ?? '');
  assert.ok(delayMs >= 45_000 && delayMs <= 75_000);
  await ringpost.runUntilIdle();
  const { status, attempts } = await newest();
  assert.deepEqual([status, attempts], ['failed', 6]);
  assert.equal((await client.retryWebhookDelivery({ id: waiting.id })).status, 'success');
  assert.deepEqual(
    got.map(({ deliveryId }) => deliveryId),
    [waiting.id],
  );
  const { payload, attemptLog } = await client.readWebhookDelivery({ id: waiting.id });
  assert.equal(payload.event, 'sms.received');
  assert.deepEqual(
    attemptLog.map(({ n, status, errorClass }) => [n, status, errorClass]),
    [...[1, 2, 3, 4, 5, 6].map((n) => [n, 503, 'http_5xx']), [7, 204, null]],
  );
});

test('deliveries come in pages, a filter narrows a trigger, and deleting an endpoint takes its triggers along', async (t) => {
  const { ringpost, client, got, subscribe } = system(t);
  await subscribe('call.completed');
  const [trigger] = (await client.listAutomationTriggers()).triggers;
  const endpointId = trigger?.webhookEndpointId ?? '';
  const conditions = { outcome: ['BUSY'] };
  await client.createAutomationTrigger({ name: 'busy', eventType: 'call.completed', webhookEndpointId: endpointId, conditions });
  for (const scenario of ['busy', 'no-answer']) await place(client, scenario);
  await ringpost.runUntilIdle();
  assert.equal(got.length, 3);
  const page = await client.listWebhookDeliveries({ status: 'success', limit: 2, page: 2 });
  assert.deepEqual([page.deliveries.length, page.pagination], [1, { page: 2, limit: 2, total: 3, totalPages: 2 }]);
  const badFilter = { name: 'x', eventType: 'sms.received', webhookEndpointId: endpointId, conditions } as const;
  assert.equal(await refusal(client.createAutomationTrigger(badFilter)), 'invalid_conditions');
  assert.match((await client.listWebhookEndpoints()).endpoints[0]?.signingSecret ?? '', /^\*{60}[0-9a-f]{4}$/);
  await client.deleteWebhookEndpoint({ id: endpointId });
  assert.deepEqual(await client.listAutomationTriggers(), { triggers: [] });
});

test('a refusal that no request brings about can be planned, once', async (t) => {
  const { ringpost, client } = system(t);
  ringpost.refuseNext('placeCall', 'insufficient_balance');
  assert.equal(await refusal(place(client, 'busy')), 'insufficient_balance');
  await place(client, 'busy');
  // A client would take the mock's own failure for one of the service, and ask again.
  assert.throws(() => ringpost.refuseNext('readCall', 'missing_variables'), /no missing_variables for readCall/);
  ringpost.reset();
  assert.equal(await refusal(client.readCall({ id: 'call_00000000000000000000000001' })), 'call_not_found');
});

test('each of the five events is sent by command, and what is none is not', async (t) => {
  const secret = 'a'.repeat(64);
  const got: string[] = [];
  const receive = fetchReceiver({ secret, onDelivery: ({ event }) => void got.push(event.event) });
  const server = setupServer(http.all(receiverUrl, ({ request }) => receive(request)));
  server.listen({ onUnhandledRequest: 'error' });
  t.after(() => server.close());
  const names = ['call.completed', 'sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'] as const;
  for (const name of names) assert.equal((await sendEvent(name, { url: receiverUrl, secret })).status, 204);
  await sendEvent(events.pipelineStage, { url: receiverUrl, secret, method: 'PUT' });
  assert.deepEqual(got, [...names, 'lead.qualified']);
  assert.equal((await sendEvent('sms.failed', { url: receiverUrl, secret, at: new Date(Date.now() - 3_600_000) })).status, 401);
  const { call_id: _, ...incomplete } = events.interested.data;
  // @ts-expect-error: what the types refuse the document refuses too.
  await assert.rejects(sendEvent({ ...events.interested, data: incomplete }, { url: receiverUrl, secret }), /call_id/);
});

/** The providers in process, until the test is over. */
function providersFor(t: TestContext, options?: Parameters<typeof mockProviders>[0]) {
  const providers = mockProviders(options);
  const server = setupServer(...providers.handlers);
  server.listen({ onUnhandledRequest: 'error' });
  t.after(async () => {
    server.close();
    await providers.stop();
  });
  return providers;
}

test('the providers answer in process as well', async (t) => {
  const providers = providersFor(t);
  const headers = { authorization: 'Bearer simulated', 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'one', assistant: {}, phoneNumberId: 'pn_1', customer: { number: numberFor('busy') } });
  const placed = await fetch('https://api.vapi.ai/call', { method: 'POST', headers, body });
  const { id } = await bodyOf(placed);
  await providers.advance(60_000);
  const read = await fetch(`https://api.vapi.ai/call/${id}`, { headers });
  assert.equal((await bodyOf(read)).endedReason, 'customer-busy');
  assert.equal(providers.ledger.read().totals.dials, 1);
});

test('a call of the mocked provider is hung up and listened to at the addresses that it names', async (t) => {
  const vapiUrl = 'https://vapi.test/api';
  const providers = providersFor(t, { vapiUrl });
  const headers = { authorization: 'Bearer simulated', 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'one', assistant: {}, phoneNumberId: 'pn_1', customer: { number: numberFor('never-ends') } });
  const { id, monitor } = await bodyOf(await fetch(`${vapiUrl}/call`, { method: 'POST', headers, body }));
  await providers.advance(60_000);
  const ended = await fetch(monitor.controlUrl, { method: 'POST', headers, body: JSON.stringify({ type: 'end-call' }) });
  assert.equal(ended.status, 200);
  await providers.runUntilIdle();
  const { endedReason, artifact } = await bodyOf(await fetch(`${vapiUrl}/call/${id}`, { headers }));
  assert.equal(endedReason, 'manually-canceled');
  for (const url of [artifact.recordingUrl, `${vapiUrl}/call/${id}/mono-recording`]) {
    const recording = await fetch(url, { headers });
    assert.equal(recording.headers.get('content-type'), 'audio/wav');
    assert.equal(Buffer.from(await recording.arrayBuffer()).toString('latin1', 0, 4), 'RIFF');
  }
});
