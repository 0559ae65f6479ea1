import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { QueryConfig, QueryResult } from 'pg';
import { auditedCommand } from '../../cli/service/audited-command.ts';
import { reconcileOnce } from '../../src/calls/reconcile.ts';
import { knexOver } from '../../src/db/pool.ts';
import { Unserved } from '../../src/db/unserved.ts';
import { removeAllOf } from '../../src/deletion/remove-all-of.ts';
import { createLostCalls } from '../../src/restores/lost-calls.ts';
import { noticeRestore } from '../../src/restores/restores.ts';
import type { CallToPlace, ListedCall } from '../../src/voice/voice-provider.ts';
import { balance, calls, failedWith, keys, onlyCall, permitsTaken, place, placed, type Ready, readyToCall } from '../calls/calling.ts';
import { published, telling } from '../calls/telling.ts';
import { operatorOfFile } from '../support/api.ts';
import { contextOfFile, type TestContext } from '../support/context.ts';
import { providerCallId } from '../support/fake-voice.ts';
import { endpoint, trigger } from '../support/fixtures.ts';
import { latch } from '../support/latch.ts';

/** A process that begins after the restore. */
let restored: TestContext;
const context = await contextOfFile();
const operator = await operatorOfFile(context);
beforeEach(async () => {
  for (const table of ['calls', 'idempotency_keys', 'webhook_events', 'restores']) await context.db.knex(table).delete();
  context.voice.placed.length = 0;
  context.voice.ended.length = 0;
  context.voice.onEnd = () => 'ending';
  context.voice.onSnapshot = () => ({ kind: 'events', events: [] });
  context.voice.onList = () => ({ kind: 'calls', calls: context.voice.placed.map((call) => listed(call)) });
  context.clock.advance(60);
  await context.lostCalls.refresh();
});

/** What the provider lists of a call that it was asked to place. */
const listed = ({ to, from, variables, ...call }: CallToPlace, changes: Partial<ListedCall> = {}): ListedCall => ({
  providerCallId: providerCallId(call.callId),
  controlUrl: null,
  reference: { callId: call.callId, tenantId: call.tenantId, agentId: call.agentId, keyHash: call.keyHash, cell: call.cell },
  callId: call.callId,
  to,
  providerNumberId: from.providerNumberId,
  variables,
  createdAt: context.clock.realNow(),
  isOver: false,
  ...changes,
});

/** The database goes back to what it was a moment before, on another timeline. */
async function restoreTo(work: () => Promise<unknown>): Promise<void> {
  const { knex } = context.db;
  const tables = ['calls', 'idempotency_keys', 'wallet_ledger', 'wallets'] as const;
  const kept = new Map<string, object[]>();
  for (const table of tables) kept.set(table, await knex(table).select('*'));
  await work();
  for (const table of tables) {
    await knex(table).delete();
    const rows = (kept.get(table) ?? []).map(({ id, ...row }: { id?: unknown }) => (table === 'wallet_ledger' ? row : { id, ...row }));
    if (rows.length > 0)
      await knex(table).insert(rows.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))));
  }
  await knex('database_identity').update({ timeline: 'FFFFFFFF' });
  restored = { ...context, lostCalls: createLostCalls(context) };
}

const keyed = { idempotencyKey: 'order-1', variables: { name: 'Dana' }, metadata: { order: 1 } };

/** A tenant's keyed call, which the database has lost. */
async function lostCall(ready: Ready, body: object = keyed): Promise<string> {
  let id = '';
  await restoreTo(async () => {
    id = (await placed(context, ready, body)).id;
  });
  assert.ok(!(await calls(context)).some((call) => call.id === id));
  return id;
}

test('a keyed call of a lost span is not dialled again: its repeat finds it at the provider, under its id, with its metadata and its hold', async () => {
  const ready = await readyToCall(context, { balance: 1_000_000 });
  await trigger(context, ready.who.tenantId, (await endpoint(context, ready.who.tenantId, { url: 'https://crm.test/hooks' })).id, {
    eventType: 'call.completed',
  });
  const id = await lostCall(ready);
  const repeated = await Promise.all([1, 2].map(() => placed(restored, ready, keyed).catch(() => null)));
  assert.equal(repeated.find((call) => call !== null)?.id, id);
  assert.equal((await placed(restored, ready, keyed)).id, id);
  assert.equal(context.voice.placed.length, 1);
  const call = await onlyCall(context);
  assert.deepEqual(
    [call.id, call.placement, call.provider_call_id, JSON.parse(call.metadata), call.phone_number],
    [id, 'placed', providerCallId(id), keyed.metadata, '+14155550100'],
  );
  assert.deepEqual([await balance(context, ready.who.tenantId), await permitsTaken(context, ready.who.tenantId)], [550_000, 1]);

  const told = telling(id, context.clock.realNow());
  context.voice.onSnapshot = () => ({
    kind: 'events',
    events: [told.answered(), told.ended('answered', 'customer-ended-call', { answeredAt: 5 }), told.analyzed()],
  });
  await reconcileOnce(context);
  const [completed, ...more] = await published(context);
  assert.deepEqual([completed?.event, completed?.data['call_id'], more], ['call.completed', id, []]);
});

test('what was not placed in the lost span is dialled, and the provider is asked for its list once, before a call needs it', async () => {
  const ready = await readyToCall(context);
  await lostCall(ready);
  let lists = 0;
  const list = context.voice.onList;
  context.voice.onList = () => {
    lists += 1;
    return list();
  };
  await restored.lostCalls.refresh();
  assert.equal(lists, 1);
  for (const idempotencyKey of ['order-2', 'order-3']) await placed(restored, ready, { ...keyed, idempotencyKey });
  await placed(restored, ready, { variables: keyed.variables });
  assert.deepEqual([context.voice.placed.length, lists], [4, 1]);
});

test('a call that the provider lists a minute late is found once it is listed', async () => {
  const ready = await readyToCall(context);
  const id = await lostCall(ready);
  const list = context.voice.onList;
  context.voice.onList = () => ({ kind: 'calls', calls: [] });
  await restored.lostCalls.refresh();
  context.voice.onList = list;
  context.clock.advance(60);
  assert.equal((await placed(restored, ready, keyed)).id, id);
  assert.equal(context.voice.placed.length, 1);
});

test('the key of another tenant finds nothing', async () => {
  await lostCall(await readyToCall(context));
  await placed(restored, await readyToCall(context), keyed);
  assert.equal(context.voice.placed.length, 2);
});

test('while the provider cannot list its calls a keyed call is refused, and leaves nothing', async () => {
  const ready = await readyToCall(context);
  const id = await lostCall(ready);
  const list = context.voice.onList;
  context.voice.onList = () => ({ kind: 'unreachable', raw: 'no answer' });
  await assert.rejects(place(restored, ready, keyed), failedWith({ fate: 'not_dialled', retryAfterSeconds: 1 }));
  assert.deepEqual([await calls(context), await keys(context), context.voice.placed.length], [[], [], 1]);
  context.voice.onList = list;
  await restored.lostCalls.refresh();
  context.voice.onList = () => assert.fail('the list is there');
  assert.equal((await placed(restored, ready, keyed)).id, id);
  assert.equal(context.voice.placed.length, 1);
});

test('a provider that takes longer to list its calls than a request has is one that cannot list them', async (t) => {
  const ready = await readyToCall(context);
  await lostCall(ready);
  const { listCalls } = context.voice;
  const listing = latch();
  t.after(() => Object.assign(context.voice, { listCalls }));
  Object.assign(context.voice, { listCalls: () => listing.given.then(() => ({ kind: 'calls', calls: [] })) });
  await restored.lostCalls.refresh();
  const request = { lasting: restored, deadline: performance.now() };
  await assert.rejects(place({ ...restored, request }, ready, keyed), failedWith({ fate: 'not_dialled', retryAfterSeconds: 1 }));
  assert.deepEqual([await keys(context), context.voice.placed.length], [[], 1]);
  listing.give();
});

test('a call that was taken back when the time of its request is over is not denied, and the next repeat is told of it', async () => {
  const ready = await readyToCall(context);
  const id = await lostCall(ready);
  let isOver = false;
  const knex = knexOver({
    connect: async () => {
      const client = await context.db.engine.connect();
      return {
        query(asked: QueryConfig, answer: (error: Error | null, result?: QueryResult) => void) {
          if (isOver) return answer(new Unserved('time', 'the deadline passed between two statements'));
          client.query(asked, (error, result) => {
            isOver ||= asked.text.startsWith('COMMIT');
            answer(error, result);
          });
        },
        release: () => client.release(),
      };
    },
  });
  const request = { lasting: restored, deadline: performance.now() + 60_000 };
  const late = place({ ...restored, db: { ...context.db, knex }, request }, ready, keyed);
  await assert.rejects(late, (error) => !(error instanceof Unserved));
  assert.ok(isOver);
  assert.deepEqual(
    (await calls(context)).map((call) => call.id),
    [id],
  );
  assert.equal((await placed(restored, ready, keyed)).id, id);
  assert.equal(context.voice.placed.length, 1);
});

test('a lost call whose number is gone is neither dialled again nor taken back', async () => {
  const ready = await readyToCall(context);
  const id = await lostCall(ready);
  context.voice.onList = () => ({ kind: 'calls', calls: context.voice.placed.map((call) => listed(call, { providerNumberId: 'other' })) });
  await assert.rejects(place(restored, ready, keyed), failedWith({ fate: 'unknown', callId: id }));
  assert.deepEqual([await calls(context), context.voice.placed.length], [[], 1]);
});

test('an operator has the lost calls taken back, and hung up where nobody is left whose they could be', async () => {
  const ready = await readyToCall(context, { balance: 900_000 });
  const known = await placed(context, ready);
  const id = await lostCall(ready);
  const [first] = context.voice.placed;
  assert.ok(first);
  const reference = { callId: 'call_of_nobody', tenantId: 'ten_gone', agentId: 'agt_gone', keyHash: null, cell: 'c1' };
  const nobodys = { reference, controlUrl: 'http://fake.test/nobodys' };
  context.voice.onList = () => ({
    kind: 'calls',
    calls: [
      ...context.voice.placed.map((call) => listed(call)),
      listed(first, { ...nobodys, callId: 'call_of_nobody', providerCallId: 'provider-of-nobody' }),
      listed(first, { ...nobodys, callId: 'call_of_nobody_over', providerCallId: 'provider-of-nobody-over', isOver: true }),
      listed(first, { reference: null, callId: null, providerCallId: 'provider-of-others' }),
    ],
  });
  const expected = {
    known: 1,
    foreign: 1,
    calls: [
      { callId: id, tenantId: ready.who.tenantId, fate: 'adopted' },
      { callId: 'call_of_nobody', tenantId: 'ten_gone', fate: 'hung_up' },
      { callId: 'call_of_nobody_over', tenantId: 'ten_gone', fate: 'over' },
    ],
  };
  const adopt = (body: object) => operator.api.post('/restores/adopt-calls', { since: context.clock.realNow().toISOString(), ...body });
  assert.deepEqual((await adopt({ dryRun: true })).body, expected);
  assert.deepEqual([(await calls(context)).map((call) => call.id), context.voice.ended], [[known.id], []]);
  assert.deepEqual((await adopt({})).body, expected);
  assert.deepEqual((await calls(context)).map((call) => call.id).sort(), [known.id, id].sort());
  assert.deepEqual(
    context.voice.ended.map((call) => call.providerCallId),
    ['provider-of-nobody'],
  );
  assert.equal(await balance(context, ready.who.tenantId), 0);
  assert.deepEqual((await adopt({})).body.known, 2);

  // The tenant's repeat finds the call that was taken back, and tells what only it knows.
  assert.equal((await placed(restored, ready, keyed)).id, id);
  assert.deepEqual(JSON.parse((await context.db.knex('calls').where({ id }).first()).metadata), keyed.metadata);
});

test('calls that are another cell’s in the same account of the provider, or may be, are left alone', async () => {
  const ready = await readyToCall(context);
  await placed(context, ready);
  const [first] = context.voice.placed;
  assert.ok(first);
  const reference = { callId: 'call_of_c2', tenantId: 'ten_of_c2', agentId: 'agt_of_c2', keyHash: null, cell: 'c2' };
  context.voice.onList = () => ({
    kind: 'calls',
    calls: [
      listed(first),
      listed(first, { reference, callId: 'call_of_c2', providerCallId: 'provider-of-c2' }),
      // The provider has not given its metadata back.
      listed(first, { reference: null, callId: 'call_of_whom', providerCallId: 'provider-of-whom' }),
    ],
  });
  const { body } = await operator.api.post('/restores/adopt-calls', { since: context.clock.realNow().toISOString() });
  assert.deepEqual(body, { known: 1, foreign: 2, calls: [] });
  assert.deepEqual(context.voice.ended, []);
});

test('calls of a tenant that has moved to another cell since are left alone, while its copy is here and after its removal', async () => {
  const ready = await readyToCall(context);
  const { tenantId } = ready.who;
  await placed(context, ready);
  const [first] = context.voice.placed;
  assert.ok(first);
  // Its agent is gone from this database, or never was in it.
  context.voice.onList = () => ({ kind: 'calls', calls: [listed({ ...first, agentId: 'agt_of_later' })] });
  await context.db.knex('calls').delete();
  const adopt = async () => (await operator.api.post('/restores/adopt-calls', { since: context.clock.realNow().toISOString() })).body;
  await context.db.knex('tenants').where({ id: tenantId }).update({ frozen_at: context.clock.realNow() });
  assert.deepEqual([await adopt(), context.voice.ended], [{ known: 0, foreign: 1, calls: [] }, []]);

  const command = { words: 'tenant remove', ids: { tenantId } };
  await auditedCommand(context.db.knex, command, () => removeAllOf(context, tenantId, { recordings: 'keep' }));
  assert.deepEqual([await adopt(), context.voice.ended], [{ known: 0, foreign: 1, calls: [] }, []]);
});

test('calls that retention may have deleted are not taken back', async () => {
  const at = (ms: number) => new Date(context.clock.realNow().getTime() - 30 * 86_400_000 + ms).toISOString();
  const { status, body } = await operator.api.post('/restores/adopt-calls', { since: at(-1) });
  assert.deepEqual([status, body.error.details.errors], [400, [{ path: '/body/since', message: 'must be within the last 30 days' }]]);
  assert.equal((await operator.api.post('/restores/adopt-calls', { since: at(0) })).status, 200);
  for (const lostFrom of [at(-1), at(30 * 86_400_000 + 1)]) assert.equal((await operator.api.post('/restores', { lostFrom })).status, 400);
  assert.deepEqual(await context.db.knex('restores').select('*'), []);
});

test('a provider that cannot list its calls adopts nothing', async () => {
  context.voice.onList = () => ({ kind: 'unreachable', raw: 'no answer' });
  const { status, body } = await operator.api.post('/restores/adopt-calls', { since: context.clock.realNow().toISOString() });
  assert.deepEqual([status, body.error.code], [500, 'provider_unreachable']);
});

test('an operator marks a restore that left the server as it was, and reads it back', async () => {
  const ready = await readyToCall(context);
  await noticeRestore(context);
  const id = (await placed(context, ready, keyed)).id;
  await context.db.knex('calls').delete();
  await context.db.knex('idempotency_keys').delete();
  const lostFrom = '2026-03-02T11:00:00.000Z';
  const { status, body } = await operator.api.post('/restores', { lostFrom });
  assert.deepEqual([status, body.restore.lostFrom, body.restore.cause], [201, lostFrom, 'operator']);
  assert.deepEqual((await operator.api.get('/restores')).body.restores, [body.restore]);
  assert.equal((await placed(context, ready, keyed)).id, id);
  assert.equal(context.voice.placed.length, 1);
});

test('a process that has no scheduler learns of a restore that was marked at another one, and forgets it after a day', async () => {
  const ready = await readyToCall(context);
  const other = { ...context, lostCalls: createLostCalls(context) };
  const id = (await placed(other, ready, keyed)).id;
  const forget = async () => {
    await context.db.knex('calls').delete();
    await context.db.knex('idempotency_keys').delete();
  };
  await forget();
  assert.equal((await operator.api.post('/restores', { lostFrom: '2026-03-02T11:00:00.000Z' })).status, 201);
  context.clock.advance(10);
  assert.equal((await placed(other, ready, keyed)).id, id);
  assert.equal(context.voice.placed.length, 1);
  await forget();
  context.clock.advance(24 * 3_600);
  assert.notEqual((await placed(other, ready, keyed)).id, id);
  assert.equal(context.voice.placed.length, 2);
});
