import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { ingestCallback } from '../../../src/voice/vapi/callbacks.ts';
import type { IngestResult, ProviderEvent } from '../../../src/voice/voice-provider.ts';

const secret = 'a shared secret';
const now = new Date('2026-03-02T12:00:00.000Z');
const unix = now.getTime() / 1_000;

const ringing = JSON.stringify({ message: { type: 'status-update', status: 'ringing', call: { id: 'provider-1', name: 'call_1' } } });

const hmac = (timestamp: string, body: string | Uint8Array): string =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');

function ingest(body: string | Uint8Array, headers: Record<string, string | string[]>): IngestResult {
  return ingestCallback([secret], { headers, rawBody: Buffer.from(body), now });
}

const signed = (body: string | Uint8Array, timestamp = String(unix)) =>
  ingest(body, { 'x-timestamp': timestamp, 'x-signature': hmac(timestamp, body) });

function eventsOf(message: unknown): readonly ProviderEvent[] {
  const result = signed(JSON.stringify({ message }));
  assert.ok(result.ok, 'the message was refused');
  return result.events;
}

const call = { id: 'provider-1', name: 'call_1' };

test('takes a callback signed over its raw bytes, with the time in seconds or in milliseconds', () => {
  assert.equal(signed(ringing, String(unix)).ok, true);
  assert.equal(signed(ringing, String(now.getTime())).ok, true);
  assert.equal(
    ingest(ringing, { 'x-timestamp': String(unix), 'x-signature': `sha256=${hmac(String(unix), ringing).toUpperCase()}` }).ok,
    true,
  );
});

test('what is too long for an id is none', () => {
  const message = (id: string) => JSON.stringify({ message: { type: 'status-update', status: 'ringing', call: { id, name: 'call_1' } } });
  assert.deepEqual(signed(message('p'.repeat(256))), { ok: false, why: 'malformed' });
  assert.equal(signed(message('p'.repeat(255))).ok, true);
});

test('takes the secret as a bearer credential where nothing is signed', () => {
  assert.equal(
    ingestCallback(['no-spaces'], { headers: { authorization: 'Bearer no-spaces' }, rawBody: Buffer.from(ringing), now }).ok,
    true,
  );
  assert.deepEqual(ingestCallback(['no-spaces'], { headers: { authorization: 'Bearer other' }, rawBody: Buffer.from(ringing), now }), {
    ok: false,
    why: 'bad_signature',
  });
});

test('while the secret is replaced, a callback that either secret signs is taken', () => {
  const headers = { 'x-timestamp': String(unix), 'x-signature': hmac(String(unix), ringing) };
  const taken = (secrets: readonly string[], given: Record<string, string>): boolean =>
    ingestCallback(secrets, { headers: given, rawBody: Buffer.from(ringing), now }).ok;
  for (const secrets of [
    [secret, 'another'],
    ['another', secret],
  ])
    assert.equal(taken(secrets, headers), true);
  assert.equal(taken(['new', 'no-spaces'], { authorization: 'Bearer no-spaces' }), true);
  assert.equal(taken(['another', 'a third'], headers), false);
});

const refusals: readonly [string, Record<string, string | string[]>, string][] = [
  ['nothing to prove it', {}, 'bad_signature'],
  ['a signature of other bytes', { 'x-timestamp': String(unix), 'x-signature': hmac(String(unix), `${ringing} `) }, 'bad_signature'],
  ['a signature of another time', { 'x-timestamp': String(unix), 'x-signature': hmac(String(unix - 1), ringing) }, 'bad_signature'],
  ['a signature without its time', { 'x-signature': hmac('', ringing) }, 'bad_signature'],
  ['a time that is none', { 'x-timestamp': 'now', 'x-signature': hmac('now', ringing) }, 'bad_signature'],
  ['two signatures', { 'x-timestamp': String(unix), 'x-signature': [hmac(String(unix), ringing), 'x'] }, 'bad_signature'],
  [
    'a bearer token beside a wrong signature',
    { 'x-timestamp': String(unix), 'x-signature': 'ff', authorization: `Bearer ${secret}` },
    'bad_signature',
  ],
  ['a time 301 s ago', { 'x-timestamp': String(unix - 301), 'x-signature': hmac(String(unix - 301), ringing) }, 'stale'],
  ['a time 301 s ahead', { 'x-timestamp': String(unix + 301), 'x-signature': hmac(String(unix + 301), ringing) }, 'stale'],
];
for (const [what, headers, why] of refusals) {
  test(`refuses a callback with ${what}`, () => assert.deepEqual(ingest(ringing, headers), { ok: false, why }));
}

test('a time 300 s away is still good, either way', () => {
  assert.equal(signed(ringing, String(unix - 300)).ok, true);
  assert.equal(signed(ringing, String(unix + 300)).ok, true);
});

test('calls a signed body malformed that is no server message', () => {
  for (const body of [
    '',
    'null',
    '[]',
    '{}',
    '{"message":1}',
    '{"message":{}}',
    '{"message":{"type":"status-update"}}',
    '{"message":{"type":"status-update","call":{"id":"p"}}}',
    '\u0000',
  ])
    assert.deepEqual(signed(body), { ok: false, why: 'malformed' }, body);
});

test('never throws, whatever is signed', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.jsonValue().map((value) => JSON.stringify({ message: value })),
      ),
      (body) => {
        signed(body);
      },
    ),
  );
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      signed(bytes);
    }),
  );
  const member = fc.oneof(fc.constant(null), fc.integer(), fc.string(), fc.constant({}), fc.constant([1]), fc.double());
  fc.assert(
    fc.property(
      fc.constantFrom('status-update', 'end-of-call-report'),
      member,
      member,
      member,
      member,
      (type, status, startedAt, artifact, analysis) => {
        signed(
          JSON.stringify({
            message: {
              type,
              status,
              startedAt,
              endedAt: status,
              artifact,
              analysis,
              call: { id: 'p', name: status, artifact: { structuredOutputs: analysis } },
            },
          }),
        );
      },
    ),
  );
});

test('ignores message types that were not asked for', () => {
  for (const type of ['transcript', 'hang', 'conversation-update', 'something-new']) assert.deepEqual(eventsOf({ type, call }), []);
});

test('reads ringing and answered from status updates, with our id and Vapi’s time', () => {
  assert.deepEqual(eventsOf({ type: 'status-update', status: 'ringing', timestamp: 1_764_000_000_000, call }), [
    { kind: 'ringing', providerCallId: 'provider-1', tenantId: null, callId: 'call_1', at: new Date(1_764_000_000_000) },
  ]);
  const renamed = { id: 'provider-1', name: 'renamed', assistantOverrides: { metadata: { callId: 'call_1', tenantId: 'ten_1' } } };
  assert.deepEqual(eventsOf({ type: 'status-update', status: 'in-progress', call: renamed }), [
    { kind: 'answered', providerCallId: 'provider-1', tenantId: 'ten_1', callId: 'call_1', at: null },
  ]);
  assert.deepEqual(eventsOf({ type: 'status-update', status: 'queued', call }), []);
});

test('the first word of an end leaves open if the call was answered, where the reason does and nothing says that somebody talked', () => {
  const awaited = (message: object) => firstWord(message).awaits;
  const artifact = { transcript: 'AI: Hello.' };
  const startedAt = '2026-03-02T11:59:00.000Z';
  for (const endedReason of ['manually-canceled', 'pipeline-error-x', 'brand-new']) {
    assert.equal(awaited({ endedReason }), 'answer', endedReason);
    // The transcript is the live one of a call that goes on, so it may come without the time of the answer, or before the first word.
    assert.equal(awaited({ endedReason, artifact }), 'answer', endedReason);
    assert.equal(awaited({ endedReason, artifact: { transcript: '' } }), 'answer', endedReason);
    assert.equal(awaited({ endedReason, artifact, startedAt }), undefined, endedReason);
    assert.equal(awaited({ endedReason, type: 'end-of-call-report' }), undefined, endedReason);
  }
  for (const endedReason of ['customer-ended-call', 'voicemail', 'customer-busy', 'customer-did-not-answer'])
    assert.equal(awaited({ endedReason }), undefined, endedReason);
});

test('the first word of an end decides nothing without a reason, or where the reason says that nobody was reached', () => {
  const startedAt = '2026-03-02T11:59:00.000Z';
  assert.equal(firstWord({ startedAt }).awaits, 'report');
  for (const endedReason of [
    'twilio-failed-to-connect-call',
    'call.in-progress.error-providerfault-outbound-sip-503-service-unavailable',
  ]) {
    const said = { endedReason, artifact: { transcript: 'AI: Hello.' }, startedAt };
    assert.deepEqual([firstWord({ endedReason }).awaits, firstWord({ endedReason }).isUnreached], ['report', true], endedReason);
    assert.deepEqual([firstWord(said).awaits, firstWord(said).isUnreached], [undefined, undefined], endedReason);
    const report = firstWord({ endedReason, type: 'end-of-call-report' });
    assert.deepEqual([report.awaits, report.isUnreached], [undefined, true], endedReason);
  }
  assert.equal(firstWord({ endedReason: 'pipeline-error-x' }).isUnreached, undefined);
});

function firstWord(message: object): Extract<ProviderEvent, { kind: 'ended' }> {
  const [ended] = eventsOf({ type: 'status-update', status: 'ended', call, ...message });
  return ended?.kind === 'ended' ? ended : assert.fail();
}

test('the time of the answer is told of an end whose reason leaves that open, as one that counts if there was one', () => {
  const startedAt = '2026-03-02T11:59:00.000Z';
  const times = (endedReason: string) => {
    const [ended] = eventsOf({ type: 'status-update', status: 'ended', endedReason, startedAt, call });
    assert.ok(ended?.kind === 'ended');
    return [ended.answeredAt, ended.startedAt];
  };
  assert.deepEqual(times('pipeline-error-x'), [null, new Date(startedAt)]);
  assert.deepEqual(times('customer-ended-call'), [new Date(startedAt), undefined]);
});

test('an end-of-call report is an end and an analysis', () => {
  const [ended, analyzed] = eventsOf({
    type: 'end-of-call-report',
    endedReason: 'customer-ended-call',
    startedAt: '2026-03-02T11:59:00.000Z',
    endedAt: '2026-03-02T11:59:42.000Z',
    call,
    artifact: { transcript: 'AI: Hello.\u0000\nUser: Hi.', recordingUrl: 'https://storage.test/1.wav' },
    analysis: {
      summary: 'Short.',
      structuredData: {
        outcome: 'CALLBACK',
        notes: 'Tomorrow.',
        callback: { requestedAt: '2026-03-03T09:00:00Z', note: null },
        extraction: { budget: 5 },
      },
    },
  });
  assert.deepEqual(ended, {
    kind: 'ended',
    providerCallId: 'provider-1',
    tenantId: null,
    callId: 'call_1',
    at: null,
    disposition: 'answered',
    endedReason: 'customer-ended-call',
    answeredAt: new Date('2026-03-02T11:59:00.000Z'),
    endedAt: new Date('2026-03-02T11:59:42.000Z'),
  });
  assert.deepEqual(analyzed, {
    kind: 'analyzed',
    providerCallId: 'provider-1',
    tenantId: null,
    callId: 'call_1',
    at: null,
    transcript: 'AI: Hello.\nUser: Hi.',
    outcome: 'CALLBACK',
    notes: 'Tomorrow.',
    callback: { requestedAt: '2026-03-03T09:00:00Z', note: null },
    extraction: { budget: 5 },
    recordingUrl: 'https://storage.test/1.wav',
  });
});

test('finds the analysis in the newer place too', () => {
  const [, analyzed] = eventsOf({
    type: 'end-of-call-report',
    endedReason: 'customer-ended-call',
    call,
    analysis: {},
    artifact: {
      structuredOutputs: {
        other: { name: 'x', result: 'text' },
        ours: { name: 'ringpost', result: { outcome: 'INTERESTED', extraction: { a: 1 } } },
      },
    },
  });
  assert.ok(analyzed?.kind === 'analyzed');
  assert.equal(analyzed.outcome, 'INTERESTED');
  assert.deepEqual(analyzed.extraction, { a: 1 });
});

const told = { outcome: 'INTERESTED', extraction: { a: 1 } };
const artifact = { transcript: 'AI: Hello.', recordingUrl: 'https://storage.test/1.wav' };
for (const [place, within] of Object.entries({
  'the older place': { analysis: { structuredData: told, summary: 'Short.' }, artifact },
  'the newer place': {
    analysis: { summary: 'Short.' },
    artifact: {
      transcript: artifact.transcript,
      recording: { mono: { combinedUrl: artifact.recordingUrl } },
      structuredOutputs: { ours: { result: told } },
    },
  },
}))
  test(`finds the analysis within the call too, in ${place}, where what stands beside the call is empty`, () => {
    const [, analyzed] = eventsOf({
      type: 'end-of-call-report',
      endedReason: 'customer-ended-call',
      call: { ...call, ...within },
      analysis: { structuredData: {} },
      artifact: {},
    });
    assert.ok(analyzed?.kind === 'analyzed');
    const { outcome, extraction, notes, transcript, recordingUrl } = analyzed;
    assert.deepEqual({ outcome, extraction, notes, transcript, recordingUrl }, { ...told, notes: 'Short.', ...artifact });
  });

test('a text of U+0000 alone is none: nobody talked, and there is no id', () => {
  const report = { type: 'end-of-call-report', endedReason: 'pipeline-error-x', startedAt: '2026-03-02T11:59:00.000Z' };
  const [ended, analyzed] = eventsOf({ ...report, call, artifact: { transcript: '\u0000' } });
  assert.ok(ended?.kind === 'ended' && analyzed?.kind === 'analyzed');
  assert.deepEqual([ended.answeredAt, analyzed.transcript], [null, null]);
  const nameless = JSON.stringify({ message: { ...report, call: { id: '\u0000' } } });
  assert.deepEqual(signed(nameless), { ok: false, why: 'malformed' });
});

test('a call that nobody answered has no time of answering, though Vapi gives one of starting', () => {
  const [ended] = eventsOf({
    type: 'status-update',
    status: 'ended',
    endedReason: 'customer-busy',
    startedAt: '2026-03-02T11:59:00.000Z',
    call,
  });
  assert.ok(ended?.kind === 'ended');
  assert.deepEqual([ended.disposition, ended.answeredAt], ['busy', null]);
});
