import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { request } from 'undici';
import { numberFor } from '../../simulator/scenarios.ts';
import { cellFor } from '../support/cell.ts';
import { agent, apiKey, endpoint, phoneNumber, tenant, trigger } from '../support/fixtures.ts';
import { simulatorFor } from '../support/simulator.ts';
import { until } from '../support/until.ts';

/**
 * A real service process, killed with SIGKILL in the middle of placing a call, and started again. However it goes, nobody is
 * dialled later unless the caller asks again with the same key, and one key dials once.
 *
 * Where the process is when it dies is fixed without a switch in the product: a trigger in this test's own database
 * waits on an advisory lock that the test holds, or the simulator sits on its answer. Leases run on real time, so
 * between kill and restart the test ages the dead process's lease in the database instead of waiting a minute for it.
 */

test('killed between commit and dial of a call, and between dial and answer of another: the restarted service gives back what the first held, finds the second, and dials neither', async (t) => {
  const system = await prepare(t);
  const first = await system.start();
  const rang = place(system, numberFor('provider-timeout-after-dialling', 1)).catch(() => 'broken off');
  await until('the telephone rings', async () => system.simulator.ledger.read().totals.dials === 1);
  const gate = await holdCommitsOfCalls(t, system);
  const asked = place(system, numberFor('answered-interested', 1)).catch(() => 'broken off');
  await until('the call is being committed', async () => (await gate.waiting()) > 0);
  await first.kill();
  assert.deepEqual(await Promise.all([asked, rang]), ['broken off', 'broken off'], 'the callers learn nothing');
  await gate.open();

  await ageLeases(system);
  const second = await system.start();
  const { knex } = system.context.db;
  const notDialled = () => knex('calls').where({ ended_reason: 'not-dialled' }).first('id');
  await until('the call that was not dialled is closed', async () => {
    await ageLeases(system);
    return (await notDialled()) !== undefined;
  });
  const { id } = await notDialled();
  assert.deepEqual(await knex('wallet_ledger').where({ call_id: id }).orderBy('id').pluck('kind'), ['hold', 'release']);
  await untilOneOfEach(system);
  assert.equal(await second.terminate(), 0);
});

test('the same key after a kill before the dial: one call and one dial', async (t) => {
  const system = await prepare(t);
  const gate = await holdCommitsOfCalls(t, system);
  const first = await system.start({ RINGPOST_ROLES: 'api' });
  const body = { idempotencyKey: 'crm-1' };
  const asked = place(system, numberFor('answered-interested', 2), body).catch(() => 'broken off');
  await until('the call is being committed', async () => (await gate.waiting()) > 0);
  await first.kill();
  assert.equal(await asked, 'broken off');
  await gate.open();

  // A lease lasts half a minute, and a process may take longer than that to start.
  await moveLeases(system, 2);
  const second = await system.start({ RINGPOST_ROLES: 'api,dispatcher' });
  const early = await place(system, numberFor('answered-interested', 2), body);
  assert.equal(early.status, 503, 'the dead process still holds the key');
  assert.equal(early.headers['retry-after'], '1');

  await moveLeases(system, -4);
  const unknown = await place(system, numberFor('answered-interested', 2), body);
  assert.equal(unknown.status, 500, 'the provider does not know the call, and is asked once more');
  assert.equal(JSON.parse(unknown.text).error.details.fate, 'unknown');
  const placed = await place(system, numberFor('answered-interested', 2), body);
  assert.equal(placed.status, 201, placed.text);
  const again = await place(system, numberFor('answered-interested', 2), body);
  assert.equal(again.text, placed.text);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  await second.terminate();
  // What the provider told while nobody listened is looked up a minute after the dial.
  await ageLeases(system);
  const third = await system.start();
  await untilOneOfEach(system);
  await third.terminate();
});

type System = Awaited<ReturnType<typeof prepare>>;

/** A cell, a simulator and a tenant; no service yet. */
async function prepare(t: TestContext) {
  const cell = await cellFor(t);
  const { context } = cell;
  const simulator = await simulatorFor(t, { speed: 200, seed: 1, apiKey: 'vapi-key', webhookSecret: 'vapi-secret' });
  const { id: tenantId } = await tenant(context, { balance: 10_000_000 });
  const key = await apiKey(context, tenantId);
  const agentId = await agent(context, tenantId);
  await phoneNumber(context, tenantId);
  const target = await endpoint(context, tenantId, { url: simulator.receiverUrl('crm') });
  simulator.receivers.create('crm', { secret: target.secret });
  await trigger(context, tenantId, target.id);
  const vapi = { VAPI_BASE_URL: simulator.vapiUrl, VAPI_API_KEY: 'vapi-key', VAPI_WEBHOOK_SECRET: 'vapi-secret' };
  return {
    context,
    simulator,
    tenantId,
    apiKey: key.text,
    agentId,
    url: cell.url,
    start: (more: Readonly<Record<string, string>> = {}) => cell.start({ ...vapi, ...more }),
  };
}

async function place(system: System, phoneNumber: string, more: object = {}) {
  const response = await request(`${system.url}/api/v1/public/calls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${system.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ agentId: system.agentId, phoneNumber, ...more }),
  });
  return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
}

const gateLock = 4_711;

/** In this database a call is committed when the test lets it be. */
async function holdCommitsOfCalls(t: TestContext, { context }: System) {
  const { knex, engine } = context.db;
  const committed = async (): Promise<number> => (await knex('calls').select('id')).length;
  const before = await committed();
  await knex.raw(`create function wait_at_the_gate() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${gateLock}); return new; end $$`);
  await knex.raw(`create constraint trigger gate after insert on calls deferrable initially deferred
    for each row execute function wait_at_the_gate()`);
  const holder = await engine.connect();
  await holder.query('select pg_advisory_lock($1)', [gateLock]);
  let isOpen = false;
  const waiting = async (): Promise<number> => {
    const { rows } = await knex.raw(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ${gateLock} and not granted`,
    );
    return rows[0].n;
  };
  const open = async (): Promise<void> => {
    if (isOpen) return;
    isOpen = true;
    await holder.query('select pg_advisory_unlock($1)', [gateLock]);
    holder.release();
    await until('what waited has been committed', async () => (await committed()) > before);
  };
  t.after(open);
  return { open, waiting };
}

/** As if two minutes had gone by since the process died. */
const ageLeases = (system: System): Promise<void> => moveLeases(system, -2);

async function moveLeases({ context }: System, minutes: number): Promise<void> {
  const { knex } = context.db;
  const by = `interval '${minutes} minutes'`;
  await knex.raw(
    `update calls set dial_lease_until = dial_lease_until + ${by}, dial_sent_at = dial_sent_at + ${by}, check_at = check_at + ${by}`,
  );
  await knex.raw(`update idempotency_keys set lease_until = lease_until + ${by}`);
}

async function untilOneOfEach({ simulator, context, tenantId }: System): Promise<void> {
  const accepted = (): number => simulator.ledger.read().events.filter(({ event }) => event === 'call.completed').length;
  await until('the webhook is there', async () => accepted() > 0);
  const { totals, events } = simulator.ledger.read();
  assert.deepEqual(
    { dials: totals.dials, duplicateDials: totals.duplicateDials, withoutWebhook: totals.callsWithoutWebhook },
    { dials: 1, duplicateDials: 0, withoutWebhook: 0 },
  );
  assert.equal(events.flatMap(({ deliveries }) => deliveries).length, 1);
  assert.equal(Number((await context.db.knex('calls').where({ tenant_id: tenantId, placement: 'placed' }).count())[0]?.['count']), 1);
}
