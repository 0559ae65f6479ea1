import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { insertCalls } from '../../src/calls/insert-calls.ts';
import { maxBalanceMicros } from '../../src/process/limits.ts';
import { balanceOf, charge, credit, listLedger, release } from '../../src/tenants/wallet.ts';
import { contextOfFile, type TestContext } from '../support/context.ts';
import { agent, limitsOutOfTheWay, phoneNumber, tenant as tenantWith } from '../support/fixtures.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { until } from '../support/until.ts';

const context = await contextOfFile();

const at = new Date('2026-03-02T12:00:00.000Z');
const run = <T>(work: (trx: Parameters<typeof charge>[0]) => Promise<T>): Promise<T> => context.db.knex.transaction(work);

const tenant = (_: TestContext, options: { balance?: number } = {}) => tenantWith(context, { ...options, limits: limitsOutOfTheWay });

/** Has a call accepted, and so its hold taken. */
async function hold(tenantId: string, callId: string, holdMicros: number) {
  const call = {
    id: callId,
    tenant_id: tenantId,
    api_key_id: null,
    agent_id: await agent(context, tenantId),
    phone_number: '+14155550100',
    from_phone_number_id: await phoneNumber(context, tenantId),
    from_phone_number: '+14155550101',
    created_at: at,
    variables: '{}',
    metadata: '{}',
    known_consent: false,
    consent_record_id: null,
    request_id: null,
    extraction_schema: null,
    active_outcomes: [],
    qualifying_outcomes: [],
    dial_lease_until: null,
    dial_sent_at: null,
    check_at: null,
    trace: null,
  };
  const [acceptance] = await insertCalls(context.db.engine, [{ call, holdMicros, claim: null }], { waits: true });
  return acceptance;
}

test('holds what is there and refuses what is not', async () => {
  const { id } = await tenant(context, { balance: 100 });
  assert.deepEqual(await hold(id, 'call_a1', 60), { kind: 'accepted' });
  assert.deepEqual(await hold(id, 'call_a2', 60), { kind: 'no_balance', balanceMicros: 40 });
  assert.equal(await balanceOf(context.db.knex, id), 40);
});

test('holds what comes while it waits for the wallet', async () => {
  const { id } = await tenant(context, { balance: 50 });
  const holding = await run(async (trx) => {
    await credit(trx, id, { amountMicros: 20, note: null, dedupeKey: null }, at);
    const accepted = hold(id, 'call_w', 60);
    await until('it waits', async () => (await lockWaits(context)) > 0);
    return { accepted };
  });
  assert.deepEqual(await holding.accepted, { kind: 'accepted' });
  assert.equal(await balanceOf(context.db.knex, id), 10);
});

test('charges a hold what the call cost, once', async () => {
  const { id } = await tenant(context, { balance: 100 });
  await hold(id, 'call_b', 60);
  for (let i = 0; i < 2; i++) await run((trx) => charge(trx, id, 'call_b', 25, at));
  await run((trx) => release(trx, id, 'call_b', at));
  assert.equal(await balanceOf(context.db.knex, id), 75);
});

test('takes what a long call cost beyond its hold, but never below zero', async () => {
  const { id } = await tenant(context, { balance: 100 });
  await hold(id, 'call_c', 60);
  await run((trx) => charge(trx, id, 'call_c', 500, at));
  assert.equal(await balanceOf(context.db.knex, id), 0);
  const [last] = await listLedger(context.db.knex, id, 1);
  assert.deepEqual(
    [last?.kind, last?.amountMicros, last?.note],
    ['settlement', -40, 'cost 0.0005, of which 0.0004 could not be collected'],
  );
});

test('releases a hold whole, once', async () => {
  const { id } = await tenant(context, { balance: 100 });
  await hold(id, 'call_d', 60);
  for (let i = 0; i < 2; i++) await run((trx) => release(trx, id, 'call_d', at));
  assert.equal(await balanceOf(context.db.knex, id), 100);
});

test('has nothing to close for a call without a hold', async () => {
  const { id } = await tenant(context, { balance: 100 });
  await run((trx) => charge(trx, id, 'call_e', 50, at));
  await run((trx) => release(trx, id, 'call_e', at));
  assert.equal((await listLedger(context.db.knex, id, 10)).length, 1);
});

test('closes a hold once though charge and release come together', async () => {
  const { id } = await tenant(context, { balance: 1_000 });
  await hold(id, 'call_f', 100);
  await Promise.all(
    Array.from({ length: 8 }, (_, i) => run((trx) => (i % 2 ? charge(trx, id, 'call_f', 100, at) : release(trx, id, 'call_f', at)))),
  );
  const closings = (await listLedger(context.db.knex, id, 50)).filter(({ kind }) => kind === 'settlement' || kind === 'release');
  assert.equal(closings.length, 1);
});

test("the balance is the sum of the ledger, and each row's balance is right", async () => {
  const { id } = await tenant(context);
  await Promise.all(
    Array.from({ length: 10 }, () => run((trx) => credit(trx, id, { amountMicros: 7, note: 'top-up', dedupeKey: null }, at))),
  );
  await Promise.all(Array.from({ length: 20 }, (_, i) => hold(id, `call_g${i}`, 5)));
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
  await hold(one.id, 'call_h', 60);
  await run((trx) => release(trx, other.id, 'call_h', at));
  assert.equal(await balanceOf(context.db.knex, other.id), 100);
  assert.equal(await balanceOf(context.db.knex, one.id), 40);
});

test('a hold takes all that is there to the last micro-unit, and not one that is not', async () => {
  const { id } = await tenant(context, { balance: 60 });
  assert.deepEqual(await hold(id, 'call_i1', 61), { kind: 'no_balance', balanceMicros: 60 });
  assert.deepEqual(await hold(id, 'call_i2', 60), { kind: 'accepted' });
  assert.equal(await balanceOf(context.db.knex, id), 0);
});

test('sums are whole to the last micro-unit up to nine thousand million units of the currency', async () => {
  const { id } = await tenant(context, { balance: maxBalanceMicros - 1 });
  await assert.rejects(
    run((trx) => credit(trx, id, { amountMicros: 2, note: null, dedupeKey: null }, at)),
    { code: 'invalid_request' },
  );
  assert.deepEqual(await run((trx) => credit(trx, id, { amountMicros: 1, note: null, dedupeKey: null }, at)), {
    balanceMicros: maxBalanceMicros,
    isNew: true,
  });
  await hold(id, 'call_j1', 7_000_000_000_001);
  assert.equal(await balanceOf(context.db.knex, id), 8_992_999_999_999_999);
  await run((trx) => credit(trx, id, { amountMicros: 7_000_000_000_001, note: null, dedupeKey: null }, at));
  await run((trx) => release(trx, id, 'call_j1', at));
  assert.equal(await balanceOf(context.db.knex, id), 9_007_000_000_000_001);
  await hold(id, 'call_j2', 9_007_000_000_000_001);
  await run((trx) => charge(trx, id, 'call_j2', 9_006_999_999_999_998, at));
  assert.equal(await balanceOf(context.db.knex, id), 3);
});

/** What may be done to a wallet; `call` names one of a few, so that they meet. */
type Deed =
  | { readonly kind: 'credit' | 'hold' | 'charge'; readonly call: number; readonly amount: number }
  | { readonly kind: 'release'; readonly call: number };

const amounts = fc.oneof(
  fc.integer({ min: 0, max: 1_000 }),
  fc.integer({ min: 0, max: 1_000_000_000_000 }),
  fc.constantFrom(0, 1, 4_503_599_627_370_497, maxBalanceMicros - 1, maxBalanceMicros),
);
const calls = fc.integer({ min: 0, max: 5 });
const deeds: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ kind: fc.constantFrom('credit' as const, 'hold' as const, 'charge' as const), call: calls, amount: amounts }),
  fc.record({ kind: fc.constant('release' as const), call: calls }),
);

async function perform(tenantId: string, deed: Deed): Promise<void> {
  const callId = `call_${tenantId}_${deed.call}`;
  // A call is accepted once; whoever places calls makes a new id for each.
  if (deed.kind === 'hold') {
    if (!(await context.db.knex('calls').where({ id: callId }).first('id'))) await hold(tenantId, callId, deed.amount);
    return;
  }
  await run(async (trx) => {
    if (deed.kind === 'credit') await credit(trx, tenantId, { amountMicros: deed.amount, note: null, dedupeKey: null }, at);
    else if (deed.kind === 'charge') await charge(trx, tenantId, callId, deed.amount, at);
    else await release(trx, tenantId, callId, at);
  });
}

/** The same wallet, thought through: big integers, one step after the other. */
class Model {
  balance = 0n;
  readonly #held = new Map<number, bigint>();
  readonly #known = new Set<number>();

  get wealth(): bigint {
    return [...this.#held.values()].reduce((sum, held) => sum + held, this.balance);
  }

  apply(deed: Deed): void {
    const held = this.#held.get(deed.call);
    if (deed.kind === 'credit') {
      if (this.balance + BigInt(deed.amount) <= BigInt(maxBalanceMicros)) this.balance += BigInt(deed.amount);
    } else if (deed.kind === 'hold') {
      if (this.#known.has(deed.call) || this.balance < BigInt(deed.amount)) return;
      this.#known.add(deed.call);
      this.#held.set(deed.call, BigInt(deed.amount));
      this.balance -= BigInt(deed.amount);
    } else if (held !== undefined) {
      this.#held.delete(deed.call);
      const after = this.balance + held - (deed.kind === 'charge' ? BigInt(deed.amount) : 0n);
      this.balance = after < 0n ? 0n : after;
    }
  }
}

/** Added up by PostgreSQL, in numbers that have no end. */
async function ledgerOf(tenantId: string): Promise<{ sum: string; balance: string; least: string; lies: string }> {
  const { rows } = await context.db.knex.raw(
    `select cast(coalesce(sum(amount_micros), 0) as text) as sum,
            cast(coalesce((select balance_micros from wallets where tenant_id = :tenantId), 0) as text) as balance,
            cast(coalesce(min(balance_after_micros), 0) as text) as least,
            cast(count(*) filter (where balance_after_micros <> running) as text) as lies
       from (select *, sum(amount_micros) over (order by id) as running from wallet_ledger where tenant_id = :tenantId) as ledger`,
    { tenantId },
  );
  return rows[0];
}

const refusedCredit = (error: unknown): void => assert.equal((error as { code?: string }).code, 'invalid_request');

test('whatever is done, in any order and of any size, the balance is what the ledger adds up to, and never below zero', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(deeds, { maxLength: 14 }), async (all) => {
      const { id } = await tenant(context);
      const model = new Model();
      for (const deed of all) {
        // With this, wallet and holds together would be more than a number can count: nine thousand million units and more.
        if (deed.kind === 'credit' && model.wealth + BigInt(deed.amount) > BigInt(Number.MAX_SAFE_INTEGER)) continue;
        model.apply(deed);
        await perform(id, deed).catch(refusedCredit);
      }
      const { sum, balance, least, lies } = await ledgerOf(id);
      assert.deepEqual([sum, balance, lies], [String(model.balance), String(model.balance), '0']);
      assert.ok(BigInt(least) >= 0n);
    }),
    { numRuns: 60 },
  );
});

test('and so it is when everything is done at once', async () => {
  const small = fc.oneof(
    fc.record({
      kind: fc.constantFrom('credit' as const, 'hold' as const, 'charge' as const),
      call: calls,
      amount: fc.integer({ min: 0, max: 500 }),
    }),
    fc.record({ kind: fc.constant('release' as const), call: calls }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(small, { minLength: 5, maxLength: 25 }), async (all) => {
      const { id } = await tenant(context, { balance: 1_000 });
      const results = await Promise.allSettled(all.map((deed) => perform(id, deed)));
      // One call that is accepted twice at once: the table lets one through.
      for (const result of results) if (result.status === 'rejected') assert.match(String(result.reason), /calls_pkey|one_hold_per_call/);
      const { sum, balance, least, lies } = await ledgerOf(id);
      assert.deepEqual([balance, lies], [sum, '0']);
      assert.ok(BigInt(least) >= 0n);
    }),
    { numRuns: 20 },
  );
});
