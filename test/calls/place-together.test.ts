import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { insertCalls, type WantedCall } from '../../src/calls/insert-calls.ts';
import { newIdentifier } from '../../src/process/identifiers.ts';
import { contextFor, contextOfFile } from '../support/context.ts';
import { agent, phoneNumber, tenant } from '../support/fixtures.ts';
import { placed, readyToCall } from './calling.ts';

const context = await contextOfFile();

test('may choose among active numbers with some health left', async () => {
  const { id } = await tenant(context);
  const usable = await phoneNumber(context, id, { health: 1 });
  await phoneNumber(context, id, { health: 0 });
  await phoneNumber(context, id, { isActive: false });
  const { numbers } = await context.together.placing.partsOf({ tenantId: id, agentId: 'none' });
  assert.deepEqual(
    numbers.map((number) => number.id),
    [usable],
  );
});

test('callers who come together each get what is their own', async () => {
  const [one, other] = [await tenant(context), await tenant(context)];
  const [ofOne, ofOther] = [await agent(context, one.id), await agent(context, other.id)];
  const number = await phoneNumber(context, other.id);
  const { partsOf } = context.together.placing;
  const asked = await Promise.all([
    partsOf({ tenantId: one.id, agentId: ofOne }),
    partsOf({ tenantId: one.id, agentId: ofOther }),
    partsOf({ tenantId: other.id, agentId: ofOther }),
  ]);
  assert.deepEqual(
    asked.map((parts) => [parts.agent?.id, parts.numbers.map(({ id }) => id)]),
    [
      [ofOne, []],
      [undefined, []],
      [ofOther, [number]],
    ],
  );
});

test('calls that are placed together are each placed once and stand as they were asked for', async () => {
  const invoiced = await readyToCall(context, { billing: 'invoice' });
  const dialled = context.voice.placed.length;
  const calls = await Promise.all(Array.from({ length: 10 }, (_, n) => placed(context, invoiced, { metadata: { n } })));
  const rows: Record<string, unknown>[] = await context.db.knex('calls').where({ tenant_id: invoiced.who.tenantId }).orderBy('id');
  assert.deepEqual(
    rows.map(({ id, metadata, placement }) => [id, metadata, placement]).sort(),
    calls.map(({ id }, n) => [id, `{"n":${n}}`, 'placed']).sort(),
  );
  assert.deepEqual(rows[0]?.['active_outcomes'], ['INTERESTED', 'NOT_INTERESTED', 'CALLBACK', 'DNC', 'WRONG_NUMBER', 'NOT_OWNER']);
  assert.equal(context.voice.placed.length - dialled, 10);
  assert.deepEqual(new Set(context.voice.placed.slice(dialled).map(({ callId }) => callId)), new Set(calls.map(({ id }) => id)));
});

test('goes on while a later release adds columns to what it reads', async (t) => {
  const own = await contextFor(t);
  const { id: tenantId } = await tenant(own);
  const agentId = await agent(own, tenantId);
  await phoneNumber(own, tenantId);
  const { partsOf } = own.together.placing;
  // Often enough that each connection that will be asked has prepared the statement.
  const ask = async () => {
    const parts = [];
    for (let n = 0; n < 20; n++) parts.push(await partsOf({ tenantId, agentId }));
    return parts;
  };
  const before = await ask();
  await own.db.knex.raw('alter table agents add column later text; alter table phone_numbers add column later text');
  assert.deepEqual(await ask(), before);
});

test('a call that lost its claim takes neither permit nor money from one that is inserted with it', async () => {
  for (const short of [{ balance: 450_000 }, { balance: 900_000, limits: { concurrentCalls: 1 } }]) {
    const { id: tenantId } = await tenant(context, short);
    const [agentId, numberId] = [await agent(context, tenantId), await phoneNumber(context, tenantId)];
    const now = context.clock.now();
    const wanted = (claim: WantedCall['claim']): WantedCall => ({
      claim,
      holdMicros: 450_000,
      call: {
        id: newIdentifier('call', now),
        tenant_id: tenantId,
        api_key_id: null,
        agent_id: agentId,
        phone_number: '+14155550100',
        from_phone_number_id: numberId,
        from_phone_number: '+14155550101',
        created_at: now,
        variables: '{}',
        metadata: '{}',
        known_consent: false,
        consent_record_id: null,
        extraction_schema: null,
        active_outcomes: [],
        qualifying_outcomes: [],
        dial_lease_until: now,
        dial_sent_at: now,
        check_at: now,
        request_id: null,
        trace: null,
      },
    });
    const lost = wanted({ apiKeyId: 'key', operation: 'placeCall', key: 'crm-1', claim: randomUUID() });
    const other = wanted(null);
    const kinds = async (calls: readonly WantedCall[]) =>
      (await insertCalls(context.db.engine, calls, { waits: true })).map(({ kind }) => kind);
    assert.deepEqual(await kinds([lost, other]), ['not_asked', 'not_asked']);
    assert.deepEqual([await kinds([lost]), await kinds([other])], [['claim_lost'], ['accepted']]);
  }
});
