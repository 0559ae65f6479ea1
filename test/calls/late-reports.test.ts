import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { endCall } from '../../src/calls/end-call.ts';
import { receiveVapiCallback } from '../../src/calls/receive-vapi-callback.ts';
import { ingestCallback } from '../../src/voice/vapi/callbacks.ts';
import { eventsOfCall } from '../../src/voice/vapi/events.ts';
import { contextOfFile } from '../support/context.ts';
import { providerCallId } from '../support/fake-voice.ts';
import { endpoint, forgetTenants, trigger } from '../support/fixtures.ts';
import { reconcileCalls } from '../support/reconcile-calls.ts';
import { requestFor } from '../support/requests.ts';
import { balance, onlyCall, placed, type Ready, readyToCall } from './calling.ts';
import { published } from './telling.ts';
import { vapiCallback } from './vapi-callback.ts';

/**
 * Conversations of which Vapi's messages come late, in another order, or say less than they could. Each is answered 5 s after it was placed
 * and talks for 180 s.
 */

const context = await contextOfFile();
context.voice.ingest = (request) => ingestCallback([context.config.vapi.webhookSecret], request);

let ready: Ready;
let call: Readonly<Record<string, unknown>>;
let placedAt: number;

beforeEach(async () => {
  await forgetTenants(context);
  ready = await readyToCall(context, { balance: 10_000_000 });
  const { id: endpointId } = await endpoint(context, ready.who.tenantId, { url: 'https://crm.test/hook' });
  await trigger(context, ready.who.tenantId, endpointId);
  await trigger(context, ready.who.tenantId, endpointId, { eventType: 'lead.qualified' });
  const { id } = await placed(context, ready);
  call = { id: providerCallId(id), name: id, assistantOverrides: { metadata: { callId: id, tenantId: ready.who.tenantId } } };
  placedAt = context.clock.realNow().getTime();
});

const at = (seconds: number): number => placedAt + seconds * 1_000;
const iso = (seconds: number): string => new Date(at(seconds)).toISOString();

/** Vapi sends a message so many seconds after the call was placed. */
async function hears(seconds: number, message: object): Promise<void> {
  context.clock.setReal(new Date(at(seconds)));
  const body = JSON.stringify({ message: { ...message, call } });
  await receiveVapiCallback(context, vapiCallback(body, { secret: context.config.vapi.webhookSecret, at: new Date(at(seconds)) }));
}

const update = (status: string, seconds?: number): object => ({
  type: 'status-update',
  status,
  ...(status === 'ended' && { endedReason: 'customer-ended-call' }),
  ...(seconds !== undefined && { timestamp: at(seconds) }),
});

const report = (more: object = {}): object => ({
  type: 'end-of-call-report',
  endedReason: 'customer-ended-call',
  startedAt: iso(5),
  endedAt: iso(185),
  artifact: { transcript: 'AI: Hello.' },
  analysis: { structuredData: { outcome: 'INTERESTED' } },
  ...more,
});

/** What the call was and what it cost: 180 s are 450,000 micro-units. */
async function endOfCall(): Promise<readonly unknown[]> {
  const { status, outcome, duration_seconds } = await onlyCall(context);
  return [status, outcome, duration_seconds, 10_000_000 - (await balance(context, ready.who.tenantId))];
}

// holds: T-CALL-08
test('a conversation of which only the end was wished and seen is told whole', async () => {
  await hears(1, update('ringing', 1));
  await endCall(context, ready.who, requestFor(String(call['name'])));
  await hears(185, update('ended', 185));
  await hears(188, report());
  assert.deepEqual(await endOfCall(), ['completed', 'INTERESTED', 180, 450_000]);
  const { ended_reason, transcript } = await onlyCall(context);
  assert.deepEqual([ended_reason, transcript], ['ended-by-api', 'AI: Hello.']);
  assert.deepEqual((await published(context)).map(({ event }) => event).sort(), ['call.completed', 'lead.qualified']);
});

const courses: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'the answer is told again after the end, without its time',
    async () => {
      await hears(186, update('ended', 185));
      await hears(187, update('in-progress'));
    },
  ],
  [
    'the end is told again 31 s late, without its time',
    async () => {
      await hears(5, update('in-progress'));
      await hears(216, update('ended'));
    },
  ],
  [
    'the answer is told again 31 s late, without its time',
    async () => {
      await hears(36, update('in-progress'));
      await hears(186, update('ended', 185));
    },
  ],
  [
    'the answer comes after the end, with its time',
    async () => {
      await hears(186, update('ended', 185));
      await hears(187, update('in-progress', 5));
    },
  ],
  [
    'the end is told without a time before the answer is told with one',
    async () => {
      await hears(186, update('ended'));
      await hears(187, update('in-progress', 5));
    },
  ],
];
for (const [course, tellCourse] of courses)
  test(`a duration and its price are those of the provider’s own two times, though ${course}`, async () => {
    await tellCourse();
    await hears(217, report());
    assert.deepEqual(await endOfCall(), ['completed', 'INTERESTED', 180, 450_000]);
    const { answered_at, ended_at } = await onlyCall(context);
    assert.deepEqual([answered_at?.getTime(), ended_at?.getTime()], [at(5), at(185)]);
    await hears(220, report({ endedAt: iso(195) }));
    assert.deepEqual(await endOfCall(), ['completed', 'INTERESTED', 180, 450_000], 'it was charged, so it stays');
  });

test('an answer that is told after the end with its time gives the duration where the report never comes', async () => {
  await hears(186, update('ended', 185));
  await hears(187, update('in-progress', 5));
  assert.equal((await onlyCall(context)).duration_seconds, 180);
});

const year = 365 * 86_400;
const impossible: readonly (readonly [string, () => Promise<void>])[] = [
  ['the report has the conversation begin a year before the call', () => hears(188, report({ startedAt: iso(-year) }))],
  ['the report has it begin a day before the call', () => hears(188, report({ startedAt: iso(-86_400) }))],
  ['the report has it end in a century', () => hears(188, report({ endedAt: iso(100 * year) }))],
  ['the report has it end tomorrow', () => hears(188, report({ endedAt: iso(86_400) }))],
];
// holds: T-CALL-08
for (const [course, tellCourse] of impossible)
  test(`a conversation is told and charged by the times of the other messages where ${course}`, async () => {
    await hears(5, update('in-progress', 5));
    await hears(186, update('ended', 185));
    await tellCourse();
    assert.deepEqual(await endOfCall(), ['completed', 'INTERESTED', 180, 450_000]);
  });

test('an answer is not told at a time before the call, nor an end long after the report of it', async () => {
  await hears(5, update('in-progress', -year));
  assert.equal((await onlyCall(context)).answered_at?.getTime(), at(5), 'it is the time of the message');
  await hears(188, report({ startedAt: iso(-year), endedAt: iso(100 * year), timestamp: at(185) }));
  assert.deepEqual(await endOfCall(), ['completed', 'INTERESTED', 180, 450_000]);
});

test('a conversation of which only impossible times are told has no duration and costs nothing', async () => {
  await hears(188, report({ startedAt: iso(-year), endedAt: iso(100 * year) }));
  assert.deepEqual(await endOfCall(), ['completed', 'INTERESTED', null, 0]);
});

/** The reconciler asks, 46 s after the end where nothing else is said, and sees what Vapi shows by then. */
async function looksUp(more: object, seconds = 231): Promise<void> {
  context.clock.setReal(new Date(at(seconds)));
  const seen = { ...call, status: 'ended', endedReason: 'customer-ended-call', startedAt: iso(5), endedAt: iso(185), ...more };
  context.voice.onSnapshot = () => ({ kind: 'events', events: eventsOfCall(seen, context.clock.realNow()) });
  await reconcileCalls(context);
}

const transcript = 'AI: Hello.\nUser: Yes.';
const recordingUrl = 'https://storage.test/1.wav';
const whole = (more: object = {}): object =>
  report({
    artifact: { transcript, recordingUrl },
    analysis: { structuredData: { outcome: 'INTERESTED', notes: 'Wants to sell.', extraction: { price: 1 } } },
    ...more,
  });

const halves: readonly (readonly [string, object])[] = [
  ['only a summary', { analysis: { summary: 'A call.' } }],
  ['an empty analysis and a transcript', { analysis: {}, artifact: { transcript: 'AI: Hello.' } }],
];
// holds: V-FIRE-07
for (const [half, seen] of halves)
  test(`the report that comes after a look-up saw ${half} is stored, and its lead is told`, async () => {
    await context.db.knex('calls').update({ extraction_schema: '{"type":"object","properties":{"price":{"type":"number"}}}' });
    await hears(5, update('in-progress', 5));
    await hears(186, update('ended', 185));
    await looksUp(seen);
    assert.deepEqual(await published(context), [], 'the report may come within the minute');
    await hears(235, whole());
    assert.deepEqual(await endOfCall(), ['completed', 'INTERESTED', 180, 450_000]);
    const row = await onlyCall(context);
    assert.deepEqual(
      [row.transcript, row.notes, row.extraction, row.extraction_error, row.recording_state],
      [transcript, 'Wants to sell.', '{"price":1}', null, 'due'],
    );
    await looksUp(seen, 247);
    const events = await published(context);
    assert.deepEqual(events.map(({ event }) => event).sort(), ['call.completed', 'lead.qualified']);
    assert.deepEqual(
      events.filter(({ event }) => event === 'call.completed').map(({ data }) => [data['outcome'], data['transcript'], data['extraction']]),
      [['INTERESTED', transcript, { price: 1 }]],
    );
    await hears(250, report({ analysis: { structuredData: { outcome: 'NOT_INTERESTED' } } }));
    assert.equal((await onlyCall(context)).outcome, 'INTERESTED', 'an analysis that classified the call stays');
  });

test('so is that of a conversation that broke off, whose outcome was FAILED', async () => {
  const endedReason = 'pipeline-error-x';
  await hears(5, update('in-progress', 5));
  await hears(186, { ...update('ended', 185), endedReason });
  await looksUp({ endedReason, analysis: { summary: 'A call.' }, artifact: { transcript: 'AI: Hello.' } });
  assert.equal((await onlyCall(context)).outcome, 'FAILED');
  await hears(235, whole({ endedReason }));
  assert.deepEqual(await endOfCall(), ['failed', 'INTERESTED', 180, 450_000]);
});

// holds: V-FIRE-07
test('a conversation that look-ups saw half done, and whose report is lost, is told without the rest and asked for on', async () => {
  await hears(5, update('in-progress', 5));
  await hears(186, update('ended', 185));
  await looksUp({ analysis: { summary: 'A call.' } });
  await looksUp({ analysis: { summary: 'A call.' }, artifact: { transcript } }, 250);
  assert.deepEqual(
    (await published(context)).map(({ event, data }) => [event, data['outcome'], data['transcript'], data['notes']]),
    [['call.completed', 'UNKNOWN', transcript, 'A call.']],
  );
  await looksUp(
    { analysis: { structuredData: { outcome: 'INTERESTED', notes: 'Wants to sell.' } }, artifact: { transcript, recordingUrl } },
    300,
  );
  const row = await onlyCall(context);
  assert.deepEqual([row.outcome, row.notes, row.recording_state, row.check_at], ['INTERESTED', 'Wants to sell.', 'due', null]);
  assert.deepEqual(await endOfCall(), ['completed', 'INTERESTED', 180, 450_000]);
  await reconcileCalls(context);
  assert.deepEqual((await published(context)).map(({ event }) => event).sort(), ['call.completed', 'lead.qualified']);
});

test('a conversation that nobody ever classifies is asked for no longer than a call may last', async () => {
  await hears(5, update('in-progress', 5));
  await hears(186, update('ended', 185));
  for (let seconds = 231; seconds < 231 + 130 * 60; seconds += 60) await looksUp({ analysis: { summary: 'A call.' } }, seconds);
  const row = await onlyCall(context);
  assert.deepEqual([row.check_at, row.outcome, (await published(context)).length], [null, null, 1]);
});

test('a conversation of which a look-up saw all but the recording, and whose report is lost, is told and asked for on', async () => {
  const analysis = { structuredData: { outcome: 'INTERESTED' } };
  await hears(5, update('in-progress', 5));
  await hears(186, update('ended', 185));
  await looksUp({ analysis, artifact: { transcript } });
  assert.deepEqual((await published(context)).map(({ event }) => event).sort(), ['call.completed', 'lead.qualified']);
  await looksUp({ analysis, artifact: { transcript } }, 300);
  await looksUp({ analysis, artifact: { transcript, recordingUrl } }, 400);
  const row = await onlyCall(context);
  assert.deepEqual([row.recording_source, row.recording_state, row.check_at], [recordingUrl, 'due', null]);
});

test('of a conversation whose outcome is none of the active ones a look-up for the recording reads no second analysis', async () => {
  const analysis = { structuredData: { outcome: 'NONE_OF_OURS' } };
  await hears(5, update('in-progress', 5));
  await hears(186, update('ended', 185));
  await looksUp({ analysis, artifact: { transcript } });
  const { analyzed_at, check_at } = await onlyCall(context);
  await looksUp({ analysis, artifact: { transcript } }, 300);
  assert.ok(check_at);
  assert.deepEqual((await onlyCall(context)).analyzed_at, analyzed_at);
});

test('a conversation that nobody has classified is asked for as long after its end, however long it lasted', async () => {
  const endedAt = iso(6_000);
  await hears(5, update('in-progress', 5));
  await hears(6_001, update('ended', 6_000));
  for (let seconds = 6_046; seconds < 6_046 + 60 * 60; seconds += 60) await looksUp({ endedAt, analysis: { summary: 'A call.' } }, seconds);
  for (let seconds = 6_046 + 60 * 60; seconds < 6_046 + 80 * 60; seconds += 60)
    await looksUp({ endedAt, analysis: { structuredData: { outcome: 'INTERESTED' } }, artifact: { transcript, recordingUrl } }, seconds);
  assert.equal((await onlyCall(context)).outcome, 'INTERESTED');
});

test('a voicemail that a look-up saw half done has the words of its report', async () => {
  const endedReason = 'voicemail';
  await hears(5, update('in-progress', 5));
  await hears(186, { ...update('ended', 185), endedReason });
  await looksUp({ endedReason, analysis: { summary: 'A machine.' } });
  await hears(235, whole({ endedReason }));
  await looksUp({ endedReason, analysis: { summary: 'A machine.' } }, 247);
  const row = await onlyCall(context);
  assert.deepEqual([row.outcome, row.transcript, row.notes], ['VOICEMAIL', transcript, 'Wants to sell.']);
  assert.deepEqual(
    (await published(context)).map(({ data }) => [data['outcome'], data['transcript']]),
    [['VOICEMAIL', transcript]],
  );
});

test('a report without classification ends the wait, whatever a look-up shows after it', async () => {
  await hears(5, update('in-progress', 5));
  await hears(186, update('ended', 185));
  await hears(188, report({ analysis: { structuredData: { notes: 'Undecided.' } } }));
  const { completed_event_at, check_at } = await onlyCall(context);
  assert.deepEqual([completed_event_at?.getTime(), check_at], [at(188), null]);
  await context.db.knex('calls').update({ check_at: new Date(at(231)) });
  await looksUp({ analysis: { summary: 'A call.' }, artifact: { transcript: 'AI: Hello.' } });
  const row = await onlyCall(context);
  assert.deepEqual([row.notes, row.check_at], ['Undecided.', null]);
});

// holds: V-FIRE-07
test('a report that classifies a conversation after one that did not is stored, and its lead is told', async () => {
  await hears(5, update('in-progress', 5));
  await hears(186, update('ended', 185));
  await hears(188, report({ analysis: {} }));
  await hears(190, whole());
  const row = await onlyCall(context);
  assert.deepEqual([row.outcome, row.transcript, row.notes], ['INTERESTED', transcript, 'Wants to sell.']);
  assert.deepEqual((await published(context)).map(({ event }) => event).sort(), ['call.completed', 'lead.qualified']);
});

test('an analysis that says less than one before takes nothing from the call', async () => {
  await hears(5, update('in-progress', 5));
  await hears(186, update('ended', 185));
  await hears(188, report({ analysis: { structuredData: { notes: 'Undecided.', callback: { note: 'Tomorrow.' } } } }));
  await hears(190, report({ artifact: {}, analysis: {} }));
  const row = await onlyCall(context);
  assert.deepEqual([row.transcript, row.notes, row.callback?.note], ['AI: Hello.', 'Undecided.', 'Tomorrow.']);
});

test('the recording of a call in which nothing was said is taken from a later report too', async () => {
  await hears(5, update('in-progress', 5));
  await hears(186, update('ended', 185));
  await hears(188, report({ artifact: { transcript: '' } }));
  assert.deepEqual([(await onlyCall(context)).transcript, (await onlyCall(context)).recording_state], [null, 'none']);
  await hears(190, report({ artifact: { transcript: '', recordingUrl } }));
  assert.deepEqual([(await onlyCall(context)).recording_source, (await onlyCall(context)).recording_state], [recordingUrl, 'due']);
});
