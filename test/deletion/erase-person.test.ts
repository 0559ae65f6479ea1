import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Pool } from 'pg';
import type { Context } from '../../src/context.ts';
import { inTransactionOf } from '../../src/db/transaction.ts';
import { eraseOnce } from '../../src/deletion/erase-person.ts';
import { countFinishedHalfHours, foldDeliveryCounts } from '../../src/deliveries/delivery-counts.ts';
import { eraseEventsNaming } from '../../src/deliveries/erase-events.ts';
import { type ReadyTenant, ringpost } from '../support/ringpost.ts';
import { bystander, call, erase, known, newTenant, person, readErasure, tablesNaming } from './erasing.ts';

const service = await ringpost({ after });

test('nothing of the person is left in any table or in the store, ids resolve, and others are untouched', async () => {
  const { owner, callId, othersCallId } = await known(service);
  const { tenantId, api } = owner;
  const before = (await api.get(`/calls/${callId}`)).body.call;
  const [others, deliveries] = [(await api.get(`/calls/${othersCallId}`)).body.call, await listed(owner)];
  const ofPerson = deliveries.filter(({ payload }) => payload.includes(person));
  assert.ok(before.transcript && before.recordingUrl && ofPerson.length >= 3);
  assert.ok((await tablesNaming(service, tenantId, person)).length >= 4);

  const id = await erase(service, owner);
  assert.equal(await eraseOnce(service.context), 1);
  assert.equal(await eraseOnce(service.context), 0);
  const record = await readErasure(service, owner, id);
  const { requestedAt, finishedAt, ...counts } = record;
  assert.ok(requestedAt && finishedAt);
  assert.deepEqual(counts, {
    id,
    state: 'done',
    calls: 1,
    recordings: 1,
    texts: 1,
    contacts: 1,
    events: ofPerson.length,
    deliveries: ofPerson.length,
  });
  assert.deepEqual((await service.operator.get(`/tenants/${tenantId}/erasures`)).body.erasures, [record]);

  assert.deepEqual(await tablesNaming(service, tenantId, person), []);
  assert.equal((await fetch(before.recordingUrl)).status, 404);
  assert.deepEqual((await api.get(`/calls/${callId}`)).body.call, {
    ...before,
    phoneNumber: '+999',
    transcript: null,
    extraction: null,
    extractionError: null,
    variables: {},
    metadata: {},
    consentRecordId: null,
    recordingUrl: null,
  });
  assert.equal((await api.post(`/calls/${callId}/end`)).body.status, 'completed');
  for (const { id: deliveryId } of ofPerson)
    assert.equal((await api.get(`/webhook-deliveries/${deliveryId}`)).body.error.code, 'delivery_not_found');

  const { recordingUrl: _before, ...othersBefore } = others;
  const { recordingUrl, ...othersAfter } = (await api.get(`/calls/${othersCallId}`)).body.call;
  assert.deepEqual(othersAfter, othersBefore);
  assert.equal((await fetch(recordingUrl)).status, 200);
  assert.deepEqual(
    await listed(owner),
    deliveries.filter(({ payload }) => !payload.includes(person)),
  );
  const { body } = await service.operator.get(`/tenants/${tenantId}/contacts`);
  assert.deepEqual(
    body.contacts.map(({ phone }: { phone: string }) => phone),
    [bystander],
  );
});

/** The tenant's deliveries with the number of them that the list says, newest first. */
async function listed({ api }: ReadyTenant): Promise<readonly { id: string; payload: string }[]> {
  const { body } = await api.get('/webhook-deliveries?limit=50');
  assert.equal(body.pagination.total, body.deliveries.length);
  const found: { id: string; payload: string }[] = [];
  for (const { id } of body.deliveries) found.push({ id, payload: JSON.stringify((await api.get(`/webhook-deliveries/${id}`)).body) });
  return found;
}

test('totals of lists stay exact where deliveries were counted before', async () => {
  const { owner } = await known(service);
  await service.pass(3_600);
  while ((await countFinishedHalfHours(service.context)) > 0);
  const before = (await listed(owner)).length;
  await erase(service, owner);
  assert.equal(await eraseOnce(service.context), 1);
  await foldDeliveryCounts(service.context);
  const left = await listed(owner);
  assert.ok(left.length > 0 && left.length < before);
});

test('a person is erased from one tenant alone, and an opt-out stays', async () => {
  const [owner, neighbour] = [await newTenant(service), await newTenant(service)];
  const callId = await call(neighbour, person);
  await service.settle();
  const { knex } = service.context.db;
  await knex('opted_out').insert({ tenant_id: owner.tenantId, phone: person, created_at: service.clock.now() });
  await erase(service, owner);
  assert.equal(await eraseOnce(service.context), 1);
  assert.equal((await neighbour.api.get(`/calls/${callId}`)).body.call.phoneNumber, person);
  const refused = await service.operator.post(`/tenants/${owner.tenantId}/messages`, { to: person, body: 'Hi' });
  assert.equal(refused.body.error.code, 'opted_out');
});

test('a call that has not ended is waited for, and erased with its event when it has', async () => {
  const owner = await newTenant(service);
  const callId = await call(owner, person);
  const id = await erase(service, owner);
  assert.equal(await eraseOnce(service.context), 1);
  assert.equal((await readErasure(service, owner, id)).state, 'running');
  await service.settle();
  assert.equal(await eraseOnce(service.context), 0, 'it is looked at again in a minute');
  service.clock.advance(61);
  assert.equal(await eraseOnce(service.context), 1);
  assert.deepEqual([(await readErasure(service, owner, id)).state, (await readErasure(service, owner, id)).calls], ['done', 1]);
  assert.equal((await owner.api.get(`/calls/${callId}`)).body.call.phoneNumber, '+999');
  assert.deepEqual(await tablesNaming(service, owner.tenantId, person), []);
});

test('what the tenant gets of the person after the request stays, though the erasure still waits for a call', async () => {
  const owner = await newTenant(service);
  const { tenantId, api } = owner;
  const contact = async (name: string): Promise<void> => {
    const { status } = await service.operator.request('PUT', `/tenants/${tenantId}/contacts`, { body: { phone: person, name } });
    assert.equal(status, 200);
  };
  const contacts = async (): Promise<readonly string[]> =>
    (await service.operator.get(`/tenants/${tenantId}/contacts`)).body.contacts.map(({ name }: { name: string }) => name);
  await contact('Dana');
  const callId = await call(owner, person);
  const id = await erase(service, owner);
  service.clock.advance(1);
  await contact('Dana, changed since');
  assert.equal(await eraseOnce(service.context), 1);
  assert.deepEqual([(await readErasure(service, owner, id)).state, await contacts()], ['running', []]);

  await contact('Dana, made again');
  const laterId = await call(owner, person);
  assert.equal((await service.operator.post(`/tenants/${tenantId}/messages`, { to: person, body: 'Hi' })).status, 202);
  const reported = { message_id: 'SM1', contact_id: null, phone: person, campaign_id: null, campaign_name: null };
  const events = [{ eventType: 'sms.delivered', dedupeKey: 'SM1', data: reported }];
  assert.equal((await service.operator.post(`/tenants/${tenantId}/events`, { events })).status, 200);
  await service.settle();
  service.clock.advance(61);
  assert.equal(await eraseOnce(service.context), 1);

  const { state, calls, texts, contacts: erasedContacts } = await readErasure(service, owner, id);
  assert.deepEqual([state, calls, texts, erasedContacts], ['done', 1, 0, 1]);
  assert.deepEqual(await contacts(), ['Dana, made again']);
  assert.equal((await api.get(`/calls/${callId}`)).body.call.phoneNumber, '+999');
  const later = (await api.get(`/calls/${laterId}`)).body.call;
  assert.deepEqual([later.phoneNumber, later.transcript !== null, later.recordingUrl !== null], [person, true, true]);
  const { body } = await service.operator.get(`/tenants/${tenantId}/messages`);
  assert.deepEqual(
    body.messages.map(({ phone }: { phone: string }) => phone),
    [person],
  );
  const payloads = (await listed(owner)).map(({ payload }) => payload);
  assert.ok(payloads.every((payload) => !payload.includes(callId)));
  assert.equal(payloads.filter((payload) => payload.includes(laterId)).length, 2);
  assert.equal(payloads.filter((payload) => payload.includes('sms.delivered')).length, 2);
});

test('two runs beside each other count an event once', async () => {
  const { owner } = await known(service);
  const { engine } = service.context.db;
  const named = await service.context.db.knex('webhook_events').where({ tenant_id: owner.tenantId }).whereLike('body', `%"${person}"%`);
  const eraseFrom = (pool: Pool) =>
    eraseEventsNaming(pool, owner.tenantId, person, service.clock.now(), (work) => inTransactionOf(pool, work));
  let connections = 0;
  let besides = 0;
  const overtaken = new Proxy(engine, {
    get: (pool, name) =>
      name === 'connect'
        ? async () => {
            connections += 1;
            // The search has the first connection, and the deletion the second.
            if (connections === 2) besides = (await eraseFrom(engine)).events;
            return pool.connect();
          }
        : Reflect.get(pool, name),
  });
  const { events } = await eraseFrom(overtaken);
  assert.ok(besides > 0);
  assert.equal(besides + events, named.length);
});

test('an erasure whose process dies at any step is continued by another when its lease has ended', async () => {
  const { context } = service;
  for (const step of ['update calls', 'update texts', 'delete from webhook_events']) {
    const { owner } = await known(service);
    const id = await erase(service, owner);
    assert.equal(await eraseOnce(dyingAt(context, step)), 1);
    assert.ok((await tablesNaming(service, owner.tenantId, person)).length > 1, step);
    assert.equal(await eraseOnce(context), 0, 'another process has it');
    service.clock.advance(601);
    assert.equal(await eraseOnce(context), 1);
    const { state, calls, recordings, texts, contacts } = await readErasure(service, owner, id);
    assert.deepEqual([state, calls, recordings, texts, contacts], ['done', 1, 1, 1, 1], step);
    assert.deepEqual(await tablesNaming(service, owner.tenantId, person), [], step);
  }
});

test('what an erasure has erased before it fails in the middle of a step is counted once', async () => {
  const { context } = service;
  const { engine } = context.db;
  const copies = { calls: 20, texts: 600, events: 120 };
  for (const step of ['update calls', 'update texts', 'delete from webhook_events']) {
    const { owner } = await known(service);
    const copied = (table: string, columns: string, count: number) =>
      engine.query(
        `insert into ${table}
         select copy.*
           from (select * from ${table} t where tenant_id = $1 and strpos(t::text, $2) > 0 limit 1) one
          cross join generate_series(1, $3) n
          cross join lateral jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object(${columns})) copy`,
        [owner.tenantId, person, count],
      );
    await copied(
      'calls',
      `'id', one.id || n, 'provider_call_id', one.provider_call_id || n, 'recording_key', null, 'recording_state', 'none'`,
      copies.calls,
    );
    await copied('texts', `'id', one.id || n, 'provider_message_id', one.provider_message_id || n`, copies.texts);
    await copied('webhook_events', `'id', overlay(one.id::text placing lpad(n::text, 12, '0') from 25)`, copies.events);
    const [{ rowCount: events }, id] = [
      await engine.query('select from webhook_events where tenant_id = $1 and strpos(body, $2) > 0', [owner.tenantId, person]),
      await erase(service, owner),
    ];
    assert.equal(await eraseOnce(dyingAt(context, step, 2)), 1);
    service.clock.advance(601);
    assert.equal(await eraseOnce(context), 1);
    const erasure = await readErasure(service, owner, id);
    assert.deepEqual([erasure.state, erasure.calls, erasure.texts, erasure.events], ['done', 21, 601, events], step);
  }
});

/** A context in which the statement that begins so for the given time, and every one after it, fails. */
function dyingAt(context: Context, step: string, time = 1): Context {
  let times = 0;
  const dying = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, property) {
        const value = Reflect.get(object, property);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          if (property === 'query' && String(given[0]).trim().startsWith(step)) times += 1;
          const isDead = times >= time;
          if (property === 'release') return Reflect.apply(value, object, [isDead]);
          if (isDead) throw new Error('the process is dead');
          const result = Reflect.apply(value, object, given);
          return property === 'connect' ? result.then(dying) : result;
        };
      },
    });
  return { ...context, db: { ...context.db, engine: dying(context.db.engine) } };
}

test('an erasure of a frozen tenant waits, and what is not a number is refused', async () => {
  const owner = await newTenant(service);
  const refused = await service.operator.post(`/tenants/${owner.tenantId}/erasures`, { phoneNumber: '+999' });
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_phone_number']);
  await erase(service, owner);
  const { knex } = service.context.db;
  await knex('tenants').where({ id: owner.tenantId }).update({ frozen_at: service.clock.now() });
  assert.equal(await eraseOnce(service.context), 0);
  await knex('tenants').where({ id: owner.tenantId }).update({ frozen_at: null });
  assert.equal(await eraseOnce(service.context), 1);
});
