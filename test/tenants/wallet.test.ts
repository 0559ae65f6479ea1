import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { balanceOf, credit, hold, listLedger, release, settle } from '../../src/tenants/wallet.ts';
import { type TestContext, testContext } from '../support/context.ts';
import { tenant } from '../support/fixtures.ts';

let context: TestContext;
before(async () => {
  context = await testContext();
});
after(() => context.close());

const at = new Date('2026-03-02T12:00:00.000Z');
const run = <T>(work: (trx: Parameters<typeof hold>[0]) => Promise<T>): Promise<T> => context.db.knex.transaction(work);

test('holds what is there and refuses what is not', async () => {
  const { id } = await tenant(context, { balance: 100 });
  assert.deepEqual(await run((trx) => hold(trx, id, 'call_a1', 60, at)), { held: true });
  assert.deepEqual(await run((trx) => hold(trx, id, 'call_a2', 60, at)), { held: false, balanceMicros: 40 });
  assert.equal(await balanceOf(context.db.knex, id), 40);
});

test('settles a hold by what the call cost, once', async () => {
  const { id } = await tenant(context, { balance: 100 });
  await run((trx) => hold(trx, id, 'call_b', 60, at));
  for (let i = 0; i < 2; i++) await run((trx) => settle(trx, id, 'call_b', 25, at));
  await run((trx) => release(trx, id, 'call_b', at));
  assert.equal(await balanceOf(context.db.knex, id), 75);
});

test('takes what a long call cost beyond its hold, but never below zero', async () => {
  const { id } = await tenant(context, { balance: 100 });
  await run((trx) => hold(trx, id, 'call_c', 60, at));
  await run((trx) => settle(trx, id, 'call_c', 500, at));
  assert.equal(await balanceOf(context.db.knex, id), 0);
  const [last] = await listLedger(context.db.knex, id, 1);
  assert.deepEqual([last?.kind, last?.amountMicros, last?.note], ['settlement', -40, 'cost 500, of which 400 could not be collected']);
});

test('releases a hold whole, once', async () => {
  const { id } = await tenant(context, { balance: 100 });
  await run((trx) => hold(trx, id, 'call_d', 60, at));
  for (let i = 0; i < 2; i++) await run((trx) => release(trx, id, 'call_d', at));
  assert.equal(await balanceOf(context.db.knex, id), 100);
});

test('has nothing to close for a call without a hold', async () => {
  const { id } = await tenant(context, { balance: 100 });
  await run((trx) => settle(trx, id, 'call_e', 50, at));
  await run((trx) => release(trx, id, 'call_e', at));
  assert.equal((await listLedger(context.db.knex, id, 10)).length, 1);
});

test('closes a call once though settlement and release come together', async () => {
  const { id } = await tenant(context, { balance: 1_000 });
  await run((trx) => hold(trx, id, 'call_f', 100, at));
  await Promise.all(
    Array.from({ length: 8 }, (_, i) => run((trx) => (i % 2 ? settle(trx, id, 'call_f', 100, at) : release(trx, id, 'call_f', at)))),
  );
  const closings = (await listLedger(context.db.knex, id, 50)).filter(({ kind }) => kind === 'settlement' || kind === 'release');
  assert.equal(closings.length, 1);
});

test("the balance is the sum of the ledger, and each row's balance is right", async () => {
  const { id } = await tenant(context);
  await Promise.all(Array.from({ length: 10 }, () => run((trx) => credit(trx, id, 7, 'top-up', at))));
  await Promise.all(Array.from({ length: 20 }, (_, i) => run((trx) => hold(trx, id, `call_g${i}`, 5, at))));
  const ledger = [...(await listLedger(context.db.knex, id, 100))].reverse();
  let sum = 0;
  for (const entry of ledger) {
    sum += entry.amountMicros;
    assert.equal(entry.balanceAfterMicros, sum);
  }
  assert.equal(sum, 0);
  assert.equal(ledger.filter(({ kind }) => kind === 'hold').length, 14);
  assert.equal(await balanceOf(context.db.knex, id), 0);
});

test("does not close another tenant's hold", async () => {
  const [one, other] = [await tenant(context, { balance: 100 }), await tenant(context, { balance: 100 })];
  await run((trx) => hold(trx, one.id, 'call_h', 60, at));
  await run((trx) => release(trx, other.id, 'call_h', at));
  assert.equal(await balanceOf(context.db.knex, other.id), 100);
  assert.equal(await balanceOf(context.db.knex, one.id), 40);
});
