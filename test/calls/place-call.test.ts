import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { placeCall } from '../../src/calls/place-call.ts';
import { listPhoneNumbers } from '../../src/tenants/phone-numbers.ts';
import { contextOfFile } from '../support/context.ts';
import { agent, caller, phoneNumber } from '../support/fixtures.ts';
import { bodyOf, refusedWith, requestWith } from '../support/requests.ts';
import { balance, calls, keys, onlyCall, permitsTaken, place, placed, readyToCall } from './calling.ts';

/** The estimate of one call with the default prices: three minutes at 0.15. */
const estimate = 450_000;

const context = await contextOfFile();
beforeEach(async () => {
  context.voice.placed.length = 0;
  context.voice.onPlace = ({ callId }) => ({ kind: 'accepted', providerCallId: `provider-${callId}`, controlUrl: null });
  context.voice.onFind = () => ({ kind: 'absent' });
});
afterEach(async () => {
  await context.db.knex('calls').delete();
  await context.db.knex('idempotency_keys').delete();
});

/** What a refused request must not leave behind. */
async function assertNoTrace(tenantId: string, expectedBalance?: number): Promise<void> {
  assert.deepEqual(await calls(context), []);
  assert.deepEqual(await keys(context), []);
  assert.equal(await permitsTaken(context, tenantId), 0);
  if (expectedBalance !== undefined) assert.equal(await balance(context, tenantId), expectedBalance);
}

// holds: E-POSTCALLS-06, E-POSTCALLS-07
test('dials once, with our id, the variables and never the metadata', async () => {
  const ready = await readyToCall(context);
  const call = await placed(context, ready, { variables: { name: 'Ada' }, metadata: { secretOfTheCrm: 'x' } });
  assert.equal(context.voice.placed.length, 1);
  const [order] = context.voice.placed;
  assert.deepEqual([order?.callId, order?.to, order?.variables], [call.id, '+14155550100', { name: 'Ada' }]);
  assert.equal(JSON.stringify(order).includes('secretOfTheCrm'), false);
});

test('keeps the provider’s id and the time it accepted the call', async () => {
  const ready = await readyToCall(context);
  const { id } = await placed(context, ready);
  const row = await onlyCall(context);
  assert.deepEqual(
    [row.placement, row.provider_call_id, row.started_at, row.dial_lease_until],
    ['placed', `provider-${id}`, context.clock.now(), null],
  );
  assert.ok(row.check_at && row.check_at > context.clock.now());
});

test('has given the last word on the call to the commit before it dials', async () => {
  const ready = await readyToCall(context, { balance: estimate });
  context.voice.onPlace = async ({ callId }) => {
    const row = await onlyCall(context);
    assert.deepEqual([row.id, row.placement, row.dial_sent_at], [callId, 'pending', context.clock.realNow()]);
    assert.equal(await balance(context, ready.who.tenantId), 0);
    assert.equal((await keys(context)).length, 1);
    return { kind: 'accepted', providerCallId: `provider-${callId}`, controlUrl: null };
  };
  await place(context, ready, { idempotencyKey: 'k' });
  assert.equal(context.voice.placed.length, 1);
});

// holds: E-POSTCALLS-05
test('chooses a number by the draw', async () => {
  const ready = await readyToCall(context);
  await phoneNumber(context, ready.who.tenantId);
  const numbers = await listPhoneNumbers(context.db.knex, ready.who.tenantId);
  for (const [draw, index] of [
    [0.49, 0],
    [0.51, 1],
  ] as const) {
    const drawn = { ...context, random: () => draw };
    const reply = await placeCall(drawn, ready.who, requestWith({ agentId: ready.agentId, phoneNumber: '+14155550100' }));
    assert.equal(bodyOf<{ call: { fromPhoneNumber: string } }>(reply).call.fromPhoneNumber, numbers[index]?.phone_number);
  }
});

test('remembers what the agent was: its outcomes and its schema', async () => {
  const who = await caller(context);
  const agentId = await agent(context, who.tenantId, {
    activeOutcomes: ['YES'],
    qualifyingOutcomes: ['YES'],
    extractionSchema: { type: 'object' },
  });
  await phoneNumber(context, who.tenantId);
  await placeCall(context, who, requestWith({ agentId, phoneNumber: '+14155550100' }));
  const row = await onlyCall(context);
  assert.deepEqual([row.active_outcomes, row.qualifying_outcomes, row.extraction_schema], [['YES'], ['YES'], '{"type":"object"}']);
});

test('finds no number for a tenant that has none to use', async () => {
  const who = await caller(context);
  const agentId = await agent(context, who.tenantId);
  await phoneNumber(context, who.tenantId, { isActive: false });
  await phoneNumber(context, who.tenantId, { health: 0 });
  await assert.rejects(place(context, { who, agentId, numberId: '' }, { idempotencyKey: 'k' }), refusedWith('phone_number_not_found'));
  await assertNoTrace(who.tenantId);
});

test('asks no wallet of a tenant on invoice', async () => {
  const ready = await readyToCall(context, { billing: 'invoice', balance: 0 });
  await placed(context, ready);
  assert.equal(await balance(context, ready.who.tenantId), 0);
});

test('tells what is wrong in the documented order, and leaves nothing of it behind', async () => {
  const ready = await readyToCall(context, { balance: estimate, limits: { concurrentCalls: 1 }, systemPrompt: '{{name}}' });
  const { tenantId } = ready.who;
  await placed(context, ready, { variables: { name: 1 } });
  const bad = { phoneNumber: 'x', agentId: 'agt_nobody', fromPhoneNumberId: 'num_nobody' };
  const { agentId } = ready;
  const steps = [
    [bad, 'invalid_phone_number', 0],
    [{ ...bad, phoneNumber: '+14155550100' }, 'agent_not_found', 0],
    [{ fromPhoneNumberId: 'num_nobody', agentId }, 'missing_variables', 0],
    [{ fromPhoneNumberId: 'num_nobody', agentId, variables: { name: 1 } }, 'phone_number_not_found', 0],
    [{ agentId, variables: { name: 1 } }, 'insufficient_balance', estimate - 1],
    [{ agentId, variables: { name: 1 } }, 'concurrent_limit_exceeded', estimate],
  ] as const;
  for (const [body, code, money] of steps) {
    await context.db.knex('wallets').where({ tenant_id: tenantId }).update({ balance_micros: money });
    await assert.rejects(place(context, ready, { ...body, idempotencyKey: 'k' }), refusedWith(code));
    const left = [(await calls(context)).length, (await keys(context)).length, await permitsTaken(context, tenantId)];
    assert.deepEqual([...left, await balance(context, tenantId)], [1, 0, 1, money], code);
  }
});

test('a hundred calls at once with money for seven: seven are placed and the wallet never goes below zero', async () => {
  const ready = await readyToCall(context, { balance: 7 * estimate, limits: { concurrentCalls: 1_000 } });
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => place(context, ready)));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 7);
  for (const result of results)
    if (result.status === 'rejected') assert.ok(refusedWith('insufficient_balance')(result.reason), String(result.reason));
  assert.equal(context.voice.placed.length, 7);
  assert.equal(await balance(context, ready.who.tenantId), 0);
  assert.equal(await permitsTaken(context, ready.who.tenantId), 7);
  const { rows } = await context.db.knex.raw('select min(balance_after_micros)::int as lowest from wallet_ledger where tenant_id = ?', [
    ready.who.tenantId,
  ]);
  assert.equal(rows[0].lowest, 0);
});

// holds: L-CONCURRENT-01
test('forty calls at once with five places: five are placed', async () => {
  const ready = await readyToCall(context, { limits: { concurrentCalls: 5 } });
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => place(context, ready)));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 5);
  for (const result of results) if (result.status === 'rejected') assert.ok(refusedWith('concurrent_limit_exceeded')(result.reason));
});

test('a refusal by the provider leaves nothing behind', async () => {
  const ready = await readyToCall(context, { balance: estimate });
  context.voice.onPlace = () => ({ kind: 'refused', raw: 'HTTP 400' });
  await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), refusedWith('placement_failed'));
  await assertNoTrace(ready.who.tenantId, estimate);
});

test('a refused call may be sent again under the same key, corrected or not', async () => {
  const ready = await readyToCall(context);
  context.voice.onPlace = () => ({ kind: 'refused', raw: 'HTTP 400' });
  await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), refusedWith('placement_failed'));
  context.voice.onPlace = ({ callId }) => ({ kind: 'accepted', providerCallId: `provider-${callId}`, controlUrl: null });
  await placed(context, ready, { idempotencyKey: 'k', metadata: { corrected: true } });
});
