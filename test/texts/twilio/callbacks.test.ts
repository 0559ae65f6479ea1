import assert from 'node:assert/strict';
import { test } from 'node:test';
import twilio from 'twilio';
import type { TextEvent } from '../../../src/texts/text-provider.ts';
import { eventOf, readInbound, readStatus } from '../../../src/texts/twilio/callbacks.ts';
import { reasonOf } from '../../../src/texts/twilio/reasons.ts';

const secrets = { authToken: 'token', oldAuthTokens: [], publicUrl: 'https://ringpost.test' };
const statusUrl = '/callbacks/sms/twilio?message=msg_1';
const inboundUrl = '/callbacks/sms/twilio/inbound';

/** A callback with that body, signed by the official library. */
function callback(url: string, body: string, { token = secrets.authToken } = {}) {
  const form = new URLSearchParams(`&${body}`);
  const parsed = Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name)]));
  const signature = twilio.getExpectedTwilioSignature(token, secrets.publicUrl + url, parsed);
  return { url, rawBody: Buffer.from(body), headers: { 'x-twilio-signature': signature } };
}

const status = (body: string, url = statusUrl) => readStatus(secrets, callback(url, body));
const inbound = (body: string) => readInbound(secrets, callback(inboundUrl, body));
const bodyOf = (body: string): string | null => {
  const read = inbound(`MessageSid=SM1&From=%2B14155550123&To=%2B14155550199&${body}`);
  return read.ok ? read.text.body : null;
};

test('what is too long for an id or a number is none', () => {
  const long = 'S'.repeat(256);
  assert.deepEqual(status(`MessageSid=${long}&MessageStatus=delivered`), { ok: false, why: 'malformed' });
  for (const body of [`MessageSid=${long}&From=1&To=2`, `MessageSid=SM1&From=${long}&To=2`, `MessageSid=SM1&From=1&To=${long}`])
    assert.deepEqual(inbound(body), { ok: false, why: 'malformed' });
  assert.equal(inbound(`MessageSid=${long.slice(1)}&From=1&To=2`).ok, true);
});

test('a report says which message, which text of ours, and what became of it', () => {
  assert.deepEqual(status('MessageSid=SM1&MessageStatus=delivered'), {
    ok: true,
    event: { kind: 'delivered', providerMessageId: 'SM1', messageId: 'msg_1' },
  });
  assert.deepEqual(status('SmsSid=SM1&SmsStatus=sent', '/callbacks/sms/twilio'), {
    ok: true,
    event: { kind: 'sent', providerMessageId: 'SM1', messageId: null },
  });
  assert.deepEqual(status('MessageSid=SM1&MessageStatus=undelivered&ErrorCode=30005'), {
    ok: true,
    event: {
      kind: 'failed',
      providerMessageId: 'SM1',
      messageId: 'msg_1',
      errorCode: '30005',
      reason: 'The number is not known to its carrier.',
      carrier: 'tried',
      optedOut: false,
    },
  });
});

test('nothing is read without a signature that holds', () => {
  const good = callback(statusUrl, 'MessageSid=SM1&MessageStatus=delivered');
  const refused = { ok: false, why: 'bad_signature' };
  assert.deepEqual(readStatus(secrets, { ...good, headers: {} }), refused);
  assert.deepEqual(readStatus(secrets, { ...good, headers: { 'x-twilio-signature': ['a', 'b'] } }), refused);
  assert.deepEqual(readStatus(secrets, { ...good, url: '/callbacks/sms/twilio?message=msg_2' }), refused);
  assert.deepEqual(readStatus(secrets, { ...good, rawBody: Buffer.from('MessageSid=SM2&MessageStatus=delivered') }), refused);
  assert.deepEqual(readStatus(secrets, callback(statusUrl, 'MessageSid=SM1', { token: 'guessed' })), refused);
  assert.deepEqual(readInbound(secrets, { ...callback(inboundUrl, ''), headers: {} }), refused);
});

test('while the token is replaced, a callback that either token signs is read', () => {
  const replacing = { ...secrets, oldAuthTokens: ['token-before'] };
  for (const token of ['token', 'token-before']) {
    const stop = callback(inboundUrl, 'MessageSid=SM1&From=%2B14155550123&To=%2B14155550199&Body=STOP', { token });
    const read = readInbound(replacing, stop);
    assert.deepEqual(read.ok && read.text.wish, 'opt_out', token);
  }
  assert.equal(readInbound(replacing, callback(inboundUrl, 'MessageSid=SM1&From=1&To=2', { token: 'guessed' })).ok, false);
});

test('a signed form that is no message is malformed, and no bytes make it throw', () => {
  for (const body of [
    '',
    '?',
    '&&&',
    '{"MessageSid":"SM1"}',
    'MessageSid=SM1',
    'MessageStatus=sent',
    'MessageSid=&MessageStatus=sent',
    '%',
    '%zz=%',
  ])
    assert.deepEqual(status(body), { ok: false, why: 'malformed' }, body);
  for (const body of ['', 'MessageSid=SM1&From=%2B1415', 'MessageSid=SM1&To=%2B1415', 'From=a&To=b'])
    assert.deepEqual(inbound(body), { ok: false, why: 'malformed' }, body);
  const bytes = Buffer.from([0xff, 0xfe, 0x00, 0x26, 0x3d]);
  assert.deepEqual(readStatus(secrets, { url: statusUrl, rawBody: bytes, headers: { 'x-twilio-signature': 'x' } }), {
    ok: false,
    why: 'bad_signature',
  });
});

test('a body arrives to the letter: plus signs, spaces, line ends, emoji, nothing', () => {
  assert.equal(bodyOf('Body=1%2B1+%3D%202%0D%0A'), '1+1 = 2\r\n');
  assert.equal(bodyOf('Body=%F0%9F%91%8B+gr%C3%BC%C3%9Fe'), '👋 grüße');
  assert.equal(bodyOf('Body=👋 grüße'), '👋 grüße', 'bytes that were not escaped');
  assert.equal(bodyOf('Body='), '');
  assert.equal(bodyOf('NumMedia=1'), '');
  assert.equal(bodyOf('Body=first&Body=second'), 'first');
  assert.equal(bodyOf('Body=a%26b%3Dc'), 'a&b=c');
  assert.equal(bodyOf('Body=nul%00l'), 'null', 'U+0000 goes: PostgreSQL cannot hold it');
});

const wishes: readonly [string, 'opt_out' | 'opt_in' | null][] = [
  ['Body=STOP', 'opt_out'],
  ['Body=+stop%0A', 'opt_out'],
  ['Body=Unsubscribe', 'opt_out'],
  ['Body=StopAll', 'opt_out'],
  ['Body=START', 'opt_in'],
  ['Body=unstop', 'opt_in'],
  ['Body=Please+stop+calling', null],
  ['Body=Stop.', 'opt_out'],
  ['Body=opt+out', 'opt_out'],
  ['Body=%22Opt-Out%22%21', 'opt_out'],
  ['Body=Yes%21', null],
  ['Body=HELP', null],
  ['Body=', null],
  ['Body=basta&OptOutType=STOP', 'opt_out'],
  ['Body=STOP&OptOutType=START', 'opt_in'],
  ['Body=STOP&OptOutType=HELP', null],
];
for (const [body, wish] of wishes) {
  test(`what "${body}" wishes is ${wish ?? 'nothing'}`, () => {
    const read = inbound(`MessageSid=SM1&From=%2B14155550123&To=%2B14155550199&${body}`);
    assert.equal(read.ok && read.text.wish, wish);
  });
}

const ids = { providerMessageId: 'SM1', messageId: null };
const statuses: Readonly<Record<string, TextEvent['kind'] | null>> = {
  accepted: 'queued',
  scheduled: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'sent',
  partially_delivered: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
  receiving: null,
  received: null,
  'something new': null,
};
for (const [word, kind] of Object.entries(statuses)) {
  test(`Twilio's "${word}" is ${kind ?? 'of no interest'}`, () => assert.equal(eventOf(ids, word, null)?.kind ?? null, kind));
}

const failures: readonly [string, string | null, string][] = [
  ['undelivered', '30003', 'tried'],
  ['undelivered', '30007', 'tried'],
  ['undelivered', '30011', 'tried'],
  ['undelivered', '30034', 'tried'],
  ['undelivered', '39999', 'tried'],
  ['undelivered', null, 'tried'],
  ['failed', '30003', 'unsaid'],
  ['failed', '39999', 'unsaid'],
  ['failed', null, 'unsaid'],
  ['undelivered', '30001', 'never_reached'],
  ['failed', '30002', 'never_reached'],
  ['undelivered', '30009', 'never_reached'],
  ['undelivered', '30010', 'never_reached'],
  ['failed', '30036', 'never_reached'],
  ['undelivered', '30450', 'never_reached'],
  ['failed', '30453', 'never_reached'],
  ['failed', '21610', 'never_reached'],
  ['undelivered', '20429', 'never_reached'],
  ['canceled', null, 'never_reached'],
];
for (const [word, code, carrier] of failures) {
  test(`of "${word}" with code ${code} the carrier's part is ${carrier}`, () => {
    const event = eventOf(ids, word, code);
    assert.ok(event?.kind === 'failed');
    assert.deepEqual([event.carrier, event.errorCode, event.optedOut], [carrier, code, code === '21610']);
    assert.match(event.reason, /^[A-Z][^\n]{8,80}\.$/);
  });
}

test('a carrier’s receipt beside a failure says that it tried, unless the code says that Twilio did not send the text', () => {
  const carrier = (more: string) => {
    const read = status(`MessageSid=SM1&MessageStatus=failed&${more}`);
    return read.ok && read.event?.kind === 'failed' && read.event.carrier;
  };
  assert.equal(carrier('ErrorCode=30007&RawDlrDoneDate=2303092021'), 'tried');
  assert.equal(carrier('ErrorCode=30007&RawDlrDoneDate='), 'unsaid');
  assert.equal(carrier('ErrorCode=30450&RawDlrDoneDate=2303092021'), 'never_reached');
});

test('a code that nobody knows gets a plain reason that names it', () => {
  assert.equal(reasonOf('39999'), 'The text could not be delivered (code 39999).');
  assert.equal(reasonOf(null), 'The text could not be delivered.');
  for (const code of ['21602', '21659', '30036', '30450', '30453']) assert.doesNotMatch(reasonOf(code), /code/);
  assert.equal(reasonOf('constructor'), 'The text could not be delivered (code constructor).');
});
