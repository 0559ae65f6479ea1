import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { dial, resumePlacement } from '../../src/calls/placement.ts';
import type { Caller } from '../../src/operation.ts';
import { type TestContext, testContext } from '../support/context.ts';
import { apiKey } from '../support/fixtures.ts';
import { refusedWith } from '../support/requests.ts';
import { balance, calls, keys, onlyCall, place, placed, readyToCall } from './calling.ts';

const estimate = 450_000;

let context: TestContext;
before(async () => {
  context = await testContext();
});
after(() => context.close());
beforeEach(() => {
  context.voice.placed.length = 0;
  context.voice.onPlace = accept;
  context.voice.onFind = () => ({ kind: 'absent' });
});
afterEach(async () => {
  await context.db.knex('calls').delete();
  await context.db.knex('idempotency_keys').delete();
});

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

test('refuses the same key with another body', async () => {
  const ready = await readyToCall(context);
  await place(context, ready, { idempotencyKey: 'k' });
  await assert.rejects(place(context, ready, { idempotencyKey: 'k', knownConsent: true }), refusedWith('idempotency_conflict'));
});

test('finds a conflict before it looks for the agent', async () => {
  const ready = await readyToCall(context);
  await place(context, ready, { idempotencyKey: 'k' });
  await assert.rejects(place(context, ready, { idempotencyKey: 'k', agentId: 'agt_nobody' }), refusedWith('idempotency_conflict'));
});

// holds: E-POSTCALLS-08
test('keeps a key to the API key it came with', async () => {
  const ready = await readyToCall(context);
  const other: Caller = { ...ready.who, apiKeyId: (await apiKey(context, ready.who.tenantId)).id };
  await place(context, ready, { idempotencyKey: 'k' });
  await place(context, { ...ready, who: other }, { idempotencyKey: 'k' });
  assert.equal((await calls(context)).length, 2);
});

// holds: L-IDEM-02
test('forgets a key after 24 hours', async () => {
  const ready = await readyToCall(context);
  const first = await placed(context, ready, { idempotencyKey: 'k' });
  context.clock.advanceService(24 * 3_600 - 1);
  assert.equal((await placed(context, ready, { idempotencyKey: 'k' })).id, first.id);
  context.clock.advanceService(1);
  assert.notEqual((await placed(context, ready, { idempotencyKey: 'k', metadata: { other: 1 } })).id, first.id);
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

test('a process that died before it sent: the next request dials that same call once the lease has run out', async () => {
  const ready = await readyToCall(context);
  const callId = await dieWhileDialling(ready, 'before sending');
  context.clock.advance(31);
  assert.equal((await placed(context, ready, { idempotencyKey: 'k' })).id, callId);
  assert.deepEqual(
    context.voice.placed.map((order) => order.callId),
    [callId],
  );
  assert.equal((await onlyCall(context)).placement, 'placed');
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

test('dials again only after the lease, half a minute more and two look-ups that found nothing', async () => {
  const ready = await readyToCall(context);
  const callId = await dieWhileDialling(ready, 'after sending');
  assert.equal(await resumePlacement(context, callId), 'busy');
  context.clock.advance(31);
  assert.equal(await resumePlacement(context, callId), 'unknown');
  assert.equal(await resumePlacement(context, callId), 'unknown');
  context.clock.advance(28);
  assert.equal(await resumePlacement(context, callId), 'unknown');
  assert.equal(context.voice.placed.length, 0);
  context.clock.advance(2);
  assert.equal(await resumePlacement(context, callId), 'placed');
  assert.equal(context.voice.placed.length, 1);
});

test('one look-up that found nothing is not enough, however late', async () => {
  const ready = await readyToCall(context);
  const callId = await dieWhileDialling(ready, 'after sending');
  context.clock.advance(3_600);
  assert.equal(await resumePlacement(context, callId), 'unknown');
  assert.equal(context.voice.placed.length, 0);
  assert.equal(await resumePlacement(context, callId), 'placed');
  assert.equal(context.voice.placed.length, 1);
});

test('never dials again while the provider cannot be asked', async () => {
  const ready = await readyToCall(context);
  const callId = await dieWhileDialling(ready, 'after sending');
  context.voice.onFind = () => ({ kind: 'unreachable', raw: 'connection refused' });
  context.clock.advance(3_600);
  for (let i = 0; i < 5; i++) assert.equal(await resumePlacement(context, callId), 'unknown');
  assert.equal(context.voice.placed.length, 0);
});

test('the service clock moves nothing of this: leases are real time', async () => {
  const ready = await readyToCall(context);
  const callId = await dieWhileDialling(ready, 'before sending');
  context.clock.advanceService(3_600);
  assert.equal(await resumePlacement(context, callId), 'busy');
});

test('ten who take it over at once dial once', async () => {
  const ready = await readyToCall(context);
  const callId = await dieWhileDialling(ready, 'before sending');
  context.clock.advance(31);
  const results = await Promise.all(Array.from({ length: 10 }, () => resumePlacement(context, callId)));
  assert.equal(context.voice.placed.length, 1);
  assert.ok(results.includes('placed'));
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
  test(`a placement whose fate is unknown (${onFind}): 500, everything stays, and a retry with the key resumes that call`, async () => {
    const ready = await readyToCall(context, { balance: 3 * estimate });
    context.voice.onPlace = () => ({ kind: 'unknown', raw: 'HTTP 500' });
    context.voice.onFind = () => (onFind === 'absent' ? { kind: 'absent' } : { kind: 'unreachable', raw: 'x' });
    await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), refusedWith('placement_failed'));
    const row = await onlyCall(context);
    assert.equal(row.placement, 'unknown');
    assert.equal(await balance(context, ready.who.tenantId), 2 * estimate);
    await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), refusedWith('placement_failed'));
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

test('a call that the provider refuses the second time goes with its hold and its key', async () => {
  const ready = await readyToCall(context, { balance: estimate });
  const callId = await dieWhileDialling(ready, 'before sending');
  context.clock.advance(31);
  context.voice.onPlace = () => ({ kind: 'refused', raw: 'HTTP 400' });
  assert.equal(await resumePlacement(context, callId), 'refused');
  assert.deepEqual([await calls(context), await keys(context)], [[], []]);
  assert.equal(await balance(context, ready.who.tenantId), estimate);
});

test('a retry whose call the reconciler has placed meanwhile gets that call', async () => {
  const ready = await readyToCall(context);
  const callId = await dieWhileDialling(ready, 'before sending');
  context.clock.advance(31);
  assert.equal(await resumePlacement(context, callId), 'placed');
  assert.equal((await placed(context, ready, { idempotencyKey: 'k' })).id, callId);
  assert.equal(context.voice.placed.length, 1);
});

test('a first dialler that was stopped for long does not send once another has taken over', async () => {
  const ready = await readyToCall(context);
  const callId = await dieWhileDialling(ready, 'before sending');
  const slow = await onlyCall(context);
  context.clock.advance(31);
  assert.equal(await dial(context, slow, slow.dial_fence), 'unknown', 'its lease has run out');
  assert.equal(context.voice.placed.length, 0);
  assert.equal(await resumePlacement(context, callId), 'placed');
  assert.equal(await dial(context, slow, slow.dial_fence), 'placed', 'another has placed it');
  assert.equal(context.voice.placed.length, 1);
});

test('a first dialler that was stopped for long does not send while another is dialling', async () => {
  const ready = await readyToCall(context);
  const callId = await dieWhileDialling(ready, 'before sending');
  const slow = await onlyCall(context);
  context.clock.advance(31);
  context.voice.onPlace = async (order) => {
    context.voice.onPlace = accept;
    assert.equal(await dial(context, slow, slow.dial_fence), 'unknown');
    return accept(order);
  };
  assert.equal(await resumePlacement(context, callId), 'placed');
  assert.equal(context.voice.placed.length, 1);
});

test('another body conflicts with a key whose holder died, too', async () => {
  const ready = await readyToCall(context);
  const callId = await dieWhileDialling(ready, 'before sending');
  context.clock.advance(31);
  await assert.rejects(place(context, ready, { idempotencyKey: 'k', knownConsent: true }), refusedWith('idempotency_conflict'));
  assert.equal((await placed(context, ready, { idempotencyKey: 'k' })).id, callId);
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

test('a provider that throws is a provider that did not say', async () => {
  const ready = await readyToCall(context);
  context.voice.onPlace = () => Promise.reject(new Error('boom'));
  await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), refusedWith('placement_failed'));
  assert.equal((await onlyCall(context)).placement, 'unknown');
});
