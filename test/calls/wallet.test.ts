import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeCall } from '../../src/calls/complete-call.ts';
import { type LedgerEntry, listLedger } from '../../src/tenants/wallet.ts';
import { type ApiClient, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { agent, apiKey, phoneNumber, tenant } from '../support/fixtures.ts';
import { reconcileCalls } from '../support/reconcile-calls.ts';
import { balance } from './calling.ts';
import { tell, telling } from './telling.ts';

/** A tenant's money over the whole life of calls that are placed through HTTP: 0.15 a minute, three minutes set aside. */

const perMinute = 150_000;
const estimate = 3 * perMinute;

const context = await contextOfFile();
const server = await publicOfFile(context);

interface Payer {
  readonly tenantId: string;
  readonly call: (key?: string) => ReturnType<ApiClient['post']>;
}

async function payer(micros: number): Promise<Payer> {
  const { id } = await tenant(context, { balance: micros, limits: { writesPerMinute: 1_000, concurrentCalls: 500 } });
  const agentId = await agent(context, id);
  await phoneNumber(context, id);
  const api = server.api.with((await apiKey(context, id)).text);
  return {
    tenantId: id,
    call: (idempotencyKey) => api.post('/calls', { agentId, phoneNumber: '+14155550100', ...(idempotencyKey && { idempotencyKey }) }),
  };
}

/** The call is answered and talks for so long, or nobody answers it; its events go out and its wallet is charged. */
async function end(callId: string, talkSeconds: number | null): Promise<void> {
  const say = telling(callId, context.clock.realNow());
  if (talkSeconds === null) await tell(context, say.ringing(), say.ended('no_answer', 'customer-did-not-answer'));
  else
    await tell(
      context,
      say.answered(),
      say.ended('answered', 'customer-ended-call', { answeredAt: 5, endedAt: 5 + talkSeconds }),
      say.analyzed(),
    );
  await completeCall(context, await context.db.knex('calls').where({ id: callId }).first());
}

/** Oldest first, and right: each row's balance is the sum so far, none below zero, and the wallet has the last. */
async function soundLedger(tenantId: string): Promise<readonly LedgerEntry[]> {
  const ledger = (await listLedger(context.db.knex, tenantId, 1_000)).toReversed();
  let sum = 0;
  for (const entry of ledger) {
    sum += entry.amountMicros;
    assert.equal(entry.balanceAfterMicros, sum);
    assert.ok(sum >= 0);
  }
  assert.equal(await balance(context, tenantId), sum);
  return ledger;
}

const moves = (ledger: readonly LedgerEntry[]) => ledger.slice(1).map(({ kind, amountMicros }) => [kind, amountMicros]);

test('402 is exact at the edge: what is needed is enough, one micro-unit less is not', async () => {
  const enough = await payer(estimate);
  assert.equal((await enough.call()).status, 201);
  assert.equal(await balance(context, enough.tenantId), 0);

  const less = await payer(estimate - 1);
  const refused = await less.call();
  assert.deepEqual([refused.status, refused.body.error.code], [402, 'insufficient_balance']);
  assert.deepEqual(refused.body.error.details, { balance: estimate - 1, required: estimate });
  assert.deepEqual(moves(await soundLedger(less.tenantId)), []);
});

test('the wallet shows what a call cost as soon as its outcome shows, before its event goes out', async () => {
  const { tenantId, call } = await payer(estimate);
  const { id } = (await call()).body.call;
  const say = telling(id, context.clock.realNow());
  await tell(context, say.answered(), say.ended('answered', 'customer-ended-call', { answeredAt: 5, endedAt: 65 }));
  assert.equal(await balance(context, tenantId), 0, 'it has no outcome yet');
  await tell(context, say.analyzed({ recordingUrl: 'https://provider.test/recording.wav' }));
  const row = await context.db.knex('calls').where({ id }).first();
  assert.deepEqual([row.outcome, row.completed_event_at], ['INTERESTED', null], 'it waits for its recording');
  assert.equal(await balance(context, tenantId), estimate - 150_000);
  await completeCall(context, row);
  assert.deepEqual(moves(await soundLedger(tenantId)), [
    ['hold', -estimate],
    ['settlement', estimate - 150_000],
  ]);
});

test('of a hundred calls at once as many are accepted as the wallet can pay, and it is never below zero', async () => {
  const affordable = 37;
  const { tenantId, call } = await payer(affordable * estimate + estimate - 1);
  const responses = await Promise.all(Array.from({ length: 100 }, () => call()));
  const accepted = responses.filter(({ status }) => status === 201);
  const refused = responses.filter(({ status, body }) => status === 402 && body.error.code === 'insufficient_balance');
  assert.deepEqual([accepted.length, refused.length], [affordable, 100 - affordable]);
  assert.equal(await balance(context, tenantId), estimate - 1);
  const held = await soundLedger(tenantId);
  assert.equal(held.filter(({ kind }) => kind === 'hold').length, affordable);
  const { rowCount } = await context.db.knex.raw('select 1 from calls where tenant_id = ?', [tenantId]);
  assert.equal(rowCount, affordable);

  // All of them end at once, each told twice: some unanswered, some shorter than was set aside, some longer.
  const talked = accepted.map((_, i) => (i % 3 === 0 ? null : i % 3 === 1 ? 61 : 600));
  const ids = accepted.map(({ body }) => body.call.id as string);
  await Promise.all([...ids.map((id, i) => end(id, talked[i] ?? null)), ...ids.map((id, i) => end(id, talked[i] ?? null))]);
  const ledger = await soundLedger(tenantId);
  assert.equal(ledger.length, 1 + 2 * affordable, 'each is held once and closed once');
  for (const id of ids) {
    const i = ids.indexOf(id);
    const seconds = talked[i] ?? null;
    const closing = ledger.find(({ callId, kind }) => callId === id && kind !== 'hold');
    if (seconds === null) assert.deepEqual([closing?.kind, closing?.amountMicros], ['release', estimate]);
    else if (seconds === 61) assert.deepEqual([closing?.kind, closing?.amountMicros], ['settlement', estimate - 152_500]);
    // A long one takes what is there at that moment.
    else assert.ok(closing?.kind === 'settlement' && closing.amountMicros >= estimate - 1_500_000 && closing.amountMicros <= 0);
  }
});

test('a hundred requests with one idempotencyKey hold the money of one call', async () => {
  const { tenantId, call } = await payer(10 * estimate);
  const responses = await Promise.all(Array.from({ length: 100 }, () => call('crm-1')));
  for (const { status } of responses) assert.ok(status === 201 || status === 503, String(status));
  assert.equal(await balance(context, tenantId), 9 * estimate);
});

test('a call that costs more than was set aside is paid from the rest, by the second and rounded up', async () => {
  const { tenantId, call } = await payer(10_000_001);
  const { body } = await call();
  await end(body.call.id, 601);
  assert.equal(await balance(context, tenantId), 10_000_001 - 1_502_500);
  assert.deepEqual(moves(await soundLedger(tenantId)), [
    ['hold', -estimate],
    ['settlement', estimate - 1_502_500],
  ]);
});

test('where the rest is not enough either, the wallet is empty and the ledger says what could not be collected', async () => {
  const { tenantId, call } = await payer(estimate + 100);
  const { body } = await call();
  await end(body.call.id, 600);
  assert.equal(await balance(context, tenantId), 0);
  const ledger = await soundLedger(tenantId);
  assert.equal(ledger.at(-1)?.note, 'cost 1.50, of which 1.0499 could not be collected');
  assert.equal((await call()).status, 402);
});

test('a call that is found only after its end is charged for the time that was talked, and not for the time until it was found', async () => {
  const { tenantId, call } = await payer(estimate);
  const { id } = (await call()).body.call;
  const aMinuteAgo = new Date(context.clock.realNow().getTime() - 60_000);
  await context.db.knex('calls').where({ id }).update({ created_at: aMinuteAgo });
  const say = telling(id, aMinuteAgo);
  await tell(context, say.ended('answered', 'customer-ended-call', { answeredAt: 5, endedAt: 25 }), say.analyzed());
  assert.deepEqual(moves(await soundLedger(tenantId)), [
    ['hold', -estimate],
    ['settlement', estimate - perMinute / 3],
  ]);
  const row = await context.db.knex('calls').where({ id }).first();
  assert.deepEqual(
    [row.started_at, row.answered_at, row.ended_at].map((at) => (at.getTime() - aMinuteAgo.getTime()) / 1_000),
    [5, 5, 25],
  );
});

test('what a short call gives back is there for the next at once', async () => {
  const { tenantId, call } = await payer(estimate);
  const first = await call();
  assert.equal((await call()).status, 402);
  await end(first.body.call.id, null);
  const second = await call();
  assert.equal(second.status, 201);
  await end(second.body.call.id, 1);
  assert.equal(await balance(context, tenantId), estimate - 2_500);
  assert.equal((await call()).status, 402, 'one second has been paid: it is no longer enough');
});

test('a call that the provider refuses gives its money back before the caller is told', async () => {
  const { tenantId, call } = await payer(estimate);
  context.voice.onPlace = () => ({ kind: 'refused', raw: 'no such number' });
  assert.equal((await call()).status, 500);
  context.voice.onPlace = ({ callId }) => ({ kind: 'accepted', providerCallId: `provider-${callId}`, controlUrl: null });
  assert.deepEqual(moves(await soundLedger(tenantId)), [
    ['hold', -estimate],
    ['release', estimate],
  ]);
  assert.equal((await call()).status, 201);
});

test('a call that the provider never speaks of again has its money back in the end', async () => {
  const { tenantId, call } = await payer(estimate);
  const { status } = await call();
  assert.equal(status, 201);
  for (let i = 0; i < 60 && (await balance(context, tenantId)) === 0; i++) {
    context.clock.advance(300);
    await reconcileCalls(context);
  }
  assert.equal(await balance(context, tenantId), estimate);
  await soundLedger(tenantId);
});
