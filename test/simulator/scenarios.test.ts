import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { newScenarios, numberFor, scenarioOf, scenarios } from '../../simulator/scenarios.ts';
import { numbersOf } from '../../simulator/session-numbers.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import { timeLimit } from '../support/time-limit.ts';
import { callTo, type Message, manualSimulator, messagesTo, nextEntry, officialClient, today, wordOf } from './support.ts';

const answered = ['ringing', 'in-progress', 'ended', 'report'];
const unanswered = ['ringing', 'ended', 'report'];

interface Expected {
  readonly callbacks: readonly string[];
  readonly endedReason: string;
  readonly outcome?: string;
}

const expectations: Readonly<Record<string, Expected>> = {
  'answered-interested': { callbacks: answered, endedReason: 'customer-ended-call', outcome: 'INTERESTED' },
  'answered-not-interested': { callbacks: answered, endedReason: 'customer-ended-call', outcome: 'NOT_INTERESTED' },
  'callback-requested': { callbacks: answered, endedReason: 'customer-ended-call', outcome: 'CALLBACK' },
  'do-not-call': { callbacks: answered, endedReason: 'customer-ended-call', outcome: 'DNC' },
  'wrong-number': { callbacks: answered, endedReason: 'customer-ended-call', outcome: 'WRONG_NUMBER' },
  'not-the-owner': { callbacks: answered, endedReason: 'customer-ended-call', outcome: 'NOT_OWNER' },
  'no-answer': { callbacks: unanswered, endedReason: 'customer-did-not-answer' },
  busy: { callbacks: unanswered, endedReason: 'customer-busy' },
  voicemail: { callbacks: answered, endedReason: 'voicemail' },
  'carrier-error': { callbacks: unanswered, endedReason: 'twilio-failed-to-connect-call' },
  declined: { callbacks: unanswered, endedReason: 'vonage-rejected' },
  'invalid-number': { callbacks: unanswered, endedReason: 'twilio-reported-customer-misdialed' },
  'drops-mid-call': { callbacks: answered, endedReason: 'phone-call-provider-closed-websocket', outcome: 'INTERESTED' },
  // One line is fewer than an analysis takes.
  'silent-until-limit': { callbacks: answered, endedReason: 'silence-timed-out' },
  'talks-until-limit': { callbacks: answered, endedReason: 'exceeded-max-duration', outcome: 'INTERESTED' },
  'callbacks-late': { callbacks: answered, endedReason: 'customer-ended-call', outcome: 'INTERESTED' },
  'callbacks-twice': {
    callbacks: answered.flatMap((word) => [word, word]),
    endedReason: 'customer-ended-call',
    outcome: 'INTERESTED',
  },
  'callbacks-out-of-order': { callbacks: answered.toReversed(), endedReason: 'customer-ended-call', outcome: 'INTERESTED' },
};

for (const [name, expected] of Object.entries(expectations)) {
  test(`${name} sends ${expected.callbacks.join(', ')}`, async (t) => {
    const simulator = await manualSimulator(t);
    const messages = await play(simulator, name);
    assert.deepEqual(messages.map(wordOf), expected.callbacks);
    const report = messages.find(({ type }) => type === 'end-of-call-report');
    assert.equal(report?.endedReason, expected.endedReason);
    assert.equal(report?.analysis?.structuredData?.['outcome'], expected.outcome);
    assert.equal(report?.startedAt === undefined, !expected.callbacks.includes('in-progress'));
    assert.ok(messages.every(({ call }) => call.name === 'call_1'));
  });
}

test('every callback is signed over its exact bytes and the time of sending', async (t) => {
  const simulator = await manualSimulator(t, { webhookSecret: 'between us' });
  await play(simulator, 'answered-interested');
  const deliveries = simulator.receivers.find('callbacks')?.deliveries ?? [];
  assert.equal(deliveries.length, 4);
  for (const { headers, body } of deliveries) {
    assert.equal(headers['x-timestamp'], String(today.getTime() / 1_000));
    assert.equal(
      headers['x-signature'],
      createHmac('sha256', 'between us')
        .update(`${headers['x-timestamp']}.${body.toString('utf8')}`)
        .digest('hex'),
    );
  }
});

test('a caller that asks for the callback gets its time, and nobody else does', async (t) => {
  const simulator = await manualSimulator(t);
  const asked = reportOf(await play(simulator, 'callback-requested'));
  assert.deepEqual(asked['callback'], { requestedAt: '2030-01-16T09:30:00.000Z', note: 'Tomorrow morning.' });
  simulator.reset();
  assert.equal(reportOf(await play(simulator, 'answered-interested'))['callback'], undefined);
});

test('an extraction that misses a field misses one that the schema requires', async (t) => {
  const simulator = await manualSimulator(t);
  assert.deepEqual(Object.keys(reportOf(await play(simulator, 'answered-interested'))['extraction'] ?? {}), ['rooms', 'email']);
  simulator.reset();
  assert.deepEqual(Object.keys(reportOf(await play(simulator, 'extraction-missing-field'))['extraction'] ?? {}), ['email']);
});

test('an analysis that times out is just empty', async (t) => {
  const simulator = await manualSimulator(t);
  const report = (await play(simulator, 'extraction-timed-out')).at(-1);
  assert.ok(report?.analysis && !('structuredData' in report.analysis));
});

test('the long transcript has 10,001 characters and an emoji across the cut', async (t) => {
  const simulator = await manualSimulator(t);
  const transcript = (await play(simulator, 'long-transcript')).at(-1)?.artifact?.transcript ?? '';
  assert.equal([...transcript].length, 10_001);
  const ownCharacters = 10_000 - '...[truncated]'.length;
  assert.ok(!transcript.slice(0, ownCharacters).isWellFormed(), 'a blind cut leaves half a character');
});

test('late callbacks come 90 s after what they tell of, in order', async (t) => {
  const simulator = await manualSimulator(t);
  await place(simulator, 'callbacks-late');
  await simulator.advance(89_000);
  assert.deepEqual(messagesTo(simulator), []);
  assert.equal((await officialClient(simulator).calls.list())[0]?.status, 'ended');
  await simulator.advance(2_000);
  assert.deepEqual(messagesTo(simulator).map(wordOf), ['ringing']);
});

test('a caller who talks until the limit has talked for just so long, and a silent one for the limit of silence', async (t) => {
  const simulator = await manualSimulator(t);
  for (const [name, seconds] of [
    ['talks-until-limit', 600],
    ['silent-until-limit', 30],
  ] as const) {
    simulator.reset();
    const report = (await play(simulator, name)).at(-1);
    assert.equal(Date.parse(report?.endedAt ?? '') - Date.parse(report?.startedAt ?? ''), seconds * 1_000);
  }
});

test('lost callbacks are never sent, and the provider knows all the same how the call ended', async (t) => {
  const simulator = await manualSimulator(t);
  assert.deepEqual(await play(simulator, 'callbacks-lost'), []);
  assert.equal((await officialClient(simulator).calls.list())[0]?.status, 'ended');
});

test('a callback of a call may be answered as late as was told', async (t) => {
  const limit = timeLimit(t);
  const simulator = await manualSimulator(t, { callbackMs: 123_000 });
  assert.deepEqual((await play(simulator, 'busy')).map(wordOf), unanswered);
  assert.deepEqual(
    limit.askedMs,
    unanswered.map(() => 123_000),
  );
});

test('a provider that refuses, is overrun, or fails before dialling rings no telephone', async (t) => {
  const simulator = await manualSimulator(t);
  for (const [name, status] of [
    ['provider-refuses', 400],
    ['provider-rate-limits', 429],
    ['provider-error-before-dialling', 500],
  ] as const) {
    assert.equal((await place(simulator, name)).status, status);
  }
  await simulator.runUntilIdle();
  assert.equal(simulator.ledger.read().totals.dials, 0);
  assert.equal(simulator.receivers.find('callbacks'), undefined);
});

test('a provider that times out after dialling never answers, and rings', async (t) => {
  const simulator = await manualSimulator(t);
  const patience = new AbortController();
  const answer = place(simulator, 'provider-timeout-after-dialling', patience.signal);
  await nextEntry(simulator, 'dial');
  patience.abort();
  await assert.rejects(answer, { name: 'AbortError' });
  await simulator.runUntilIdle();
  assert.equal(simulator.ledger.read().totals.dials, 1);
  assert.deepEqual(messagesTo(simulator).map(wordOf), answered);
});

test('a provider that answers late does so after six seconds', async (t) => {
  const simulator = await manualSimulator(t);
  let status = 0;
  const answer = place(simulator, 'provider-answers-late').then((response) => {
    status = response.status;
  });
  await nextEntry(simulator, 'provider.answer');
  await simulator.advance(5_900);
  assert.equal(status, 0);
  await simulator.advance(200);
  await answer;
  assert.equal(status, 201);
});

test('callbacks that fail are sent again only where the call asks for it', async (t) => {
  const simulator = await manualSimulator(t);
  simulator.receivers.create('callbacks', { programme: '503' });
  assert.deepEqual((await play(simulator, 'busy')).map(wordOf), unanswered);
  simulator.reset();
  simulator.receivers.create('callbacks', { programme: '503' });
  const backoffPlan = { type: 'exponential', maxRetries: 2, baseDelaySeconds: 1 };
  assert.deepEqual((await play(simulator, 'busy', { backoffPlan })).map(wordOf), ['ringing', 'ringing', 'ended', 'report']);
});

test('callbacks have the headers and the time limit of the call, and none is repeated after a status that its plan excludes', async (t) => {
  const simulator = await manualSimulator(t);
  simulator.receivers.create('callbacks', { programme: '401,503' });
  const limits = t.mock.method(AbortSignal, 'timeout');
  const backoffPlan = { type: 'fixed', maxRetries: 1, baseDelaySeconds: 1, excludedStatusCodes: [401] };
  const server = { headers: { 'X-Vapi-Secret': 'between us' }, timeoutSeconds: 7, backoffPlan };
  assert.deepEqual((await play(simulator, 'busy', server)).map(wordOf), ['ringing', 'ended', 'ended', 'report']);
  assert.deepEqual(
    simulator.receivers.find('callbacks')?.deliveries.map(({ headers }) => headers['x-vapi-secret']),
    ['between us', 'between us', 'between us', 'between us'],
  );
  assert.equal(limits.mock.calls.filter((call) => call.arguments[0] === 7_000).length, 4);
});

test('each scenario has its own block of ten thousand numbers, and any other number is interested', () => {
  assert.equal(new Set(scenarios.map(({ block }) => block)).size, scenarios.length);
  for (const { name } of scenarios) {
    assert.equal(scenarioOf(numberFor(name, 0)).name, name);
    assert.equal(scenarioOf(numberFor(name, 9_999)).name, name);
  }
  assert.equal(scenarioOf('+4930123456').name, 'answered-interested');
  assert.equal(scenarioOf('+15559990000').name, 'answered-interested');
});

test('one seed tells one story: same times, same words, same data; another seed tells another', async (t) => {
  const stories = [];
  for (const seed of [1, 1, 2]) {
    const simulator = await manualSimulator(t, { seed });
    const report = (await play(simulator, 'answered-interested')).at(-1);
    stories.push(JSON.stringify(report).replaceAll(new URL(simulator.url).host, ''));
  }
  assert.ok(stories[0] === stories[1], 'the same seed');
  assert.ok(stories[0] !== stories[2], 'another seed');
});

async function play(simulator: Simulator, scenario: string, server: Readonly<Record<string, unknown>> = {}): Promise<readonly Message[]> {
  assert.equal((await place(simulator, scenario, null, server)).status, 201);
  await simulator.runUntilIdle();
  return messagesTo(simulator);
}

function place(
  simulator: Simulator,
  scenario: string,
  signal: AbortSignal | null = null,
  server: Readonly<Record<string, unknown>> = {},
): Promise<Response> {
  const call = callTo(numberFor(scenario), simulator);
  const body = { ...call, assistantOverrides: { ...call.assistantOverrides, server: { ...call.assistantOverrides.server, ...server } } };
  return fetch(`${simulator.vapiUrl}/call`, {
    method: 'POST',
    headers: { authorization: 'Bearer simulated' },
    body: JSON.stringify(body),
    signal,
  });
}

const reportOf = (messages: readonly Message[]): Readonly<Record<string, unknown>> => messages.at(-1)?.analysis?.structuredData ?? {};

test('a number that a block does not have is refused, for it would play another story', () => {
  assert.deepEqual([numberFor('busy', 9_999), textNumberFor('replies', { which: 0 })], ['+15550119999', '+15560060000']);
  for (const which of [10_000, -1, 1.5, Number.NaN]) {
    assert.throws(() => numberFor('busy', which), /numbers 0 to 9999/);
    assert.throws(() => textNumberFor('replies', { which }), /numbers 0 to 9999/);
    assert.throws(() => newScenarios(numbersOf(0)).numberFor('busy', which), /numbers for each scenario/);
  }
});
