import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { dial } from '../../src/calls/placement.ts';
import { findOutFate } from '../../src/calls/unknown-fate.ts';
import type { Work } from '../../src/db/try-later.ts';
import { Unserved } from '../../src/db/unserved.ts';
import { createRequestContexts } from '../../src/request-context.ts';
import { contextOfFile } from '../support/context.ts';
import { refusedWith } from '../support/requests.ts';
import {
  balance,
  calls,
  failedWith,
  keys,
  onlyCall,
  partsOf as partsOfReady,
  permitsTaken,
  place,
  placed,
  type Ready,
  readyToCall,
} from './calling.ts';

const estimate = 450_000;

const context = await contextOfFile();
beforeEach(() => {
  context.voice.placed.length = 0;
  context.voice.onPlace = accept;
  context.voice.onFind = () => ({ kind: 'absent' });
});
afterEach(async () => {
  await context.db.knex('calls').delete();
  await context.db.knex('idempotency_keys').delete();
});

const partsOf = (ready: Ready) => partsOfReady(context, ready);

const accept = ({ callId }: { callId: string }) => ({ kind: 'accepted', providerCallId: `provider-${callId}`, controlUrl: null }) as const;
const found = (callId: string) => ({ kind: 'found', providerCallId: `provider-${callId}`, controlUrl: null }) as const;

/** The process dies in the middle of the dial: nothing after it happens. */
async function dieWhileDialling(ready: Parameters<typeof place>[1], whetherSent: 'before sending' | 'after sending'): Promise<string> {
  const dialled = new Promise<string>((resolve) => {
    context.voice.onPlace = ({ callId }) => {
      resolve(callId);
      return new Promise(() => {});
    };
  });
  void place(context, ready, { idempotencyKey: 'k' }).catch(() => {});
  const callId = await dialled;
  if (whetherSent === 'before sending') await context.db.knex('calls').where({ id: callId }).update({ dial_sent_at: null });
  context.voice.placed.length = 0;
  context.voice.onPlace = accept;
  return callId;
}

// holds: E-POSTCALLS-09
test('replays the stored call for the same key and body, byte for byte, and says so', async () => {
  const ready = await readyToCall(context);
  const body = { idempotencyKey: 'k', variables: { b: 1, a: 2 } };
  const first = await place(context, ready, body);
  context.clock.advance(3_600);
  await context.db.knex('calls').update({ status: 'in-progress' });
  const second = await place(context, ready, { ...body, variables: { a: 2, b: 1 } });
  assert.ok('rawJson' in first && 'rawJson' in second);
  assert.equal(second.rawJson, first.rawJson);
  assert.deepEqual(second.headers, { 'Idempotency-Replayed': 'true' });
  assert.equal(first.headers, undefined);
  assert.equal(context.voice.placed.length, 1);
});

test('finds a conflict before it looks for the agent', async () => {
  const ready = await readyToCall(context);
  await place(context, ready, { idempotencyKey: 'k' });
  await assert.rejects(place(context, ready, { idempotencyKey: 'k', agentId: 'agt_nobody' }), refusedWith('idempotency_conflict'));
});

test('fifty requests at once with one key: one call is dialled, and all who are answered get that call', async () => {
  const ready = await readyToCall(context, { balance: 50 * estimate, limits: { concurrentCalls: 100 } });
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => placed(context, ready, { idempotencyKey: 'k' })));
  assert.equal(context.voice.placed.length, 1);
  const row = await onlyCall(context);
  const answered = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
  assert.ok(answered.length >= 1);
  assert.deepEqual(new Set(answered), new Set([row.id]));
  for (const result of results)
    if (result.status === 'rejected') assert.ok(refusedWith('idempotency_in_progress')(result.reason), String(result.reason));
  assert.equal(await balance(context, ready.who.tenantId), 49 * estimate);
});

test('says that the first request is still at work, and to come back in a second', async () => {
  const ready = await readyToCall(context);
  await dieWhileDialling(ready, 'after sending');
  context.clock.advance(29);
  await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), (error: unknown) => {
    assert.deepEqual((error as { headers: unknown }).headers, { 'Retry-After': '1' });
    return refusedWith('idempotency_in_progress')(error);
  });
  await assert.rejects(place(context, ready, { idempotencyKey: 'k', knownConsent: true }), refusedWith('idempotency_conflict'));
});

test('a process that died before it sent: once the lease has run out, the next request places a new call', async () => {
  const ready = await readyToCall(context, { balance: 2 * estimate });
  const callId = await dieWhileDialling(ready, 'before sending');
  context.clock.advance(31);
  const { id } = await placed(context, ready, { idempotencyKey: 'k' });
  assert.notEqual(id, callId);
  assert.deepEqual(
    context.voice.placed.map((order) => order.callId),
    [id],
  );
  assert.equal((await onlyCall(context)).placement, 'placed');
  assert.equal(await balance(context, ready.who.tenantId), estimate);
  assert.equal(await permitsTaken(context, ready.who.tenantId), 1);
});

test('a process that died after it sent: the call is found at the provider, not dialled again', async () => {
  const ready = await readyToCall(context);
  const callId = await dieWhileDialling(ready, 'after sending');
  context.clock.advance(31);
  context.voice.onFind = found;
  assert.equal((await placed(context, ready, { idempotencyKey: 'k' })).id, callId);
  assert.equal(context.voice.placed.length, 0);
  assert.equal((await onlyCall(context)).provider_call_id, `provider-${callId}`);
});

test('places a new call only a minute after the first was sent and two look-ups that found nothing', async () => {
  const ready = await readyToCall(context, { balance: 2 * estimate });
  const callId = await dieWhileDialling(ready, 'after sending');
  const unknown = { fate: 'unknown', callId };
  context.clock.advance(31);
  await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), failedWith(unknown));
  await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), failedWith(unknown));
  context.clock.advance(29);
  await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), failedWith(unknown), 'the first look-up that counts');
  assert.equal(context.voice.placed.length, 0);
  const { id } = await placed(context, ready, { idempotencyKey: 'k' });
  assert.notEqual(id, callId);
  assert.equal(context.voice.placed.length, 1);
  const old = await context.db.knex('calls').where({ id: callId }).first();
  assert.deepEqual([old.status, old.outcome, old.ended_reason, old.completion_due_at], ['failed', 'FAILED', 'not-dialled', null]);
  assert.equal(await balance(context, ready.who.tenantId), estimate);
  assert.equal(await permitsTaken(context, ready.who.tenantId), 1);
});

test('one look-up that found nothing is not enough, however late', async () => {
  const ready = await readyToCall(context);
  await dieWhileDialling(ready, 'after sending');
  context.clock.advance(300);
  await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), refusedWith('placement_failed'));
  assert.equal(context.voice.placed.length, 0);
  await placed(context, ready, { idempotencyKey: 'k' });
});

test('does not dial while the provider cannot be asked, and after ten minutes the key stands for nothing', async () => {
  const ready = await readyToCall(context, { balance: 2 * estimate });
  const callId = await dieWhileDialling(ready, 'after sending');
  context.voice.onFind = () => ({ kind: 'unreachable', raw: 'connection refused' });
  context.clock.advance(599);
  for (let i = 0; i < 5; i++) await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), failedWith({ fate: 'unknown', callId }));
  assert.equal(context.voice.placed.length, 0);
  assert.equal(await balance(context, ready.who.tenantId), estimate);
  context.clock.advance(1);
  assert.notEqual((await placed(context, ready, { idempotencyKey: 'k' })).id, callId);
  assert.equal(context.voice.placed.length, 1);
  assert.equal(await balance(context, ready.who.tenantId), estimate, 'the first call gave its hold back');
  assert.equal(await permitsTaken(context, ready.who.tenantId), 1, 'the first call gave its permit back');
  const old = await context.db.knex('calls').where({ id: callId }).first();
  assert.deepEqual([old.status, old.placement_expired_at], ['queued', context.clock.now()]);
});

test('the service clock moves nothing of the lease, which is real time', async () => {
  const ready = await readyToCall(context);
  await dieWhileDialling(ready, 'before sending');
  context.clock.advanceService(3_600);
  await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), refusedWith('idempotency_in_progress'));
});

test('ten who ask again at once dial once', async () => {
  const ready = await readyToCall(context);
  await dieWhileDialling(ready, 'before sending');
  context.clock.advance(31);
  const results = await Promise.allSettled(Array.from({ length: 10 }, () => placed(context, ready, { idempotencyKey: 'k' })));
  assert.equal(context.voice.placed.length, 1);
  const { id } = await onlyCall(context);
  const answered = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value.id] : []));
  assert.ok(answered.length > 0);
  assert.deepEqual(new Set(answered), new Set([id]));
});

test('a timeout after the provider dialled: found by our id, answered 201', async () => {
  const ready = await readyToCall(context);
  context.voice.onPlace = () => ({ kind: 'unknown', raw: 'timeout' });
  context.voice.onFind = found;
  const call = await placed(context, ready, { idempotencyKey: 'k' });
  assert.equal((await onlyCall(context)).provider_call_id, `provider-${call.id}`);
  assert.equal(context.voice.placed.length, 1);
});

for (const onFind of ['absent', 'unreachable'] as const) {
  test(`a placement whose fate is unknown (${onFind}): 500 with the call's id, everything stays, and a retry with the key finds that call`, async () => {
    const ready = await readyToCall(context, { balance: 3 * estimate });
    context.voice.onPlace = () => ({ kind: 'unknown', raw: 'HTTP 500' });
    context.voice.onFind = () => (onFind === 'absent' ? { kind: 'absent' } : { kind: 'unreachable', raw: 'x' });
    const refusal = await place(context, ready, { idempotencyKey: 'k' }).catch((error: unknown) => error);
    const row = await onlyCall(context);
    assert.ok(failedWith({ fate: 'unknown', callId: row.id })(refusal));
    assert.equal(row.placement, 'unknown');
    assert.equal(await balance(context, ready.who.tenantId), 2 * estimate);
    await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), failedWith({ fate: 'unknown', callId: row.id }));
    context.voice.onFind = found;
    assert.equal((await placed(context, ready, { idempotencyKey: 'k' })).id, row.id);
    assert.equal(context.voice.placed.length, 1);
    assert.equal((await calls(context)).length, 1);
  });
}

test('a retry without a key after an unknown fate is another call', async () => {
  const ready = await readyToCall(context);
  context.voice.onPlace = () => ({ kind: 'unknown', raw: 'HTTP 500' });
  await assert.rejects(place(context, ready), refusedWith('placement_failed'));
  context.voice.onPlace = accept;
  await placed(context, ready);
  assert.equal((await calls(context)).length, 2);
});

test('a first dialler that was stopped for long does not send', async () => {
  const ready = await readyToCall(context, { balance: estimate });
  await dieWhileDialling(ready, 'before sending');
  const slow = await onlyCall(context);
  context.clock.advance(31);
  assert.equal(await dial(context, slow, await partsOf(ready), null), 'not_dialled');
  assert.equal(context.voice.placed.length, 0);
  assert.deepEqual([await calls(context), await keys(context)], [[], []]);
  assert.equal(await balance(context, ready.who.tenantId), estimate);
  assert.equal(await dial(context, slow, await partsOf(ready), null), 'not_dialled', 'another has taken it back');
});

test('a dialler whose request has passed its deadline does not send, and nothing is left of the call', async () => {
  const ready = await readyToCall(context, { balance: estimate });
  await dieWhileDialling(ready, 'after sending');
  const late = createRequestContexts(context)({ operation: 'placeCall', deadline: performance.now() });
  await assert.rejects(dial(late, await onlyCall(context), await partsOf(ready), null), Unserved);
  assert.equal(context.voice.placed.length, 0);
  assert.deepEqual([await calls(context), await keys(context)], [[], []]);
  assert.equal(await balance(context, ready.who.tenantId), estimate);
});

test('a dialler whose request has passed its deadline while the database is away leaves nothing either, once it is back', async () => {
  const ready = await readyToCall(context, { balance: estimate });
  await dieWhileDialling(ready, 'after sending');
  const later: Work[] = [];
  const away = new Proxy(context.db.knex, { get: () => () => Promise.reject(new Error('Connection terminated unexpectedly')) });
  const lasting = { ...context, db: { ...context.db, knex: away }, tryLater: (work: Work) => void later.push(work) };
  const late = { ...lasting, request: { lasting, deadline: performance.now() } };
  await assert.rejects(dial(late, await onlyCall(context), await partsOf(ready), null), Unserved);
  await doAll(later);
  assert.deepEqual([await calls(context), await keys(context)], [[], []]);
  assert.equal(await balance(context, ready.who.tenantId), estimate);
});

test('a request whose deadline passes before the database has told of restores was not served, and its key is free', async () => {
  const ready = await readyToCall(context);
  const lostCalls = { ...context.lostCalls, restores: () => new Promise<never>(() => {}) };
  const late = { ...context, lostCalls, request: { lasting: context, deadline: performance.now() } };
  await assert.rejects(place(late, ready, { idempotencyKey: 'once' }), Unserved);
  assert.deepEqual([await calls(context), await keys(context)], [[], []]);
});

/** A context whose database is lost under a statement of placing, which is carried out all the same or is not, and what it does when that is back. */
function losing(statement: 'insert' | 'adopt', { isCarriedOut }: { readonly isCarriedOut: boolean }) {
  const { placing } = context.together;
  const later: Work[] = [];
  let isLost = false;
  const lost = async (wanted: never) => {
    if (isLost) return placing[statement](wanted);
    isLost = true;
    if (isCarriedOut) await placing[statement](wanted);
    throw new Error('Connection terminated unexpectedly');
  };
  const together = { ...context.together, placing: { ...placing, [statement]: lost } };
  return { onLost: { ...context, together, tryLater: (work: Work) => void later.push(work) }, isBack: () => doAll(later) };
}

async function doAll(later: readonly Work[]): Promise<void> {
  for (const work of later) await work(context.db.knex);
}

for (const [how, body] of [
  ['with a key', { idempotencyKey: 'k' }],
  ['without one', {}],
] as const)
  test(`a call that was inserted without a word of it is not dialled, and nothing is left of it, ${how}`, async () => {
    const ready = await readyToCall(context, { balance: estimate });
    const { onLost } = losing('insert', { isCarriedOut: true });
    await assert.rejects(place(onLost, ready, body), /Connection terminated/);
    assert.deepEqual([await calls(context), await keys(context)], [[], []]);
    assert.equal(await balance(context, ready.who.tenantId), estimate);
    await placed(context, ready, body);
    assert.equal(context.voice.placed.length, 1);
  });

for (const isCarriedOut of [true, false])
  test(`a call that was dialled and ${isCarriedOut ? '' : 'not '}adopted when the database was lost has its answer once that is back`, async () => {
    const ready = await readyToCall(context);
    const { onLost, isBack } = losing('adopt', { isCarriedOut });
    const asked = place(onLost, ready, { idempotencyKey: 'k' });
    await assert.rejects(asked, (error) => failedWith({ fate: 'unknown', callId: context.voice.placed[0]?.callId })(error));
    await isBack();
    const { id, placement } = await onlyCall(context);
    assert.equal(placement, 'placed');
    assert.equal((await placed(context, ready, { idempotencyKey: 'k' })).id, id);
    assert.equal(context.voice.placed.length, 1);
  });

test('a call that the provider refused when the database was lost is gone once that is back', async () => {
  const ready = await readyToCall(context, { balance: estimate });
  context.voice.onPlace = () => ({ kind: 'refused', raw: '400' });
  const later: Work[] = [];
  const { knex } = context.db;
  const lost = new Proxy(knex, {
    get: (target, name) =>
      name === 'transaction' && later.length === 0 ? () => Promise.reject(new Error('away')) : Reflect.get(target, name),
  });
  const onLost = { ...context, db: { ...context.db, knex: lost }, tryLater: (work: Work) => void later.push(work) };
  await assert.rejects(place(onLost, ready, { idempotencyKey: 'k' }), /away/);
  await doAll(later);
  assert.deepEqual([await calls(context), await keys(context)], [[], []]);
  assert.equal(await balance(context, ready.who.tenantId), estimate);
});

test('another body conflicts with a key whose holder died, too', async () => {
  const ready = await readyToCall(context);
  await dieWhileDialling(ready, 'before sending');
  context.clock.advance(31);
  await assert.rejects(place(context, ready, { idempotencyKey: 'k', knownConsent: true }), refusedWith('idempotency_conflict'));
});

test('a provider that refuses a call of which a callback has already told has the call all the same', async () => {
  const ready = await readyToCall(context);
  context.voice.onPlace = async (order) => {
    await context.db.knex('calls').update({ placement: 'placed', provider_call_id: `provider-${order.callId}`, status: 'ringing' });
    return { kind: 'refused', raw: 'HTTP 400' };
  };
  await placed(context, ready);
  assert.equal((await onlyCall(context)).status, 'ringing');
});

test('a dialler that hears of its call after the call was closed says that it does not know', async () => {
  const ready = await readyToCall(context);
  context.voice.onPlace = async (order) => {
    await context.db.knex('calls').update({ placement: 'unknown', dial_lease_until: null });
    context.clock.advance(60);
    for (let lookUp = 0; lookUp < 2; lookUp++) await findOutFate(context, await onlyCall(context));
    return accept(order);
  };
  const refusal = await place(context, ready).catch((error: unknown) => error);
  const row = await onlyCall(context);
  assert.ok(failedWith({ fate: 'unknown', callId: row.id })(refusal));
  assert.equal(row.ended_reason, 'not-dialled');
});

test('a callback that outruns the provider’s answer is not undone by it', async () => {
  const ready = await readyToCall(context);
  context.voice.onPlace = async (order) => {
    await context.db.knex('calls').update({ placement: 'placed', provider_call_id: `provider-${order.callId}`, status: 'ringing' });
    return { ...accept(order), controlUrl: 'https://control.test' };
  };
  const call = await placed(context, ready);
  assert.equal(call.status, 'queued');
  const row = await onlyCall(context);
  assert.deepEqual([row.status, row.control_url], ['ringing', 'https://control.test']);
});
