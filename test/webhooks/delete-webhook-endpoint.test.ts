import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { Unserved } from '../../src/db/unserved.ts';
import { attemptsOf } from '../../src/deliveries/attempt-log.ts';
import { appendChanges, foldDeliveryCounts } from '../../src/deliveries/delivery-counts.ts';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { publishWith } from '../../src/events/publish.ts';
import { type ApiClient, type ApiResponse, codeOf, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { countAllHalfHours } from '../support/counts.ts';
import { deliveriesOf, event, forgetDeliveries, publish } from '../support/events.ts';
import { apiKey, endpoint, tenant, trigger } from '../support/fixtures.ts';
import { type Receiver, receiver } from '../support/receiver.ts';

let target: Receiver;
let dispatcher: Dispatcher;
let tenantId: string;
let endpointId: string;
let client: ApiClient;

const context = await contextOfFile();
const server = await publicOfFile(context);
beforeEach(async () => {
  target = await receiver();
  dispatcher = startDispatcher(context);
  tenantId = (await tenant(context, { limits: { writesPerMinute: 10_000, readsPerMinute: 10_000 } })).id;
  endpointId = (await endpoint(context, tenantId, { url: target.url })).id;
  client = server.api.with((await apiKey(context, tenantId)).text);
  await trigger(context, tenantId, endpointId);
});
afterEach(async () => {
  await dispatcher.stop(0);
  await target.close();
  await forgetDeliveries(context);
});

const remove = (id = endpointId): Promise<ApiResponse> => client.request('DELETE', `/webhooks/${id}`);
const deliveries = () => deliveriesOf(context.db.knex, tenantId);
const totals = async (): Promise<readonly number[]> =>
  Promise.all(
    ['success', 'failed', 'retrying', 'pending'].map(
      async (status) => (await client.get(`/webhook-deliveries?status=${status}`)).body.pagination.total,
    ),
  );

test('the endpoint and its triggers go; others stay', async () => {
  const other = await endpoint(context, tenantId, { url: target.url });
  const kept = await trigger(context, tenantId, other.id);
  const deleted = await remove();
  assert.deepEqual([deleted.status, deleted.raw], [204, '']);
  assert.deepEqual(
    (await client.get('/webhooks')).body.endpoints.map((each: { id: string }) => each.id),
    [other.id],
  );
  assert.deepEqual(
    (await client.get('/automation-triggers')).body.triggers.map((each: { id: string }) => each.id),
    [kept],
  );
  assert.equal(codeOf(await remove()), '404 webhook_not_found');
});

test('pending and retrying deliveries go with their attempts; finished ones stay, as they were', async () => {
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  target.answer(500);
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  await dispatcher.stop(0);
  await publish(context, event(context, tenantId));
  assert.deepEqual((await deliveries()).map(({ status }) => status).sort(), ['pending', 'retrying', 'success']);
  assert.deepEqual(await totals(), [1, 0, 1, 1]);

  assert.equal((await remove()).status, 204);
  const [left, ...others] = await deliveries();
  assert.ok(left);
  assert.equal(others.length, 0);
  assert.deepEqual(await totals(), [1, 0, 0, 0]);
  const read = await client.get(`/webhook-deliveries/${left.id}`);
  assert.deepEqual([read.body.status, read.body.endpoint], ['success', { id: endpointId, name: 'CRM', url: target.url }]);
  assert.equal((await attemptsOf(context.db.knex, tenantId, left.id)).length, 1);
  const ours = await context.db
    .knex('webhook_attempts as a')
    .leftJoin('webhook_deliveries as d', 'd.id', 'a.delivery_id')
    .whereNull('d.id');
  assert.deepEqual(ours, [], 'no attempt of a delivery that is gone');
});

test('an attempt that is under way when its endpoint is deleted ends without a trace', async () => {
  const held = target.hold();
  await publish(context, event(context, tenantId));
  const delivering = dispatcher.deliverOnce();
  const response = await held;
  assert.equal((await remove()).status, 204);
  response.writeHead(200).end();
  assert.equal(await delivering, 1);
  assert.deepEqual(await deliveries(), []);
  assert.deepEqual(await totals(), [0, 0, 0, 0]);
});

test('what waits in a dispatcher’s memory for a deleted endpoint is not sent', async () => {
  await publish(context, event(context, tenantId));
  assert.equal((await remove()).status, 204);
  assert.equal(await dispatcher.deliverOnce(), 0);
  assert.equal(target.received.length, 0);
});

test('what waits in memory for an endpoint whose secret changed is signed with the new one', async () => {
  await publish(context, event(context, tenantId));
  const secret = 'ab'.repeat(32);
  await context.db
    .knex('webhook_endpoints')
    .where({ id: endpointId })
    .update({ secret: context.secrets.seal(secret, 'webhook_endpoints.secret'), version: 2 });
  assert.equal(await dispatcher.deliverOnce(), 1);
  const [got] = target.received;
  assert.ok(got);
  const signed = createHmac('sha256', secret).update(`${got.headers['x-webhook-timestamp']}.`).update(got.body).digest('hex');
  assert.equal(got.headers['x-webhook-signature'], `sha256=${signed}`);
});

test('an event that is published while its endpoint is deleted leaves no delivery for nobody', async () => {
  await publishWith(context, [event(context, tenantId)], (publishIn) =>
    context.db.knex.transaction(async (trx) => {
      await publishIn(trx);
      assert.equal((await remove()).status, 204);
    }),
  );
  await dispatcher.deliverOnce();
  assert.deepEqual(await deliveries(), []);
  assert.deepEqual(target.received, []);
});

test('of many deletes at once one does it', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => remove()));
  assert.equal(answers.filter(({ status }) => status === 204).length, 1);
  for (const answer of answers) if (answer.status !== 204) assert.equal(codeOf(answer), '404 webhook_not_found');
});

/** So many deliveries of one event wait for their retry, and another one for its first attempt. */
async function backlogOf(count: number): Promise<void> {
  await dispatcher.stop(0);
  await publish(context, event(context, tenantId));
  const [row] = await deliveries();
  assert.ok(row);
  await context.db.knex.raw(
    `with made as (
       insert into webhook_deliveries (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, next_retry_at, created_at,
                                       endpoint_snapshot, trigger_snapshot, due_at)
       select cast(left(cast(d.id as text), 24) || lpad(to_hex(i), 12, '0') as uuid), tenant_id, event_id, endpoint_id, trigger_id, event_type,
              'retrying', created_at, created_at, endpoint_snapshot, trigger_snapshot, due_at
         from webhook_deliveries d, generate_series(1, ?::integer) as i
        where d.id = ?
       returning tenant_id, created_at)
     ${appendChanges({ rows: 'made', was: 'null', became: "'retrying'" })}`,
    [count, row.id],
  );
}

test('a backlog of thousands goes whole, and out of the counts as well', async () => {
  await backlogOf(11_000);
  context.clock.advance(3_600);
  await countAllHalfHours(context);
  assert.deepEqual(await totals(), [0, 0, 11_000, 1]);
  assert.equal((await remove()).status, 204);
  assert.deepEqual(await totals(), [0, 0, 0, 0]);
  await foldDeliveryCounts(context);
  assert.deepEqual(await totals(), [0, 0, 0, 0]);
  assert.deepEqual(await deliveries(), []);
  assert.deepEqual((await client.get('/webhooks')).body.endpoints, []);
});

test('what waited for its turn leaves its place to the events of other endpoints, and what was sent still counts', async () => {
  await publish(context, ...Array.from({ length: 500 }, () => event(context, tenantId)));
  while ((await dispatcher.deliverOnce()) > 0);
  assert.equal(target.received.length, 100);
  assert.equal((await remove()).status, 204);
  const successor = await endpoint(context, tenantId, { url: target.url });
  await trigger(context, tenantId, successor.id);
  const at = context.clock.now();
  await publish(context, event(context, tenantId));
  const waiting = (await deliveries()).find(({ endpoint_id }) => endpoint_id === successor.id);
  assert.equal((waiting?.next_retry_at?.getTime() ?? 0) - at.getTime(), 60_000);
});

test('a deletion that has begun is not answered as if nothing was done: it goes on without the connections of its request', async (t) => {
  await backlogOf(5_001);
  const { requests } = context.db;
  const within = requests.within.bind(requests);
  let turns = 0;
  t.mock.method(requests, 'within', (scope: Parameters<typeof within>[0]) => {
    const db = within(scope);
    const knex = new Proxy(db.knex, {
      get(of, member) {
        if (member === 'transaction' && ++turns > 1) throw new Unserved('time', 'no connection was free before the deadline');
        return Reflect.get(of, member);
      },
    });
    return Object.create(db, { knex: { value: knex } });
  });
  assert.equal((await remove()).status, 204);
  t.mock.restoreAll();
  assert.deepEqual(await deliveries(), []);
  assert.deepEqual((await client.get('/webhooks')).body.endpoints, []);
});
