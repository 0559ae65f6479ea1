import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { liveStatuses } from '../../src/calls/calls.ts';
import { contextOfFile, type TestContext } from '../support/context.ts';
import { runs } from '../support/properties.ts';
import { refusedWith } from '../support/requests.ts';
import { calls, permitsTaken, place, placed, type Ready, readyToCall } from './calling.ts';

const context = await contextOfFile();

/** Another process on the same database. Its calls are inserted by statements of its own. */
const anotherProcess = (health: 'redis' | 'degraded' = 'redis'): TestContext => ({
  ...context,
  pacing: { ...context.pacing, health },
});

/** With a key the call has a transaction of its own; without one it goes with others. */
const body = (withKey: boolean) => (withKey ? { idempotencyKey: randomUUID() } : {});

/** How many were placed. Whoever was not was told of the limit. */
async function countPlaced(placements: readonly Promise<unknown>[]): Promise<number> {
  const results = await Promise.allSettled(placements);
  for (const result of results)
    if (result.status === 'rejected') assert.ok(refusedWith('concurrent_limit_exceeded')(result.reason), String(result.reason));
  return results.filter(({ status }) => status === 'fulfilled').length;
}

async function endOne({ who }: Ready): Promise<void> {
  const [live] = await context.db.knex('calls').select('id').where({ tenant_id: who.tenantId }).whereIn('status', liveStatuses).limit(1);
  if (live) await context.db.knex('calls').where({ id: live.id }).update({ status: 'canceled', ended_at: context.clock.now() });
}

// holds: L-CONCURRENT-01
test('a process that has lost Redis and one that has not keep one limit together, whoever comes first', async () => {
  for (const order of [['degraded', 'redis'] as const, ['redis', 'degraded'] as const]) {
    const ready = await readyToCall(context, { limits: { concurrentCalls: 5 } });
    let count = 0;
    for (const health of order) {
      const process = anotherProcess(health);
      count += await countPlaced(Array.from({ length: 10 }, (_, n) => place(process, ready, body(n % 2 === 1))));
    }
    assert.equal(count, 5);
    assert.equal(await permitsTaken(context, ready.who.tenantId), 5);
  }
});

test('calls with a key, with a wallet and with neither have one limit', async () => {
  for (const wallet of [{}, { balance: 1_000_000_000 }]) {
    const ready = await readyToCall(context, { limits: { concurrentCalls: 7 }, ...wallet });
    const placements = Array.from({ length: 40 }, (_, n) => place(context, ready, body(n % 2 === 1)));
    assert.equal(await countPlaced(placements), 7);
  }
});

test('the calls of one group are granted to each tenant by its own limit, the first that came before the others', async () => {
  const [few, many] = [
    await readyToCall(context, { limits: { concurrentCalls: 2 } }),
    await readyToCall(context, { limits: { concurrentCalls: 9 } }),
  ];
  await placed(context, few);
  const { insert } = context.together.placing;
  const newCall = async ({ who, agentId, numberId }: Ready, n: number) => {
    const [row] = await calls(context);
    assert.ok(row);
    const call = { ...row, id: `call_${who.tenantId}_${n}`, tenant_id: who.tenantId, agent_id: agentId, from_phone_number_id: numberId };
    return { call, holdMicros: null, claim: null };
  };
  const wanted = [];
  for (let n = 0; n < 4; n++) wanted.push(await newCall(few, n), await newCall(many, n));
  // The first goes alone, and all that came meanwhile go together.
  const acceptances = await Promise.all(wanted.map(insert));
  const isAccepted = acceptances.map(({ kind }) => kind === 'accepted');
  assert.deepEqual(isAccepted, [true, true, false, true, false, true, false, true]);
  assert.deepEqual(acceptances[2], { kind: 'no_permit', limit: 2, active: 2, unknownFate: 0 });
  const inserted = (await calls(context)).map(({ id }) => id);
  assert.deepEqual(
    wanted.map(({ call }) => inserted.includes(call.id)),
    isAccepted,
  );
});

test('a tenant that is locked keeps only its own calls waiting', async () => {
  const [locked, other] = [await readyToCall(context), await readyToCall(context)];
  const trx = await context.db.knex.transaction();
  await trx('tenants').where({ id: locked.who.tenantId }).forUpdate().first('id');
  let isPlaced = false;
  const waiting = Promise.all([place(context, locked), place(context, other)]).then(() => {
    isPlaced = true;
  });
  for (let n = 0; n < 3; n++) await placed(context, other);
  assert.equal(isPlaced, false);
  await trx.rollback();
  await waiting;
  assert.equal(await permitsTaken(context, locked.who.tenantId), 1);
});

test('of calls that are inserted together, that of a tenant that is gone is left out', async () => {
  const ready = await readyToCall(context);
  const { id } = await placed(context, ready);
  const row = (await calls(context)).find((call) => call.id === id) ?? assert.fail();
  const { insert } = context.together.placing;
  const acceptances = await Promise.all(
    [row.tenant_id, 'ten_nobody', row.tenant_id].map((tenant_id, n) =>
      insert({ call: { ...row, id: `${id}_${n}`, tenant_id }, holdMicros: null, claim: null }),
    ),
  );
  assert.deepEqual(
    acceptances.map(({ kind }) => kind),
    ['accepted', 'not_asked', 'accepted'],
  );
});

test('a permit is free with the end of its call, and a changed limit counts at once', async () => {
  const ready = await readyToCall(context, { limits: { concurrentCalls: 2 } });
  const { tenantId } = ready.who;
  const limit = (concurrent_calls: number) => context.db.knex('tenants').where({ id: tenantId }).update({ concurrent_calls });
  for (let n = 0; n < 2; n++) await placed(context, ready);
  await assert.rejects(place(context, ready), { code: 'concurrent_limit_exceeded', details: { limit: 2, active: 2, unknownFate: 0 } });
  await endOne(ready);
  await placed(context, ready);
  await assert.rejects(place(context, ready), refusedWith('concurrent_limit_exceeded'));
  await limit(3);
  await placed(context, ready);
  await limit(1);
  await assert.rejects(place(context, ready), { code: 'concurrent_limit_exceeded', details: { limit: 1, active: 3, unknownFate: 0 } });
});

test('whatever processes place and end at once, no tenant ever has more live calls than its limit', async () => {
  const step = fc.record({
    placements: fc.array(fc.record({ process: fc.nat({ max: 2 }), withKey: fc.boolean() }), { maxLength: 12 }),
    ends: fc.nat({ max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.boolean(), fc.array(step, { maxLength: 4 }), async (limit, pays, steps) => {
      const processes = [anotherProcess('redis'), anotherProcess('degraded'), anotherProcess('redis')];
      const ready = await readyToCall(context, { limits: { concurrentCalls: limit }, ...(pays && { balance: 1_000_000_000 }) });
      for (const { placements, ends } of steps) {
        const before = await permitsTaken(context, ready.who.tenantId);
        const count = await countPlaced(
          placements.map(({ process, withKey }) => place(processes[process] ?? context, ready, body(withKey))),
        );
        assert.equal(count, Math.min(placements.length, limit - before), 'each that has room is placed, and no other');
        for (let n = 0; n < ends; n++) await endOne(ready);
      }
    }),
    runs(20),
  );
});
