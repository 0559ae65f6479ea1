import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, test } from 'node:test';
import { reconcileOnce } from '../../src/calls/reconcile.ts';
import { eventProblems } from '../../src/contract/event-schemas.ts';
import { permitsTaken } from '../calls/calling.ts';
import { type ApiResponse, operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { agent, endpoint, tenant, trigger } from '../support/fixtures.ts';
import { type Receiver, receiver } from '../support/receiver.ts';

const context = await contextOfFile();
const operator = await operatorOfFile(context);
const dispatcher = dispatcherFor({ after }, context);
let target: Receiver;
let tenantId: string;

beforeEach(async () => {
  target = await receiver();
  tenantId = (await tenant(context, { balance: 1_000_000 })).id;
  const { id } = await endpoint(context, tenantId, { url: target.url });
  await trigger(context, tenantId, id, { eventType: 'call.completed' });
  await trigger(context, tenantId, id, { eventType: 'lead.qualified' });
});

afterEach(() => target.close());

const result = {
  dedupeKey: 'dialer-1',
  phoneNumber: '+14155550123',
  fromPhoneNumber: '+14155550100',
  status: 'completed',
  outcome: 'INTERESTED',
  notes: 'Call again on Monday.',
  durationSeconds: 92,
  startedAt: '2026-03-02T11:50:00+00:00',
  endedAt: '2026-03-02T11:52:00Z',
  transcript: 'Agent: Hello.',
  campaign: { id: 'cmp_1', name: 'Winter' },
  callback: { requestedAt: 'Monday', note: null },
  extraction: { '2': 1, '1': 1.5 },
};

const record = (more: object = {}): Promise<ApiResponse> => operator.api.post(`/tenants/${tenantId}/dialer-calls`, { ...result, ...more });

const bodies = () => target.received.map(({ body }) => JSON.parse(body.toString('utf8')));

test('a dialer’s call is kept and emits one call.completed without the four echoes, and nothing else', async () => {
  const made = await record();
  assert.equal(made.status, 201);
  assert.equal(made.headers['idempotency-replayed'], undefined);
  const { call } = made.body;
  assert.deepEqual(
    [call.dedupeKey, call.status, call.outcome, call.direction, call.agentId, call.startedAt, call.extraction],
    ['dialer-1', 'completed', 'INTERESTED', 'dialer_outbound', null, '2026-03-02T11:50:00.000Z', result.extraction],
  );
  await dispatcher.deliverOnce();
  const [body, ...others] = bodies();
  assert.deepEqual(others, [], 'no lead.qualified, though the outcome would qualify');
  assert.deepEqual(eventProblems(body), []);
  assert.deepEqual(body.data, {
    call_id: call.id,
    outcome: 'INTERESTED',
    notes: 'Call again on Monday.',
    duration_seconds: 92,
    started_at: '2026-03-02T11:50:00.000Z',
    recording_url: null,
    transcript: 'Agent: Hello.',
    contact: { name: '', phone: '+14155550123', address: '', city: '', state: '', zip: '' },
    callback: result.callback,
    campaign: result.campaign,
    extraction: result.extraction,
    extraction_error: null,
  });
  const wallet = (await operator.api.get(`/tenants/${tenantId}/wallet`)).body;
  assert.deepEqual([wallet.wallet.balanceMicros, wallet.ledger.length], [1_000_000, 1], 'it costs nothing');
  assert.equal(await permitsTaken(context, tenantId), 0, 'it needs no permit');
  context.clock.advance(3 * 3_600);
  assert.equal(await reconcileOnce(context), 0, 'nobody asks after it');
});

test('recorded again under its key it is the same call, whatever the body, and emits nothing more', async () => {
  const first = await record();
  const again = await record({ outcome: 'DNC' });
  assert.deepEqual([again.status, again.headers['idempotency-replayed']], [201, 'true']);
  assert.equal(again.raw, first.raw);
  const many = await Promise.all(Array.from({ length: 10 }, () => record({ dedupeKey: 'dialer-2' })));
  assert.equal(new Set(many.map(({ body }) => body.call.id)).size, 1);
  assert.equal(many.filter(({ headers }) => headers['idempotency-replayed'] === undefined).length, 1);
  await dispatcher.deliverOnce();
  assert.equal(bodies().length, 2);
  tenantId = (await tenant(context)).id;
  assert.notEqual((await record()).body.call.id, first.body.call.id, 'a key is the tenant’s own');
});

test('a contact of the number fills `contact`', async () => {
  const contact = { phone: '+14155550123', name: 'Dana Whitfield', address: '418 Alder Street', city: 'Boise', state: 'ID', zip: '83702' };
  await operator.api.request('PUT', `/tenants/${tenantId}/contacts`, { body: { ...contact, email: 'dana@example.com' } });
  await record();
  await dispatcher.deliverOnce();
  assert.deepEqual(bodies()[0].data.contact, contact);
});

test('an unanswered call has no duration, and an unknown outcome is UNKNOWN in the webhook', async () => {
  const { call } = (await record({ status: 'no_answer', outcome: null, durationSeconds: null, transcript: null, extraction: null })).body;
  assert.deepEqual([call.status, call.outcome, call.durationSeconds, call.transcript], ['no_answer', null, null, null]);
  await dispatcher.deliverOnce();
  const { data } = bodies()[0];
  assert.deepEqual([data.outcome, data.duration_seconds, data.transcript, data.extraction], ['UNKNOWN', null, '', null]);
});

test('an agent must be the tenant’s, numbers E.164, and the end not before the start', async () => {
  const mine = await agent(context, tenantId);
  assert.equal((await record({ agentId: mine })).body.call.agentId, mine);
  const theirs = await agent(context, (await tenant(context)).id);
  for (const agentId of [theirs, 'agt_nobody']) {
    const refused = await record({ dedupeKey: 'x', agentId });
    assert.deepEqual([refused.status, refused.body.error.code], [404, 'agent_not_found']);
  }
  for (const field of ['phoneNumber', 'fromPhoneNumber']) {
    const refused = await record({ dedupeKey: 'x', [field]: '555-0100' });
    assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_phone_number']);
    assert.ok(refused.body.error.message.startsWith(`${field} is not`));
  }
  const backwards = await record({ dedupeKey: 'x', endedAt: '2026-03-02T11:49:59Z' });
  assert.deepEqual(backwards.body.error.details.errors[0].path, '/body/endedAt');
  const ahead = await record({ dedupeKey: 'x', endedAt: '2030-03-02T11:52:00Z' });
  assert.deepEqual([ahead.status, ahead.body.error.details.errors[0].path], [400, '/body/endedAt']);
  for (const status of ['no_answer', 'busy']) {
    const talked = await record({ dedupeKey: 'x', status, durationSeconds: 1 });
    assert.deepEqual([talked.status, talked.body.error.details.errors[0].path], [400, '/body/durationSeconds'], status);
  }
  for (const status of ['queued', 'in-progress', 'ending']) assert.equal((await record({ dedupeKey: 'x', status })).status, 400, status);
  assert.equal((await context.db.knex('calls').where({ tenant_id: tenantId })).length, 1);
});
