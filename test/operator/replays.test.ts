import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { DeliveryRow } from '../../src/deliveries/deliveries.ts';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { deliveryNotFinished } from '../../src/errors.ts';
import { replayOnce } from '../../src/replays/bulk-replay.ts';
import { replayNow } from '../../src/replays/replay.ts';
import { type ApiResponse, operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { countAllHalfHours } from '../support/counts.ts';
import { deliveriesOf, event, forgetDeliveries, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { type Receiver, receiver } from '../support/receiver.ts';

let target: Receiver;
let dispatcher: Dispatcher;
let tenantId: string;
let endpointId: string;

const context = await contextOfFile();
const operator = await operatorOfFile(context);
beforeEach(async () => {
  context.clock.advance(3_600);
  target = await receiver();
  dispatcher = startDispatcher(context);
  await subscriber();
});
afterEach(async () => {
  await dispatcher.stop(0);
  await target.close();
  await context.db.knex('webhook_replays').delete();
  await forgetDeliveries(context);
  await context.db.knex('webhook_delivery_changes').delete();
});

async function subscriber(callEventsPerMinute = 100): Promise<void> {
  tenantId = (await tenant(context, { limits: { callEventsPerMinute } })).id;
  endpointId = (await endpoint(context, tenantId, { url: target.url })).id;
  await trigger(context, tenantId, endpointId);
}

const limits = { callEventsPerMinute: 100, textEventsPerMinute: 600 };

/** Deliveries that failed for good just now, made an hour ago so that their bucket is full again. */
async function failed(count: number): Promise<void> {
  const publisher = { ...context, wake: { ...context.wake, dispatcher: null } };
  await publish(publisher, ...Array.from({ length: count }, () => event(context, tenantId)));
  context.clock.advance(3_600);
  await context.db.knex('webhook_deliveries').where({ tenant_id: tenantId }).whereNotNull('due_at').update({
    status: 'failed',
    error_message: 'HTTP 500',
    attempts: 6,
    cycle_attempt: 6,
    due_at: null,
    next_retry_at: null,
    finished_at: context.clock.now(),
    failed_at: context.clock.now(),
  });
}

const replays = () => `/tenants/${tenantId}/webhook-endpoints/${endpointId}/replays`;
const begin = (since: Date = new Date(0)): Promise<ApiResponse> => operator.api.post(replays(), { since: since.toISOString() });
const read = async (id: string) => (await operator.api.get(`${replays()}/${id}`)).body.replay;
const rows = (): Promise<DeliveryRow[]> => deliveriesOf(context.db.knex, tenantId);
const withStatus = async (status: string): Promise<number> => (await rows()).filter((row) => row.status === status).length;

/** Turns of the scheduler until one finds nothing. */
async function turns(): Promise<number> {
  for (let taken = 0; ; ) {
    const more = await replayOnce(context);
    taken += more;
    if (more === 0) return taken;
  }
}

const progress = ({ state, total, replayed, skipped, remaining }: Record<string, unknown>) => [state, total, replayed, skipped, remaining];

test('what failed is sent again, each once, under its id, in a fresh cycle', async () => {
  await failed(12);
  const ids = (await rows()).map(({ id }) => id);
  const begun = await begin();
  assert.equal(begun.status, 202);
  assert.match(begun.body.replay.id, /^rpl_/);
  assert.deepEqual(progress(begun.body.replay), ['running', 12, 0, 0, 12]);
  assert.equal(await turns(), 12);
  assert.ok((await rows()).every(({ status, attempts, cycle_attempt }) => status === 'retrying' && attempts === 6 && cycle_attempt === 0));
  assert.deepEqual(progress(await read(begun.body.replay.id)), ['done', 12, 12, 0, 0]);
  await dispatcher.deliverOnce();
  assert.equal(await withStatus('success'), 12);
  assert.deepEqual(target.received.map(({ headers }) => headers['x-webhook-delivery-id']).sort(), ids.sort());
  assert.ok(
    (await rows()).every(({ attempts }) => attempts === 7),
    'attempts go on counting',
  );
  assert.equal(await turns(), 0);
});

test('a dry run counts what a replay would find, names the one that runs, and changes nothing', async () => {
  await failed(2);
  const since = new Date(context.clock.now().getTime() + 1);
  await failed(3);
  const preview = async (from: Date) => {
    const path = `/tenants/${tenantId}/webhook-endpoints/${endpointId}/replay-preview`;
    const { total, running } = (await operator.api.get(`${path}?since=${from.toISOString()}`)).body.preview;
    return [total, running];
  };
  assert.deepEqual(await preview(new Date(0)), [5, null]);
  assert.deepEqual(await preview(since), [3, null]);
  assert.deepEqual([await turns(), await withStatus('failed')], [0, 5]);
  const { id } = (await begin(since)).body.replay;
  assert.deepEqual(await preview(since), [3, id]);
  assert.equal(await turns(), 3);
  assert.deepEqual(await preview(new Date(0)), [2, null]);
});

test('only what failed since then, only that endpoint’s, and nothing that is not failed', async () => {
  await failed(2);
  const since = new Date(context.clock.now().getTime() + 1);
  await failed(3);
  const other = await endpoint(context, tenantId, { url: target.url });
  await context.db.knex('webhook_deliveries').where({ tenant_id: tenantId }).limit(1);
  const [moved] = (await rows()).filter(({ finished_at }) => finished_at && finished_at >= since);
  await context.db.knex('webhook_deliveries').where({ id: moved?.id }).update({ endpoint_id: other.id });
  await publish(context, event(context, tenantId));
  const begun = await begin(since);
  assert.equal(begun.body.replay.total, 2);
  assert.equal(await turns(), 2);
  assert.deepEqual([await withStatus('failed'), await withStatus('retrying'), await withStatus('pending')], [3, 2, 1]);
});

test('it goes on as its bucket allows, and leaves half of it to what happens now', async () => {
  await subscriber(10);
  await failed(12);
  const { id } = (await begin()).body.replay;
  assert.equal(await turns(), 5);
  assert.deepEqual(progress(await read(id)), ['running', 12, 5, 0, 7]);
  await publish(context, event(context, tenantId));
  assert.equal((await rows()).filter(({ status }) => status === 'pending').length, 1, 'a new event goes out at once');
  context.clock.advance(30);
  assert.equal(await turns(), 0);
  context.clock.advance(30);
  assert.ok((await turns()) >= 4);
  context.clock.advance(61);
  await turns();
  context.clock.advance(61);
  await turns();
  assert.deepEqual(progress(await read(id)), ['done', 12, 12, 0, 0]);
});

test('it rests until its bucket has tokens beyond that half, and never counts what is left', async (t) => {
  const { knex } = context.db;
  await failed(60);
  await begin();
  const asked: string[] = [];
  const note = ({ sql }: { sql: string }) => void asked.push(sql);
  knex.on('query', note);
  t.after(() => knex.off('query', note));
  assert.equal(await turns(), 50);
  const looks = asked.filter((sql) => sql.includes('order by failed_at'));
  const counts = asked.filter((sql) => sql.includes('count(*)::integer'));
  assert.deepEqual([looks.length, counts], [3, []], 'one look for the batch, one for texts, and one for what is left');
  asked.length = 0;
  context.clock.advance(59);
  await turns();
  assert.deepEqual(
    asked.filter((sql) => sql.includes('webhook_deliveries')),
    [],
  );
  context.clock.advance(1);
  assert.equal(await turns(), 10);
});

test('within a minute it sees that a bucket has tokens again before its time', async () => {
  await failed(3);
  await begin();
  const bucket = { owner: tenantId, key: 'call-events', limit: 100 } as const;
  const goAtTimes = await context.pacing.reserve(Array(1_000).fill(bucket), context.clock.now());
  assert.equal(await turns(), 0);
  context.pacing.giveBack(goAtTimes.map((slot) => ({ bucket, slot })));
  context.clock.advance(60);
  assert.equal(await turns(), 3);
});

test('calls and texts go as the bucket of each allows', async () => {
  tenantId = (await tenant(context, { limits: { callEventsPerMinute: 10, textEventsPerMinute: 3 } })).id;
  endpointId = (await endpoint(context, tenantId, { url: target.url })).id;
  for (const eventType of ['call.completed', 'sms.failed'] as const) await trigger(context, tenantId, endpointId, { eventType });
  const publisher = { ...context, wake: { ...context.wake, dispatcher: null } };
  await publish(publisher, ...Array.from({ length: 4 }, () => event(context, tenantId, { eventType: 'sms.failed' })));
  await failed(7);
  const { id } = (await begin()).body.replay;
  const taken = async () => (await rows()).filter(({ status }) => status === 'retrying').map(({ event_type }) => event_type);
  assert.equal(await turns(), 7);
  assert.equal((await taken()).filter((eventType) => eventType === 'sms.failed').length, 2);
  context.clock.advance(60);
  assert.equal(await turns(), 4);
  assert.deepEqual(progress(await read(id)), ['done', 11, 11, 0, 0]);
});

test('one that somebody sends again by hand meanwhile is skipped, and attempted once', async () => {
  await failed(3);
  const { id } = (await begin()).body.replay;
  const [byHand] = await rows();
  assert.ok(byHand);
  await replayNow(context, tenantId, byHand.id, limits);
  assert.deepEqual(progress(await read(id)), ['running', 3, 0, 1, 2]);
  assert.equal(await turns(), 2);
  await dispatcher.deliverOnce();
  assert.equal(target.received.length, 3);
  assert.deepEqual(progress(await read(id)), ['done', 3, 2, 1, 0]);
});

test('by hand, by two schedulers and in one replay at once, each delivery is attempted once', async () => {
  await failed(40);
  const { id } = (await begin()).body.replay;
  const some = (await rows()).slice(0, 10);
  const byHand = some.map(({ id }) =>
    replayNow(context, tenantId, id, limits).catch((error) => assert.deepEqual(error, deliveryNotFinished())),
  );
  await Promise.all([turns(), turns(), turns(), ...byHand]);
  context.clock.advance(5);
  await turns();
  await dispatcher.deliverOnce();
  context.clock.advance(120);
  await turns();
  await dispatcher.deliverOnce();
  const ids = target.received.map(({ headers }) => headers['x-webhook-delivery-id']);
  assert.equal(new Set(ids).size, 40);
  assert.equal(ids.length, 40);
  const replay = await read(id);
  assert.deepEqual([replay.state, replay.total, replay.replayed + replay.skipped, replay.remaining], ['done', 40, 40, 0]);
});

test('what fails again is not taken a second time', async () => {
  await failed(2);
  const { id } = (await begin()).body.replay;
  assert.equal(await turns(), 2);
  target.answer(500);
  for (let rounds = 0; rounds < 24 && (await withStatus('failed')) < 2; rounds++) {
    await dispatcher.deliverOnce();
    context.clock.advance(8 * 3_600);
  }
  assert.equal(await withStatus('failed'), 2);
  assert.equal(await turns(), 0);
  assert.deepEqual(progress(await read(id)), ['done', 2, 2, 0, 0]);
  assert.equal((await begin()).body.replay.total, 2, 'another replay may');
});

test('a process that dies between two batches loses nothing: another goes on', async () => {
  await failed(60);
  const { id } = (await begin()).body.replay;
  assert.equal(await replayOnce(context), 50);
  const restarted = { ...context, metrics: context.metrics };
  context.clock.advance(60);
  assert.equal(await replayOnce(restarted), 10);
  await replayOnce(restarted);
  assert.deepEqual(progress(await read(id)), ['done', 60, 60, 0, 0]);
});

test('a batch that rolls back takes nothing, counts nothing and leaves its tokens', async () => {
  await failed(3);
  const { id } = (await begin()).body.replay;
  await context.db.knex.raw('alter table webhook_replays add constraint broken check (replayed = 0) not valid');
  await assert.rejects(replayOnce(context));
  assert.equal(await withStatus('failed'), 3);
  await context.db.knex.raw('alter table webhook_replays drop constraint broken');
  const { remaining } = await context.pacing.look({ owner: tenantId, key: 'call-events', limit: 100 }, context.clock.now());
  assert.equal(remaining, 100);
  assert.equal(await turns(), 3);
  assert.equal((await read(id)).replayed, 3);
});

test('canceled, it takes no more and says what is left', async () => {
  await failed(60);
  const { id } = (await begin()).body.replay;
  assert.equal(await replayOnce(context), 50);
  const canceled = await operator.api.post(`${replays()}/${id}/cancel`);
  assert.equal(canceled.status, 200);
  assert.deepEqual(progress(canceled.body.replay), ['canceled', 60, 50, 0, 10]);
  assert.equal(canceled.body.replay.finishedAt, context.clock.now().toISOString());
  context.clock.advance(120);
  assert.equal(await turns(), 0);
  assert.deepEqual((await operator.api.post(`${replays()}/${id}/cancel`)).body, canceled.body, 'again it stays as it is');
  assert.equal((await begin()).body.replay.total, 10);
});

test('canceled while a batch is taken, it leaves the tokens of that batch to what happens now', async (t) => {
  await failed(60);
  const { id } = (await begin()).body.replay;
  const reserve = context.pacing.reserve.bind(context.pacing);
  const meanwhile = t.mock.method(context.pacing, 'reserve', async (...asked: Parameters<typeof reserve>) => {
    meanwhile.mock.restore();
    await operator.api.post(`${replays()}/${id}/cancel`);
    return reserve(...asked);
  });
  assert.equal(await turns(), 0);
  await publish(context, ...Array.from({ length: 100 }, () => event(context, tenantId)));
  assert.deepEqual([await withStatus('pending'), await withStatus('retrying')], [100, 0]);
});

test('one replay of an endpoint runs at a time, and none of one that is off', async () => {
  await failed(1);
  const answers = await Promise.all(Array.from({ length: 5 }, () => begin()));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 409, 409, 409, 409]);
  await turns();
  await operator.api.request('PATCH', `/tenants/${tenantId}/webhook-endpoints/${endpointId}`, { body: { isActive: false } });
  const refused = await begin();
  assert.deepEqual([refused.status, refused.body.error.code], [409, 'conflict']);
});

test('while its endpoint is off it takes nothing, and goes on when that is on again', async () => {
  await failed(3);
  const { id } = (await begin()).body.replay;
  const turn = (isActive: boolean) => context.db.knex('webhook_endpoints').where({ id: endpointId }).update({ is_active: isActive });
  await turn(false);
  assert.equal(await turns(), 0);
  assert.deepEqual([progress(await read(id)), await withStatus('failed')], [['running', 3, 0, 0, 3], 3]);
  await turn(true);
  context.clock.advance(2);
  assert.equal(await turns(), 3);
  assert.deepEqual(progress(await read(id)), ['done', 3, 3, 0, 0]);
});

test('a replay of nothing is done at the next turn', async () => {
  const { id } = (await begin()).body.replay;
  assert.equal(await turns(), 0);
  assert.deepEqual(progress(await read(id)), ['done', 0, 0, 0, 0]);
});

test('the counts behind the tenant’s list follow', async () => {
  await failed(4);
  await countAllHalfHours(context);
  await begin();
  await turns();
  const { rows: counts } = await context.db.knex.raw(
    `select status, sum(deliveries)::integer as deliveries
       from (select became as status, deliveries from webhook_delivery_changes where tenant_id = :tenantId
              union all
             select was, -deliveries from webhook_delivery_changes where tenant_id = :tenantId) as changed
      where status is not null
      group by status`,
    { tenantId },
  );
  assert.deepEqual(Object.fromEntries(counts.map((row: { status: string; deliveries: number }) => [row.status, row.deliveries])), {
    failed: -4,
    retrying: 4,
  });
});

test('an unreadable since is refused, and an unknown replay is replay_not_found', async () => {
  assert.equal((await operator.api.post(replays(), { since: 'yesterday' })).status, 400);
  assert.equal((await operator.api.post(replays(), {})).status, 400);
  for (const method of ['GET', 'POST'] as const) {
    const { status, body } = await operator.api.request(method, `${replays()}/rpl_nothing${method === 'POST' ? '/cancel' : ''}`);
    assert.deepEqual([status, body.error.code], [404, 'replay_not_found']);
  }
});

test('two schedulers at once leave half of the bucket to what happens now as well', async () => {
  await failed(120);
  await begin();
  assert.deepEqual((await Promise.all([replayOnce(context), replayOnce(context)])).sort(), [0, 50]);
  const { remaining } = await context.pacing.look({ owner: tenantId, key: 'call-events', limit: 100 }, context.clock.now());
  assert.equal(remaining, 50);
});
