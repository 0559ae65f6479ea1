import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VapiError } from '@vapi-ai/server-sdk';
import { numberFor } from '../../simulator/scenarios.ts';
import { callTo, manualSimulator, messagesTo, officialClient, today, wordOf } from './support.ts';

test("the provider's own client places a call and reads it at each step of its life", async (t) => {
  const simulator = await manualSimulator(t);
  const { calls } = officialClient(simulator);
  const placed = await calls.create(callTo(numberFor('answered-interested'), simulator));
  assert.ok('id' in placed);
  assert.equal(placed.status, 'queued');
  assert.equal(placed.name, 'call_1');
  assert.equal(placed.createdAt, today.toISOString());
  await simulator.advance(1_000);
  assert.equal((await calls.get({ id: placed.id })).status, 'ringing');
  await simulator.runUntilIdle();
  const ended = await calls.get({ id: placed.id });
  assert.equal(ended.status, 'ended');
  assert.equal(ended.endedReason, 'customer-ended-call');
  assert.match(ended.artifact?.transcript ?? '', /^AI: .+\nUser: .+\n/);
  assert.equal(ended.analysis?.structuredData?.['outcome'], 'INTERESTED');
  const talkedMs = Date.parse(ended.endedAt ?? '') - Date.parse(ended.startedAt ?? '');
  assert.ok(talkedMs >= 12_000 && talkedMs <= 30_000, `talked for ${talkedMs} ms`);
});

test('the list is filtered and paged as the provider does', async (t) => {
  let minute = 0;
  const clock = { now: () => new Date(today.getTime() + minute * 60_000), realNow: () => today };
  const simulator = await manualSimulator(t, { clock });
  const { calls } = officialClient(simulator);
  for (; minute < 5; minute++) await calls.create(callTo(numberFor('busy', minute), simulator, `call_${minute}`));
  const firstPage = await calls.list({ limit: 2 });
  assert.deepEqual(
    firstPage.map(({ name }) => name),
    ['call_4', 'call_3'],
  );
  const secondPage = await calls.list({ limit: 2, createdAtLt: firstPage[1]?.createdAt ?? '' });
  assert.deepEqual(
    secondPage.map(({ name }) => name),
    ['call_2', 'call_1'],
  );
  const since = new Date(today.getTime() + 4 * 60_000).toISOString();
  assert.deepEqual(
    (await calls.list({ createdAtGe: since })).map(({ name }) => name),
    ['call_4'],
  );
  assert.deepEqual(await calls.list({ assistantId: 'another' }), []);
});

test('a wrong key and an incomplete call are refused, and nobody is dialled', async (t) => {
  const simulator = await manualSimulator(t);
  const unauthorized = await fetch(`${simulator.vapiUrl}/call`, { method: 'POST', headers: { authorization: 'Bearer wrong' }, body: '{}' });
  assert.equal(unauthorized.status, 401);
  const { calls } = officialClient(simulator);
  const isRefused = (error: unknown): boolean => error instanceof VapiError && error.statusCode === 400;
  await assert.rejects(calls.create({ name: 'call_1' }), isRefused);
  const call = callTo(numberFor('busy'), simulator);
  for (const other of [{ schedulePlan: { earliestAt: '2031-01-15T09:30:00Z' } }, { customers: [{ number: call.customer.number }] }])
    await assert.rejects(calls.create({ ...call, ...other }), isRefused, Object.keys(other).join());
  for (const limits of [{ maxDurationSeconds: 9 }, { maxDurationSeconds: 1e15 }, { silenceTimeoutSeconds: -1 }])
    for (const name of ['assistant', 'assistantOverrides'])
      await assert.rejects(calls.create({ ...call, [name]: limits }), isRefused, `${name} ${JSON.stringify(limits)}`);
  await assert.rejects(calls.get({ id: 'nobody' }), (error) => error instanceof VapiError && error.statusCode === 404);
  assert.equal(simulator.ledger.read().totals.dials, 0);
});

test("the provider's own client, left to its defaults, dials three times when the provider fails after dialling", async (t) => {
  const simulator = await manualSimulator(t);
  withoutItsWaits(t);
  const { calls } = officialClient(simulator);
  const call = callTo(numberFor('provider-error-after-dialling'), simulator);
  await assert.rejects(calls.create(call), (error) => error instanceof VapiError && error.statusCode === 500);
  const { totals, calls: accounts } = simulator.ledger.read();
  assert.equal(totals.dials, 3);
  assert.equal(totals.duplicateDials, 2);
  assert.equal(accounts[0]?.callId, 'call_1');
  assert.equal(new Set(accounts[0]?.providerCallIds).size, 3);
});

test('with its retries off the same client dials once, and the call goes on all the same', async (t) => {
  const simulator = await manualSimulator(t);
  const { calls } = officialClient(simulator);
  const call = callTo(numberFor('provider-error-after-dialling'), simulator);
  await assert.rejects(calls.create(call, { maxRetries: 0 }));
  await simulator.runUntilIdle();
  assert.equal(simulator.ledger.read().totals.dials, 1);
  assert.deepEqual(messagesTo(simulator).map(wordOf), ['ringing', 'in-progress', 'ended', 'report']);
  assert.equal((await calls.list())[0]?.name, 'call_1');
});

test('end-call hangs up a call in progress, and neither one that still rings nor one that is over', async (t) => {
  const simulator = await manualSimulator(t);
  const { calls } = officialClient(simulator);
  const placed = await calls.create(callTo(numberFor('never-ends'), simulator));
  assert.ok('id' in placed);
  const controlUrl = placed.monitor?.controlUrl ?? '';
  assert.equal(controlUrl, `${simulator.vapiUrl}/${placed.id}/control`);
  const endCall = async (): Promise<number> => (await fetch(controlUrl, { method: 'POST', body: '{"type":"end-call"}' })).status;
  await simulator.advance(1_000);
  assert.equal(await endCall(), 400);
  await simulator.advance(3_600_000);
  assert.equal((await calls.get({ id: placed.id })).status, 'in-progress');
  assert.equal(await endCall(), 200);
  await simulator.runUntilIdle();
  assert.equal((await calls.get({ id: placed.id })).endedReason, 'manually-canceled');
  assert.deepEqual(messagesTo(simulator).map(wordOf), ['ringing', 'in-progress', 'ended', 'report']);
  assert.equal(await endCall(), 404);
});

test('end-call wants a key where the call says so, and a saved assistant is controlled where the call says so', async (t) => {
  const simulator = await manualSimulator(t);
  const { calls } = officialClient(simulator);
  const { assistantId, assistantOverrides, ...call } = callTo(numberFor('never-ends'), simulator);
  const { monitorPlan: _, ...silent } = assistantOverrides;
  const place = async (request: Parameters<typeof calls.create>[0]) => {
    const placed = await calls.create(request);
    assert.ok('id' in placed);
    await simulator.advance(60_000);
    return { address: `${simulator.vapiUrl}/${placed.id}/control`, controlUrl: placed.monitor?.controlUrl };
  };
  const endCall = async (address: string, headers = {}) =>
    (await fetch(address, { method: 'POST', headers, body: '{"type":"end-call"}' })).status;
  const keyed = await place({
    ...call,
    assistantId,
    assistantOverrides: { monitorPlan: { controlEnabled: true, controlAuthenticationEnabled: true } },
  });
  assert.equal(keyed.controlUrl, keyed.address);
  assert.deepEqual([await endCall(keyed.address), await endCall(keyed.address, { authorization: 'Bearer simulated' })], [401, 200]);
  for (const request of [
    { ...call, assistantId, assistantOverrides: silent },
    { ...call, assistant: { monitorPlan: { controlEnabled: false } } },
  ]) {
    const { controlUrl, address } = await place(request);
    assert.deepEqual([controlUrl, await endCall(address)], [undefined, 404]);
  }
  assert.notEqual((await place({ ...call, assistant: {} })).controlUrl, undefined);
});

/** The client waits a second and then two between its attempts. Its time limit of a minute stays. */
function withoutItsWaits(t: import('node:test').TestContext): void {
  const real = globalThis.setTimeout;
  const hurried = (task: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): NodeJS.Timeout =>
    real(task, ms >= 500 && ms <= 5_000 ? 0 : ms, ...args);
  t.mock.method(globalThis, 'setTimeout', hurried as typeof setTimeout);
}

test('a schema without a type, or with a list of others than strings, is refused with the words of the provider, wherever it stands', async (t) => {
  const simulator = await manualSimulator(t);
  const { calls } = officialClient(simulator);
  const call = callTo(numberFor('busy'), simulator);
  const placed = (extraction: object) => {
    const { schema } = call.assistantOverrides.analysisPlan.structuredDataPlan;
    const structuredDataPlan = { enabled: true, schema: { ...schema, properties: { ...schema.properties, extraction } } };
    return calls.create({
      ...call,
      assistantOverrides: { ...call.assistantOverrides, analysisPlan: { structuredDataPlan } },
    } as unknown as typeof call);
  };
  await assert.rejects(placed({ type: 'object', properties: { a: { anyOf: [{ type: 'string' }] } } }), /a\.type must be one of/);
  await assert.rejects(
    placed({ type: 'object', properties: { a: { type: 'integer', enum: [1] } } }),
    /a\.each value in enum must be a string/,
  );
  await assert.rejects(placed({ type: 'array', items: { $ref: '#' } }), /extraction\.items\.type must be one of/);
  await placed({ type: 'object', properties: { a: { type: ['string', 'null'], anyOf: [{ type: 'string' }] } } });
  assert.equal(simulator.ledger.read().totals.dials, 1);
});

test('the recording is given out to the holder of the key, over a redirect', async (t) => {
  const simulator = await manualSimulator(t);
  const { calls } = officialClient(simulator);
  const { id } = (await calls.create(callTo(numberFor('answered-interested'), simulator))) as { id: string };
  const ask = (authorization: string) =>
    fetch(`${simulator.vapiUrl}/call/${id}/mono-recording`, { headers: { authorization }, redirect: 'manual' });
  assert.deepEqual([(await ask('Bearer wrong')).status, (await ask('Bearer simulated')).status], [401, 404]);
  await simulator.runUntilIdle();
  const answer = await ask('Bearer simulated');
  assert.equal(answer.status, 302);
  assert.equal((await fetch(answer.headers.get('location') ?? '')).headers.get('content-type'), 'audio/wav');
});
