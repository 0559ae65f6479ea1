import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { sign } from '../../sdk/webhooks.ts';
import { explain } from '../../simulator/receivers/delivery.ts';
import type { SignatureVerdict } from '../../simulator/receivers/signature.ts';
import type { Simulator } from '../../simulator/simulator.ts';
import { manualSimulator, today, untilEntry } from './support.ts';

const secret = 'a1b2c3d4'.repeat(8);
const now = today.getTime() / 1_000;
const deliveryId = '0195c0de-0000-7000-8000-000000000001';

const event = {
  event: 'call.completed',
  timestamp: '2030-01-15T09:30:00.000Z',
  data: {
    call_id: 'call_1',
    outcome: 'INTERESTED',
    notes: null,
    duration_seconds: 31,
    started_at: '2030-01-15T09:29:00.000Z',
    recording_url: null,
    transcript: 'AI: Café/Straße?\nUser: Yes.',
    contact: { name: 'Ada', phone: '+14155550123', address: '', city: '', state: '', zip: '' },
    callback: null,
    campaign: null,
    variables: {},
    metadata: {},
    known_consent: false,
    consent_record_id: null,
    extraction: null,
    extraction_error: null,
  },
};
const body = JSON.stringify(event);

test('a delivery signed over its raw bytes, just now, is valid, by POST and by PUT', async (t) => {
  const simulator = await withReceiver(t);
  await deliver(simulator, {});
  await deliver(simulator, { method: 'PUT', id: '0195c0de-0000-7000-8000-000000000002' });
  for (const { verdict } of deliveriesTo(simulator)) {
    assert.equal(explain(verdict), 'The signature matches the raw body, and the timestamp is fresh.');
    assert.equal(verdict.contract.event, 'call.completed');
    assert.ok(verdict.valid);
  }
  assert.deepEqual(
    deliveriesTo(simulator).map(({ method }) => method),
    ['POST', 'PUT'],
  );
});

interface Wrong {
  readonly what: string;
  readonly how: Delivery;
  readonly reason: SignatureVerdict['reason'];
  readonly says: RegExp;
}

/** A signature by hand, for the ways of getting it wrong. */
const hmac = (key: string | Buffer, text: string): string => `sha256=${createHmac('sha256', key).update(text).digest('hex')}`;

const signedOver = (text: string): Delivery => ({ signature: hmac(secret, `${now}.${text}`) });

const wrongs: readonly Wrong[] = [
  { what: 'no signature', how: { signature: null }, reason: 'missing_header', says: /X-Webhook-Signature is missing/ },
  { what: 'no timestamp', how: { timestamp: null }, reason: 'missing_header', says: /X-Webhook-Timestamp is missing/ },
  { what: 'no delivery id', how: { id: null }, reason: 'missing_header', says: /X-Webhook-Delivery-Id is missing/ },
  { what: 'a signature without its prefix', how: { signature: 'abc' }, reason: 'bad_format', says: /sha256=/ },
  { what: 'a signature in upper case', how: { signature: `sha256=${'AB'.repeat(32)}` }, reason: 'bad_format', says: /upper-case/ },
  { what: 'a timestamp in milliseconds', how: { timestamp: String(now * 1_000) }, reason: 'bad_format', says: /milliseconds/ },
  { what: 'a delivery id that is no UUID', how: { id: '17' }, reason: 'bad_format', says: /not a UUID/ },
  { what: 'another secret', how: { secret: 'another' }, reason: 'wrong_secret', says: /another secret/ },
  { what: 'the secret with a line break', how: { secret: `${secret}\n` }, reason: 'wrong_secret', says: /line break/ },
  {
    what: 'the secret decoded from hex',
    how: { signature: hmac(Buffer.from(secret, 'hex'), `${now}.${body}`) },
    reason: 'wrong_secret',
    says: /decoded from hex/,
  },
  {
    what: 'the body pretty-printed',
    how: signedOver(JSON.stringify(event, null, 2)),
    reason: 'body_reserialised',
    says: /two spaces of indentation/,
  },
  { what: 'the body with its slashes escaped', how: signedOver(body.replaceAll('/', '\\/')), reason: 'body_reserialised', says: /PHP/ },
  {
    what: 'the body with \\u escapes',
    how: signedOver(body.replace('é', '\\u00e9').replace('ß', '\\u00df')),
    reason: 'body_reserialised',
    says: /escapes/,
  },
  {
    what: 'a pretty body signed compact',
    how: { body: JSON.stringify(event, null, 2), ...signedOver(body) },
    reason: 'body_reserialised',
    says: /without spaces/,
  },
  { what: 'the body alone signed', how: { signature: hmac(secret, body) }, reason: 'signed_differently', says: /the body alone/ },
  { what: 'a timestamp 412 s old', how: { timestamp: String(now - 412) }, reason: 'timestamp_too_old', says: /412 s old/ },
  { what: 'a timestamp 301 s ahead', how: { timestamp: String(now + 301) }, reason: 'timestamp_in_future', says: /301 s in the future/ },
  { what: 'a timestamp 300 s old', how: { timestamp: String(now - 300) }, reason: 'valid', says: /fresh/ },
];

// holds: L-TOLERANCE-01, A-SIGN-04
for (const { what, how, reason, says } of wrongs) {
  test(`${what}: ${reason}`, async (t) => {
    const simulator = await withReceiver(t);
    await deliver(simulator, how);
    const verdict = deliveriesTo(simulator)[0]?.verdict;
    assert.equal(verdict?.signature.reason, reason);
    assert.match(verdict?.signature.explanation ?? '', says);
    assert.equal(verdict?.valid, reason === 'valid');
  });
}

const standard = sign(body, { secret, at: today, deliveryId, standardWebhooks: true }).headers;

for (const [what, changes, problem] of [
  ['that fit', {}, null],
  ['with two signatures, one of which fits', { 'webhook-signature': `v1,b3RoZXI= ${standard['webhook-signature']}` }, null],
  ['with another id', { 'webhook-id': '0195c0de-0000-7000-8000-000000000002' }, /webhook-id is not the delivery id/],
  ['with another time', { 'webhook-timestamp': String(now + 1) }, /webhook-timestamp is not X-Webhook-Timestamp/],
  ['with another signature', { 'webhook-signature': 'v1,b3RoZXI=' }, /webhook-signature is not that of the id/],
] as const) {
  test(`headers of Standard Webhooks ${what} are ${problem === null ? 'valid' : 'told'}`, async (t) => {
    const simulator = await withReceiver(t);
    const headers = Object.fromEntries(Object.entries({ ...standard, ...changes }).map(([name, value]) => [name.toLowerCase(), value]));
    simulator.receivers.receive('hooks', { method: 'POST', headers, body: Buffer.from(body) });
    const verdict = deliveriesTo(simulator)[0]?.verdict;
    assert.equal(verdict?.valid, problem === null);
    assert.equal(verdict?.signature.reason, problem === null ? 'valid' : 'wrong_standard_headers');
    if (problem !== null) assert.match(verdict?.signature.explanation ?? '', problem);
  });
}

test('a body that breaks the contract is told where', async (t) => {
  const simulator = await withReceiver(t);
  await deliver(simulator, { body: JSON.stringify({ ...event, data: { ...event.data, duration_seconds: 'long' } }) });
  await deliver(simulator, { body: JSON.stringify({ ...event, event: 'call.started' }), id: '0195c0de-0000-7000-8000-000000000002' });
  await deliver(simulator, { body: 'no JSON', id: '0195c0de-0000-7000-8000-000000000003' });
  const [first, second, third] = deliveriesTo(simulator).map(({ verdict }) => verdict);
  assert.ok(first?.contract.problems.some(({ path }) => path === '/data/duration_seconds'));
  assert.equal(second?.contract.problems[0]?.path, '/event');
  assert.match(
    second?.contract.problems[0]?.message ?? '',
    /call\.completed, sms\.received, sms\.delivered, sms\.failed, lead\.qualified$/,
  );
  assert.equal(third?.contract.problems[0]?.message, 'is not a JSON object');
  assert.ok(!first?.valid && first?.signature.reason === 'valid');
});

test('a repeat of a delivery that was accepted is a duplicate; a repeat of one that failed is the next attempt', async (t) => {
  const simulator = await withReceiver(t, '500');
  for (const _ of [1, 2, 3]) await deliver(simulator, {});
  const deliveries = deliveriesTo(simulator);
  assert.deepEqual(
    deliveries.map(({ attempt }) => attempt),
    [1, 2, 3],
  );
  assert.deepEqual(
    deliveries.map(({ verdict }) => verdict.duplicateOf),
    [null, null, 2],
  );
  assert.match(explain(deliveries[2]?.verdict ?? assert.fail()), /duplicate of attempt 2/);
});

test('a repeat with other bytes is noticed, however well it is signed', async (t) => {
  const simulator = await withReceiver(t);
  await deliver(simulator, {});
  await deliver(simulator, { body: JSON.stringify(event, null, 2) });
  assert.deepEqual(
    deliveriesTo(simulator).map(({ verdict }) => [verdict.sameBytes, verdict.valid]),
    [
      [true, true],
      [false, false],
    ],
  );
});

test('a body of any depth is judged', async (t) => {
  const simulator = await withReceiver(t);
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  assert.equal((await deliver(simulator, { body: deep, signature: hmac('another', deep) })).status, 200);
  assert.equal(deliveriesTo(simulator)[0]?.verdict.signature.reason, 'wrong_secret');
});

test('a redirect leads to any address', async (t) => {
  const simulator = await withReceiver(t, 'redirect:http://127.0.0.1:1/→?q=ü');
  const { status, headers } = await deliver(simulator, {});
  assert.deepEqual([status, headers.get('location')], [302, 'http://127.0.0.1:1/%E2%86%92?q=%C3%BC']);
});

test('a programme answers request by request, then 200', async (t) => {
  const simulator = await withReceiver(t, '500, 503*2, redirect:http://127.0.0.1:1/away, 204');
  const answers = [];
  for (let i = 0; i < 6; i++) answers.push(await deliver(simulator, {}));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [500, 503, 503, 302, 204, 200],
  );
  assert.equal(answers[3]?.headers.get('location'), 'http://127.0.0.1:1/away');
});

test('an asterisk answers for ever', async (t) => {
  const simulator = await withReceiver(t, '500*');
  for (let i = 0; i < 8; i++) assert.equal((await deliver(simulator, {})).status, 500);
});

test('a receiver can break the connection, or never answer; neither counts as accepted', async (t) => {
  const simulator = await withReceiver(t, 'reset,timeout');
  await assert.rejects(deliver(simulator, {}), TypeError);
  const patience = new AbortController();
  const unanswered = deliver(simulator, { signal: patience.signal });
  await untilReceived(simulator, 2);
  patience.abort();
  await assert.rejects(unanswered, { name: 'AbortError' });
  assert.equal(simulator.ledger.read().totals.deliveriesReceived, 2);
  assert.equal(simulator.ledger.read().totals.deliveriesAccepted, 0);
});

test('a late answer comes when its time has come, and to nobody if the sender has gone', async (t) => {
  const simulator = await withReceiver(t, 'delay:9500,delay:10500:201');
  const inTime = deliver(simulator, {});
  await untilReceived(simulator, 1);
  await simulator.advance(9_499);
  assert.equal(simulator.ledger.read().totals.deliveriesAccepted, 0);
  await simulator.advance(1);
  assert.equal((await inTime).status, 200);
  const patience = new AbortController();
  const tooLate = deliver(simulator, { signal: patience.signal });
  await untilReceived(simulator, 2);
  patience.abort();
  await assert.rejects(tooLate, { name: 'AbortError' });
  await untilEntry(simulator, (entry) => entry['answered'] === 'sender gone');
  await simulator.runUntilIdle();
  assert.equal(simulator.ledger.read().totals.deliveriesAccepted, 1);
});

test('a receiver without a secret takes everything and says that it did not check', async (t) => {
  const simulator = await manualSimulator(t);
  assert.equal((await deliver(simulator, {})).status, 200);
  const verdict = deliveriesTo(simulator)[0]?.verdict;
  assert.deepEqual([verdict?.valid, verdict?.result, verdict?.signature.reason], [false, 'not_checked', 'not_checked']);
  await deliver(simulator, { body: '{}' });
  assert.equal(deliveriesTo(simulator)[1]?.verdict.result, 'invalid', 'the body is judged all the same');
});

test('old deliveries are forgotten, and still counted', async (t) => {
  const simulator = await withReceiver(t);
  const receive = (headers: Readonly<Record<string, string>>) =>
    simulator.receivers.receive('hooks', { method: 'POST', headers, body: Buffer.from(body) });
  for (let i = 0; i < 1_005; i++) receive({});
  assert.equal(deliveriesTo(simulator).length, 1_000);
  assert.equal(simulator.receivers.find('hooks')?.received, 1_005);
});

interface Delivery {
  readonly method?: string;
  readonly body?: string;
  readonly secret?: string;
  /** Null leaves the header out. */
  readonly signature?: string | null;
  readonly timestamp?: string | null;
  readonly id?: string | null;
  readonly signal?: AbortSignal;
}

async function withReceiver(t: TestContext, programme = ''): Promise<Simulator> {
  const simulator = await manualSimulator(t);
  simulator.receivers.create('hooks', { secret, programme });
  return simulator;
}

function deliver(simulator: Simulator, delivery: Delivery): Promise<Response> {
  const { method = 'POST', timestamp = String(now), id = deliveryId, signal = null } = delivery;
  const sent = delivery.body ?? body;
  const { signature = hmac(delivery.secret ?? secret, `${timestamp}.${sent}`) } = delivery;
  const headers = { 'x-webhook-signature': signature, 'x-webhook-timestamp': timestamp, 'x-webhook-delivery-id': id };
  const present = Object.entries(headers).filter((header): header is [string, string] => header[1] !== null);
  const init = {
    method,
    headers: [['content-type', 'application/json'], ...present] as [string, string][],
    body: sent,
    signal,
    redirect: 'manual' as const,
  };
  return fetch(simulator.receiverUrl('hooks'), init);
}

const deliveriesTo = (simulator: Simulator) => simulator.receivers.find('hooks')?.deliveries ?? [];

const untilReceived = (simulator: Simulator, count: number): Promise<void> =>
  untilEntry(simulator, () => deliveriesTo(simulator).length >= count);
