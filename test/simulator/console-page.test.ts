import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transform } from 'esbuild';
import { callStanding } from '../../simulator/console/page/calls/call-standing.ts';
import { writtenIn } from '../../simulator/console/page/deliveries/delivery.ts';
import { deliveryFacets } from '../../simulator/console/page/deliveries/delivery-facets.ts';
import { deliveryStanding } from '../../simulator/console/page/deliveries/delivery-standing.ts';
import { bodyLines, diffLines, fold } from '../../simulator/console/page/deliveries/diff.ts';
import { explainDelivery } from '../../simulator/console/page/deliveries/explain-delivery.ts';
import { conditionsIn } from '../../simulator/console/page/expectations/conditions-in.ts';
import { lineOf } from '../../simulator/console/page/expectations/expectation.ts';
import { span, storyName } from '../../simulator/console/page/frame/format.ts';
import { curlOfDelivery } from '../../simulator/console/page/take-along/curl.ts';
import type { PlayedCall } from '../../simulator/console/page/take-along/played-call.ts';
import { scenarioOfCall } from '../../simulator/console/page/take-along/scenario.ts';
import { testOfCall } from '../../simulator/console/page/take-along/test.ts';
import { secondsIn } from '../../simulator/console/page/time/words.ts';
import { Model, take } from '../../simulator/console/page/timeline/model.ts';
import type { CallRow, Entry } from '../../simulator/console/page/timeline/rows.ts';
import { readScenarioFile } from '../../simulator/scenario-file.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import { simulatorFor } from '../support/simulator.ts';
import { callTo, manualSimulator, officialClient } from './support.ts';

/** What the console makes of the timeline, without a browser. */

const at = '2026-01-03T12:00:00.000Z';

function modelOf(entries: readonly (Partial<Entry> & Pick<Entry, 'kind'>)[]) {
  const model = new Model();
  entries.forEach((entry, index) => {
    take(model, { seq: index + 1, at, ...entry });
  });
  return model;
}

test('a call of a real simulator becomes one row, with its states and its callbacks', async (t) => {
  const simulator = await manualSimulator(t);
  await officialClient(simulator).calls.create(callTo(numberFor('answered-interested', 3), simulator));
  await simulator.runUntilIdle();
  const model = new Model();
  for (const entry of simulator.timeline.entries) take(model, entry);
  const call = model.callOf.get('call_1') as CallRow;
  assert.deepEqual(
    call.steps.map(({ state }) => state),
    ['ringing', 'in-progress', 'ended', 'reported'],
  );
  assert.deepEqual(callStanding(call), { tone: 'good', word: 'hung up' });
  assert.equal(model.calls.size, 1);
  const attempts = [...model.deliveries.values()].flatMap((delivery) => delivery.attempts);
  assert.equal(attempts.length, 4, 'the callbacks came to a receiver of the test');
});

test('a call that the provider refused is a row, too', async (t) => {
  const simulator = await manualSimulator(t);
  await officialClient(simulator)
    .calls.create(callTo(numberFor('provider-refuses'), simulator), { maxRetries: 0 })
    .catch(() => undefined);
  const model = new Model();
  for (const entry of simulator.timeline.entries) take(model, entry);
  const [call] = [...model.calls.values()];
  assert.deepEqual(call && [callStanding(call).word, call.number, call.providerCallId], [
    'refused (400)',
    numberFor('provider-refuses'),
    null,
  ]);
});

test('the model tells how many rows it has dropped, and that the simulator had forgotten entries before its first', () => {
  const text = (n: number): Partial<Entry> & Pick<Entry, 'kind'> => ({ kind: 'delivery', receiver: 'crm', deliveryId: `d${n}` });
  const dial = { kind: 'dial', providerCallId: 'p1' } as const;
  const model = modelOf([dial, ...Array.from({ length: 5_026 }, (_, n) => text(n))]);
  assert.deepEqual([model.dropped, model.isCut], [{ calls: 0, texts: 0, deliveries: 26, timeline: 0 }, false]);
  assert.equal(model.calls.size, 1, 'other rows push no call out');
  take(model, { seq: 5_028, at, kind: 'reset' });
  assert.deepEqual([model.dropped.deliveries, model.isCut], [0, false]);
  const late = new Model();
  take(late, { seq: 2, at, ...text(1) });
  assert.equal(late.isCut, true);
});

test('the attempts of one delivery id stand together, and a sentence says how it went', () => {
  const delivery = {
    kind: 'delivery',
    receiver: 'crm',
    deliveryId: 'd1',
    event: 'call.completed',
    result: 'valid',
    explanation: 'Fine.',
  } as const;
  const model = modelOf([
    { ...delivery, attempt: 1 },
    { kind: 'delivery.answered', causedBy: 1, answered: 500 },
    { ...delivery, attempt: 2 },
    { kind: 'delivery.answered', causedBy: 3, answered: 'timeout' },
  ]);
  const [row] = [...model.deliveries.values()];
  assert.ok(row);
  const now = Date.parse(at);
  const retrying = { status: 'retrying', createdAt: at, attempts: 2, nextRetryAt: '2026-01-03T12:05:10.000Z', errorMessage: null } as const;
  assert.equal(
    explainDelivery(row, retrying, now),
    'The receiver answered attempt 2 with silence until the sender gave up, so it counts as not delivered. Ringpost sends it again in 5 min 10 s; 2 attempts of this delivery so far.',
  );
  assert.match(explainDelivery(row, { ...retrying, status: 'failed', attempts: 6 }, now), /given up after 6 attempts/);
  take(model, { seq: 5, at, ...delivery, attempt: 3 });
  assert.equal(deliveryStanding(row).word, 'arriving');
  take(model, { seq: 6, at, kind: 'delivery.answered', causedBy: 5, answered: 200 });
  assert.equal(explainDelivery(row, null, now), 'The receiver took attempt 3 with 200, after 500, silence until the sender gave up.');
});

test('what the simulator sent itself under a delivery id is none of the service’s attempts', () => {
  const delivery = { kind: 'delivery', receiver: 'crm', deliveryId: 'd1', result: 'valid' } as const;
  const answered = { kind: 'delivery.answered', answered: 500 } as const;
  const model = modelOf([
    { ...delivery, attempt: 1 },
    { ...answered, causedBy: 1 },
    { ...delivery, attempt: 2 },
    { ...answered, causedBy: 3, answered: 'reset' },
    { kind: 'webhook.sent', receiver: 'crm', deliveryId: 'd1', answered: null },
    { ...delivery, attempt: 3 },
    { ...answered, causedBy: 6 },
  ]);
  const [row] = [...model.deliveries.values()];
  assert.ok(row);
  const record = { startedAt: at, durationMs: 5, status: 500, errorClass: 'http_5xx', responseHead: null };
  const records = [1, 2].map((n) => ({ ...record, n }));
  assert.deepEqual(
    row.attempts.map((attempt) => writtenIn(records, attempt, row)?.n),
    [1, undefined, 2],
  );
});

test('a delivery to a receiver without a secret is called neither verified nor wrong', () => {
  const model = modelOf([
    { kind: 'delivery', receiver: 'crm', deliveryId: 'd1', event: 'call.completed', result: 'not_checked', attempt: 1 },
    { kind: 'delivery.answered', causedBy: 1, answered: 200 },
  ]);
  const [row] = [...model.deliveries.values()];
  assert.ok(row);
  assert.equal(deliveryStanding(row).word, 'accepted');
  assert.equal(
    explainDelivery(row, null, Date.parse(at)),
    'The receiver has no secret, so no signature can be verified. The receiver took it at once with 200.',
  );
  assert.deepEqual(deliveryFacets(row, null)['status'], ['accepted', '200']);
});

test('a delivery that was taken though it does not verify is counted and filtered under what its row says', () => {
  const model = modelOf([
    { kind: 'delivery', receiver: 'crm', deliveryId: 'd1', event: 'call.completed', result: 'invalid', attempt: 1 },
    { kind: 'delivery.answered', causedBy: 1, answered: 200 },
  ]);
  const [row] = [...model.deliveries.values()];
  assert.ok(row);
  assert.equal(deliveryStanding(row).word, 'does not verify');
  assert.deepEqual(deliveryFacets(row, null)['status'], ['does-not-verify', '200']);
});

test('a reset empties everything', () => {
  const model = modelOf([{ kind: 'dial', providerCallId: 'p1', callId: 'c1', number: '+1' }, { kind: 'reset' }]);
  assert.deepEqual([model.calls.size, model.entries.length], [0, 1]);
});

test('two bodies differ by line, whatever their white space', () => {
  const lines = diffLines(
    bodyLines({ headers: {}, body: '{"a":1,"b":2,"c":3}' }),
    bodyLines({ headers: {}, body: '{ "a": 1, "b": 9, "c": 3 }' }),
  );
  assert.deepEqual(
    lines.filter(({ kind }) => kind !== 'same').map(({ kind, text }) => `${kind} ${text.trim()}`),
    ['removed "b": 2,', 'added "b": 9,'],
  );
  assert.deepEqual(
    diffLines(['a', 'b', 'c'], ['b', 'c', 'd']).map(({ kind }) => kind),
    ['removed', 'same', 'same', 'added'],
  );
});

const played: PlayedCall = {
  scenario: 'busy',
  number: '+15550110007',
  endedReason: 'customer-busy',
  seed: 7,
  placement: 'accepted',
  callbacks: 'twice',
  outcome: 'BUSY',
  transcript: 'AI: Hello: "you"?\nUser: Yes # really',
  steps: [
    { state: 'ringing', storySeconds: 1.2 },
    { state: 'ended', storySeconds: 3.5 },
    { state: 'reported', storySeconds: 8 },
  ],
  programmes: [{ receiver: 'demo', answers: [500, 'timeout', 200] }],
  webhooks: [{ receiver: 'demo', event: 'call.completed', outcome: 'BUSY', attempts: 3 }],
};

test('a call copied as a scenario is one that the simulator reads and plays', async (t) => {
  const text = scenarioOfCall(played);
  const [scenario] = readScenarioFile(text).scenarios;
  assert.equal(scenario?.name, 'busy-again');
  assert.match(text, /assistant: "Hello: \\"you\\"\?"/);
  await simulatorFor(t, { speed: 'manual', scenarioFile: text });
});

test('a call copied as a test is TypeScript, and holds no key', async () => {
  const text = testOfCall(played, { agentId: 'agt_1', phoneNumber: '+15550110007' }, 8090);
  await transform(text, { loader: 'ts' });
  assert.match(text, /programme: '500,timeout,200'/);
  assert.match(text, /given\('RINGPOST_API_KEY'\)/);
});

test('a delivery copied as curl is safe in a shell', () => {
  const text = curlOfDelivery('http://127.0.0.1:8090/receivers/crm', {
    method: 'POST',
    headers: { host: 'x', 'x-webhook-signature': 'sha256=00' },
    body: `{"name":"O'Hara $(reboot)"}`,
  });
  assert.match(text, /--data-raw '\{"name":"O'\\''Hara \$\(reboot\)"\}'$/);
  assert.doesNotMatch(text, /host/);
});

test('of two attempts only what differs is shown, with its neighbours', () => {
  const lines = diffLines(['a', 'b', 'c', 'd', 'e'], ['a', 'b', 'X', 'd', 'e']);
  assert.deepEqual(
    fold(lines, 1).map((line) => (line.kind === 'folded' ? line.count : `${line.kind} ${line.text}`)),
    [1, 'same b', 'removed c', 'added X', 'same d', 1],
  );
  assert.deepEqual(fold(diffLines(['a', 'b'], ['a', 'b']), 0), [{ kind: 'folded', count: 2 }]);
});

test('a duration is read as people write it, or not at all', () => {
  assert.deepEqual(['90', '90s', '1h30m', '2 d', '0', 'soon', '-5m', ''].map(secondsIn), [90, 90, 5_400, 172_800, null, null, null, null]);
});

test('a condition is a path and a value, which is JSON where it can be', () => {
  assert.deepEqual(conditionsIn('data.outcome = BUSY\n\ndata.duration_seconds=3\na = "3"'), {
    'data.outcome': 'BUSY',
    'data.duration_seconds': 3,
    a: '3',
  });
  assert.equal(conditionsIn(' \n'), null);
  assert.match(String(conditionsIn('nonsense')), /^“nonsense” has no path and value/);
});

test('an expectation is a line of a test, whatever its words hold', async () => {
  const line = lineOf({
    kind: 'delivery',
    expected: { event: 'call.completed', where: { 'data.notes': `it's "$\{x}" \\ \u2028`, n: [1, null] } },
  });
  const { code } = await transform(
    `const simulator = { expectDelivery: (given: object) => given };\nexport default ${line.replace('await ', '')}`,
    { loader: 'ts', format: 'esm' },
  );
  const { default: given } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  assert.deepEqual(given, { event: 'call.completed', where: { 'data.notes': `it's "$\{x}" \\ \u2028`, n: [1, null] } });
});

test('words for spans and stories', () => {
  assert.deepEqual([0, 59.6, 61, 3_600, 90_061].map(span), ['0 s', '1 min', '1 min 1 s', '1 h', '1 d 1 h']);
  assert.deepEqual(
    [storyName('answered-not-interested'), storyName('busy'), storyName(null)],
    ['Answered, not interested', 'Busy', 'Not dialled'],
  );
});
