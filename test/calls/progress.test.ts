import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { adoptCall } from '../../src/calls/adopt-call.ts';
import { findCall } from '../../src/calls/calls.ts';
import { endCall } from '../../src/calls/end-call.ts';
import { Unserved } from '../../src/db/unserved.ts';
import { erasedPhoneNumber, hangUpLapseMs } from '../../src/process/limits.ts';
import type { Disposition, ProviderEvent } from '../../src/voice/voice-provider.ts';
import { contextOfFile } from '../support/context.ts';
import { providerCallId } from '../support/fake-voice.ts';
import { endpoint, forgetTenants, trigger } from '../support/fixtures.ts';
import { latch } from '../support/latch.ts';
import { reconcileCalls } from '../support/reconcile-calls.ts';
import { requestFor } from '../support/requests.ts';
import { statementsOf } from '../support/statements.ts';
import { balance, onlyCall, permitsTaken, place, placed, type Ready, readyToCall } from './calling.ts';
import { published, type Telling, tell, telling } from './telling.ts';

let ready: Ready;
let say: Telling;
let callId: string;

const context = await contextOfFile();
beforeEach(async () => {
  await forgetTenants(context);
  context.voice.onEnd = () => 'ending';
  context.voice.onPlace = (call) => ({ kind: 'accepted', providerCallId: providerCallId(call.callId), controlUrl: null });
  context.voice.ended.length = 0;
  ready = await readyToCall(context, { balance: 10_000_000 });
  await subscribe();
  callId = (await placed(context, ready)).id;
  say = telling(callId, context.clock.realNow());
});

async function subscribe(): Promise<void> {
  const { id } = await endpoint(context, ready.who.tenantId, { url: 'https://crm.test/hook' });
  await trigger(context, ready.who.tenantId, id);
  await trigger(context, ready.who.tenantId, id, { eventType: 'lead.qualified' });
}

/** The end as a provider tells it before it says if the call was answered. */
const tentative = (end: ProviderEvent): ProviderEvent => withMore(end, { awaits: 'answer' });
/** The end as a provider tells it before it says how the call ended. */
const unexplained = (end: ProviderEvent): ProviderEvent => withMore(end, { awaits: 'report' });
/** The end of a call that reached nobody, although its answer was reported. */
const unreached = (end: ProviderEvent): ProviderEvent => withMore(end, { isUnreached: true });

const withMore = (end: ProviderEvent, more: { awaits?: 'answer' | 'report'; isUnreached?: boolean; startedAt?: Date }): ProviderEvent =>
  end.kind === 'ended' ? { ...end, ...more } : end;

/** The end as the report tells it, with the time of the answer. */
const reported = (say: Telling, disposition: Disposition): ProviderEvent => say.ended(disposition, 'as-it-was', { answeredAt: 5 });

const conversation = (): ProviderEvent[] => [
  say.ringing(),
  say.answered(),
  say.ended('answered', 'customer-ended-call', { answeredAt: 5 }),
  say.analyzed(),
];

test('a call rings, is answered, ends and is analysed, and its events go out once', async () => {
  const [ringing, answered, ended, analyzed] = conversation();
  assert.ok(ringing && answered && ended && analyzed);
  await tell(context, ringing);
  assert.equal((await onlyCall(context)).status, 'ringing');
  await tell(context, answered);
  assert.equal((await onlyCall(context)).status, 'in-progress');
  await tell(context, ended);
  const waiting = await onlyCall(context);
  assert.deepEqual(
    [waiting.status, waiting.ended_reason, waiting.duration_seconds, waiting.outcome],
    ['completed', 'customer-ended-call', 42, null],
  );
  assert.equal(await permitsTaken(context, ready.who.tenantId), 0);
  assert.deepEqual(await published(context), []);
  await tell(context, analyzed);
  const call = await onlyCall(context);
  assert.deepEqual([call.outcome, call.notes, call.transcript], ['INTERESTED', 'Wants an offer.', 'AI: Hello.\nUser: Yes.\n']);
  const events = await published(context);
  assert.deepEqual(events.map(({ event }) => event).sort(), ['call.completed', 'lead.qualified']);
  const completed = events.find(({ event }) => event === 'call.completed');
  assert.deepEqual(
    [completed?.data['call_id'], completed?.data['outcome'], completed?.data['duration_seconds']],
    [callId, 'INTERESTED', 42],
  );
});

test('what was said is paid for: 42 s of the price per minute', async () => {
  await tell(context, ...conversation());
  assert.equal(await balance(context, ready.who.tenantId), 10_000_000 - (150_000 * 42) / 60);
});

test('however often and in whatever order a call’s events come, it ends the same and has one call.completed', async () => {
  const endings: ((say: Telling) => ProviderEvent[])[] = [
    (say) => [say.ringing(), say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5 }), say.analyzed()],
    (say) => [say.ringing(), say.answered(), say.ended('voicemail', 'voicemail', { answeredAt: 5 }), say.analyzed()],
    (say) => [say.ringing(), say.answered(), say.ended('failed', 'pipeline-error-x', { answeredAt: 5 }), say.analyzed({ outcome: null })],
    (say) => [say.ringing(), say.ended('busy', 'customer-busy')],
    (say) => [say.ringing(), say.ended('no_answer', 'customer-did-not-answer'), say.analyzed({ outcome: null, transcript: '' })],
    (say) => [say.ended('unknown', 'brand-new')],
    (say) => [say.answered(), tentative(say.ended('canceled', 'manually-canceled')), reported(say, 'canceled'), say.analyzed()],
    (say) => [tentative(say.ended('unknown', 'brand-new')), reported(say, 'unknown'), say.analyzed()],
    (say) => [tentative(say.ended('failed', 'pipeline-error-x')), reported(say, 'failed'), say.analyzed()],
    (say) => [
      unexplained(say.ended('unknown', 'unknown')),
      say.answered(),
      say.ended('voicemail', 'voicemail', { answeredAt: 5 }),
      say.analyzed(),
    ],
    (say) => [say.answered(), unexplained(say.ended('failed', 'sip-503')), unreached(say.ended('failed', 'sip-503'))],
  ];
  const expected = [
    ['completed', 'INTERESTED', 42],
    ['completed', 'VOICEMAIL', 42],
    ['failed', 'FAILED', 42],
    ['busy', 'BUSY', null],
    ['no_answer', 'NO_ANSWER', null],
    ['failed', 'FAILED', null],
    ['completed', 'INTERESTED', 42],
    ['completed', 'INTERESTED', 42],
    ['failed', 'INTERESTED', 42],
    ['completed', 'VOICEMAIL', 42],
    ['failed', 'FAILED', null],
  ];
  await fc.assert(
    fc.asyncProperty(fc.nat(endings.length - 1), fc.array(fc.nat(1_000), { minLength: 4, maxLength: 12 }), async (which, order) => {
      const { id } = await placed(context, ready);
      const all = endings[which]?.(telling(id, context.clock.realNow())) ?? [];
      // Every event at least once, and as many again as the run wants, shuffled.
      const events = [...all, ...order.map((n) => all[n % all.length]).filter((event) => event !== undefined)];
      const shuffled = events
        .map((event, i) => ({ event, by: ((order[i % order.length] ?? 0) * (i + 7)) % 1_009 }))
        .sort((a, b) => a.by - b.by);
      for (const { event } of shuffled) await tell(context, event);
      const call = await findCall(context.db.knex, ready.who.tenantId, id);
      assert.deepEqual([call?.status, call?.outcome, call?.duration_seconds], expected[which]);
      const rows: unknown[] = await context.db.knex('webhook_events').where({ dedupe_key: `call.completed:${id}` });
      assert.equal(rows.length, 1);
    }),
    { numRuns: 40 },
  );
});

test('events told at once by two processes end a call once', async () => {
  await tell(context, say.ringing(), say.answered());
  const end = [say.ended('answered', 'customer-ended-call', { answeredAt: 5 }), say.analyzed({ outcome: 'NOT_INTERESTED' })];
  await Promise.all(Array.from({ length: 5 }, () => tell(context, ...end)));
  assert.equal((await published(context)).length, 1);
});

test('the first terminal status stands', async () => {
  await tell(context, say.ended('busy', 'customer-busy'));
  await tell(context, say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5 }), say.analyzed());
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.outcome, call.ended_reason, call.duration_seconds], ['busy', 'BUSY', 'customer-busy', null]);
});

test('an end that may be that of a conversation waits for what says so, and is asked for soon', async () => {
  await tell(context, say.ringing(), tentative(say.ended('canceled', 'manually-canceled')));
  const waiting = await onlyCall(context);
  assert.deepEqual([waiting.status, waiting.check_at], ['ringing', new Date(context.clock.now().getTime() + 15_000)]);
  await tell(context, reported(say, 'canceled'), say.analyzed());
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.outcome, call.duration_seconds], ['completed', 'INTERESTED', 42]);
  const completed = (await published(context)).find(({ event }) => event === 'call.completed');
  assert.deepEqual([completed?.data['outcome'], completed?.data['duration_seconds']], ['INTERESTED', 42]);
});

test('an end that was that of no conversation is published when that is known, or at once where the call had been answered', async () => {
  await tell(context, tentative(say.ended('failed', 'call.start.error-x')));
  assert.deepEqual(await published(context), []);
  await tell(context, say.ended('failed', 'call.start.error-x'));
  const unanswered = await onlyCall(context);
  assert.deepEqual([unanswered.status, unanswered.duration_seconds], ['failed', null]);
  assert.equal((await published(context)).length, 1);
  const { id } = await placed(context, ready);
  const other = telling(id, context.clock.realNow());
  await tell(context, other.answered(), tentative(other.ended('failed', 'pipeline-error-x')));
  const answered = await findCall(context.db.knex, ready.who.tenantId, id);
  assert.deepEqual([answered?.status, answered?.duration_seconds], ['failed', 42]);
});

test('a call that reached nobody costs nothing, though its answer was reported', async () => {
  await tell(context, say.answered(), unexplained(say.ended('failed', 'sip-503')));
  assert.equal((await onlyCall(context)).status, 'in-progress');
  await tell(context, unreached(say.ended('failed', 'sip-503')), say.analyzed({ transcript: '' }));
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.outcome, call.answered_at, call.duration_seconds], ['failed', 'FAILED', null, null]);
  assert.deepEqual(
    (await published(context)).map(({ event }) => event),
    ['call.completed'],
  );
  assert.equal(await balance(context, ready.who.tenantId), 10_000_000);
});

for (const order of ['before', 'after'])
  test(`a call that nobody answered has no notes and no callback, though the analysis that comes ${order} its end makes some up`, async () => {
    const events = [
      say.analyzed({ transcript: null, callback: { requestedAt: 'tomorrow', note: null } }),
      say.ended('no_answer', 'customer-did-not-answer'),
    ];
    for (const event of order === 'before' ? events : events.reverse()) await tell(context, event);
    const { outcome, notes, callback } = await onlyCall(context);
    assert.deepEqual({ outcome, notes, callback }, { outcome: 'NO_ANSWER', notes: null, callback: null });
  });

test('an unanswered call is published at once and costs nothing', async () => {
  await tell(context, say.ringing(), say.ended('no_answer', 'customer-did-not-answer'));
  const [completed, ...others] = await published(context);
  assert.deepEqual(others, []);
  const { outcome, duration_seconds, transcript, started_at, notes, contact } = completed?.data ?? {};
  assert.deepEqual([outcome, duration_seconds, transcript, notes], ['NO_ANSWER', null, '', null]);
  assert.equal(started_at, (await onlyCall(context)).started_at?.toISOString());
  assert.deepEqual(contact, { name: '', phone: '+14155550100', address: '', city: '', state: '', zip: '' });
  assert.equal(await balance(context, ready.who.tenantId), 10_000_000);
});

test('an answered call without its analysis goes out after a minute, its outcome UNKNOWN', async () => {
  await tell(context, say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5 }));
  context.clock.advance(59);
  await reconcileCalls(context);
  assert.deepEqual(await published(context), []);
  context.clock.advance(2);
  await reconcileCalls(context);
  const [completed] = await published(context);
  assert.deepEqual([completed?.data['outcome'], completed?.data['transcript']], ['UNKNOWN', '']);
});

// holds: V-CALL-16, F-CALL-15
test('an extraction that has not come when the event goes out is told as failed, and filled in when it comes', async () => {
  await context.db.knex('calls').update({ extraction_schema: '{"type":"object","properties":{"price":{"type":"number"}}}' });
  await tell(context, say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5 }));
  context.clock.advance(61);
  await reconcileCalls(context);
  const [completed] = await published(context);
  const before = await onlyCall(context);
  await tell(context, say.analyzed({ extraction: { price: 1 } }));
  const after = await onlyCall(context);
  const said = 'no analysis has come within a minute';
  assert.deepEqual([completed?.data['extraction'], completed?.data['extraction_error']], [null, said]);
  assert.deepEqual([before.extraction, before.extraction_error], [null, said]);
  assert.deepEqual([after.extraction, after.extraction_error], ['{"price":1}', null]);
});

test('a voicemail has no extraction, which is no failure', async () => {
  await context.db.knex('calls').update({ extraction_schema: '{"type":"object"}' });
  await tell(context, say.answered(), say.ended('voicemail', 'voicemail', { answeredAt: 5 }));
  context.clock.advance(61);
  await reconcileCalls(context);
  const [completed] = await published(context);
  assert.deepEqual([completed?.data['outcome'], completed?.data['extraction_error']], ['VOICEMAIL', null]);
});

// holds: V-FIRE-07
test('an analysis later than the event is stored on the call, and makes no second event but that of a lead', async () => {
  await tell(context, say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5 }));
  context.clock.advance(61);
  await reconcileCalls(context);
  const { completed_event_at: completedAt } = await onlyCall(context);
  await tell(context, say.analyzed(), say.analyzed());
  context.clock.advance(31);
  await reconcileCalls(context);
  const call = await onlyCall(context);
  assert.deepEqual([call.outcome, call.completed_event_at, call.completion_due_at], ['INTERESTED', completedAt, null]);
  assert.deepEqual((await published(context)).map(({ event }) => event).sort(), ['call.completed', 'lead.qualified']);
});

test('a late analysis that qualifies no lead makes no second event', async () => {
  await tell(context, say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5 }));
  context.clock.advance(61);
  await reconcileCalls(context);
  await tell(context, say.analyzed({ outcome: 'NOT_INTERESTED' }));
  await reconcileCalls(context);
  assert.equal((await onlyCall(context)).outcome, 'NOT_INTERESTED');
  assert.equal((await published(context)).length, 1);
});

test('a recording that an analysis lacked is taken from a later one, and one that was erased with the words is not', async () => {
  const recordingUrl = 'https://storage.test/1.wav';
  await tell(context, say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5 }), say.analyzed());
  await tell(context, say.analyzed({ recordingUrl, outcome: 'NOT_INTERESTED' }));
  const call = await onlyCall(context);
  assert.deepEqual([call.recording_state, call.recording_source, call.outcome], ['due', recordingUrl, 'INTERESTED']);
  const erased = { phone_number: erasedPhoneNumber, transcript: null, recording_source: null, recording_due_at: null };
  await context.db.knex('calls').update({ ...erased, recording_state: 'none' });
  await tell(context, say.analyzed({ recordingUrl }));
  assert.equal((await onlyCall(context)).recording_state, 'none');
});

test('the end of the report fills in what the first word of the end did not say', async () => {
  await tell(context, say.ended('answered', 'customer-ended-call'));
  assert.equal((await onlyCall(context)).duration_seconds, null);
  await tell(context, say.ended('answered', 'customer-ended-call', { answeredAt: 5 }), say.analyzed());
  assert.equal((await onlyCall(context)).duration_seconds, 42);
});

// holds: T-CALL-08
test('a call that was answered and ended by us is completed, ended-by-api; one that was not is canceled', async () => {
  await tell(context, say.answered());
  await context.db.knex('calls').update({ end_requested_at: context.clock.now(), end_sent_at: context.clock.now() });
  await tell(context, say.ended('canceled', 'manually-canceled'), say.analyzed());
  const answered = await onlyCall(context);
  assert.deepEqual([answered.status, answered.ended_reason, answered.outcome], ['completed', 'ended-by-api', 'INTERESTED']);
  const other = await placed(context, ready);
  await context.db.knex('calls').where({ id: other.id }).update({ end_requested_at: context.clock.now() });
  await tell(context, telling(other.id, context.clock.realNow()).ended('canceled', 'manually-canceled'));
  const unanswered = await findCall(context.db.knex, ready.who.tenantId, other.id);
  assert.deepEqual([unanswered?.status, unanswered?.ended_reason, unanswered?.outcome], ['canceled', 'manually-canceled', 'CANCELED']);
});

test('an end asked for before the provider could hang up is sent when the call is answered, once', async () => {
  await context.db.knex('calls').update({ end_requested_at: context.clock.now() });
  await tell(context, say.ringing());
  assert.equal(context.voice.ended.length, 0);
  await tell(context, say.answered());
  await tell(context, say.answered());
  await reconcileCalls(context);
  assert.equal(context.voice.ended.length, 1);
});

test('an end that the provider took while the telephone rang is sent again when somebody answers all the same', async () => {
  await tell(context, say.ringing());
  await endCall(context, ready.who, requestFor(callId));
  assert.equal(context.voice.ended.length, 1);
  await tell(context, say.answered());
  assert.equal(context.voice.ended.length, 2);
  await tell(context, say.answered());
  assert.equal(context.voice.ended.length, 2);
  await tell(context, say.ended('canceled', 'manually-canceled', { answeredAt: 5 }));
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.ended_reason], ['completed', 'ended-by-api']);
});

test('a telephone that rings on after the end and is not answered ends as the provider says', async () => {
  await tell(context, say.ringing());
  await endCall(context, ready.who, requestFor(callId));
  await tell(context, say.ended('no_answer', 'customer-did-not-answer'));
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.ended_reason, call.outcome], ['no_answer', 'customer-did-not-answer', 'NO_ANSWER']);
});

test('an end that the provider could not be told is tried again soon', async () => {
  await context.db.knex('calls').update({ end_requested_at: context.clock.now() });
  context.voice.onEnd = () => 'unreachable';
  const { statements } = await statementsOf(() => tell(context, say.answered()));
  assert.equal(statements.filter((text) => text.startsWith('update "calls"')).length, 3, statements.join('\n'));
  context.voice.onEnd = () => 'ending';
  context.clock.advance(6);
  await reconcileCalls(context);
  assert.equal(context.voice.ended.length, 2);
  assert.notEqual((await onlyCall(context)).end_sent_at, null);
});

test('so is one that the provider has not answered when the time of the callback is over', async () => {
  await context.db.knex('calls').update({ end_requested_at: context.clock.now() });
  const { give, given } = latch();
  context.voice.onEnd = () => given.then(() => 'unreachable');
  await tell({ ...context, request: { lasting: context, deadline: performance.now() } }, say.answered());
  give();
  while (context.voice.ended.length === 0 || (await onlyCall(context)).end_sent_at !== null) await new Promise(setImmediate);
  context.voice.onEnd = () => 'ending';
  context.clock.advance(6);
  await reconcileCalls(context);
  assert.equal(context.voice.ended.length, 2);
});

test('so is one that the provider could not carry out yet though the call was answered', async () => {
  await tell(context, say.answered());
  context.voice.onEnd = () => 'not_yet';
  await endCall(context, ready.who, requestFor(callId));
  context.voice.onEnd = () => 'ending';
  context.clock.advance(6);
  await reconcileCalls(context);
  assert.equal(context.voice.ended.length, 2);
});

test('an end that was owed when the call was answered is sent in seconds though what took the answer did nothing more', async () => {
  const { knex } = context.db;
  await knex('calls').update({ end_requested_at: context.clock.now() });
  await knex.raw('alter table calls add constraint nobody_hangs_up check (end_sent_at is null)');
  await tell(context, say.answered());
  await knex.raw('alter table calls drop constraint nobody_hangs_up');
  assert.equal(context.voice.ended.length, 0);
  context.clock.advance(6);
  await reconcileCalls(context);
  assert.equal(context.voice.ended.length, 1);
});

test('an end is sent again after a minute where its process died before it asked, however long the call had been silent', async () => {
  await tell(context, say.answered());
  for (let check = 0; check < 4; check++) {
    context.clock.advance(16 * 60);
    await reconcileCalls(context);
  }
  const end = await dyingWhile(() => endCall(context, ready.who, requestFor(callId)));
  context.clock.advance(hangUpLapseMs / 1_000);
  await reconcileCalls(context);
  assert.equal(context.voice.ended.length, 2);
  await end();
});

test('so it is where the process died that had stored the answer', async () => {
  await context.db.knex('calls').update({ end_requested_at: context.clock.now() });
  const end = await dyingWhile(() => tell(context, say.answered()));
  context.clock.advance(6);
  await reconcileCalls(context);
  assert.equal(context.voice.ended.length, 1);
  context.clock.advance(hangUpLapseMs / 1_000);
  await reconcileCalls(context);
  assert.equal(context.voice.ended.length, 2);
  await end();
});

/** Lets `work` stand still after it has claimed a hang-up, as if its process had died. The function ends it. */
async function dyingWhile(work: () => Promise<unknown>): Promise<() => Promise<void>> {
  const death = latch();
  context.voice.onEnd = async () => {
    await death.given;
    return 'unreachable' as const;
  };
  const working = work().catch(() => {});
  while ((await onlyCall(context)).end_sent_at === null) await new Promise(setImmediate);
  context.voice.onEnd = () => 'ending';
  return async () => {
    death.give();
    await working;
  };
}

test('a callback that outruns the answer to the placement places the call', async () => {
  context.voice.onPlace = async (call) => {
    await tell(context, telling(call.callId, context.clock.realNow()).ringing());
    return { kind: 'unknown', raw: 'timeout' };
  };
  context.voice.onFind = () => ({ kind: 'absent' });
  await place(context, ready, { phoneNumber: '+14155550199' }).catch(() => {});
  const call = await context.db.knex('calls').where({ phone_number: '+14155550199' }).first();
  assert.deepEqual([call?.status, call?.placement, call?.provider_call_id], ['ringing', 'placed', providerCallId(call?.id)]);
});

test('what follows a commit and ends at the deadline is a warning, and any other failure of it an error', async () => {
  await tell(context, say.answered(), reported(say, 'answered'));
  for (const [error, level] of [
    [new Unserved('time', 'a statement was cancelled at the deadline'), 'warn'],
    [new Unserved('database', 'the database could not be reached'), 'error'],
    [new Error('unexpected'), 'error'],
  ] as const) {
    await context.db.knex('calls').update({ analyzed_at: null, completed_event_at: null });
    const { knex } = context.db;
    let transactions = 0;
    const failing = new Proxy(knex, {
      get: (target, name) => (name === 'transaction' && ++transactions === 2 ? () => Promise.reject(error) : Reflect.get(target, name)),
    });
    const logged: string[] = [];
    const log = Object.assign(Object.create(context.log), { warn: () => logged.push('warn'), error: () => logged.push('error') });
    await tell({ ...context, log, db: { ...context.db, knex: failing } }, say.analyzed());
    assert.deepEqual(logged, [level]);
  }
});

test('events of another dial of the same call, and of calls that are none of ours, change nothing', async () => {
  await tell(context, { ...say.ended('busy', 'customer-busy'), providerCallId: 'another' });
  await tell(context, { ...say.ended('busy', 'customer-busy'), providerCallId: 'foreign', callId: 'call_unknown' });
  assert.equal((await onlyCall(context)).status, 'queued');
});

test('an event of another dial changes nothing though the call is only being adopted when it comes', async () => {
  const { knex } = context.db;
  await knex('calls').update({ placement: 'unknown', provider_call_id: null });
  const adopting = new Proxy(knex, {
    get: (target, name) =>
      name === 'transaction'
        ? async (work: Parameters<typeof knex.transaction>[0]) => {
            await adoptCall(context, await onlyCall(context), { providerCallId: providerCallId(callId), controlUrl: null });
            return knex.transaction(work);
          }
        : Reflect.get(target, name),
  });
  await tell({ ...context, db: { ...context.db, knex: adopting } }, { ...say.ended('busy', 'customer-busy'), providerCallId: 'another' });
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.provider_call_id], ['queued', providerCallId(callId)]);
});

test('times of the provider are told in the service’s time, though the sandbox clock was advanced meanwhile', async () => {
  await tell(context, say.answered());
  context.clock.advanceService(3_600);
  await tell(context, say.ended('answered', 'customer-ended-call', { answeredAt: 5 }));
  context.clock.advanceService(-3_600);
  const call = await onlyCall(context);
  assert.equal(call.duration_seconds, 42);
  assert.equal(call.ended_at?.getTime(), context.clock.now().getTime() + 3_600_000 + 47_000);
});

test('a duration is that of the provider’s own two times, though its reason does not say that the call was answered', async () => {
  await tell(context, say.answered());
  context.clock.advanceService(3_600);
  const startedAt = new Date(context.clock.realNow().getTime() + 7_000);
  await tell(context, withMore(say.ended('failed', 'pipeline-error-x'), { startedAt }));
  context.clock.advanceService(-3_600);
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.duration_seconds], ['failed', 40]);
});

test('an unknown reason is passed through, counted, and completes a call that had been answered', async () => {
  const before = await countOfUnknown();
  await tell(context, say.answered(), say.ended('unknown', 'brand-new-reason'), say.analyzed());
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.ended_reason, call.outcome], ['completed', 'brand-new-reason', 'INTERESTED']);
  assert.equal(await countOfUnknown(), before + 1);
});

const countOfUnknown = async (): Promise<number> => (await context.metrics.unknownEndedReason.get()).values[0]?.value ?? 0;

const nestedDeeply = (): unknown => JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
const unstorable: readonly (readonly [string, () => unknown])[] = [
  ['names a key with U+0000', () => ({ 'Ren\u0000e': 1 })],
  ['is nested too deeply to be written', () => ({ deep: nestedDeeply() })],
];
for (const [how, extraction] of unstorable)
  test(`a call ends although its extraction ${how}`, async () => {
    const schema = { type: 'object', additionalProperties: { type: 'string' } };
    await context.db
      .knex('calls')
      .where({ id: callId })
      .update({ extraction_schema: JSON.stringify(schema) });
    await tell(
      context,
      say.answered(),
      say.ended('answered', 'customer-ended-call', { answeredAt: 5 }),
      say.analyzed({ extraction: extraction() }),
    );
    const { status, outcome, extraction: stored, extraction_error } = await onlyCall(context);
    assert.deepEqual([status, outcome, stored], ['completed', 'INTERESTED', null]);
    assert.match(extraction_error ?? '', /does not fit the schema: \/Rene must be string|nested too deeply/);
    assert.equal(await permitsTaken(context, ready.who.tenantId), 0);
  });
