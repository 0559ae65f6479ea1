import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { passiveResults, receivePassively } from '../../../tools/conformance/passive.ts';
import type { Delivery } from '../../../tools/conformance/receiver.ts';

const secret = 'a'.repeat(64);
const event = {
  event: 'sms.delivered',
  timestamp: '2026-11-22T10:00:00.000Z',
  data: { message_id: 'm1', contact_id: null, phone: '+14155550123', campaign_id: null, campaign_name: null },
};
const id = '6f1b9c1e-3d55-4c8a-9f6e-0d2f7f3f8a10';

interface Differs {
  readonly id?: string;
  readonly body?: string;
  readonly key?: string;
  readonly late?: number;
}

/** An attempt so many seconds after the first, as a sound service makes it but for what differs. */
function attempt(seconds: number, { id: own = id, body = JSON.stringify(event), key = secret, late = 0 }: Differs = {}): Delivery {
  const at = new Date(Date.parse('2026-11-22T10:00:00Z') + seconds * 1_000);
  const timestamp = String(Math.floor(at.getTime() / 1_000) - late);
  const signature = `sha256=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`;
  const headers = { 'x-webhook-delivery-id': own, 'x-webhook-timestamp': timestamp, 'x-webhook-signature': signature };
  return { at, method: 'POST', path: '/inbox/1', headers, body: Buffer.from(body), json: JSON.parse(body), status: 200 };
}

const sound = [attempt(0), attempt(50), attempt(350), attempt(2_200)];
const verdicts = (deliveries: readonly Delivery[], given: string | null = secret): string =>
  passiveResults(deliveries, given)
    .map(({ check, verdict }) => `${check.id} ${verdict}`)
    .join(', ');
const all = 'P1 pass, P2 pass, P3 pass, P4 pass, P5 pass, P6 pass';

test('a sound service passes, also where one event makes two deliveries at once', () => {
  assert.equal(verdicts(sound), all);
  const other = { id: randomUUID() };
  assert.equal(verdicts([attempt(0), attempt(0.1, other), attempt(60), attempt(60.1, other)]), all);
});

test('what was not sent or not given is skipped with its reason', () => {
  assert.equal(verdicts([attempt(0)], null), 'P1 skipped, P2 pass, P3 pass, P4 skipped, P5 skipped, P6 pass');
  assert.deepEqual([...new Set(passiveResults([], secret).map(({ reason }) => reason))], ['nothing was sent']);
});

const mistakes: Readonly<Record<string, readonly [string, readonly Delivery[], RegExp]>> = {
  'the key is the secret in bytes': ['P1', [attempt(0, { key: 'b'.repeat(64) })], /the signature is not that of these bytes/],
  'the timestamp is of another time': ['P2', [attempt(0, { late: 60 })], /60\.0 s off the arrival/],
  'the id is no UUID': ['P3', [attempt(0, { id: 'one' })], /"one", no UUID/],
  'the id is new on the retry': ['P3', [attempt(0), attempt(60, { id: randomUUID() })], /The same body came as 6f1b.* and as/],
  'the retry has other bytes': ['P4', [attempt(0), attempt(60, { body: JSON.stringify(event, null, 1) })], /came again with another body/],
  'the retry comes at once': ['P5', [attempt(0), attempt(2)], /Attempt 2 came 2 s after the one before, not 60 s/],
  'the second retry comes like the first': ['P5', [attempt(0), attempt(60), attempt(120)], /Attempt 3 came 60 s .* not 300 s/],
  'the body is of no event': ['P6', [attempt(0, { body: '{"event":"call.started"}' })], /./],
};
for (const [what, [caughtBy, deliveries, says]] of Object.entries(mistakes))
  test(`${caughtBy} fails where ${what}`, () => {
    const result = passiveResults(deliveries, secret).find(({ check }) => check.id === caughtBy);
    assert.equal(result?.verdict, 'fail');
    assert.match(result.findings.map(({ message }) => message).join('\n'), says);
  });

test('attempts are refused until enough have come, and then the run is over', async () => {
  let answered: Promise<readonly number[]> | undefined;
  const send = async (url: string): Promise<readonly number[]> => {
    const { headers, body } = attempt(0);
    const statuses: number[] = [];
    for (let nth = 0; nth < 3; nth++) statuses.push((await fetch(url, { method: 'POST', headers, body })).status);
    return statuses;
  };
  const told = {
    address(url: string) {
      answered = send(url);
    },
    attempt() {},
  };
  const wanted = { receiver: { port: 0, url: null }, secret, failures: 2 };
  assert.equal((await receivePassively(wanted, told, new AbortController().signal)).length, 3);
  assert.deepEqual(await answered, [500, 500, 200]);
});

test('a run that is stopped is over with what has come', async () => {
  const stopping = new AbortController();
  const told = { address: () => stopping.abort(), attempt() {} };
  assert.deepEqual(await receivePassively({ receiver: { port: 0, url: null }, secret, failures: 2 }, told, stopping.signal), []);
});
