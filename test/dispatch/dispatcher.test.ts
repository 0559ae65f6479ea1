import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import type { QueryConfig } from 'pg';
import { attemptsOf } from '../../src/deliveries/attempt-log.ts';
import { deadlines } from '../../src/dispatch/deadlines.ts';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { deliveryLeaseMs, poisonClaims, retryDelaysSeconds } from '../../src/process/limits.ts';
import { contextOfFile, type TestContext } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { deliveriesOf, event, forgetDeliveries, onlyDeliveryOf, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { latch } from '../support/latch.ts';
import { type Receiver, receiver, receiverFor } from '../support/receiver.ts';
import { losing } from '../support/statements.ts';
import { unhurriedMs } from '../support/targets.ts';

let target: Receiver;
let dispatcher: Dispatcher;
let tenantId: string;
let endpointId: string;

const context = await contextOfFile();
beforeEach(async () => {
  target = await receiver();
  dispatcher = startDispatcher(context);
  tenantId = (await tenant(context)).id;
  endpointId = (await endpoint(context, tenantId, { url: target.url })).id;
  await trigger(context, tenantId, endpointId);
});
afterEach(async () => {
  await dispatcher.stop(0);
  await target.close();
  await forgetDeliveries(context);
});

const only = () => onlyDeliveryOf(context, tenantId);

test('a receiver that fails is tried six times on the schedule, with the same id and bytes and fresh timestamps, and then no more', async () => {
  target.answer(500);
  await publish(context, event(context, tenantId));
  for (const [failures, delay] of retryDelaysSeconds.slice(0, 5).entries()) {
    assert.equal(await dispatcher.deliverOnce(), 1);
    const delivery = await only();
    assert.deepEqual(
      [delivery.status, delivery.attempts, delivery.error_message, delivery.response_status],
      ['retrying', failures + 1, 'HTTP 500', 500],
    );
    assert.ok(delivery.next_retry_at);
    const waits = (delivery.next_retry_at.getTime() - context.clock.now().getTime()) / 1_000;
    assert.ok(waits >= delay * 0.75 && waits <= delay * 1.25, `${waits} s is not ${delay} s give or take a quarter`);
    context.clock.advance(waits - 1);
    assert.equal(await dispatcher.deliverOnce(), 0, 'not before its time');
    context.clock.advance(1);
  }
  assert.equal(await dispatcher.deliverOnce(), 1);
  const delivery = await only();
  assert.deepEqual([delivery.status, delivery.attempts, delivery.next_retry_at, delivery.due_at], ['failed', 6, null, null]);
  assert.deepEqual(delivery.finished_at, context.clock.now());
  context.clock.advance(7 * 86_400);
  assert.equal(await dispatcher.deliverOnce(), 0);
  assert.equal(target.received.length, 6);
  assert.equal(new Set(target.received.map(({ headers }) => headers['x-webhook-delivery-id'])).size, 1);
  assert.equal(new Set(target.received.map(({ body }) => body.toString('hex'))).size, 1);
  assert.equal(new Set(target.received.map(({ headers }) => headers['x-webhook-timestamp'])).size, 6);
  const attempts = await attemptsOf(context.db.knex, tenantId, delivery.id);
  assert.deepEqual(
    attempts.map(({ n, status, error_class }) => [n, status, error_class]),
    [1, 2, 3, 4, 5, 6].map((n) => [n, 500, 'http_5xx']),
  );
});

// holds: V-SEND-03
test('a redirect is a failure and is not followed', async (t) => {
  const elsewhere = await receiverFor(t);
  target.answer((response) => void response.writeHead(307, { location: elsewhere.url }).end());
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  assert.equal((await only()).error_message, 'HTTP 307');
  assert.equal(elsewhere.received.length, 0);
});

test('the sandbox clock moves the schedule and never the signed timestamp', async () => {
  target.answer(500);
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  context.clock.advanceService(75);
  assert.equal(await dispatcher.deliverOnce(), 1);
  const stamps = target.received.map(({ headers }) => Number(headers['x-webhook-timestamp']));
  const realSeconds = Math.floor(context.clock.realNow().getTime() / 1_000);
  assert.deepEqual(stamps, [realSeconds, realSeconds]);
});

// holds: V-SEND-01
test('what a dead process held is taken up by another once the lease has lapsed', async (t) => {
  await publish(context, event(context, tenantId)); // Handed to `dispatcher`, which never starts it.
  assert.equal((await only()).worker, dispatcher.worker);
  const other = dispatcherFor(t, context);
  assert.equal(await other.deliverOnce(), 0);
  context.clock.advance(deliveryLeaseMs / 1_000);
  assert.equal(await other.deliverOnce(), 1);
  assert.equal((await only()).status, 'success');
  assert.equal(await dispatcher.deliverOnce(), 0, 'the first one gives up what is no longer its own');
  assert.equal(target.received.length, 1);
});

test('stopping gives back what was not started, for another to claim at once', async () => {
  await publish(context, event(context, tenantId));
  await dispatcher.stop(1_000);
  const { worker, lease } = await only();
  assert.deepEqual({ worker, lease }, { worker: null, lease: 0 });
  dispatcher = startDispatcher(context);
  assert.equal(await dispatcher.deliverOnce(), 1);
});

test('with nobody dispatching in the process, deliveries wait to be claimed', async () => {
  await dispatcher.stop(0);
  await publish(context, event(context, tenantId));
  assert.deepEqual([(await only()).worker, (await only()).status], [null, 'pending']);
  dispatcher = startDispatcher(context);
  assert.equal(await dispatcher.deliverOnce(), 1);
  assert.equal((await only()).status, 'success');
});

test('deliveries to an endpoint that is switched off wait, and go on when it is on again', async () => {
  target.answer(500);
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  await context.db.knex('webhook_endpoints').where({ id: endpointId }).update({ is_active: false, version: 2 });
  target.answer(200);
  context.clock.advance(75);
  assert.equal(await dispatcher.deliverOnce(), 0);
  const waiting = await only();
  assert.deepEqual([waiting.status, waiting.attempts], ['retrying', 1]);
  await context.db.knex('webhook_endpoints').where({ id: endpointId }).update({ is_active: true, version: 3 });
  context.clock.advance(3_600);
  assert.equal(await dispatcher.deliverOnce(), 1);
  assert.deepEqual([(await only()).status, target.received.length], ['success', 2]);
});

test('deliveries of a trigger that is switched off wait as well, and those of a deleted one finish', async () => {
  target.answer(500);
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  await context.db.knex('automation_triggers').where({ tenant_id: tenantId }).update({ is_active: false });
  context.clock.advance(75);
  assert.equal(await dispatcher.deliverOnce(), 0);
  await context.db.knex('automation_triggers').where({ tenant_id: tenantId }).delete();
  context.clock.advance(3_600);
  assert.equal(await dispatcher.deliverOnce(), 1);
});

test('twenty claims without an outcome put a delivery to rest for an hour, never to an end', async () => {
  await publish(context, event(context, tenantId));
  await dispatcher.stop(0);
  dispatcher = startDispatcher(context);
  await context.db.knex('webhook_deliveries').where({ tenant_id: tenantId }).update({ lease: 19 });
  context.clock.advance(deliveryLeaseMs / 1_000);
  assert.equal(await dispatcher.deliverOnce(), 0);
  assert.equal((await only()).status, 'pending');
  context.clock.advance(3_599);
  assert.equal(await dispatcher.deliverOnce(), 0);
  context.clock.advance(1);
  assert.equal(await dispatcher.deliverOnce(), 1);
  assert.equal((await only()).status, 'success');
});

test('it works by itself once it runs, and finishes what is under way before it stops', async () => {
  const held = target.hold();
  dispatcher.run();
  await publish(context, event(context, tenantId));
  const response = await held;
  const stopped = dispatcher.stop(10_000);
  response.writeHead(200).end();
  await stopped;
  assert.equal((await only()).status, 'success');
});

test('a long queue of one endpoint is fetched as it can take it, not only when the dispatcher looks by itself', async () => {
  await dispatcher.stop(0);
  const hot = (await tenant(context, { limits: { callEventsPerMinute: 10_000 } })).id;
  await trigger(context, hot, (await endpoint(context, hot, { url: target.url })).id);
  await publish(context, ...Array.from({ length: 500 }, () => event(context, hot)));
  // Between two looks of its own it would now pause for hours.
  dispatcher = startDispatcher({ ...context, random: () => 10_000 }, { deadlines: deadlines(unhurriedMs) });
  const all = new Promise<void>((resolve) => {
    target.answer((response) => {
      response.writeHead(200).end();
      if (target.received.length === 500) resolve();
    });
  });
  dispatcher.run();
  await all;
  await dispatcher.stop(10_000);
  assert.equal((await context.db.knex('webhook_deliveries').where({ tenant_id: hot, status: 'success' })).length, 500);
});

test('an attempt that outlives the grace is left to its lease and costs none of the six', async () => {
  const arrived = target.hold();
  dispatcher.run();
  await publish(context, event(context, tenantId));
  await arrived;
  await dispatcher.stop(0);
  const delivery = await only();
  assert.deepEqual([delivery.status, delivery.attempts, delivery.due_at], ['pending', 0, null]);
  const { lease_until } = await context.db.knex('webhook_deliveries').where({ id: delivery.id }).first('lease_until');
  assert.ok(delivery.worker && lease_until > context.clock.realNow());
});

/** A context in which outcomes are written as it says. */
const recordingBy = (write: (record: () => Promise<unknown>) => Promise<unknown>): TestContext => {
  const { settling } = context.db;
  const query = (statement: QueryConfig): Promise<unknown> => write(() => settling.query(statement));
  return { ...context, db: { ...context.db, settling: Object.create(settling, { query: { value: query } }) } };
};

/** So much time has passed that every lease has lapsed, and the dispatcher that runs has looked. */
const untilClaimedAgain = async (): Promise<void> => {
  const lapsed = async () => (await context.metrics.leaseExpired.get()).values[0]?.value ?? 0;
  const lapsedBefore = await lapsed();
  context.clock.advance(3_600);
  dispatcher.look();
  for (let looks = 0; (await lapsed()) === lapsedBefore; looks++) assert.ok(looks < 5_000 && (await only()), 'the lease was not renewed');
};

test('a lease that lapses during its attempt is renewed by its own process, which does not repeat it and never calls it poison', async () => {
  const held = target.hold();
  dispatcher.run();
  await publish(context, event(context, tenantId));
  const response = await held;
  for (let step = 0; step < poisonClaims; step++) await untilClaimedAgain();
  assert.equal((await only()).lease, 1, 'renewing is no other claim');
  response.writeHead(500).end();
  await dispatcher.stop(10_000);
  const delivery = await only();
  assert.deepEqual([delivery.status, delivery.attempts, target.received.length], ['retrying', 1, 1]);
});

test('what has been at its receiver is not sent again when its lease lapses before the database takes the outcome', async () => {
  await dispatcher.stop(0);
  const [asked, opened] = [latch(), latch()];
  dispatcher = startDispatcher(
    recordingBy(async (record) => {
      asked.give();
      await opened.given;
      return record();
    }),
  );
  target.answer(500);
  dispatcher.run();
  await publish(context, event(context, tenantId));
  await asked.given;
  await untilClaimedAgain();
  opened.give();
  await dispatcher.stop(10_000);
  const delivery = await only();
  assert.deepEqual([delivery.status, delivery.attempts, delivery.lease, target.received.length], ['retrying', 1, 1, 1]);
});

test('what the database refuses to record is attempted again once its lease has lapsed', async () => {
  await dispatcher.stop(0);
  let isRefusing = true;
  dispatcher = startDispatcher(
    recordingBy((record) => (isRefusing ? Promise.reject(Object.assign(new Error('no such text'), { code: '22021' })) : record())),
  );
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  isRefusing = false;
  context.clock.advance(deliveryLeaseMs / 1_000);
  await dispatcher.deliverOnce();
  const delivery = await only();
  assert.deepEqual([delivery.status, delivery.attempts, target.received.length], ['success', 1, 2]);
});

test('an attempt under way is finished and recorded although what waits cannot be given back', async () => {
  await dispatcher.stop(0);
  // One attempt at a time: the second delivery waits for its turn.
  const failing = Object.create(context.db.engine, {
    query: {
      value: (statement: QueryConfig) =>
        statement.name === 'release-deliveries' ? Promise.reject(new Error('connection lost')) : context.db.engine.query(statement),
    },
  });
  dispatcher = startDispatcher({ ...context, db: { ...context.db, engine: failing } }, { slots: 1 });
  const held = target.hold();
  dispatcher.run();
  await publish(context, event(context, tenantId), event(context, tenantId));
  const response = await held;
  const stopped = dispatcher.stop(10_000);
  response.writeHead(200).end();
  await stopped;
  const deliveries = await deliveriesOf(context.db.knex, tenantId);
  assert.deepEqual(deliveries.map(({ status, attempts }) => `${status} ${attempts}`).sort(), ['pending 0', 'success 1']);
});

test('an outcome that is written after the grace leads to no other statement: the connections are closed by then', async (t) => {
  await dispatcher.stop(0);
  const [asked, answered] = [latch(), latch()];
  let writing: Promise<unknown> | null = null;
  dispatcher = startDispatcher(
    recordingBy((record) => {
      asked.give();
      writing = answered.given.then(record);
      return writing;
    }),
  );
  await publish(context, event(context, tenantId));
  // Its sweep and its claim are over when it attempts; those of a dispatcher that runs may still be under way.
  const delivering = dispatcher.deliverOnce();
  await asked.given;
  await dispatcher.stop(0);
  const statements = t.mock.method(context.db.engine, 'query');
  answered.give();
  await Promise.all([writing, delivering]);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(
    statements.mock.calls.map(({ arguments: [statement] }) => (statement as unknown as QueryConfig).name),
    [],
  );
});

test('a delivery whose endpoint cannot be looked up goes back at once, and the next claim attempts it', async () => {
  await dispatcher.stop(0);
  await publish(context, event(context, tenantId));
  dispatcher = startDispatcher(losing(context, 'check-endpoints'));
  assert.equal(await dispatcher.deliverOnce(), 0);
  assert.equal(await dispatcher.deliverOnce(), 1);
  const delivery = await only();
  assert.deepEqual([delivery.status, delivery.attempts, delivery.lease], ['success', 1, 1]);
});
