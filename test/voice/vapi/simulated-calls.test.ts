import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, beforeEach, test } from 'node:test';
import { numberFor } from '../../../simulator/scenarios.ts';
import { startSimulator } from '../../../simulator/simulator.ts';
import { type CallRow, findCall } from '../../../src/calls/calls.ts';
import { endCall } from '../../../src/calls/end-call.ts';
import { receiveVapiCallback } from '../../../src/calls/receive-vapi-callback.ts';
import { fetchRecordingOnce } from '../../../src/recordings/fetch-recording.ts';
import { vapiProvider } from '../../../src/voice/vapi/vapi-provider.ts';
import { calls, place, placed, type Ready, readyToCall } from '../../calls/calling.ts';
import { published } from '../../calls/telling.ts';
import { listenOfFile } from '../../support/api.ts';
import { type TestContext, testContext } from '../../support/context.ts';
import { endpoint, trigger } from '../../support/fixtures.ts';
import { reconcileCalls } from '../../support/reconcile-calls.ts';
import { requestFor } from '../../support/requests.ts';
import { timeLimit } from '../../support/time-limit.ts';
import { until } from '../../support/until.ts';

/** The adapter and the whole of progress on Vapi's wire, spoken by the simulator: place, callbacks, polls, hang-up, recording. */

let ready: Ready;

const callbacks = createServer(async (request, response) => {
  const status = await receiveVapiCallback(context, {
    path: {},
    query: {},
    about: { requestId: 'test' },
    url: request.url ?? '',
    headers: request.headers,
    rawBody: await buffer(request),
  }).then(
    (reply) => reply.status,
    () => 500,
  );
  response.writeHead(status).end();
});
const { origin: publicUrl } = await listenOfFile(callbacks);

const simulator = await startSimulator({
  seed: 7,
  speed: 'manual',
  clock: { now: () => fake.clock.realNow(), realNow: () => fake.clock.realNow() },
});
after(() => simulator.stop());
const fake = await testContext({ env: { VAPI_BASE_URL: simulator.vapiUrl, PUBLIC_URL: publicUrl } });
const voice = vapiProvider({ config: fake.config, clock: fake.clock, guard: fake.guard });
after(async () => {
  await voice.close();
  await fake.close();
});
// The fixtures want the fake's handles, and nothing here uses them.
const context: TestContext = { ...fake, voice: { ...fake.voice, ...voice } };
beforeEach(async () => {
  await context.db.knex.raw('truncate tenants, webhook_events, webhook_deliveries, event_keys, wallet_ledger cascade');
  simulator.reset();
  ready = await readyToCall(context);
  const { id } = await endpoint(context, ready.who.tenantId, { url: 'https://crm.test/hook' });
  await trigger(context, ready.who.tenantId, id);
});

/** Lets the story and our clock run side by side, and does the background work that falls due. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i += 5) {
    await simulator.advance(5_000);
    context.clock.advance(5);
    await fetchRecordingOnce(context);
    await reconcileCalls(context);
  }
}

async function callTo(scenario: string): Promise<CallRow> {
  const { id } = await placed(context, ready, { phoneNumber: numberFor(scenario) });
  await pass(120);
  const call = await findCall(context.db.knex, ready.who.tenantId, id);
  assert.ok(call);
  return call;
}

const stories: readonly [string, string, string, boolean][] = [
  ['answered-interested', 'completed', 'INTERESTED', true],
  ['callback-requested', 'completed', 'CALLBACK', true],
  ['no-answer', 'no_answer', 'NO_ANSWER', false],
  ['busy', 'busy', 'BUSY', false],
  ['voicemail', 'completed', 'VOICEMAIL', true],
  ['carrier-error', 'failed', 'FAILED', false],
  ['callbacks-lost', 'completed', 'INTERESTED', true],
  ['callbacks-twice', 'completed', 'INTERESTED', true],
  ['callbacks-out-of-order', 'completed', 'INTERESTED', true],
];
for (const [scenario, status, outcome, talked] of stories) {
  test(`${scenario} ends ${status}, ${outcome}, with one event`, async () => {
    const call = await callTo(scenario);
    assert.deepEqual([call.status, call.outcome], [status, outcome]);
    assert.equal(call.duration_seconds !== null && call.duration_seconds > 3, talked);
    assert.equal(call.recording_state, talked ? 'stored' : 'none');
    assert.equal((await published(context)).length, 1);
  });
}

test('a call that was asked to be called back says when', async () => {
  const call = await callTo('callback-requested');
  assert.equal(call.callback?.note, 'Tomorrow morning.');
});

test('an extraction comes back in the agent’s schema, and one that lacks a field does not', async () => {
  const schema = JSON.stringify({ type: 'object', required: ['budget'], properties: { budget: { type: 'number' } } });
  await context.db.knex('agents').update({ extraction_schema: schema });
  const whole = await callTo('answered-interested');
  assert.equal(typeof JSON.parse(whole.extraction ?? 'null')?.budget, 'number');
  const lacking = await callTo('extraction-missing-field');
  assert.deepEqual(
    [lacking.extraction, lacking.extraction_error],
    [null, "the extracted data does not fit the schema: / must have required property 'budget'"],
  );
  const nothing = await callTo('extraction-timed-out');
  assert.deepEqual([nothing.extraction, nothing.extraction_error, nothing.outcome], [null, 'provider returned no structured data', null]);
});

test('a call that never ends is hung up by us, and is completed, ended-by-api', async () => {
  const live = await callTo('never-ends');
  assert.equal(live.status, 'in-progress');
  const reply = await endCall(context, ready.who, requestFor(live.id));
  assert.deepEqual(reply, { status: 200, body: { id: live.id, status: 'ending' } });
  await pass(20);
  const ended = await findCall(context.db.knex, ready.who.tenantId, live.id);
  assert.deepEqual([ended?.status, ended?.ended_reason, ended?.outcome], ['completed', 'ended-by-api', 'INTERESTED']);
});

test('a call of an assistant that is kept at Vapi with its control off is hung up too', async () => {
  await context.db.knex('agents').update({ provider_agent_id: 'assistant-1' });
  const live = await callTo('never-ends');
  assert.deepEqual(await endCall(context, ready.who, requestFor(live.id)), { status: 200, body: { id: live.id, status: 'ending' } });
  await pass(20);
  const ended = await findCall(context.db.knex, ready.who.tenantId, live.id);
  assert.deepEqual([ended?.status, ended?.ended_reason], ['completed', 'ended-by-api']);
});

test('an end asked for while it rings is sent when it is answered', async () => {
  const { id } = await placed(context, ready, { phoneNumber: numberFor('never-ends', 1) });
  await simulator.advance(1_000);
  await endCall(context, ready.who, requestFor(id));
  await pass(30);
  const ended = await findCall(context.db.knex, ready.who.tenantId, id);
  assert.deepEqual([ended?.status, ended?.ended_reason], ['completed', 'ended-by-api']);
});

for (const scenario of ['provider-error-after-dialling', 'provider-timeout-after-dialling']) {
  test(`${scenario}: the call goes on, is dialled once, and has its event`, async (t) => {
    const { end } = timeLimit(t);
    const placing = place(context, ready, { phoneNumber: numberFor(scenario) }).catch(() => {});
    await until('it is dialled', async () => simulator.calls.all().length === 1);
    if (scenario === 'provider-timeout-after-dialling') end();
    await placing;
    t.mock.restoreAll();
    await pass(180);
    const [call, ...others] = await calls(context);
    assert.deepEqual([call?.status, others.length], ['completed', 0]);
    assert.equal(simulator.calls.all().length, 1);
    assert.equal((await published(context)).length, 1);
  });
}

for (const scenario of ['provider-refuses', 'provider-rate-limits']) {
  test(`${scenario}: nothing is left of the call`, async () => {
    await assert.rejects(place(context, ready, { phoneNumber: numberFor(scenario) }));
    assert.deepEqual(await calls(context), []);
  });
}
