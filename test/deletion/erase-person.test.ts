import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { reconcileOnce } from '../../src/calls/reconcile.ts';
import type { Context } from '../../src/context.ts';
import { eraseOnce } from '../../src/deletion/erase-person.ts';
import { countFinishedHalfHours, foldDeliveryCounts } from '../../src/deliveries/delivery-counts.ts';
import { fetchRecordingsOnce } from '../../src/recordings/fetch-recording.ts';
import { type ReadyTenant, type Ringpost, readyTenant, ringpost } from '../support/ringpost.ts';

let service: Ringpost;
const cleanups: (() => Promise<void>)[] = [];
before(async () => {
  service = await ringpost({ after: (clean) => void cleanups.unshift(clean) });
});
after(async () => {
  for (const clean of cleanups) await clean();
});

const person = numberFor('answered-interested');
const bystander = numberFor('answered-interested', 7);

const newTenant = () => readyTenant(service, { events: ['call.completed', 'lead.qualified', 'sms.delivered', 'sms.received'] });

const call = async ({ api, agentId }: ReadyTenant, phoneNumber: string): Promise<string> => {
  const asked = { agentId, phoneNumber, variables: { firstName: 'Dana' }, metadata: { lead: 'Dana Whitfield' }, consentRecordId: 'Dana' };
  const { status, body } = await api.post('/calls', asked);
  assert.equal(status, 201);
  return body.call.id;
};

/** Makes a tenant that has called and texted both people and has contacts of both. */
async function known(): Promise<{ owner: ReadyTenant; callId: string; othersCallId: string }> {
  const owner = await newTenant();
  const [callId, othersCallId] = [await call(owner, person), await call(owner, bystander)];
  for (const phone of [person, bystander]) {
    const contact = { phone, name: 'Dana Whitfield', email: 'dana@example.com' };
    assert.equal((await service.operator.request('PUT', `/tenants/${owner.tenantId}/contacts`, { body: contact })).status, 200);
    const sent = await service.operator.post(`/tenants/${owner.tenantId}/messages`, { to: phone, body: 'Dear Dana' });
    assert.equal(sent.status, 202);
  }
  await service.play();
  await service.work();
  return { owner, callId, othersCallId };
}

const erase = async ({ tenantId }: ReadyTenant, phoneNumber = person): Promise<string> => {
  const { status, body } = await service.operator.post(`/tenants/${tenantId}/erasures`, { phoneNumber });
  assert.equal(status, 202);
  assert.equal(body.erasure.state, 'running');
  return body.erasure.id;
};

const readErasure = async ({ tenantId }: ReadyTenant, id: string) =>
  (await service.operator.get(`/tenants/${tenantId}/erasures/${id}`)).body.erasure;

/** Returns the tables in whose rows the text stands, of all that the schema has. */
async function tablesNaming({ context }: Ringpost, tenantId: string, text: string): Promise<readonly string[]> {
  const { rows } = await context.db.engine.query<{ name: string }>(
    "select table_name as name from information_schema.columns where column_name = 'tenant_id' and table_schema = current_schema() order by 1",
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await context.db.engine.query(`select 1 from ${name} t where tenant_id = $1 and strpos(t::text, $2) > 0 limit 1`, [
      tenantId,
      text,
    ]);
    if (rowCount) found.push(name);
  }
  return [...new Set(found.map((name) => name.replace(/_(p?\d+|default|w.*)$/, '')))];
}

test('nothing of the person is left in any table or in the store, ids resolve, and others are untouched', async () => {
  const { owner, callId, othersCallId } = await known();
  const { tenantId, api } = owner;
  const before = (await api.get(`/calls/${callId}`)).body.call;
  const [others, deliveries] = [(await api.get(`/calls/${othersCallId}`)).body.call, await listed(owner)];
  const ofPerson = deliveries.filter(({ payload }) => payload.includes(person));
  assert.ok(before.transcript && before.recordingUrl && ofPerson.length >= 3);
  assert.ok((await tablesNaming(service, tenantId, person)).length >= 4);

  const id = await erase(owner);
  assert.equal(await eraseOnce(service.context), 1);
  assert.equal(await eraseOnce(service.context), 0);
  const record = await readErasure(owner, id);
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
  const { owner } = await known();
  await service.pass(3_600);
  while ((await countFinishedHalfHours(service.context)) > 0);
  const before = (await listed(owner)).length;
  await erase(owner);
  assert.equal(await eraseOnce(service.context), 1);
  await foldDeliveryCounts(service.context);
  const left = await listed(owner);
  assert.ok(left.length > 0 && left.length < before);
});

test('a person is erased from one tenant alone, and an opt-out stays', async () => {
  const [owner, neighbour] = [await newTenant(), await newTenant()];
  const callId = await call(neighbour, person);
  await service.play();
  await service.work();
  const { knex } = service.context.db;
  await knex('opted_out').insert({ tenant_id: owner.tenantId, phone: person, created_at: service.clock.now() });
  await erase(owner);
  assert.equal(await eraseOnce(service.context), 1);
  assert.equal((await neighbour.api.get(`/calls/${callId}`)).body.call.phoneNumber, person);
  const refused = await service.operator.post(`/tenants/${owner.tenantId}/messages`, { to: person, body: 'Hi' });
  assert.equal(refused.body.error.code, 'opted_out');
});

test('a call that has not ended is waited for, and erased with its event when it has', async () => {
  const owner = await newTenant();
  const callId = await call(owner, person);
  const id = await erase(owner);
  assert.equal(await eraseOnce(service.context), 1);
  assert.equal((await readErasure(owner, id)).state, 'running');
  await service.play();
  await service.work();
  assert.equal(await eraseOnce(service.context), 0, 'it is looked at again in a minute');
  service.clock.advance(61);
  assert.equal(await eraseOnce(service.context), 1);
  assert.deepEqual([(await readErasure(owner, id)).state, (await readErasure(owner, id)).calls], ['done', 1]);
  assert.equal((await owner.api.get(`/calls/${callId}`)).body.call.phoneNumber, '+999');
  assert.deepEqual(await tablesNaming(service, owner.tenantId, person), []);
});

/** A store that knows what lies in it. */
function listedStore({ recordings }: Context) {
  const kept = new Set<string>();
  const store: typeof recordings = {
    ...recordings,
    async put(...recording) {
      await recordings.put(...recording);
      kept.add(recording[0]);
    },
    async remove(key) {
      await recordings.remove(key);
      kept.delete(key);
    },
  };
  return { store, kept };
}

test('a recording that is stored while its call is being erased does not stay in the store', async () => {
  const owner = await newTenant();
  await call(owner, person);
  await service.play();
  const { context } = service;
  // The call's events do not wait for its recording for ever.
  service.clock.advance(301);
  while ((await reconcileOnce(context)) > 0);
  const id = await erase(owner);
  const { store, kept } = listedStore(context);
  let removals = 0;
  const recordings: typeof store = {
    ...store,
    async remove(key) {
      await store.remove(key);
      removals += 1;
      if (removals === 2) assert.equal(await fetchRecordingsOnce({ ...context, recordings: store }), 1);
    },
  };
  assert.equal(await eraseOnce({ ...context, recordings }), 1);
  assert.equal(removals, 2, 'it was still to be fetched');
  service.clock.advance(61);
  await eraseOnce({ ...context, recordings: store });
  assert.deepEqual([...kept], []);
  const { state, calls, recordings: erased } = await readErasure(owner, id);
  assert.deepEqual([state, calls, erased], ['done', 1, 1]);
});

test('a recording that was given up because the store’s answers were lost does not stay in the store', async () => {
  const owner = await newTenant();
  await call(owner, person);
  await service.play();
  const { context } = service;
  const { store, kept } = listedStore(context);
  const recordings: typeof store = {
    ...store,
    async put(...recording) {
      await store.put(...recording);
      throw new Error('the connection was lost');
    },
  };
  while ((await fetchRecordingsOnce({ ...context, recordings })) > 0) service.clock.advance(21_600);
  await service.work();
  assert.equal(kept.size, 1);
  await erase(owner);
  assert.equal(await eraseOnce({ ...context, recordings: store }), 1);
  assert.deepEqual([...kept], []);
});

test('an erasure whose process dies at any step is continued by another when its lease has ended', async () => {
  const { context } = service;
  for (const step of ['update calls', 'update texts', 'delete from webhook_events']) {
    const { owner } = await known();
    const id = await erase(owner);
    assert.equal(await eraseOnce(dyingAt(context, step)), 1);
    assert.ok((await tablesNaming(service, owner.tenantId, person)).length > 1, step);
    assert.equal(await eraseOnce(context), 0, 'another process has it');
    service.clock.advance(601);
    assert.equal(await eraseOnce(context), 1);
    const { state, calls, recordings, texts, contacts } = await readErasure(owner, id);
    assert.deepEqual([state, calls, recordings, texts, contacts], ['done', 1, 1, 1, 1], step);
    assert.deepEqual(await tablesNaming(service, owner.tenantId, person), [], step);
  }
});

/** A context in which the statement that begins so, and every one after it, fails. */
function dyingAt(context: Context, step: string): Context {
  let isDead = false;
  const dying = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, property) {
        const value = Reflect.get(object, property);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => {
          isDead ||= property === 'query' && String(given[0]).trim().startsWith(step);
          if (isDead && property !== 'release') throw new Error('the process is dead');
          const result = Reflect.apply(value, object, given);
          return property === 'connect' ? result.then(dying) : result;
        };
      },
    });
  return { ...context, db: { ...context.db, engine: dying(context.db.engine) } };
}

test('an erasure of a frozen tenant waits, and what is not a number is refused', async () => {
  const owner = await newTenant();
  const refused = await service.operator.post(`/tenants/${owner.tenantId}/erasures`, { phoneNumber: '+999' });
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_phone_number']);
  await erase(owner);
  const { knex } = service.context.db;
  await knex('tenants').where({ id: owner.tenantId }).update({ frozen_at: service.clock.now() });
  assert.equal(await eraseOnce(service.context), 0);
  await knex('tenants').where({ id: owner.tenantId }).update({ frozen_at: null });
  assert.equal(await eraseOnce(service.context), 1);
});
