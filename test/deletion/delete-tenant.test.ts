import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import type { Pool } from 'pg';
import { knexOver, openPool } from '../../src/db/pool.ts';
import { queryCanceled, sqlState } from '../../src/db/sql-state.ts';
import { deleteTenantsOnce } from '../../src/deletion/delete-tenants.ts';
import { fetchRecordingOnce } from '../../src/recordings/fetch-recording.ts';
import { removeRecordedCalls } from '../../src/recordings/remove-recorded-calls.ts';
import { noTexts } from '../../src/texts/no-texts.ts';
import { lockMovingState } from '../../tools/moving/moving-state.ts';
import { event, publish } from '../support/events.ts';
import { endpoint, freezeTenant, phoneNumber, tenant, trigger } from '../support/fixtures.ts';
import { latch } from '../support/latch.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { receiverFor } from '../support/receiver.ts';
import { readyTenant, ringpost } from '../support/ringpost.ts';
import { until } from '../support/until.ts';
import { callBody, livedIn } from '../tools/moving/two-cells.ts';
import { manyContacts, orphanedAttempts, recordingOf, rowsOf, tablesWith } from './what-is-left.ts';

const service = await ringpost({ after });

const remove = (tenantId: string) => service.operator.request('DELETE', `/tenants/${tenantId}`);
const turn = (context = service.context): Promise<number> => deleteTenantsOnce(context);

test('nothing of the tenant is left, in any table, the store or over HTTP, and nothing of another is touched', async () => {
  const [gone, neighbour] = [await livedIn(service), await livedIn(service)];
  const { tenantId, api, endpointId } = gone.owner;
  const [itsRecording, neighboursRecording] = [await recordingOf(service, gone), await recordingOf(service, neighbour)];
  await manyContacts(service, tenantId);
  const left = await rowsOf(service, neighbour.owner.tenantId);
  assert.ok((await tablesWith(service, tenantId)).length >= 12);

  const { status, body } = await remove(tenantId);
  assert.equal(status, 202);
  assert.equal((await service.operator.get(`/tenants/${tenantId}`)).body.tenant.deletingSince, body.tenant.deletingSince);
  service.clock.advance(5);
  assert.equal((await remove(tenantId)).body.tenant.deletingSince, body.tenant.deletingSince);
  assert.equal((await api.get('/webhooks')).status, 401);
  const reads = await readsOfATenant();
  assert.ok(reads.length >= 8, String(reads));
  for (const path of reads) {
    const answer = await service.operator.get(path.replace('{tenantId}', tenantId).replaceAll(/\{\w+\}/g, 'unknown'));
    assert.equal(answer.body.error?.code, 'tenant_not_found', path);
  }
  assert.equal(await turn(), 0);
  assert.equal((await service.operator.get(`/tenants/${tenantId}`)).status, 200);

  service.clock.advance(26);
  assert.equal(await turn(), 1);
  assert.equal(await turn(), 0);
  assert.deepEqual(await tablesWith(service, tenantId), []);
  assert.deepEqual(
    Object.values(await rowsOf(service, tenantId)).filter((found) => found !== '0 rows, 0'),
    [],
  );
  assert.equal(await orphanedAttempts(service), 0);
  assert.equal((await service.operator.get(`/tenants/${tenantId}`)).body.error.code, 'tenant_not_found');
  assert.equal((await remove(tenantId)).body.error.code, 'tenant_not_found');
  assert.equal((await api.get('/webhooks')).status, 401);
  assert.equal((await neighbour.owner.api.get(`/calls/${gone.callId}`)).status, 404);
  assert.equal((await neighbour.owner.api.request('DELETE', `/webhooks/${endpointId}`)).status, 404);
  assert.equal((await fetch(itsRecording)).status, 404);
  assert.deepEqual(await rowsOf(service, neighbour.owner.tenantId), left);
  assert.equal((await fetch(neighboursRecording)).status, 200);
});

/** The paths of what a tenant has, of every operation that the document has, with the parameters that a read requires. */
async function readsOfATenant(): Promise<readonly string[]> {
  const document = JSON.parse(await readFile(new URL('../../src/contract/generated/operator.json', import.meta.url), 'utf8'));
  const paths: [string, { readonly get?: Read }][] = Object.entries(document.paths);
  return paths.flatMap(([path, { get }]) => {
    if (!path.startsWith('/tenants/{tenantId}/') || !get) return [];
    const required = (get.parameters ?? []).filter((parameter) => parameter.in === 'query' && parameter.required);
    const query = new URLSearchParams(Object.fromEntries(required.map(({ name, example }) => [name, String(example)])));
    return query.size > 0 ? [`${path}?${query}`] : [path];
  });
}

interface Read {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly required?: boolean; readonly example?: unknown }[];
}

test('a tenant that is frozen is not deleted: another cell may have it', async () => {
  const { id } = await tenant(service.context);
  await freezeTenant(service.context, id);
  assert.equal((await remove(id)).body.error.code, 'tenant_frozen');
  assert.equal((await service.operator.get(`/tenants/${id}`)).body.tenant.deletingSince, null);
  await service.context.db.knex('tenants').where({ id }).update({ frozen_at: null });
});

test('a tenant that is being deleted cannot be moved', async () => {
  const { id } = await tenant(service.context);
  assert.equal((await remove(id)).status, 202);
  await assert.rejects(
    service.context.db.knex.transaction((trx) => lockMovingState(trx, id, 'DATABASE_URL')),
    /no tenant/,
  );
  service.clock.advance(31);
  assert.equal(await turn(), 1);
});

/** A tenant with one live call that has been answered. */
async function withLiveCall() {
  const owner = await readyTenant(service);
  const placed = await owner.api.post('/calls', callBody(owner));
  assert.equal(placed.status, 201);
  const callId: string = placed.body.call.id;
  return { owner, callId };
}

test('live calls are hung up, and the removal waits for their end', async () => {
  const { owner, callId } = await withLiveCall();
  assert.equal((await remove(owner.tenantId)).status, 202);
  assert.equal(await turn(), 0);
  const [{ end_requested_at: asked }] = await service.context.db.knex('calls').where({ id: callId });
  assert.ok(asked);
  service.clock.advance(31);
  assert.equal(await turn(), 0, 'the call is live');
  await service.settle();
  assert.equal(await turn(), 1);
  assert.deepEqual(await tablesWith(service, owner.tenantId), []);
  assert.equal(service.simulator.receivers.find(owner.receiver)?.received, 0, 'its end was told to nobody');
});

test('a call that does not end does not stop the deletion, and its callbacks are acknowledged and change nothing', async () => {
  const { owner } = await withLiveCall();
  assert.equal((await remove(owner.tenantId)).status, 202);
  service.clock.advance(301);
  assert.equal(await turn(), 1);
  await service.settle();
  assert.deepEqual(await tablesWith(service, owner.tenantId), []);
});

test('an attempt under way ends without a trace, and none is begun after the deletion', async (t) => {
  const { context, dispatcher } = service;
  const { id: tenantId } = await tenant(context);
  const target = await receiverFor(t);
  const { id: endpointId } = await endpoint(context, tenantId, { url: target.url });
  await trigger(context, tenantId, endpointId, { eventType: 'call.completed' });
  const held = target.hold();
  await publish(context, event(context, tenantId));
  const delivering = dispatcher.deliverOnce();
  const response = await held;
  target.answer(200);
  assert.equal((await remove(tenantId)).status, 202);
  await publish(context, event(context, tenantId));
  response.writeHead(503).end();
  await delivering;
  await service.pass(31);
  assert.equal(await turn(), 1);
  await service.pass(3_600);
  assert.equal(target.received.length, 1);
  assert.deepEqual(await tablesWith(service, tenantId), []);
  assert.equal(await orphanedAttempts(service), 0);
});

test('a recording that is being fetched is waited for, and does not stay in the store', async () => {
  for (const dies of [false, true]) {
    const owner = await readyTenant(service, { events: [] });
    assert.equal((await owner.api.post('/calls', callBody(owner))).status, 201);
    await service.play();
    const { context } = service;
    const kept = new Set<string>();
    const goneAtOnce: number[] = [];
    const [stored, death] = [latch(), latch()];
    const recordings: typeof context.recordings = {
      ...context.recordings,
      async put(...recording) {
        assert.equal((await remove(owner.tenantId)).status, 202);
        service.clock.advance(31);
        goneAtOnce.push(await turn());
        await context.recordings.put(...recording);
        kept.add(recording[0]);
        stored.give();
        if (dies) await death.given;
      },
      async remove(key) {
        await context.recordings.remove(key);
        kept.delete(key);
      },
    };
    const fetching = fetchRecordingOnce({ ...context, recordings });
    await (dies ? stored.given : fetching);
    assert.equal(kept.size, dies ? 1 : 0);
    service.clock.advance(122);
    await turn({ ...context, recordings });
    assert.deepEqual([...kept], []);
    assert.deepEqual(await tablesWith(service, owner.tenantId), []);
    assert.deepEqual(goneAtOnce, [0]);
    death.give();
    await fetching;
  }
});

test('a recording that may lie in the store, because a process died or an answer was lost, is removed too', async () => {
  const owner = await readyTenant(service, { events: [] });
  const placed = await owner.api.post('/calls', callBody(owner));
  await service.play();
  const { context } = service;
  const removed: string[] = [];
  const recordings: typeof context.recordings = { ...context.recordings, remove: async (key) => void removed.push(key) };
  assert.equal((await remove(owner.tenantId)).status, 202);
  service.clock.advance(31);
  assert.equal(await turn({ ...context, recordings }), 1);
  const key = `${owner.tenantId}/${placed.body.call.id}`;
  assert.deepEqual(removed.sort(), [`${key}.mp3`, `${key}.wav`]);
});

test('a recording that the store does not remove keeps its own call, and nothing else of the tenant', async () => {
  const { owner, callId } = await livedIn(service);
  const { tenantId } = owner;
  const second = await owner.api.post('/calls', { ...callBody(owner), idempotencyKey: 'second' });
  await service.settle();
  const { context } = service;
  const locked = async (key: string): Promise<void> => {
    if (key.includes(callId)) throw new Error('the object is locked');
    await context.recordings.remove(key);
  };
  const calls = (): Promise<string[]> => context.db.knex('calls').where({ tenant_id: tenantId }).pluck('id');
  assert.ok((await calls()).includes(second.body.call.id));
  assert.equal((await remove(tenantId)).status, 202);
  service.clock.advance(31);
  assert.equal(await turn({ ...context, recordings: { ...context.recordings, remove: locked } }), 0);
  assert.deepEqual(await tablesWith(service, tenantId), ['calls']);
  assert.deepEqual(await calls(), [callId]);
  assert.equal((await service.operator.get(`/tenants/${tenantId}`)).status, 200);
  service.clock.advance(60);
  assert.equal(await turn(), 1);
  assert.deepEqual(await tablesWith(service, tenantId), []);
});

test('the look for recordings among millions of calls may take longer than other statements', async () => {
  const { owner } = await livedIn(service);
  const { context, databaseUrl: url } = service;
  const engine = openPool({ url, prepared: true, statementTimeoutMs: 1_000 }, { name: 'hasty', max: 3, acquireTimeoutMs: 60_000 });
  const locker = await context.db.engine.connect();
  try {
    await locker.query('begin');
    await locker.query('lock table calls in access exclusive mode');
    const removing = removeRecordedCalls({ ...context, db: { ...context.db, engine, knex: knexOver(engine) } }, owner.tenantId);
    const removed = removing.then(({ recordings }) => recordings, sqlState);
    await until('the look waits for the lock', async () => (await lockWaits(context)) > 0);
    // This statement began later and may not wait so long.
    assert.equal(await engine.query('select from calls').then(() => null, sqlState), queryCanceled);
    await locker.query('rollback');
    assert.equal(await removed, 1);
  } finally {
    locker.release();
    await engine.end();
  }
});

test('a removal that fails is tried again after a minute, continues where it was, and keeps no other tenant from going', async () => {
  const [unlucky, other] = [await livedIn(service), await tenant(service.context)];
  const { context } = service;
  const recordings = { ...context.recordings, remove: () => Promise.reject(new Error('the store is away')) };
  assert.equal((await remove(unlucky.owner.tenantId)).status, 202);
  assert.equal((await remove(other.id)).status, 202);
  service.clock.advance(31);
  assert.equal(await turn({ ...context, recordings }), 1);
  assert.deepEqual(await tablesWith(service, other.id), []);
  service.clock.advance(59);
  assert.equal(await turn(), 0);
  service.clock.advance(1);
  assert.equal(await turn(), 1);
  assert.deepEqual(await tablesWith(service, unlucky.owner.tenantId), []);
});

test('a Redis that cannot be asked keeps no tenant', async () => {
  const { context } = service;
  const { id: tenantId } = await tenant(context);
  assert.equal((await remove(tenantId)).status, 202);
  service.clock.advance(31);
  const config = { ...context.config, redisUrl: 'redis://127.0.0.1:1' };
  assert.equal(await turn({ ...context, config }), 1);
  assert.deepEqual(await tablesWith(service, tenantId), []);
});

test('a removal that fails every time keeps no other tenant out of a full turn', async () => {
  const [unlucky, other] = [await livedIn(service), await tenant(service.context)];
  const { context } = service;
  const recordings = { ...context.recordings, remove: () => Promise.reject(new Error('the store is away')) };
  const turnOfOne = (): Promise<number> => deleteTenantsOnce({ ...context, recordings }, 1);
  assert.equal((await remove(unlucky.owner.tenantId)).status, 202);
  service.clock.advance(1);
  assert.equal((await remove(other.id)).status, 202);
  service.clock.advance(31);
  assert.deepEqual([await turnOfOne(), await turnOfOne()], [0, 1]);
  service.clock.advance(60);
  assert.equal(await turn(), 1);
});

test('a process whose turn fails leaves a removal to the process that is at it', async () => {
  const { owner } = await livedIn(service);
  const { context } = service;
  const { knex } = context.db;
  const withoutCalls = new Proxy(knex, {
    apply(target, self, given) {
      if (given[0] === 'calls') throw new Error('the statement was canceled');
      return Reflect.apply(target, self, given);
    },
  });
  const beside: number[] = [];
  const recordings: typeof context.recordings = {
    ...context.recordings,
    async remove(key) {
      beside.push(await turn({ ...context, db: { ...context.db, knex: withoutCalls } }), await turn());
      await context.recordings.remove(key);
    },
  };
  assert.equal((await remove(owner.tenantId)).status, 202);
  service.clock.advance(31);
  assert.equal(await turn({ ...context, recordings }), 1);
  assert.deepEqual([...new Set(beside)], [0]);
});

test('what a process counts as the last rows go is removed with them, day and half hour', async () => {
  const { context } = service;
  const { id: tenantId } = await tenant(context);
  const { knex } = context.db;
  const counted = new Proxy(knex, {
    get(target, property) {
      if (property !== 'transaction') return Reflect.get(target, property);
      return async (work: Parameters<typeof knex.transaction>[0]) => {
        await knex('webhook_delivery_counts').insert({ tenant_id: tenantId, slot: context.clock.now(), status: 'success', deliveries: 7 });
        return target.transaction(work);
      };
    },
  });
  assert.equal((await remove(tenantId)).status, 202);
  service.clock.advance(31);
  assert.equal(await turn({ ...context, db: { ...context.db, knex: counted } }), 1);
  assert.deepEqual(await tablesWith(service, tenantId), []);
});

test('a delivery that changes between each search and its deletion is removed all the same', async () => {
  const { context } = service;
  const { id: tenantId } = await tenant(context);
  const { id: endpointId } = await endpoint(context, tenantId, { url: 'https://receiver.example/' });
  await trigger(context, tenantId, endpointId, { eventType: 'call.completed' });
  await publish(context, event(context, tenantId));
  let changes = 0;
  const engine: Pool = Object.create(context.db.engine, {
    query: {
      async value(text: string, values?: unknown[]) {
        const isChanged = text.startsWith('delete from webhook_deliveries') && changes < 2;
        if (isChanged) changes += await context.db.knex('webhook_deliveries').where({ tenant_id: tenantId }).increment('lease', 1);
        return context.db.engine.query(text, values);
      },
    },
  });
  assert.equal((await remove(tenantId)).status, 202);
  service.clock.advance(31);
  assert.equal(await turn({ ...context, db: { ...context.db, engine } }), 1);
  assert.equal(changes, 2);
  assert.deepEqual(await tablesWith(service, tenantId), []);
});

test('a removal whose process dies in any table is continued by another when its lease has ended', async () => {
  const { context } = service;
  for (const name of ['webhook_deliveries', 'agents', 'wallets']) {
    const { owner } = await livedIn(service);
    const { tenantId } = owner;
    assert.equal((await remove(tenantId)).status, 202);
    service.clock.advance(31);
    await diesAt(name);
    assert.ok((await tablesWith(service, tenantId)).length > 0, name);
    assert.equal((await service.operator.get(`/tenants/${tenantId}`)).status, 200, name);
    assert.equal(await turn(), 0, 'another process has it');
    service.clock.advance(601);
    assert.equal(await turn(), 1);
    assert.deepEqual(await tablesWith(service, tenantId), [], name);
  }

  /** A turn in which nothing reaches the database any more after the first statement about the table. */
  async function diesAt(name: string): Promise<void> {
    const { engine, knex } = context.db;
    let isDead = false;
    const dying = (target: object): never =>
      new Proxy(target, {
        get(object, property) {
          const value = Reflect.get(object, property);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]) => {
            isDead ||= property === 'query' && String(given[0]).startsWith(`delete from ${name}`);
            if (isDead) throw new Error('the process is dead');
            return Reflect.apply(value, object, given);
          };
        },
      }) as never;
    const knexUntilDeath = new Proxy(knex, {
      apply(target, self, given) {
        if (isDead) throw new Error('the process is dead');
        return Reflect.apply(target, self, given);
      },
    });
    await turn({ ...context, db: { ...context.db, engine: dying(engine), knex: knexUntilDeath } }).catch(() => 0);
  }
});

/** Two tenants with one number, of which the first has received a text and is deleted. */
async function withNumberOfBoth() {
  const deleted = await readyTenant(service, { events: ['sms.received'] });
  const neighbour = await readyTenant(service, { events: ['sms.received'] });
  const [number] = await service.context.db.knex('phone_numbers').where({ tenant_id: deleted.tenantId }).select('phone_number');
  // Nobody has texted the contact, so the older number counts.
  service.clock.advance(1);
  await phoneNumber(service.context, neighbour.tenantId, { phoneNumber: number.phone_number });
  await service.pass(130);
  await service.simulator.receiveText({ from: '+14155550177', to: number.phone_number, body: 'For you alone.' });
  const textsOf = (tenantId: string) => service.context.db.knex('texts').where({ tenant_id: tenantId });
  assert.equal((await textsOf(deleted.tenantId)).length, 1);
  await remove(deleted.tenantId);
  return {
    tenantId: deleted.tenantId,
    isLeft: async () => (await tablesWith(service, deleted.tenantId)).length > 0,
    neighbourHas: async () => (await textsOf(neighbour.tenantId)).length,
  };
}

/** The minutes go by, in which the provider's list is looked through. */
async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    await service.pass(61);
    await turn();
  }
}

test('what a tenant has received comes to no other with the same number, though the provider still lists it when the rows are gone', async () => {
  const { isLeft, neighbourHas } = await withNumberOfBoth();
  await minutes(15);
  assert.deepEqual([await isLeft(), await neighbourHas()], [false, 0]);
});

test('a tenant that shares a number is deleted once the provider’s list, which could not be read for a while, is read', async () => {
  const { isLeft, neighbourHas } = await withNumberOfBoth();
  service.clock.advance(30 * 60);
  assert.deepEqual([await turn(), await isLeft()], [0, true]);
  await minutes(2);
  assert.deepEqual([await isLeft(), await neighbourHas()], [false, 0]);
});

test('where texts are switched off a tenant that shares a number is deleted all the same, and once they are on its texts come to no other', async () => {
  const { isLeft, neighbourHas } = await withNumberOfBoth();
  service.clock.advance(31);
  assert.equal(await turn({ ...service.context, texts: noTexts }), 1);
  await minutes(15);
  assert.deepEqual([await isLeft(), await neighbourHas()], [false, 0]);
});

test('a tenant that shares a number stays while another is on its way between cells, because what came in that time is looked at again', async () => {
  const { isLeft, neighbourHas } = await withNumberOfBoth();
  const { id } = await tenant(service.context);
  await freezeTenant(service.context, id);
  await minutes(15);
  assert.ok(await isLeft());
  const at = service.context.clock.realNow();
  const handedOver = { exported_at: at, handed_over_at: at, moving_to: 'c2', hand_over_code: 'code' };
  await service.context.db.knex('tenants').where({ id }).update(handedOver);
  await minutes(1);
  assert.deepEqual([await isLeft(), await neighbourHas()], [false, 0]);
});

test('a tenant that waits for its texts keeps no other tenant out of a full turn', async () => {
  const { isLeft } = await withNumberOfBoth();
  const { id } = await tenant(service.context);
  service.clock.advance(1);
  assert.equal((await remove(id)).status, 202);
  service.clock.advance(31);
  const turnOfOne = (): Promise<number> => deleteTenantsOnce(service.context, 1);
  assert.deepEqual([await turnOfOne(), await turnOfOne(), await isLeft()], [0, 1, true]);
});
