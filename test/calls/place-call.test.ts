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

test('accepts a call: queued, every result null, everything sent echoed', async () => {
  const ready = await readyToCall(context);
  const call = await placed(context, ready, {
    variables: { name: 'Ada' },
    metadata: { crm: 7 },
    knownConsent: true,
    consentRecordId: 'c-1',
  });
  const { id, ...rest } = call;
  assert.match(id, /^call_[0-9a-z]{26}$/);
  assert.deepEqual(rest, {
    status: 'queued',
    agentId: ready.agentId,
    phoneNumber: '+14155550100',
    fromPhoneNumber: (await onlyCall(context)).from_phone_number,
    direction: 'ai_outbound',
    outcome: null,
    endedReason: null,
    durationSeconds: null,
    startedAt: null,
    endedAt: null,
    createdAt: context.clock.now().toISOString(),
    transcript: null,
    extraction: null,
    extractionError: null,
    variables: { name: 'Ada' },
    metadata: { crm: 7 },
    knownConsent: true,
    consentRecordId: 'c-1',
  });
});

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

test('takes the number that is forced, whatever its health', async () => {
  const ready = await readyToCall(context);
  const forced = await phoneNumber(context, ready.who.tenantId, { phoneNumber: '+14155559999', health: 0 });
  assert.equal((await placed(context, ready, { fromPhoneNumberId: forced }))['fromPhoneNumber'], '+14155559999');
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

test('refuses a number that is not E.164', async () => {
  const ready = await readyToCall(context);
  await assert.rejects(place(context, ready, { phoneNumber: '4155550100', idempotencyKey: 'k' }), refusedWith('invalid_phone_number'));
  await assertNoTrace(ready.who.tenantId);
});

for (const [what, options] of [
  ['an inactive agent', { isActive: false }],
  ["another tenant's agent", { foreign: true }],
] as const) {
  test(`does not know ${what}`, async () => {
    const ready = await readyToCall(context);
    const owner = 'foreign' in options ? (await caller(context)).tenantId : ready.who.tenantId;
    const agentId = await agent(context, owner, { isActive: 'foreign' in options });
    await assert.rejects(place(context, ready, { agentId, idempotencyKey: 'k' }), refusedWith('agent_not_found'));
    await assertNoTrace(ready.who.tenantId);
  });
}

test('names the variables that the prompt lacks', async () => {
  const ready = await readyToCall(context, { systemPrompt: 'Hi {{name}}, of {{ city | upcase }}' });
  await assert.rejects(place(context, ready, { variables: { name: '' }, idempotencyKey: 'k' }), (error: unknown) => {
    assert.deepEqual((error as { details: unknown }).details, { missing: ['city'] });
    return refusedWith('missing_variables')(error);
  });
  await assertNoTrace(ready.who.tenantId);
});

test("does not call from a number that is unknown, inactive or another tenant's", async () => {
  const ready = await readyToCall(context);
  const inactive = await phoneNumber(context, ready.who.tenantId, { isActive: false });
  const foreign = (await readyToCall(context)).numberId;
  for (const fromPhoneNumberId of ['num_nobody', inactive, foreign]) {
    await assert.rejects(place(context, ready, { fromPhoneNumberId, idempotencyKey: 'k' }), refusedWith('phone_number_not_found'));
  }
  await assertNoTrace(ready.who.tenantId);
});

test('finds no number for a tenant that has none to use', async () => {
  const who = await caller(context);
  const agentId = await agent(context, who.tenantId);
  await phoneNumber(context, who.tenantId, { isActive: false });
  await phoneNumber(context, who.tenantId, { health: 0 });
  await assert.rejects(place(context, { who, agentId, numberId: '' }, { idempotencyKey: 'k' }), refusedWith('phone_number_not_found'));
  await assertNoTrace(who.tenantId);
});

test('refuses a call that the wallet cannot cover, and says what is there and what is needed', async () => {
  const ready = await readyToCall(context, { balance: estimate - 1 });
  await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), (error: unknown) => {
    assert.deepEqual((error as { details: unknown }).details, { balance: estimate - 1, required: estimate });
    return refusedWith('insufficient_balance')(error);
  });
  await assertNoTrace(ready.who.tenantId, estimate - 1);
});

test('asks no wallet of a tenant on invoice', async () => {
  const ready = await readyToCall(context, { billing: 'invoice', balance: 0 });
  await placed(context, ready);
  assert.equal(await balance(context, ready.who.tenantId), 0);
});

test('refuses a call over the concurrency limit and leaves no hold', async () => {
  const ready = await readyToCall(context, { balance: 10 * estimate, limits: { concurrentCalls: 1 } });
  await placed(context, ready);
  await assert.rejects(place(context, ready, { idempotencyKey: 'k' }), (error: unknown) => {
    assert.deepEqual((error as { details: unknown }).details, { limit: 1, active: 1, unknownFate: 0 });
    return refusedWith('concurrent_limit_exceeded')(error);
  });
  assert.deepEqual(await keys(context), []);
  assert.equal(await balance(context, ready.who.tenantId), 9 * estimate);
});

test('tells what is wrong in the documented order', async () => {
  const ready = await readyToCall(context, { balance: estimate, limits: { concurrentCalls: 1 }, systemPrompt: '{{name}}' });
  await placed(context, ready, { variables: { name: 1 } });
  const bad = { phoneNumber: 'x', agentId: 'agt_nobody', fromPhoneNumberId: 'num_nobody' };
  const { agentId } = ready;
  const steps = [
    [bad, 'invalid_phone_number'],
    [{ ...bad, phoneNumber: '+14155550100' }, 'agent_not_found'],
    [{ fromPhoneNumberId: 'num_nobody', agentId }, 'missing_variables'],
    [{ fromPhoneNumberId: 'num_nobody', agentId, variables: { name: 1 } }, 'phone_number_not_found'],
    [{ agentId, variables: { name: 1 } }, 'insufficient_balance'],
  ] as const;
  for (const [body, code] of steps) await assert.rejects(place(context, ready, body), refusedWith(code));
  await context.db.knex('wallets').where({ tenant_id: ready.who.tenantId }).update({ balance_micros: estimate });
  await assert.rejects(place(context, ready, { variables: { name: 1 } }), refusedWith('concurrent_limit_exceeded'));
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
