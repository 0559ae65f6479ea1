import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { textNumberFor } from '../../simulator/text-scenarios.ts';
import type { WantedCall } from '../../src/calls/insert-calls.ts';
import type { Adoption, WantedParts } from '../../src/calls/place-together.ts';
import { newIdentifier } from '../../src/process/identifiers.ts';
import { type ReadyTenant, readyTenant, ringpost } from '../support/ringpost.ts';
import { statementsOf } from '../support/statements.ts';
import { indexEntries } from '../support/written-rows.ts';

/** What calls, texts and reported events cost in statements and index entries. A change that needs more of them has to change these figures. */

const system = await ringpost({ after });
const paying = await readyTenant(system, { balance: 1_000_000_000 });
const invoiced = await readyTenant(system);

const place = async ({ api, agentId }: ReadyTenant, more: object = {}): Promise<void> => {
  const { status } = await api.post('/calls', { agentId, phoneNumber: numberFor('never-ends', 1), ...more });
  assert.equal(status, 201);
};

/** The first request reads the key and the tenant, which are remembered for some seconds. */
async function costOf(request: () => Promise<void>) {
  await request();
  return statementsOf(request);
}

test('a call as the documents recommend it, pay as you go and with a key, is five statements in three round trips', async () => {
  const { statements, roundTrips } = await costOf(() => place(paying, { idempotencyKey: randomUUID() }));
  assert.deepEqual([statements.length, roundTrips], [5, 3], statements.join('\n'));
});

test('a call by invoice without a key is four statements in three round trips', async () => {
  const { statements, roundTrips } = await costOf(() => place(invoiced));
  assert.deepEqual([statements.length, roundTrips], [4, 3], statements.join('\n'));
});

test('an event that is reported is two statements, and requests that come at the same time read their tenants together', async () => {
  const { tenantId } = invoiced;
  const data = { message_id: 'SM1', contact_id: null, phone: '+14155550123', campaign_id: null, campaign_name: null };
  const report = async (): Promise<void> => {
    const events = [{ eventType: 'sms.delivered', dedupeKey: randomUUID(), data }];
    assert.equal((await system.operator.post(`/tenants/${tenantId}/events`, { events })).status, 200);
  };
  const reported = await costOf(report);
  assert.equal(reported.statements.length, 2, reported.statements.join('\n'));
  const { readTenant } = system.context.together;
  const read = await statementsOf(async () => {
    const ids = [tenantId, paying.tenantId, 'ten_none', tenantId];
    const tenants = await Promise.all(ids.map(readTenant));
    assert.deepEqual(
      tenants.map((row) => row?.id),
      [tenantId, paying.tenantId, undefined, tenantId],
    );
  });
  assert.ok(read.statements.length <= 2, read.statements.join('\n'));
});

test('a call stands in four indexes while it is live, and in four with its transcript and recording; a text ends in three', async () => {
  const { engine } = system.context.db;
  const entriesOf = (table: string) => indexEntries(engine, table);
  const before = await entriesOf('calls');
  await place(paying);
  assert.equal((await entriesOf('calls')) - before, 4);
  await place(paying, { phoneNumber: numberFor('answered-interested') });
  const to = textNumberFor('delivered');
  assert.equal((await system.operator.post(`/tenants/${paying.tenantId}/messages`, { to, body: 'Hello' })).status, 202);
  await system.simulator.advance(600_000);
  await system.work();
  assert.deepEqual([(await entriesOf('calls')) - before, await entriesOf('texts')], [8, 3]);
});

test('a text is sent in eight statements, without a transaction', async () => {
  const send = async (): Promise<void> => {
    const { status } = await system.operator.post(`/tenants/${paying.tenantId}/messages`, {
      to: textNumberFor('delivered'),
      body: 'Hello',
    });
    assert.equal(status, 202);
  };
  const { statements } = await costOf(send);
  assert.equal(statements.length, 8, statements.join('\n'));
});

test('requests that come at the same time share each statement of a placement, and the one that reads a call', async (t) => {
  const { together } = system.context;
  const [partsOf, insert, adopt] = (['partsOf', 'insert', 'adopt'] as const).map((step) => t.mock.method(together.placing, step));
  await place(paying);
  const given = (step: typeof partsOf) => step?.mock.calls[0]?.arguments[0] ?? assert.fail();
  const wanted = given(insert) as WantedCall;
  const callId = wanted.call.id;
  const steps: readonly [step: string, ask: () => Promise<unknown>, atMost: number][] = [
    // Agents and numbers are two statements.
    ['partsOf', () => together.placing.partsOf(given(partsOf) as WantedParts), 4],
    ['insert', () => together.placing.insert({ ...wanted, call: { ...wanted.call, id: newIdentifier('call', new Date()) } }), 2],
    ['adopt', () => together.placing.adopt(given(adopt) as Adoption), 2],
    ['readCall', () => together.readCall({ tenantId: paying.tenantId, callId }), 2],
  ];
  for (const [step, ask, atMost] of steps) {
    const { statements } = await statementsOf(() => Promise.all(Array.from({ length: 8 }, ask)));
    assert.ok(statements.length <= atMost, `${step}: ${statements.join('\n')}`);
  }
});
