import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import {
  defaultSessionLimits,
  keptPerPage,
  maxBodyBytes,
  maxListed,
  namedSessionLimits,
  type SessionLimits,
} from '../../simulator/limits.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import type { Session } from '../../simulator/session.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import { ask } from './ask.ts';
import { control } from './control.ts';
import { callTo, manualSimulator, officialClient } from './support.ts';
import { accountSid, authToken, officialTexts, textTo } from './text-support.ts';

const limited = (t: TestContext, limits: Partial<SessionLimits>): Promise<Simulator> =>
  manualSimulator(t, { limits, twilioAccountSid: accountSid, twilioAuthToken: authToken });

const deliver = async (session: Session, receiver: string, body = '{}', deliveryId?: string): Promise<number> => {
  const headers = deliveryId === undefined ? {} : { 'x-webhook-delivery-id': deliveryId };
  return (await fetch(session.receiverUrl(receiver), { method: 'POST', body, headers })).status;
};

/** One test for each bound, so that a bound without a test does not compile. */
const tests: Record<keyof SessionLimits, (t: TestContext) => Promise<void>> = {
  async receivers(t) {
    const simulator = await limited(t, { receivers: 2 });
    for (const name of ['a', 'b']) await control(simulator, 'POST', '/receivers', { name }, 201);
    await control(simulator, 'POST', '/receivers', { name: 'c' }, 409);
    await control(simulator, 'POST', '/receivers', { name: 'b', programme: '500' }, 201);
    assert.equal(await deliver(simulator, 'c'), 409);
  },
  async deliveriesPerReceiver(t) {
    const simulator = await limited(t, { deliveriesPerReceiver: 2 });
    for (let n = 0; n < 3; n++) await deliver(simulator, 'crm');
    const crm = simulator.receivers.find('crm');
    assert.deepEqual([crm?.received, crm?.deliveries.map(({ number }) => number)], [3, [2, 3]]);
  },
  async attemptsPerReceiver(t) {
    const simulator = await limited(t, { attemptsPerReceiver: 2 });
    for (const id of ['a', 'b', 'b', 'c', 'a']) await deliver(simulator, 'crm', '{}', id);
    const attempts = simulator.receivers.find('crm')?.deliveries.map(({ attempt }) => attempt);
    assert.deepEqual(attempts, [1, 1, 2, 1, 1], 'of an id long gone the count starts again');
  },
  async deliveryBytes(t) {
    const simulator = await limited(t, { deliveryBytes: 250 });
    for (const receiver of ['a', 'a', 'b', 'b']) await deliver(simulator, receiver, 'x'.repeat(100));
    assert.deepEqual(
      simulator.receivers.all().map(({ deliveries }) => deliveries.length),
      [1, 1],
    );
  },
  async calls(t) {
    const simulator = await limited(t, { calls: 2 });
    const { calls } = officialClient(simulator);
    for (const name of ['call_1', 'call_2']) await calls.create(callTo(numberFor('busy'), simulator, name));
    await assert.rejects(calls.create(callTo(numberFor('busy'), simulator, 'call_3'), { maxRetries: 0 }), { statusCode: 429 });
    await simulator.runUntilIdle();
    await calls.create(callTo(numberFor('busy'), simulator, 'call_4'));
    assert.deepEqual(
      simulator.calls.all().map(({ callId }) => callId),
      ['call_4', 'call_2'],
    );
    await control(simulator, 'POST', '/scenarios', 'scenarios: [{name: no-report, steps: [{state: ringing}, {state: ended}]}]', 201);
    for (const name of ['call_5', 'call_6', 'call_7']) {
      await simulator.runUntilIdle();
      await calls.create(callTo(simulator.scenarios.numberFor('no-report'), simulator, name), { maxRetries: 0 });
    }
  },
  async texts(t) {
    const simulator = await limited(t, { texts: 2 });
    const { messages } = officialTexts(simulator);
    for (const id of ['msg_1', 'msg_2']) await messages.create(textTo(textNumberFor('delivered'), simulator, id));
    await assert.rejects(messages.create(textTo(textNumberFor('delivered'), simulator, 'msg_3')), { status: 429 });
    await simulator.runUntilIdle();
    await messages.create(textTo(textNumberFor('delivered'), simulator, 'msg_4'));
    assert.deepEqual(
      simulator.texts.all().map(({ messageId }) => messageId),
      ['msg_4', 'msg_2'],
    );
  },
  async optOuts(t) {
    const simulator = await limited(t, { optOuts: 1 });
    for (const from of ['+15560010001', '+15560010002']) await simulator.receiveText({ from, to: '+14155550100', body: 'STOP' });
    const { messages } = officialTexts(simulator);
    await messages.create(textTo('+15560010001', simulator));
    await assert.rejects(messages.create(textTo('+15560010002', simulator)), { code: 21610 });
  },
  async timelineEntries(t) {
    const simulator = await limited(t, { timelineEntries: 10 });
    for (let n = 0; n < 105; n++) simulator.timeline.add('reset');
    assert.ok(simulator.timeline.entries.length < 20);
    assert.equal(simulator.timeline.entries.at(-1)?.seq, 105);
  },
  async exchanges(t) {
    const simulator = await limited(t, { exchanges: 2 });
    for (const body of ['1', '2', '3']) await deliver(simulator, 'crm', body);
    assert.deepEqual(
      simulator.exchanges.all().map(({ body }) => body),
      ['2', '3'],
    );
  },
  async exchangeBytes(t) {
    const simulator = await limited(t, { exchangeBytes: 100_000 });
    for (const letter of ['a', 'b', 'c']) await deliver(simulator, 'crm', letter.repeat(200_000));
    assert.deepEqual(
      simulator.exchanges.all().map(({ body }) => [body[0], body.length]),
      [['c', 65_536]],
    );
  },
  async runRequests(t) {
    const simulator = await limited(t, { runRequests: 1 });
    for (const name of ['call_1', 'call_2']) await officialClient(simulator).calls.create(callTo(numberFor('busy'), simulator, name));
    assert.deepEqual(
      simulator.runs.export().requests.map(({ body }) => JSON.parse(body).name),
      ['call_1'],
    );
  },
  async runBytes(t) {
    const simulator = await limited(t, { runBytes: 1_000 });
    for (const name of ['call_1', 'call_2']) await officialClient(simulator).calls.create(callTo(numberFor('busy'), simulator, name));
    assert.equal(simulator.runs.export().requests.length, 1);
  },
  async faults(t) {
    const simulator = await limited(t, { faults: 1 });
    await control(simulator, 'POST', '/faults', { link: 'voice', answer: '503' }, 201);
    await control(simulator, 'POST', '/faults', { link: 'voice', answer: '503' }, 409);
  },
  async breaches(t) {
    const simulator = await limited(t, { breaches: 1 });
    for (const id of ['a', 'b']) await deliver(simulator, 'crm', '{}', id);
    assert.deepEqual([simulator.breaches.checked, simulator.breaches.found.length], [2, 1]);
  },
  async ledgerPages(t) {
    const simulator = await limited(t, { ledgerPages: 1 });
    for (const name of ['call_1', 'call_2']) await officialClient(simulator).calls.create(callTo(numberFor('busy'), simulator, name));
    const { totals, complete, calls } = simulator.ledger.read();
    assert.deepEqual([totals.dials, complete, calls.length], [2, false, 1]);
  },
  async streams(t) {
    const simulator = await limited(t, { streams: 1 });
    const reading = new AbortController();
    await fetch(`${simulator.url}/timeline/stream`, { signal: reading.signal });
    await control(simulator, 'GET', '/timeline/stream', undefined, 409);
  },
};

for (const [name, body] of Object.entries(tests)) test(`bounded: ${name}`, body);

test('of one event the ledger knows so many deliveries, of one call so many dials, and it goes on counting them', async (t) => {
  const { ledger } = await manualSimulator(t);
  const event = { event: 'lead.qualified', subject: 'contact_1' };
  for (let n = 0; n <= keptPerPage; n++) {
    ledger.calls.begun('call_1', `provider-${n}`);
    ledger.deliveryReceived({ ...event, deliveryId: `delivery-${n}` });
  }
  const { totals, complete, calls, events } = ledger.read();
  assert.deepEqual([totals.deliveriesReceived, events[0]?.deliveries.length, complete], [keptPerPage + 1, keptPerPage, false]);
  assert.deepEqual([totals.duplicateDials, calls[0]?.dials, calls[0]?.providerCallIds.length], [keptPerPage, keptPerPage + 1, keptPerPage]);
});

test('a body beyond the bound is refused, whoever sends it, and not kept', async (t) => {
  const simulator = await manualSimulator(t);
  assert.equal(await deliver(simulator, 'crm', 'x'.repeat(maxBodyBytes + 1)), 413);
  assert.equal(await deliver(simulator, 'crm', 'x'.repeat(maxBodyBytes)), 200);
  assert.equal(simulator.receivers.find('crm')?.received, 1);
});

test('a call whose body is nested too deeply to be written again is refused, and spoils no list', async (t) => {
  const simulator = await manualSimulator(t);
  const place = (depth: number): Promise<number> => {
    const deep = `${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}`;
    const body = JSON.stringify({ ...callTo(numberFor('busy'), simulator), metadata: 0 }).replace('"metadata":0', `"metadata":${deep}`);
    return ask(simulator, 'POST', '/vapi/call', withKey, body).then(({ status }) => status);
  };
  const withKey = { authorization: 'Bearer simulated', 'content-type': 'application/json' };
  assert.deepEqual([await place(1_000), await place(1_001), await place(100_000)], [201, 400, 400]);
  const { status, text } = await ask(simulator, 'GET', '/vapi/call', withKey);
  assert.deepEqual([status, (JSON.parse(text) as unknown[]).length], [200, 1]);
});

test('an answer to a callback that has no end is read so far and no further', async (t) => {
  const simulator = await manualSimulator(t);
  simulator.receivers.create('callbacks', { programme: 'endless*' });
  await officialClient(simulator).calls.create(callTo(numberFor('busy'), simulator));
  await simulator.runUntilIdle();
  assert.equal(simulator.calls.all()[0]?.status, 'ended');
});

test('a list shows so many calls', async (t) => {
  const simulator = await manualSimulator(t);
  await officialClient(simulator).calls.create(callTo(numberFor('busy'), simulator));
  const [call] = simulator.calls.all();
  t.mock.method(simulator.calls, 'all', () => Array.from({ length: maxListed + 1 }, () => call));
  const { calls } = (await control(simulator, 'GET', '/calls')) as { calls: unknown[] };
  assert.equal(calls.length, maxListed);
});

test('a session of its own remembers less than the first, of everything', () => {
  for (const [name, bound] of Object.entries(namedSessionLimits))
    assert.ok(bound < defaultSessionLimits[name as keyof SessionLimits], name);
});
