import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VapiClient } from '@vapi-ai/server-sdk';
import { maxSessions } from '../../simulator/limits.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import type { Session } from '../../simulator/session.ts';
import { TooManySessions } from '../../simulator/sessions.ts';
import { manualClock } from '../support/clock.ts';
import { control } from './control.ts';
import { callTo, manualSimulator, messagesTo, officialClient } from './support.ts';
import { officialTexts, statusUrl, textSimulator, textTo } from './text-support.ts';

const callsOf = (session: Session): readonly unknown[] => session.calls.all().map(({ callId }) => callId);

test('a call belongs to the session that has the number, though the service knows nothing of sessions', async (t) => {
  const simulator = await manualSimulator(t);
  const [a, b] = [simulator.openSession({ name: 'a' }), simulator.openSession({ name: 'b' })];
  const { calls } = officialClient(simulator);
  await calls.create(callTo(a.scenarios.numberFor('busy'), simulator, 'call_a'));
  const placed = await calls.create(callTo(b.scenarios.numberFor('never-ends', 99), simulator, 'call_b'));
  await calls.create(callTo(numberFor('busy', 4_999), simulator, 'call_first'));
  assert.deepEqual([callsOf(a), callsOf(b), callsOf(simulator)], [['call_a'], ['call_b'], ['call_first']]);
  assert.deepEqual(
    [a, b, simulator].map(({ ledger }) => ledger.read().totals.dials),
    [1, 1, 1],
  );

  // What the service asks next names the call alone.
  assert.ok('id' in placed);
  assert.equal((await calls.get({ id: placed.id })).name, 'call_b');
  const all = await calls.list();
  assert.deepEqual(all.map(({ name }) => name).toSorted(), ['call_a', 'call_b', 'call_first'], 'an account has one list');
  await b.advance(60_000);
  assert.equal((await fetch(`${simulator.vapiUrl}/${placed.id}/control`, { method: 'POST', body: '{"type":"end-call"}' })).status, 200);
  await b.runUntilIdle();
  assert.equal(b.calls.find(placed.id)?.status, 'ended');
  assert.equal((await fetch(`${simulator.url}/recordings/${placed.id}.wav`)).status, 200);
  assert.equal(a.calls.all()[0]?.status, 'queued', 'time moves in one session only');
});

test('a text belongs to the session that has the number, and so does what its contact answers', async (t) => {
  const simulator = await textSimulator(t);
  const a = simulator.openSession({ name: 'a' });
  a.setTextInboundUrl(a.receiverUrl('inbound'));
  const text = textTo(a.textScenarios.numberFor('replies-stop'), simulator);
  const { sid } = await officialTexts(simulator).messages.create({ ...text, statusCallback: statusUrl(simulator) });
  await a.runUntilIdle();
  assert.equal((await officialTexts(simulator).messages(sid).fetch()).status, 'delivered');
  assert.deepEqual([a.texts.all().length, simulator.texts.all().length], [2, 0]);
  assert.equal(a.receivers.find('inbound')?.received, 1);
  assert.equal(simulator.receivers.find('inbound'), undefined);
  // Who said STOP said it in that session.
  await assert.rejects(officialTexts(simulator).messages.create(text), { code: 21610 });
  assert.equal((await officialTexts(simulator).messages.list()).length, 2);
});

test('receivers, faults, timeline, ledger, exchanges and expectations are each session’s own', async (t) => {
  const simulator = await manualSimulator(t);
  const [a, b] = [simulator.openSession({ name: 'a' }), simulator.openSession({ name: 'b' })];
  for (const session of [simulator, a]) session.receivers.create('crm', { programme: session === a ? '201' : '202' });
  a.faults.add({ link: 'receivers', answer: '503', after: 1 });
  const deliver = async (url: string): Promise<number> => (await fetch(url, { method: 'POST', body: '{"event":"call.completed"}' })).status;
  const statuses = [];
  for (const session of [a, a, b, simulator]) statuses.push(await deliver(session.receiverUrl('crm')));
  assert.deepEqual(statuses, [201, 503, 200, 202]);
  assert.deepEqual(
    [a, b, simulator].map(({ ledger }) => ledger.read().totals.deliveriesReceived),
    [2, 1, 1],
  );
  assert.deepEqual(
    [a, b, simulator].map(({ exchanges }) => exchanges.all().length),
    [2, 1, 1],
  );
  await a.expectDelivery({ receiver: 'crm', event: 'call.completed' });
  assert.ok(!b.timeline.entries.some(({ kind }) => kind === 'fault'));
  b.reset();
  assert.equal(a.receivers.find('crm')?.received, 2);
  await assert.rejects(b.expectDelivery({}), /None has come at all/);
});

test('over HTTP a session is named by a header or by the path, to the control API and to the providers', async (t) => {
  const simulator = await manualSimulator(t);
  const opened = await control(simulator, 'POST', '/sessions', { name: 'checkout', seed: 11 }, 201);
  const session = { url: `${simulator.url}/sessions/checkout` };
  assert.deepEqual(opened, {
    session: {
      ...{ name: 'checkout', url: session.url, vapiUrl: `${session.url}/vapi`, twilioUrl: `${session.url}/twilio` },
      ...{ seed: 11, numbers: { first: 5_000, last: 5_099 } },
    },
  });
  await control(simulator, 'POST', '/receivers', { name: 'crm', programme: '500' }, { status: 201, session: 'checkout' });
  const { receivers } = (await control(session, 'GET', '/receivers')) as { receivers: { url: string }[] };
  assert.deepEqual(
    receivers.map(({ url }) => url),
    [`${session.url}/receivers/crm`],
  );
  assert.deepEqual(await control(simulator, 'GET', '/receivers'), { receivers: [] });
  assert.equal((await fetch(`${session.url}/receivers/crm`, { method: 'POST', body: '{}' })).status, 500);

  // A number outside every session: the name alone says whose call it is.
  const byPath = new VapiClient({ token: 'simulated', baseUrl: `${session.url}/vapi` });
  const byHeader = officialClient(simulator);
  await byPath.calls.create(callTo('+14155550100', simulator, 'call_path'));
  await byHeader.calls.create(callTo('+14155550100', simulator, 'call_header'), { headers: { 'x-sim-session': 'checkout' } });
  const { calls } = (await control(session, 'GET', '/calls')) as { calls: { callId: string }[] };
  assert.deepEqual(calls.map(({ callId }) => callId).toSorted(), ['call_header', 'call_path']);
  assert.deepEqual(await control(simulator, 'GET', '/calls'), { calls: [] });

  const scenario = 'scenarios: [{name: mine, steps: [{after: 1s, state: ringing}, {after: 1s, state: ended}]}]';
  await control(session, 'POST', '/scenarios', scenario, 201);
  const named = async (of: { url: string }) =>
    ((await control(of, 'GET', '/scenarios')) as { scenarios: { name: string }[] }).scenarios.some(({ name }) => name === 'mine');
  assert.deepEqual([await named(session), await named(simulator)], [true, false]);
});

test('a session that is closed is gone with its calls, and an unknown one is answered 404', async (t) => {
  const simulator = await manualSimulator(t);
  const session = simulator.openSession({ name: 'a' });
  await officialClient(simulator).calls.create(callTo(session.scenarios.numberFor('busy'), simulator));
  const stream = await fetch(`${session.url}/timeline/stream`);
  await control(simulator, 'DELETE', '/sessions/a', undefined, 204);
  assert.match(await stream.text(), /event: dial/, 'whoever follows its timeline is told that it ends');
  await control(simulator, 'DELETE', '/sessions/a', undefined, 404);
  await control(session, 'GET', '/calls', undefined, 404);
  await control(simulator, 'GET', '/ledger', undefined, { status: 404, session: 'a' });
  assert.equal((await fetch(session.receiverUrl('crm'), { method: 'POST', body: '{}' })).status, 404);
  assert.deepEqual(await control(simulator, 'GET', '/sessions'), { sessions: [] });
  await simulator.runUntilIdle();
  assert.deepEqual(messagesTo(simulator), []);
  // Its numbers are the first session's again.
  await officialClient(simulator).calls.create(callTo(numberFor('busy', 5_000), simulator, 'call_2'));
  assert.deepEqual(callsOf(simulator), ['call_2']);
});

test('no more sessions are open at once than there are numbers for, and no two of one name', async (t) => {
  const simulator = await manualSimulator(t);
  for (let n = 0; n < maxSessions; n++) await control(simulator, 'POST', '/sessions', {}, 201);
  await control(simulator, 'POST', '/sessions', {}, 409);
  await control(simulator, 'DELETE', '/sessions/session-3', undefined, 204);
  await control(simulator, 'POST', '/sessions', { name: 'session-4' }, 409);
  await control(simulator, 'POST', '/sessions', { name: '../calls' }, 400);
  await control(simulator, 'POST', '/sessions', { name: 'again' }, 201);
  const { sessions } = (await control(simulator, 'GET', '/sessions')) as { sessions: { numbers: { first: number; last: number } }[] };
  assert.equal(new Set(sessions.map(({ numbers }) => numbers.first)).size, maxSessions);
  assert.ok(sessions.every(({ numbers }) => numbers.first >= 5_000 && numbers.last <= 9_999));
});

test('a session without a name gets one that is free', async (t) => {
  const simulator = await manualSimulator(t);
  for (const name of ['session-1', 'session-3']) simulator.openSession({ name });
  const opened = [simulator.openSession(), simulator.openSession()].map(({ name }) => name);
  assert.deepEqual(opened, ['session-2', 'session-4']);
});

test('a session that was asked nothing for an hour makes room where all are taken, and no other does', async (t) => {
  const clock = manualClock();
  const simulator = await manualSimulator(t, { clock });
  for (let n = 0; n < maxSessions; n++) simulator.openSession({ name: `s${n}` });
  clock.advance(3_599);
  assert.throws(() => simulator.openSession({ name: 'next' }), TooManySessions);
  await control(simulator, 'GET', '/ledger', undefined, { session: 's0' });
  clock.advance(1);
  simulator.openSession({ name: 'next' });
  await control(simulator, 'GET', '/ledger', undefined, { session: 's0' });
  await control(simulator, 'GET', '/ledger', undefined, { status: 404, session: 's1' });
  await control(simulator, 'GET', '/ledger', undefined, { session: 's2' });
});

test('two sessions with one seed make calls and texts of different ids', async (t) => {
  const simulator = await textSimulator(t);
  const both = [simulator.openSession({ seed: 3 }), simulator.openSession({ seed: 3 })];
  for (const session of both) {
    await session.receiveText({ from: '+14155550142', to: '+14155550100', body: 'Hello.' });
    const client = new VapiClient({ token: 'simulated', baseUrl: session.vapiUrl });
    await client.calls.create(callTo('+14155550142', simulator));
  }
  assert.notEqual(both[0]?.texts.all()[0]?.sid, both[1]?.texts.all()[0]?.sid);
  assert.notEqual(both[0]?.calls.all()[0]?.id, both[1]?.calls.all()[0]?.id);
});
