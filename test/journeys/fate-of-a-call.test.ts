import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { placementTimeoutMs } from '../../src/process/limits.ts';
import { permitsTaken } from '../calls/calling.ts';
import { type ReadyTenant, type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';
import { until } from '../support/until.ts';

/**
 * What became of a call that was answered 500, by the ledger of the simulator: it counts each dial, whatever the service believes. After
 * a 500 nobody is dialled unless the caller asks again with the same key, and what the call held is given back in time.
 */

/** The estimate of one call with the default prices. */
const estimate = 450_000;
const minute = 60;
const hour = 3_600;

interface Block {
  readonly scenario: string;
  /** What the POST answers. Null: 201, because the look-up right after it finds the call. */
  readonly fate: 'not_dialled' | 'unknown' | null;
}

const blocks: readonly Block[] = [
  { scenario: 'provider-error-after-dialling', fate: null },
  { scenario: 'provider-timeout-after-dialling', fate: null },
  { scenario: 'provider-error-before-dialling', fate: 'unknown' },
  { scenario: 'provider-refuses', fate: 'not_dialled' },
  { scenario: 'provider-answers-late', fate: null },
  { scenario: 'provider-rate-limits', fate: 'not_dialled' },
];

for (const { scenario, fate } of blocks)
  test(`${scenario}, with and without a key: one dial each or none, and nothing is held for long`, async (t) => {
    const { system, owner } = await open(t);
    const dials = fate === null ? 2 : 0;
    for (const key of [undefined, 'crm-1']) {
      const answer = await place(owner, scenario, key);
      assert.deepEqual([answer.status, answer.fate], fate === null ? [201, undefined] : [500, fate]);
      if (fate === 'not_dialled') {
        await assertNothingHeld(system, owner);
        assert.deepEqual(await fates(system), [], 'nothing is left of the call');
      }
      if (fate === 'unknown') {
        assert.equal((await owner.api.get(`/calls/${answer.callId}`)).body.call.status, 'queued');
        const again = await place(owner, scenario, key);
        assert.equal(again.callId === answer.callId, key !== undefined, 'the same key names the same call');
        await passInSteps(system, 90);
        await assertNothingHeld(system, owner);
        const { call } = (await owner.api.get(`/calls/${answer.callId}`)).body;
        assert.deepEqual([call.status, call.outcome, call.endedReason, call.durationSeconds], ['failed', 'FAILED', 'not-dialled', null]);
      }
    }
    assert.equal(dialsOf(system), dials);
    await passInSteps(system, 3 * hour, 15 * minute);
    await system.settle();
    assert.equal(dialsOf(system), dials, 'nobody is dialled later');
    assert.equal(completedEvents(system, owner), dials);
  });

test('a provider whose calls are all found is not taken for one that is down', async (t) => {
  const { owner } = await open(t);
  for (let n = 0; n < 8; n++) assert.equal((await place(owner, 'provider-error-after-dialling')).status, 201, `call ${n + 1}`);
});

const outages = [
  { away: 10, what: 'ten seconds' },
  { away: 2 * minute, what: 'two minutes' },
  { away: hour, what: 'an hour' },
];

for (const { away, what } of outages)
  test(`a provider that is away for ${what}: whoever was not dialled is not dialled afterwards`, async (t) => {
    const { system, owner } = await open(t, { concurrentCalls: 3 });
    const faults = takeAway(system, { processed: false });
    const answers = await Promise.all([place(owner, 'answered-interested'), place(owner, 'answered-interested', 'crm-1')]);
    assert.deepEqual(
      answers.map((answer) => answer.fate),
      ['unknown', 'unknown'],
    );
    await owner.api.post(`/calls/${answers[0]?.callId}/end`);
    await passInSteps(system, away, away === hour ? minute : 10);
    system.simulator.faults.remove(faults);
    await passInSteps(system, 90);
    await assertNothingHeld(system, owner);
    await passInSteps(system, 3 * hour, 15 * minute);
    assert.equal(dialsOf(system), 0);
    assert.equal(completedEvents(system, owner), 0);
    const ends = await Promise.all(answers.map(({ callId }) => endOf(owner, callId)));
    assert.deepEqual(ends, [
      ['canceled', 'ended-by-api'],
      ['failed', 'not-dialled'],
    ]);
    assert.equal((await place(owner, 'answered-interested', 'crm-1')).status, 201, 'the key is free');
    assert.equal(dialsOf(system), 1);
  });

test('while the fate of calls is unknown a refusal at the cap says so, and ten minutes are the most that they count', async (t) => {
  const { system, owner } = await open(t, { concurrentCalls: 3 });
  assert.equal((await place(owner, 'never-ends')).status, 201);
  takeAway(system, { processed: false });
  for (let n = 0; n < 2; n++) assert.equal((await place(owner, 'answered-interested')).fate, 'unknown');
  const refused = await place(owner, 'answered-interested');
  assert.deepEqual(refused.error, {
    code: 'concurrent_limit_exceeded',
    message:
      "The tenant's limit of concurrent calls, 3, is reached: 1 in progress and 2 whose fate is being found out after a placement_failed.",
    details: { limit: 3, active: 1, unknownFate: 2 },
  });
  await passInSteps(system, 10 * minute - 10);
  assert.equal((await place(owner, 'answered-interested')).error.code, 'concurrent_limit_exceeded');
  await passInSteps(system, 20);
  assert.equal(await balanceOf(system, owner), 9 * estimate, 'one call is going');
  assert.equal((await place(owner, 'answered-interested')).error.code, 'placement_failed');
});

test('a call that was dialled after all is adopted when the provider is back, and goes on', async (t) => {
  const { system, owner } = await open(t);
  const faults = takeAway(system, { processed: true });
  const { callId, fate } = await place(owner, 'answered-interested', 'crm-1');
  assert.equal(fate, 'unknown');
  await passInSteps(system, 2 * minute);
  system.simulator.faults.remove(faults);
  const again = await place(owner, 'answered-interested', 'crm-1');
  assert.deepEqual([again.status, again.callId], [201, callId]);
  await system.play();
  await passInSteps(system, 2 * minute);
  assert.deepEqual(await endOf(owner, callId), ['completed', 'customer-ended-call']);
  assert.equal(dialsOf(system), 1);
  assert.equal(completedEvents(system, owner), 1);
});

test('a call that was ended while its fate was unknown is hung up when it is found', async (t) => {
  const { system, owner } = await open(t);
  const faults = takeAway(system, { processed: true });
  const { callId } = await place(owner, 'never-ends');
  assert.deepEqual((await owner.api.post(`/calls/${callId}/end`)).body, { id: callId, status: 'ending' });
  await system.simulator.advance(60_000);
  system.simulator.faults.remove(faults);
  await passInSteps(system, minute);
  await system.play();
  await passInSteps(system, 2 * minute);
  assert.deepEqual(await endOf(owner, callId), ['completed', 'ended-by-api']);
  assert.equal(completedEvents(system, owner), 1);
});

test('a call that is found after the ten minutes and still talks is hung up, costs nothing and has its one event', async (t) => {
  const { system, owner } = await open(t);
  const faults = takeAway(system, { processed: true });
  const { callId } = await place(owner, 'never-ends', 'crm-1');
  await passInSteps(system, 11 * minute);
  await assertNothingHeld(system, owner);
  system.simulator.faults.remove(faults);
  await passInSteps(system, 2 * minute);
  await system.simulator.advance(60_000);
  await system.play();
  await passInSteps(system, 2 * minute);
  assert.deepEqual(await endOf(owner, callId), ['completed', 'placement-expired']);
  assert.equal(completedEvents(system, owner), 1);
  await assertNothingHeld(system, owner);
  assert.equal(dialsOf(system), 1);
});

test('a call that is found after the ten minutes and is over is told as it was', async (t) => {
  const { system, owner } = await open(t);
  const faults = takeAway(system, { processed: true });
  const { callId } = await place(owner, 'callbacks-lost');
  await system.play();
  await passInSteps(system, hour, minute);
  assert.equal((await owner.api.get(`/calls/${callId}`)).body.call.status, 'queued');
  system.simulator.faults.remove(faults);
  await passInSteps(system, 2 * minute);
  const { call } = (await owner.api.get(`/calls/${callId}`)).body;
  assert.deepEqual([call.status, call.outcome, call.endedReason], ['completed', 'INTERESTED', 'customer-ended-call']);
  assert.equal(completedEvents(system, owner), 1);
  await assertNothingHeld(system, owner);
});

test('a call that the provider denies twice and then reports all the same is hung up and told truly', async (t) => {
  const { system, owner } = await open(t);
  system.simulator.faults.add({ link: 'voice', answer: '503', processed: true, times: 1 });
  const { voice } = system.context;
  const denying = { ...voice, findByCallId: async () => ({ kind: 'absent' as const }) };
  Object.assign(system.context, { voice: denying });
  const { callId } = await place(owner, 'never-ends');
  await passInSteps(system, 90);
  assert.deepEqual(await endOf(owner, callId), ['failed', 'not-dialled']);
  await system.simulator.advance(60_000);
  await passInSteps(system, 2 * minute);
  await system.play();
  await passInSteps(system, 2 * minute);
  assert.deepEqual(await endOf(owner, callId), ['completed', 'placement-expired']);
  assert.equal(completedEvents(system, owner), 1);
});

test('a caller who has gone away is not rung for afterwards', async (t) => {
  const { system, owner } = await open(t);
  system.simulator.faults.add({ link: 'voice', answer: 'delay:3000:503', processed: false, times: 1 });
  const gone = new AbortController();
  const asked = fetch(`${system.publicUrl}/api/v1/public/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ agentId: owner.agentId, phoneNumber: numberFor('answered-interested', 1) }),
    signal: gone.signal,
  });
  await until('the provider has been asked', async () => (await system.simulator.time.read()).waiting > 0);
  gone.abort();
  await assert.rejects(asked);
  await system.simulator.advance(3_000);
  await until('the fate is known to be unknown', async () => (await fates(system))[0] === 'unknown');
  await passInSteps(system, 90);
  await assertNothingHeld(system, owner);
  await passInSteps(system, 3 * hour, 15 * minute);
  assert.equal(dialsOf(system), 0);
  assert.equal(completedEvents(system, owner), 0);
});

test('a provider that is known to be down is not asked: nobody is dialled, nothing is kept, and the answer says when to come back', async (t) => {
  const { system, owner } = await open(t);
  const faults = takeAway(system, { processed: false });
  for (let n = 0; n < 5; n++) assert.equal((await place(owner, 'answered-interested')).fate, 'unknown');
  const requests = () => system.simulator.timeline.entries.filter(({ kind }) => kind === 'fault').length;
  const before = requests();
  const refused = await place(owner, 'answered-interested');
  assert.deepEqual(refused.error.details, { fate: 'not_dialled', retryAfterSeconds: 1 });
  assert.match(refused.error.message, /Try again in 1 s\.$/);
  assert.equal(requests(), before, 'the provider is not asked');
  system.clock.advance(1);
  assert.equal((await place(owner, 'answered-interested')).error.details.retryAfterSeconds, 2);
  assert.equal(requests(), before + 1, 'one question shows that it is still down');
  system.simulator.faults.remove(faults);
  system.clock.advance(2);
  assert.equal((await place(owner, 'answered-interested')).status, 201);
  assert.equal(dialsOf(system), 1);
});

/** Starts the system with one tenant that prepays. */
async function open(t: Parameters<typeof ringpost>[0], limits: Readonly<Record<string, number>> = {}) {
  const system = await ringpost(t, {}, { providerMs: placementTimeoutMs });
  return { system, owner: await readyTenant(system, { balance: 10 * estimate, limits }) };
}

interface Answer {
  readonly status: number;
  readonly fate?: string;
  readonly callId: string;
  // biome-ignore lint/suspicious/noExplicitAny: the client has held it against the document.
  readonly error: any;
}

async function place(owner: ReadyTenant, scenario: string, idempotencyKey?: string): Promise<Answer> {
  const body = { agentId: owner.agentId, phoneNumber: numberFor(scenario, 1), ...(idempotencyKey !== undefined && { idempotencyKey }) };
  const { status, body: answer } = await owner.api.post('/calls', body);
  return { status, fate: answer.error?.details?.fate, callId: answer.call?.id ?? answer.error?.details?.callId, error: answer.error };
}

/** From now on every request to the voice provider fails. `processed`: it dials all the same. */
const takeAway = (system: Ringpost, { processed }: { processed: boolean }): string =>
  system.simulator.faults.add({ link: 'voice', answer: '503', processed }).id;

/** The clock goes on, and the background works every few seconds. */
async function passInSteps(system: Ringpost, seconds: number, step = 10): Promise<void> {
  for (let passed = 0; passed < seconds; passed += step) await system.pass(Math.min(step, seconds - passed));
}

const dialsOf = (system: Ringpost): number => system.simulator.ledger.read().totals.dials;

const completedEvents = (system: Ringpost, owner: ReadyTenant): number =>
  (system.simulator.receivers.find(owner.receiver)?.deliveries ?? []).filter(
    ({ body }) => JSON.parse(body.toString('utf8')).event === 'call.completed',
  ).length;

async function endOf(owner: ReadyTenant, callId: string): Promise<[status: string, endedReason: string]> {
  const { call } = (await owner.api.get(`/calls/${callId}`)).body;
  return [call.status, call.endedReason];
}

const fates = async (system: Ringpost): Promise<readonly string[]> => system.context.db.knex('calls').pluck('placement');

async function balanceOf(system: Ringpost, owner: ReadyTenant): Promise<number> {
  return (await system.operator.get(`/tenants/${owner.tenantId}/wallet`)).body.wallet.balanceMicros;
}

/** Neither money nor a permit. */
async function assertNothingHeld(system: Ringpost, owner: ReadyTenant): Promise<void> {
  assert.equal(await balanceOf(system, owner), 10 * estimate);
  assert.equal(await permitsTaken(system.context, owner.tenantId), 0);
}
