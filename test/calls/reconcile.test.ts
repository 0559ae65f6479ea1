import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { countLiveCalls, findCall } from '../../src/calls/calls.ts';
import { endLiveCalls } from '../../src/calls/end-live-calls.ts';
import { contextOfFile } from '../support/context.ts';
import { providerCallId } from '../support/fake-voice.ts';
import { endpoint, forgetTenants, trigger } from '../support/fixtures.ts';
import { reconcileCalls } from '../support/reconcile-calls.ts';
import { balance, onlyCall, permitsTaken, place, placed, type Ready, readyToCall } from './calling.ts';
import { published, type Telling, tell, telling } from './telling.ts';

let ready: Ready;
let say: Telling;
let asked: number;

const context = await contextOfFile();
beforeEach(async () => {
  await forgetTenants(context);
  Object.assign(context.voice, {
    onPlace: (call: { callId: string }) => ({ kind: 'accepted', providerCallId: providerCallId(call.callId), controlUrl: null }),
    onFind: () => ({ kind: 'absent' }),
  });
  asked = 0;
  snapshots();
  ready = await readyToCall(context, { balance: 10_000_000 });
  const { id } = await endpoint(context, ready.who.tenantId, { url: 'https://crm.test/hook' });
  await trigger(context, ready.who.tenantId, id);
});

/** What the provider answers when it is asked after a call. */
function snapshots(...events: Parameters<typeof tell>[1][]): void {
  context.voice.onSnapshot = () => {
    asked += 1;
    return { kind: 'events', events };
  };
}

async function callUnderWay(): Promise<string> {
  const { id } = await placed(context, ready);
  say = telling(id, context.clock.realNow());
  return id;
}

test('asks after a call once it has been silent for a minute, and then at growing gaps', async () => {
  await callUnderWay();
  const gaps: number[] = [];
  for (let seconds = 0, last = 0; gaps.length < 6; seconds += 5) {
    await reconcileCalls(context);
    if (asked > gaps.length) {
      gaps.push(seconds - last);
      last = seconds;
    }
    context.clock.advance(5);
  }
  assert.deepEqual(gaps, [60, 120, 240, 480, 900, 900]);
});

test('a provider that could not be asked is asked again in a minute, however far the gap has grown', async () => {
  await callUnderWay();
  for (const gap of [60, 120, 240, 480]) {
    context.clock.advance(gap);
    await reconcileCalls(context);
  }
  assert.equal(asked, 4);
  context.voice.onSnapshot = () => ({ kind: 'unreachable', raw: 'HTTP 503' });
  context.clock.advance(900);
  await reconcileCalls(context);
  snapshots(say.ended('answered', 'customer-ended-call', { answeredAt: 5 }));
  context.clock.advance(60);
  await reconcileCalls(context);
  assert.equal((await onlyCall(context)).status, 'completed');
});

test('a call that speaks is silent anew from then on', async () => {
  await callUnderWay();
  context.clock.advance(50);
  await tell(context, say.ringing());
  context.clock.advance(50);
  await reconcileCalls(context);
  assert.equal(asked, 0);
  context.clock.advance(10);
  await reconcileCalls(context);
  assert.equal(asked, 1);
});

test('a call whose callbacks were all lost is told the same by a poll', async () => {
  await callUnderWay();
  snapshots(say.ended('answered', 'customer-ended-call', { answeredAt: 5 }), say.analyzed());
  context.clock.advance(60);
  await reconcileCalls(context);
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.outcome, call.duration_seconds], ['completed', 'INTERESTED', 42]);
  assert.equal((await published(context)).length, 1);
});

test('a lost report is asked for before the minute is over', async () => {
  await callUnderWay();
  await tell(context, say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5 }));
  snapshots(say.ended('answered', 'customer-ended-call', { answeredAt: 5 }), say.analyzed());
  context.clock.advance(15);
  await reconcileCalls(context);
  assert.equal((await onlyCall(context)).outcome, 'INTERESTED');
  assert.equal((await published(context)).length, 1);
});

test('an analysis that comes after the event, and whose report is lost, is asked for at growing gaps', async () => {
  const end = await endedWithoutAnalysis();
  await reconcileAfter(61);
  assert.equal((await published(context)).length, 1);
  snapshots(end, say.analyzed());
  await reconcileAfter(15 * 60);
  const call = await onlyCall(context);
  assert.deepEqual([call.outcome, call.transcript, call.check_at], ['INTERESTED', 'AI: Hello.\nUser: Yes.\n', null]);
  assert.equal((await published(context)).length, 1);
});

test('an analysis that never comes is asked for no longer than a call may last', async () => {
  await endedWithoutAnalysis();
  for (let minute = 0; minute < 140; minute++) await reconcileAfter(60);
  assert.equal((await onlyCall(context)).check_at, null);
  assert.ok(asked > 8 && asked < 20, `it was asked for ${asked} times`);
});

/** A call that was answered and has ended. The provider says no more of it. */
async function endedWithoutAnalysis(): Promise<Parameters<typeof tell>[1]> {
  await callUnderWay();
  const end = say.ended('answered', 'customer-ended-call', { answeredAt: 5 });
  snapshots(end);
  await tell(context, say.answered(), end);
  return end;
}

async function reconcileAfter(seconds: number): Promise<void> {
  context.clock.advance(seconds);
  await reconcileCalls(context);
}

test('fails a call after two hours of a silent provider, with one event, its hold released and its permit free', async () => {
  await callUnderWay();
  context.voice.onSnapshot = () => ({ kind: 'unreachable', raw: 'HTTP 500' });
  // The longest call may have been answered late, and its end may be on its way.
  context.clock.advance(7_499);
  await reconcileCalls(context);
  assert.equal((await onlyCall(context)).status, 'queued');
  context.clock.advance(1_000);
  await reconcileCalls(context);
  await reconcileCalls(context);
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.ended_reason, call.outcome, call.check_at], ['failed', 'provider-unresponsive', 'FAILED', null]);
  assert.equal((await published(context)).length, 1);
  assert.equal(await balance(context, ready.who.tenantId), 10_000_000);
  assert.equal(await permitsTaken(context, ready.who.tenantId), 0);
});

test('a call that is answered after it was given up is hung up, and stays given up', async () => {
  await callUnderWay();
  context.voice.onSnapshot = () => ({ kind: 'absent' });
  context.clock.advance(8_500);
  await reconcileCalls(context);
  assert.equal((await onlyCall(context)).ended_reason, 'provider-unresponsive');
  context.voice.ended.length = 0;
  await tell(context, say.answered());
  assert.deepEqual(
    context.voice.ended.map(({ providerCallId }) => providerCallId),
    [(await onlyCall(context)).provider_call_id],
  );
  await tell(context, say.ended('answered', 'customer-ended-call', { answeredAt: 5 }), say.analyzed());
  const { status, outcome, duration_seconds } = await onlyCall(context);
  assert.deepEqual([status, outcome, duration_seconds], ['failed', 'FAILED', null]);
  assert.equal(context.voice.ended.length, 1);
});

test('a call that was answered and of whose end the provider says nothing costs nothing: nobody knows how long it was', async () => {
  await callUnderWay();
  await tell(context, say.answered());
  context.voice.onSnapshot = () => ({ kind: 'absent' });
  context.clock.advance(7_501);
  await reconcileCalls(context);
  const call = await onlyCall(context);
  assert.deepEqual(
    [call.status, call.ended_reason, call.outcome, call.duration_seconds],
    ['failed', 'provider-unresponsive', 'FAILED', null],
  );
  const [event] = await published(context);
  assert.equal(event?.data['duration_seconds'], null);
  assert.equal(await balance(context, ready.who.tenantId), 10_000_000);
});

test('a provider that throws delays its own call, not another’s', async () => {
  const bad = await callUnderWay();
  const good = (await placed(context, ready)).id;
  context.voice.onSnapshot = (call) => {
    if (call.providerCallId === providerCallId(bad)) throw new Error('a bug');
    return { kind: 'events', events: [telling(good, context.clock.realNow()).ended('busy', 'customer-busy')] };
  };
  context.clock.advance(60);
  await reconcileCalls(context);
  assert.equal((await findCall(context.db.knex, ready.who.tenantId, good))?.status, 'busy');
  assert.equal((await findCall(context.db.knex, ready.who.tenantId, bad))?.status, 'queued');
});

test('finds a call that the provider placed without saying so', async () => {
  context.voice.onPlace = () => ({ kind: 'unknown', raw: 'HTTP 500' });
  context.voice.onFind = () => ({ kind: 'unreachable', raw: 'HTTP 500' });
  await assert.rejects(place(context, ready));
  const call = await onlyCall(context);
  context.voice.onFind = () => ({ kind: 'found', providerCallId: providerCallId(call.id), controlUrl: null });
  context.clock.advance(61);
  await reconcileCalls(context);
  assert.deepEqual([(await onlyCall(context)).placement, (await onlyCall(context)).status], ['placed', 'queued']);
  assert.equal(context.voice.placed.filter(({ callId }) => callId === call.id).length, 1);
});

test('a call that had to be looked for often is asked after as soon as any other', async () => {
  context.voice.onPlace = () => ({ kind: 'unknown', raw: 'HTTP 500' });
  context.voice.onFind = () => ({ kind: 'unreachable', raw: 'HTTP 500' });
  await assert.rejects(place(context, ready));
  for (let lookUps = 0; lookUps < 5; lookUps++) {
    context.clock.advance(61);
    await reconcileCalls(context);
  }
  const call = await onlyCall(context);
  context.voice.onFind = () => ({ kind: 'found', providerCallId: providerCallId(call.id), controlUrl: null });
  context.clock.advance(61);
  await reconcileCalls(context);
  await reconcileCalls(context);
  assert.equal(asked, 1);
  context.clock.advance(121);
  await reconcileCalls(context);
  assert.equal(asked, 2);
});

test('fails a call of which the provider can say nothing for two hours', async () => {
  context.voice.onPlace = () => ({ kind: 'unknown', raw: 'HTTP 500' });
  context.voice.onFind = () => ({ kind: 'unreachable', raw: 'HTTP 500' });
  await assert.rejects(place(context, ready));
  context.clock.advance(7_501);
  await reconcileCalls(context);
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.ended_reason, call.provider_call_id], ['failed', 'provider-unresponsive', null]);
  assert.equal((await published(context)).length, 1);
});

/** A call whose caller was told that its fate is unknown, before every process was away for three hours. */
async function afterOutage(): Promise<string> {
  context.voice.onPlace = () => ({ kind: 'unknown', raw: 'HTTP 500' });
  context.voice.onFind = () => ({ kind: 'unreachable', raw: 'HTTP 500' });
  await assert.rejects(place(context, ready));
  say = telling((await onlyCall(context)).id, context.clock.realNow());
  context.clock.advance(3 * 3_600);
  return (await onlyCall(context)).id;
}

test('after an outage that was longer than a call may last, a call of unknown fate is told and charged as the provider knows it', async () => {
  const id = await afterOutage();
  context.voice.onFind = () => ({ kind: 'found', providerCallId: providerCallId(id), controlUrl: null });
  snapshots(say.ended('answered', 'customer-ended-call', { answeredAt: 5, endedAt: 45 }), say.analyzed());
  await reconcileCalls(context);
  await reconcileCalls(context);
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.outcome, call.duration_seconds], ['completed', 'INTERESTED', 40]);
  assert.deepEqual(
    (await published(context)).map(({ event, data }) => [event, data['duration_seconds']]),
    [['call.completed', 40]],
  );
  assert.equal(await balance(context, ready.who.tenantId), 10_000_000 - 100_000);
});

test('after such an outage a call that the provider denies twice was never dialled, and has no event', async () => {
  await afterOutage();
  context.voice.onFind = () => ({ kind: 'absent' });
  await reconcileAfter(0);
  assert.equal((await onlyCall(context)).status, 'queued');
  await reconcileAfter(15);
  const call = await onlyCall(context);
  assert.deepEqual([call.status, call.ended_reason, call.check_at], ['failed', 'not-dialled', null]);
  assert.deepEqual(await published(context), []);
  assert.equal(await balance(context, ready.who.tenantId), 10_000_000);
});

test('a sandbox’s clock that is moved while a call is dialled fails no call', async () => {
  context.voice.onPlace = () => ({ kind: 'unknown', raw: 'HTTP 500' });
  await assert.rejects(place(context, ready));
  context.clock.advanceService(2 * 86_400);
  await reconcileCalls(context);
  assert.equal((await onlyCall(context)).status, 'queued');
  await context.db.knex('calls').update({ dial_lease_until: new Date(context.clock.realNow().getTime() + 20_000) });
  await reconcileAfter(15);
  assert.equal((await onlyCall(context)).status, 'queued');
});

test('publishes what a process left ended and unpublished when it died', async () => {
  await callUnderWay();
  // The state right after the first of the two commits.
  const now = context.clock.now();
  await context.db
    .knex('calls')
    .update({ status: 'busy', outcome: 'BUSY', ended_reason: 'customer-busy', ended_at: now, check_at: null, completion_due_at: now });
  await Promise.all([reconcileCalls(context), reconcileCalls(context), reconcileCalls(context)]);
  assert.equal((await published(context)).length, 1);
  assert.equal(await balance(context, ready.who.tenantId), 10_000_000);
  assert.equal((await onlyCall(context)).completion_due_at, null);
  assert.equal(await reconcileCalls(context), 0);
});

test('waits for the recording, so that it is there when the webhook arrives, but not beyond the deadline', async () => {
  await callUnderWay();
  await tell(
    context,
    say.answered(),
    say.ended('answered', 'customer-ended-call', { answeredAt: 5 }),
    say.analyzed({ recordingUrl: 'https://storage.test/1.wav' }),
  );
  assert.equal((await onlyCall(context)).recording_state, 'due');
  context.clock.advance(59);
  await reconcileCalls(context);
  assert.equal((await published(context)).length, 0);
  context.clock.advance(2);
  await reconcileCalls(context);
  assert.equal((await published(context)).length, 1);
});

test('a hang-up that did not reach the provider is repeated in seconds, however long the call had been silent', async () => {
  const id = await callUnderWay();
  await tell(context, say.answered());
  snapshots(say.answered());
  for (let minutes = 0; minutes < 20; minutes++) {
    context.clock.advance(60);
    await reconcileCalls(context);
  }
  context.voice.ended.length = 0;
  context.voice.onEnd = () => 'unreachable';
  assert.equal(await endLiveCalls(context, ready.who.tenantId), 1);
  context.voice.onEnd = () => 'ending';
  context.clock.advance(6);
  await reconcileCalls(context);
  assert.deepEqual(
    context.voice.ended.map((call) => call.providerCallId),
    [providerCallId(id), providerCallId(id)],
  );
});

test('a call whose fate has been unknown for too long takes none of the calls that the account shows as left', async () => {
  context.voice.onPlace = () => ({ kind: 'unknown', raw: 'timeout' });
  context.voice.onFind = () => ({ kind: 'unreachable', raw: 'HTTP 500' });
  await assert.rejects(place(context, ready));
  assert.equal(await countLiveCalls(context.db.knex, ready.who.tenantId), await permitsTaken(context, ready.who.tenantId));
  context.clock.advance(601);
  await reconcileCalls(context);
  assert.equal(await permitsTaken(context, ready.who.tenantId), 0);
  assert.equal(await countLiveCalls(context.db.knex, ready.who.tenantId), 0);
});
