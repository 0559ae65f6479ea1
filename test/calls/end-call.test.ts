import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { endCall } from '../../src/calls/end-call.ts';
import { readCall } from '../../src/calls/read-call.ts';
import { findOutFate } from '../../src/calls/unknown-fate.ts';
import { contextOfFile } from '../support/context.ts';
import { caller } from '../support/fixtures.ts';
import { latch } from '../support/latch.ts';
import { bodyOf, refusedWith, requestFor } from '../support/requests.ts';
import { type CallBody, onlyCall, place, placed, type Ready, readyToCall } from './calling.ts';

let ready: Ready;
const context = await contextOfFile();
beforeEach(async () => {
  context.voice.ended.length = 0;
  context.voice.onEnd = () => 'ending';
  context.voice.onPlace = ({ callId }) => ({ kind: 'accepted', providerCallId: `provider-${callId}`, controlUrl: 'https://control.test' });
  context.voice.onFind = () => ({ kind: 'absent' });
  ready = await readyToCall(context);
});
afterEach(async () => {
  await context.db.knex('calls').delete();
});

const end = async (id: string) => bodyOf(await endCall(context, ready.who, requestFor(id)));

for (const status of ['queued', 'ringing', 'in-progress']) {
  test(`hangs up a call that is ${status}`, async () => {
    const { id } = await placed(context, ready);
    await context.db.knex('calls').update({ status });
    assert.deepEqual(await end(id), { id, status: 'ending' });
    assert.deepEqual(context.voice.ended, [{ providerCallId: `provider-${id}`, controlUrl: 'https://control.test', trace: null }]);
    const read = bodyOf<CallBody>(await readCall(context, ready.who, requestFor(id)));
    assert.equal(read.call.status, status, 'ending is shown by this operation alone');
  });
}

test('asks the provider once, however often it is asked', async () => {
  const { id } = await placed(context, ready);
  const replies = await Promise.all(Array.from({ length: 10 }, () => end(id)));
  for (const reply of replies) assert.deepEqual(reply, { id, status: 'ending' });
  assert.deepEqual(await end(id), { id, status: 'ending' });
  assert.equal(context.voice.ended.length, 1);
});

test('asks again for a call that is still live a minute later', async () => {
  const { id } = await placed(context, ready);
  await end(id);
  context.clock.advance(61);
  await end(id);
  assert.equal(context.voice.ended.length, 2);
});

test('shows how an ended call ended', async () => {
  const { id } = await placed(context, ready);
  await context.db.knex('calls').update({ status: 'no_answer', ended_at: context.clock.now() });
  assert.deepEqual(await end(id), { id, status: 'no_answer' });
  assert.equal(context.voice.ended.length, 0);
});

test('fails where the provider is out of reach, and may be tried again', async () => {
  const { id } = await placed(context, ready);
  context.voice.onEnd = () => 'unreachable';
  await assert.rejects(end(id), refusedWith('end_failed'));
  context.voice.onEnd = () => 'ending';
  assert.deepEqual(await end(id), { id, status: 'ending' });
  assert.equal(context.voice.ended.length, 2);
});

test('fails at the deadline of the request where the provider takes longer, and hanging up goes on', async () => {
  const { id } = await placed(context, ready);
  const { give, given } = latch();
  context.voice.onEnd = () => given.then(() => 'unreachable');
  const late = { ...context, request: { lasting: context, deadline: performance.now() } };
  await assert.rejects(endCall(late, ready.who, requestFor(id)), refusedWith('end_failed'));
  give();
  while (context.voice.ended.length === 0 || (await onlyCall(context)).end_sent_at !== null) await new Promise(setImmediate);
});

test('remembers the wish where the provider cannot hang up yet', async () => {
  const { id } = await placed(context, ready);
  context.voice.onEnd = () => 'not_yet';
  assert.deepEqual(await end(id), { id, status: 'ending' });
  const row = await onlyCall(context);
  assert.deepEqual([row.end_requested_at, row.end_sent_at], [context.clock.now(), null]);
});

test('a call whose end was wished while it was being placed is hung up when the provider has it', async () => {
  context.voice.onPlace = async ({ callId }) => {
    assert.deepEqual(await end(callId), { id: callId, status: 'ending' });
    assert.equal(context.voice.ended.length, 0);
    return { kind: 'accepted', providerCallId: `provider-${callId}`, controlUrl: null };
  };
  await place(context, ready);
  assert.equal(context.voice.ended.length, 1);
});

test('a call of unknown fate that is ended is canceled once it is known that nobody was dialled', async () => {
  context.voice.onPlace = () => ({ kind: 'unknown', raw: 'timeout' });
  await assert.rejects(place(context, ready), refusedWith('placement_failed'));
  const { id } = await onlyCall(context);
  assert.deepEqual(await end(id), { id, status: 'ending' });
  context.clock.advance(60);
  for (let lookUp = 0; lookUp < 2; lookUp++) await findOutFate(context, await onlyCall(context));
  const row = await onlyCall(context);
  assert.deepEqual([row.status, row.outcome, row.ended_reason, row.completion_due_at], ['canceled', 'CANCELED', 'ended-by-api', null]);
  assert.deepEqual(await end(id), { id, status: 'canceled' });
  assert.equal(context.voice.ended.length, 0);
});

test('a call of unknown fate that is ended is hung up as soon as it is found', async () => {
  context.voice.onPlace = () => ({ kind: 'unknown', raw: 'timeout' });
  await assert.rejects(place(context, ready), refusedWith('placement_failed'));
  const { id } = await onlyCall(context);
  await end(id);
  context.voice.onFind = () => ({ kind: 'found', providerCallId: `provider-${id}`, controlUrl: 'https://control.test' });
  assert.equal(await findOutFate(context, await onlyCall(context)), 'placed');
  assert.deepEqual(context.voice.ended, [{ providerCallId: `provider-${id}`, controlUrl: 'https://control.test', trace: null }]);
});

test("knows no call that is unknown, another tenant's or the dialer's", async () => {
  const { id } = await placed(context, ready);
  const other = await caller(context);
  await assert.rejects(endCall(context, other, requestFor(id)), refusedWith('call_not_found'));
  await assert.rejects(end('call_nobody'), refusedWith('call_not_found'));
  await context.db.knex('calls').update({ origin: 'dialer' });
  await assert.rejects(end(id), refusedWith('call_not_found'));
  assert.equal(context.voice.ended.length, 0);
});
