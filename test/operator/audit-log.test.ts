import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginEntry, endEntry, forgetOldEntries, type Ids } from '../../src/audit/audit-log.ts';
import { operatorContract } from '../../src/contract/documents.ts';
import { Unserved } from '../../src/db/unserved.ts';
import { dayMs, before as earlier, hourMs } from '../../src/process/time.ts';
import { operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { event, onlyDeliveryOf, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';

const context = await contextOfFile();
const operator = await operatorOfFile(context);

const entries = async (query = '') => (await operator.api.get(`/audit-log${query}`)).body.entries;

test('an operation that writes has an entry with its ids, its request and where it came from, and no body', async () => {
  const made = await operator.api.post('/tenants', { name: 'Dana Whitfield' });
  const tenantId = made.body.tenant.id;
  context.clock.advance(1);
  const { body } = await operator.api.post(`/tenants/${tenantId}/erasures`, { phoneNumber: '+14155550123' });
  const [erased, created] = await entries(`?tenantId=${tenantId}`);
  const { id, at, requestId, address, ...entry } = erased;
  assert.match(id, /^aud_[0-9a-z]{26}$/);
  assert.equal(at, context.clock.realNow().toISOString());
  assert.ok(requestId);
  assert.equal(address, '127.0.0.1');
  assert.deepEqual(entry, { operation: 'createErasure', ids: { tenantId, erasureId: body.erasure.id }, result: 'done' });
  assert.deepEqual([created.operation, created.ids, created.requestId], ['createTenant', { tenantId }, made.headers['x-request-id']]);
  const { rows } = await context.db.knex.raw('select audit_log::text as text from audit_log');
  for (const { text } of rows) assert.doesNotMatch(text, /Dana|4155550123/);
});

test('the entry of a retry names the delivery and its tenant, and that of a restore the restore', async () => {
  const { id: tenantId } = await tenant(context);
  const { id: endpointId } = await endpoint(context, tenantId, { url: 'https://crm.test/hook' });
  await trigger(context, tenantId, endpointId);
  await publish(context, event(context, tenantId));
  const { id: deliveryId } = await onlyDeliveryOf(context, tenantId);
  const at = context.clock.now();
  const failed = { status: 'failed', finished_at: at, failed_at: at, error_message: 'HTTP 500', due_at: null };
  await context.db.knex('webhook_deliveries').where({ tenant_id: tenantId }).update(failed);
  assert.equal((await operator.api.post(`/deliveries/${deliveryId}/retry`)).status, 200);
  const [retried] = await entries(`?tenantId=${tenantId}`);
  assert.deepEqual([retried.operation, retried.ids], ['retryDelivery', { deliveryId, tenantId }]);
  context.clock.advance(1);
  assert.equal((await operator.api.post(`/deliveries/${deliveryId}/retry`)).status, 400);
  const [refused] = await entries(`?tenantId=${tenantId}`);
  assert.deepEqual([refused.result, refused.ids], ['invalid_request', { deliveryId, tenantId }]);
  context.clock.advance(1);
  const marked = await operator.api.post('/restores', { lostFrom: context.clock.realNow().toISOString() });
  assert.equal(marked.status, 201);
  const [restored] = await entries();
  assert.deepEqual([restored.operation, restored.ids], ['markRestored', { restoreId: marked.body.restore.id }]);
});

test('an operation that could not be served in time has the code that its caller was told', async (t) => {
  const { id } = await tenant(context);
  t.mock.method(context.together, 'readTenant', () => Promise.reject(new Unserved('time', 'no connection was free before the deadline')));
  const { body } = await operator.api.post(`/tenants/${id}/wallet/credit`, { amountMicros: 1 });
  const [entry] = await entries(`?tenantId=${id}`);
  assert.deepEqual([body.error.code, entry.result], ['overloaded', 'overloaded']);
});

test('every write of the document has an entry, also where it is refused, but for those that the document leaves out', async () => {
  const { id: tenantId } = await tenant(context);
  const left: string[] = [];
  for (const { operations } of operatorContract().paths)
    for (const [method, { id, template, document }] of operations) {
      const path = template
        .replace('/api/v1/operator', '')
        .replace('{tenantId}', tenantId)
        .replaceAll(/\{\w+\}/g, 'secret-in-a-path');
      const before = (await entries()).length;
      const content = Object.values((document.requestBody as { content?: object } | undefined)?.content ?? {})[0];
      const [example] = Object.values((content?.examples ?? {}) as Record<string, { value: unknown }>);
      // A deleted tenant would end the loop; the deletion of an unknown one is refused and has an entry too.
      if (id === 'deleteTenant') continue;
      // Entries of one millisecond have no order.
      context.clock.advance(1);
      const answer = await operator.api.request(method, path, example === undefined ? {} : { body: example.value });
      const [newest] = await entries();
      const hasEntry = (await entries()).length > before;
      if (method.toUpperCase() === 'GET') assert.ok(!hasEntry, id);
      else if (!hasEntry) left.push(id);
      else assert.deepEqual([newest.operation, newest.result], [id, answer.body?.error?.code ?? 'done']);
    }
  assert.deepEqual(left.sort(), ['publishEvents', 'recordDialerCall', 'sendText']);
  const { rows } = await context.db.knex.raw('select ids::text as text from audit_log');
  for (const { text } of rows) assert.doesNotMatch(text, /secret-in-a-path/);
});

test('a write whose entry cannot be committed is not done', async (t) => {
  const { id: tenantId } = await tenant(context);
  await context.db.knex.raw('alter table audit_log rename to audit_log_away');
  t.after(() => context.db.knex.raw('alter table if exists audit_log_away rename to audit_log'));
  const refused = await operator.api.request('PATCH', `/tenants/${tenantId}`, { body: { name: 'Taken' } });
  await context.db.knex.raw('alter table audit_log_away rename to audit_log');
  assert.equal(refused.status, 500);
  assert.notEqual((await operator.api.get(`/tenants/${tenantId}`)).body.tenant.name, 'Taken');
});

test('entries are listed newest first, page by page, by tenant, operation and time', async () => {
  const { id: tenantId } = await tenant(context);
  for (let n = 0; n < 3; n++) {
    context.clock.advance(1);
    assert.equal((await operator.api.request('PATCH', `/tenants/${tenantId}`, { body: { name: `Name ${n}` } })).status, 200);
  }
  const all = await entries(`?tenantId=${tenantId}`);
  assert.equal(all.length, 3);
  const first = (await operator.api.get(`/audit-log?tenantId=${tenantId}&limit=2`)).body;
  const second = (await operator.api.get(`/audit-log?tenantId=${tenantId}&limit=2&cursor=${first.nextCursor}`)).body;
  assert.deepEqual([...first.entries, ...second.entries], all);
  assert.equal(second.nextCursor, null);
  assert.deepEqual(await entries(`?tenantId=${tenantId}&operation=createErasure`), []);
  assert.deepEqual(await entries(`?tenantId=${tenantId}&since=${all[1].at}`), all.slice(0, 2));
});

/** Begins an entry so long ago, by the real time, which is that of the database. */
function beginAgo(ms: number, ids: Ids = {}): Promise<string> {
  context.clock.setReal(new Date());
  const entry = { operation: 'createTenant', ids, request_id: null, address: '127.0.0.1' };
  return beginEntry(context.db.knex, entry, earlier(context.clock.realNow(), ms));
}

test('entries are deleted after 400 days, in batches', async () => {
  const young = await beginAgo(400 * dayMs - hourMs);
  const old = [await beginAgo(400 * dayMs + hourMs), await beginAgo(401 * dayMs), await beginAgo(500 * dayMs)];
  assert.equal(await forgetOldEntries(context, 2), 2);
  assert.ok((await forgetOldEntries(context)) > 0);
  assert.equal(await forgetOldEntries(context), 0);
  const kept: string[] = await context.db.knex('audit_log').pluck('id');
  assert.ok(kept.includes(young));
  for (const id of old) assert.ok(!kept.includes(id));
});

test('the database refuses whatever would change or remove what an operator did', async () => {
  const { knex } = context.db;
  const refuses = (statement: string, ...values: string[]): Promise<void> =>
    assert.rejects(async () => knex.raw(statement, values), /the audit log is append-only/, statement);
  const id = await beginAgo(398 * dayMs, { tenantId: 'ten_1' });
  await refuses('truncate audit_log');
  await refuses('delete from audit_log where id = ?', id);
  for (const change of [
    "address = '10.0.0.9'",
    "at = at - interval '1 day'",
    "operation = 'listTenants'",
    "request_id = 'x'",
    "ids = '{}'",
  ])
    await refuses(`update audit_log set result = 'done', ${change} where id = ?`, id);
  assert.equal(await endEntry(knex, id, 'done', { tenantId: 'ten_2', agentId: 'agt_1' }), 1);
  await refuses("update audit_log set result = 'invalid_request' where id = ?", id);
  await refuses('update audit_log set result = null where id = ?', id);
  const { result, ids } = await knex('audit_log').where({ id }).first();
  assert.deepEqual([result, ids], ['done', { tenantId: 'ten_1', agentId: 'agt_1' }]);
});
