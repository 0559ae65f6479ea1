import assert from 'node:assert/strict';
import type { Duplex } from 'node:stream';
import { beforeEach, test } from 'node:test';
import { connect } from '../../src/db/connect.ts';
import { publishWith } from '../../src/events/publish.ts';
import { createPublisher } from '../../src/events/publisher.ts';
import { contextOfFile } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { deliveriesOf, event, forgetDeliveries, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { receiverFor } from '../support/receiver.ts';
import { until } from '../support/until.ts';

let tenantId: string;
let endpointId: string;

const context = await contextOfFile();
beforeEach(async () => {
  await forgetDeliveries(context);
  tenantId = (await tenant(context)).id;
  endpointId = (await endpoint(context, tenantId, { url: 'https://crm.example.org/hook' })).id;
});

const deliveries = () => deliveriesOf(context.db.knex, tenantId);

test('an event makes one delivery for each trigger that wants it', async () => {
  const first = await trigger(context, tenantId, endpointId);
  const second = await trigger(context, tenantId, endpointId, { outcomes: ['INTERESTED', 'CALLBACK'] });
  await trigger(context, tenantId, endpointId, { outcomes: ['DNC'] });
  await trigger(context, tenantId, endpointId, { eventType: 'lead.qualified' });
  await trigger(context, tenantId, endpointId, { isActive: false });
  await publish(context, event(context, tenantId, { outcome: 'INTERESTED' }));
  const made = await deliveries();
  assert.deepEqual(made.map((row) => row.trigger_id).sort(), [first, second].sort());
  assert.equal(new Set(made.map((row) => row.event_id)).size, 1);
  for (const row of made) {
    assert.deepEqual([row.status, row.attempts, row.next_retry_at], ['pending', 0, null]);
    assert.deepEqual(row.endpoint_snapshot, { name: 'CRM', url: 'https://crm.example.org/hook' });
    assert.deepEqual(row.trigger_snapshot, { name: 'To the CRM' });
  }
});

test('an endpoint that is switched off gets none, and nothing at all is stored for nobody', async () => {
  const off = await endpoint(context, tenantId, { url: 'https://off.example.org/', isActive: false });
  await trigger(context, tenantId, off.id);
  const before = await context.db.knex('webhook_events').count();
  await publish(context, event(context, tenantId));
  assert.deepEqual(await deliveries(), []);
  assert.deepEqual(await context.db.knex('webhook_events').count(), before);
});

test('another tenant’s triggers never fire', async () => {
  const other = await tenant(context);
  const theirs = await endpoint(context, other.id, { url: 'https://other.example.org/' });
  await trigger(context, other.id, theirs.id);
  await publish(context, event(context, tenantId));
  assert.deepEqual(await deliveriesOf(context.db.knex, other.id), []);
});

// holds: V-HEAD-07
test('publishing one event twice, later and with another body, is one delivery with the first body', async () => {
  await trigger(context, tenantId, endpointId);
  await publish(context, event(context, tenantId, { dedupeKey: 'once', data: { n: 1 } }));
  context.clock.advance(3 * 86_400);
  await publish(context, event(context, tenantId, { dedupeKey: 'once', data: { n: 2 } }));
  const [only, ...others] = await deliveries();
  assert.ok(only);
  assert.equal(others.length, 0);
  assert.match((await context.db.knex('webhook_events').where({ id: only.event_id }).first()).body, /"data":\{"n":1\}/);
});

test('publishing one event many times at once is one delivery', async () => {
  await trigger(context, tenantId, endpointId);
  await Promise.all(Array.from({ length: 20 }, () => publish(context, event(context, tenantId, { dedupeKey: 'race' }))));
  assert.equal((await deliveries()).length, 1);
});

test('one key twice in one publication is one delivery', async () => {
  await trigger(context, tenantId, endpointId);
  await publish(context, event(context, tenantId, { dedupeKey: 'twin' }), event(context, tenantId, { dedupeKey: 'twin' }));
  assert.equal((await deliveries()).length, 1);
});

test('repeats and events that are not written take no place in their bucket, neither now nor later', async () => {
  const { id } = await tenant(context, { limits: { callEventsPerMinute: 2 } });
  await trigger(context, id, (await endpoint(context, id, { url: 'https://crm.example.org/hook' })).id);
  const known = Array.from({ length: 5 }, () => event(context, id));
  const at = context.clock.now();
  for (let times = 0; times < 4; times++) await publish(context, ...known);
  const refuse = (): Promise<never> => Promise.reject(new Error('the database refuses writes'));
  for (let times = 0; times < 4; times++) await assert.rejects(publishWith(context, known, refuse), /refuses writes/);
  await publish(context, event(context, id));
  const made = await deliveriesOf(context.db.knex, id);
  const waits = made.map((row) => ((row.next_retry_at ?? at).getTime() - at.getTime()) / 1_000);
  assert.deepEqual(waits.sort(), [0, 0, 120, 120, 60, 60]);
});

test('a repeat does nothing, for a trigger that is new since as well', async () => {
  await publish(context, event(context, tenantId, { dedupeKey: 'unwanted' }));
  await trigger(context, tenantId, endpointId);
  assert.deepEqual(await publish(context, event(context, tenantId, { dedupeKey: 'unwanted' })), []);
  assert.deepEqual(await deliveries(), []);
});

// holds: L-BUCKET-03, T-DELIVERY-05
test('over its bucket nothing is dropped: the rest wait, retrying, for their go-at times', async (t) => {
  const small = await tenant(context, { limits: { callEventsPerMinute: 3, textEventsPerMinute: 2 } });
  const target = await receiverFor(t);
  const own = await endpoint(context, small.id, { url: target.url });
  for (const eventType of ['call.completed', 'lead.qualified', 'sms.failed'] as const)
    await trigger(context, small.id, own.id, { eventType });
  const dispatcher = dispatcherFor(t, context);
  const at = context.clock.now();
  const types = [
    'call.completed',
    'lead.qualified',
    'call.completed',
    'call.completed',
    'lead.qualified',
    'call.completed',
    'call.completed',
  ] as const;
  for (const eventType of types) await publish(context, event(context, small.id, { eventType }));
  await publish(context, ...[1, 2, 3].map(() => event(context, small.id, { eventType: 'sms.failed' })));
  const waiting = (await deliveriesOf(context.db.knex, small.id)).filter(({ status }) => status === 'retrying');
  const inMinutes = waiting.map(({ next_retry_at }) => ((next_retry_at?.getTime() ?? 0) - at.getTime()) / 60_000);
  assert.deepEqual(inMinutes.sort(), [1, 1, 1, 1, 2]);
  assert.ok(waiting.every(({ attempts, due_at, next_retry_at }) => attempts === 0 && due_at?.getTime() === next_retry_at?.getTime()));
  assert.equal(await dispatcher.deliverOnce(), 5);
  assert.equal(await dispatcher.deliverOnce(), 0);
  context.clock.advance(60);
  assert.equal(await dispatcher.deliverOnce(), 4);
  context.clock.advance(60);
  assert.equal(await dispatcher.deliverOnce(), 1);
  assert.ok((await deliveriesOf(context.db.knex, small.id)).every(({ status, attempts }) => status === 'success' && attempts === 1));
  assert.equal(target.received.length, 10);
});

test('what is rolled back was never published, and nobody is handed it', async (t) => {
  await trigger(context, tenantId, endpointId);
  const dispatcher = dispatcherFor(t, context);
  await assert.rejects(
    publishWith(context, [event(context, tenantId)], (publishIn) =>
      context.db.knex.transaction(async (trx) => {
        await publishIn(trx);
        throw new Error('the cause failed');
      }),
    ),
    /the cause failed/,
  );
  assert.deepEqual(await deliveries(), []);
  assert.equal(await dispatcher.deliverOnce(), 0);
});

/** A tenant that may have two deliveries a minute. */
async function slowTenant(): Promise<string> {
  const { id } = await tenant(context, { limits: { callEventsPerMinute: 2 } });
  await trigger(context, id, (await endpoint(context, id, { url: 'https://crm.example.org/hook' })).id);
  return id;
}
const twoOf = (of: string) => [event(context, of), event(context, of)];
const statesOf = async (of: string) => (await deliveriesOf(context.db.knex, of)).map(({ status }) => status).sort();

// holds: L-BUCKET-01
test('events whose commit was not confirmed keep their places in the bucket, because they are sent', async () => {
  const of = await slowTenant();
  // As Knex says it.
  const lost = new Error('COMMIT; - Connection terminated unexpectedly');
  const publishing = publishWith(context, twoOf(of), async (publishIn) => {
    await context.db.knex.transaction((trx) => publishIn(trx));
    throw lost;
  });
  await assert.rejects(publishing, lost);
  await publish(context, ...twoOf(of));
  assert.deepEqual(await statesOf(of), ['pending', 'pending', 'retrying', 'retrying']);
});

// holds: L-BUCKET-01
test('so do events of a group whose connection broke while it was written', async (t) => {
  const of = await slowTenant();
  const { close, ...db } = connect({ url: context.databaseUrl, poolSize: 2, prepared: true });
  t.after(close);
  const sockets: Duplex[] = [];
  db.engine.on('connect', (client) => sockets.push((client as unknown as { connection: { stream: Duplex } }).connection.stream));
  const holder = await context.db.knex.transaction();
  await holder.raw('lock table webhook_deliveries in share mode');
  const publishing = createPublisher({ ...context, db }).publish(of, twoOf(of));
  const isRefused = assert.rejects(publishing);
  await until('its statement waits', async () => (await lockWaits(context)) === 1);
  for (const socket of sockets) socket.destroy();
  await isRefused;
  await holder.commit();
  await until('the server has written it all the same', async () => (await statesOf(of)).length === 2);
  await context.publisher.publish(of, twoOf(of));
  assert.deepEqual(await statesOf(of), ['pending', 'pending', 'retrying', 'retrying']);
});

test('events that were not published give their places in the bucket back', async () => {
  for (const error of [
    new Error('the cause failed'),
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    new Error('Connection terminated due to connection timeout'),
  ]) {
    const of = await slowTenant();
    await assert.rejects(
      publishWith(context, twoOf(of), () => Promise.reject(error)),
      error,
    );
    await publish(context, ...twoOf(of));
    assert.deepEqual(await statesOf(of), ['pending', 'pending']);
  }
});

test('a subscription that changes between the plan and the insertion undoes the transaction, which is tried with a new plan', async () => {
  const doomed = await trigger(context, tenantId, endpointId);
  const changes = [
    () => context.db.knex('automation_triggers').where({ id: doomed }).delete(),
    () => trigger(context, tenantId, endpointId, { outcomes: ['INTERESTED'] }),
    () => context.db.knex('webhook_endpoints').where({ id: endpointId }).update({ name: 'Renamed', version: 2 }),
  ];
  let tries = 0;
  await publishWith(context, [event(context, tenantId)], (publishIn) =>
    context.db.knex.transaction(async (trx) => {
      await changes[tries++]?.();
      await publishIn(trx);
    }),
  );
  assert.equal(tries, 4);
  assert.deepEqual(
    (await deliveries()).map((row) => [row.endpoint_snapshot.name, row.trigger_id === doomed]),
    [['Renamed', false]],
  );
});

test('what changes a subscription, in SQL alone, is seen by whoever remembers another', async () => {
  const id = await trigger(context, tenantId, endpointId);
  const made = async (): Promise<number> => {
    await forgetDeliveries(context);
    await publish(context, event(context, tenantId));
    return (await deliveries()).length;
  };
  assert.equal(await made(), 1);
  await context.db.knex('automation_triggers').where({ id }).update({ is_active: false });
  assert.equal(await made(), 0);
  await context.db.knex('automation_triggers').where({ id }).update({ is_active: true });
  assert.equal(await made(), 1);
  await context.db.knex('webhook_endpoints').where({ id: endpointId }).update({ is_active: false });
  assert.equal(await made(), 0);
  await context.db.knex('webhook_endpoints').where({ id: endpointId }).update({ is_active: true });
  await context.db.knex('tenants').where({ id: tenantId }).update({ call_events_per_minute: 1 });
  assert.equal(await made(), 1);
  assert.equal((await deliveries())[0]?.status, 'retrying', 'over its new rate');
  await context.db.knex('webhook_endpoints').where({ id: endpointId }).delete();
  assert.equal(await made(), 0);
});

test('an endpoint that is deleted while an event is published keeps no delivery', async (t) => {
  await trigger(context, tenantId, endpointId);
  const dispatcher = dispatcherFor(t, context);
  const elsewhere = { ...context, wake: { ...context.wake, dispatcher: null } };
  await publishWith(elsewhere, [event(context, tenantId)], (publishIn) =>
    context.db.knex.transaction(async (trx) => {
      await publishIn(trx);
      await context.db.knex('webhook_endpoints').where({ id: endpointId }).delete();
    }),
  );
  assert.equal((await deliveries()).length, 1, 'its endpoint was there when it was inserted');
  assert.equal(await dispatcher.deliverOnce(), 0);
  assert.deepEqual(await deliveries(), []);
});
