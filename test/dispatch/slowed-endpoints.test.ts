import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, test } from 'node:test';
import type { Deadlines } from '../../src/dispatch/deadlines.ts';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { endpointCache } from '../../src/dispatch/endpoint-cache.ts';
import { EndpointHealth, mostAtOnce } from '../../src/dispatch/endpoint-health.ts';
import { HeldDeliveries } from '../../src/dispatch/held-deliveries.ts';
import { slowedAfter } from '../../src/webhooks/slowed-endpoints.ts';
import { contextOfFile } from '../support/context.ts';
import { deliveriesOf, event, forgetDeliveries, publish } from '../support/events.ts';
import { endpoint, limitsOutOfTheWay, tenant, trigger } from '../support/fixtures.ts';
import { latch } from '../support/latch.ts';
import { type Receiver, receiver } from '../support/receiver.ts';
import { manualDeadlines } from '../support/targets.ts';
import { until } from '../support/until.ts';

let target: Receiver;
let dispatcher: Dispatcher;
let tenantId: string;

const context = await contextOfFile();
beforeEach(async () => {
  target = await receiver();
  dispatcher = startDispatcher(context, { deadlines: manualDeadlines() });
  tenantId = await tenantOf(target);
});
afterEach(async () => {
  await dispatcher.stop(0);
  await target.close();
  await forgetDeliveries(context);
});

async function tenantOf({ url }: Receiver): Promise<string> {
  const { id } = await tenant(context, { limits: limitsOutOfTheWay });
  await trigger(context, id, (await endpoint(context, id, { url })).id);
  return id;
}

const publishMany = (count: number, of = tenantId) => publish(context, ...Array.from({ length: count }, () => event(context, of)));

/** Lets a receiver hang. `arrived` resolves when this many requests have come since the last call. */
function hang(receiver: Receiver): { arrived(count: number): Promise<void> } {
  let [open, wanted, resolve] = [0, 0, (): void => {}];
  const tell = (): void => {
    if (wanted === 0 || open < wanted) return;
    [open, wanted] = [0, 0];
    resolve();
  };
  receiver.answer(() => {
    open += 1;
    tell();
  });
  return {
    arrived: (count) =>
      new Promise((fulfil) => {
        [wanted, resolve] = [count, fulfil];
        tell();
      }),
  };
}

const idsAt = ({ received }: Receiver): ReadonlySet<unknown> => new Set(received.map(({ headers }) => headers['x-webhook-delivery-id']));

// holds: V-SEND-04
test('every retry of a hundred starts within its jitter, although the endpoint fails every attempt', async () => {
  target.answer(500);
  await publishMany(100);
  assert.equal(await dispatcher.deliverOnce(), 100);
  const failedAt = context.clock.now().getTime();
  for (let seconds = 1; seconds <= 75; seconds += 1) {
    context.clock.advance(1);
    await dispatcher.deliverOnce();
    const late = (await deliveriesOf(context.db.knex, tenantId)).filter(
      ({ next_retry_at }) => next_retry_at && next_retry_at <= context.clock.now(),
    );
    assert.deepEqual(late, [], 'no next attempt is in the past');
  }
  for (const { attempts, last_attempt_at } of await deliveriesOf(context.db.knex, tenantId)) {
    assert.equal(attempts, 2);
    const waited = (last_attempt_at?.getTime() ?? 0) - failedAt;
    assert.ok(waited >= 45_000 && waited <= 75_000, `${waited} ms`);
  }
});

test('six hundred deliveries to an endpoint that hangs have had their first attempt within three minutes', async () => {
  await dispatcher.stop(0);
  const limit = manualDeadlines();
  dispatcher = startDispatcher(context, { deadlines: limit });
  const hanging = hang(target);
  dispatcher.run();
  await publishMany(600);
  let seconds = 0;
  for (const atOnce of [4, 1, ...Array<number>(50).fill(mostAtOnce)]) {
    if (idsAt(target).size === 600) break;
    await hanging.arrived(atOnce);
    seconds += 10;
    context.clock.advance(10);
    limit.pass();
  }
  assert.ok(seconds <= 180, `${seconds} s`);
});

// holds: V-SEND-02
test('while slots are short, slowed endpoints get one attempt at a time, and others are attempted at once', async (t) => {
  const [alsoSick, well] = [await receiver(500), await receiver()];
  t.after(() => Promise.all([alsoSick.close(), well.close()]));
  const [other, quiet] = [await tenantOf(alsoSick), await tenantOf(well)];
  target.answer(500);
  await dispatcher.stop(0);
  const limit = manualDeadlines();
  dispatcher = startDispatcher(context, { slots: 16, deadlines: limit });
  for (const each of [tenantId, other]) await publishMany(5, each);
  await dispatcher.deliverOnce();
  const [first, second] = [hang(target), hang(alsoSick)];
  const before = target.received.length + alsoSick.received.length;
  dispatcher.run();
  await publishMany(20);
  await publishMany(20, other);
  await Promise.all([first.arrived(1), second.arrived(1)]);
  const arrived = new Promise<void>((resolve) => well.answer((response) => void response.writeHead(200).end(() => resolve())));
  await publishMany(1, quiet);
  await arrived;
  const underWay = target.received.length + alsoSick.received.length - before;
  assert.ok(underWay <= 16 / 4 + 1, `${underWay} attempts to slowed endpoints`);
});

test('what waits for slowed endpoints leaves room in memory for others', async () => {
  target.answer(500);
  await publishMany(5);
  await dispatcher.deliverOnce();
  await publishMany(700);
  const given = () => context.db.knex('webhook_deliveries').where({ tenant_id: tenantId, attempts: 0 }).whereNull('worker');
  await until('what is too much is given back', async () => (await given()).length === 200);
  assert.ok(dispatcher.hasRoom(1_500));
  for (const { due_at } of await given()) assert.deepEqual(due_at, context.clock.now(), 'another process may take it at once');
  target.answer(200);
  while ((await dispatcher.deliverOnce()) > 0);
  const states = (await deliveriesOf(context.db.knex, tenantId)).map(({ status }) => status);
  assert.equal(states.filter((status) => status === 'success').length, 700);
});

test('while there is no room for what waits for slowed endpoints, a claim tries those with nothing in hand, and gives back at most a batch a second', async () => {
  const health = new EndpointHealth(1_024);
  const { db, secrets, log } = context;
  const cache = endpointCache(db.engine, secrets, log);
  const held = new HeldDeliveries(context, { worker: 'test', cache, health, lookAgain: () => {} });
  await dispatcher.stop(0);
  for (let n = 0; n < 3; n++) {
    const { id } = await tenant(context, { limits: limitsOutOfTheWay });
    const { id: endpointId } = await endpoint(context, id, { url: target.url });
    await trigger(context, id, endpointId);
    for (let failures = 0; failures < slowedAfter; failures++) {
      health.started(endpointId);
      health.finished(endpointId, false, 10);
    }
    await publishMany(200, id);
  }
  const claims = [];
  for (let n = 0; n < 4; n++) claims.push(await held.claim());
  assert.deepEqual(claims, [200, 200, 200, 0]);
  await publishMany(1);
  assert.equal(await held.claim(), 1, 'another endpoint has room');
  await held.stop();
});

test('what waits for one origin leaves room in memory for others, and the rest of it stays in the queue until it has room again', async (t) => {
  const health = new EndpointHealth(1_024);
  const { db, secrets, log } = context;
  const cache = endpointCache(db.engine, secrets, log);
  const held = new HeldDeliveries(context, { worker: 'test', cache, health, lookAgain: () => {} });
  await dispatcher.stop(0);
  const crowd: string[] = [];
  for (let n = 0; n < 11; n++) {
    const id = await tenantOf(target);
    crowd.push(id);
    await publishMany(200, id);
  }
  const claims: number[] = [];
  while (claims.at(-1) !== 0) claims.push(await held.claim());
  const inHand = () => context.db.knex('webhook_deliveries').where({ worker: 'test' }).whereIn('tenant_id', crowd);
  assert.equal((await inHand()).length, 1_000);
  assert.deepEqual(claims, [...Array<number>(11).fill(200), 0], 'what is given back is not claimed again at once');
  const elsewhere = await receiver();
  t.after(() => elsewhere.close());
  await publishMany(1, await tenantOf(elsewhere));
  assert.equal(await held.claim(), 1, 'another origin has room');
  assert.ok(held.hasRoom(900));
  const isCrowded = (origin: string): boolean => origin === new URL(target.url).origin;
  for (let n = 0; n < 250; n++) held.next(isCrowded, () => true);
  while ((await held.claim()) > 0);
  assert.equal((await inHand()).length, 1_250);
  await held.stop();
});

test('the time of an attempt begins when its origin has a connection for it, however many endpoints the origin has', async () => {
  await dispatcher.stop(0);
  const connections = 256;
  const held: ServerResponse[] = [];
  const full = latch();
  target.answer((response) => {
    held.push(response);
    if (held.length === connections) full.give();
  });
  const tenantIds = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { id } = await tenant(context);
      for (let n = 0; n < 10; n++) await trigger(context, id, (await endpoint(context, id, { url: target.url })).id);
      return id;
    }),
  );
  const publisher = { ...context, wake: { ...context.wake, dispatcher: null } };
  for (const id of tenantIds) await publish(publisher, ...Array.from({ length: 4 }, () => event(context, id)));
  let begun = 0;
  const counted: Deadlines = () => {
    begun += 1;
    return () => {};
  };
  dispatcher = startDispatcher(context, { deadlines: counted });
  dispatcher.run();
  await full.given;
  assert.equal(begun, connections);
  target.answer(200);
  for (const response of held) response.writeHead(200).end();
  await until('all have been delivered', async () => {
    const rows = await context.db.knex('webhook_deliveries').where({ status: 'success' }).count({ count: '*' });
    return Number(rows[0]?.['count']) === 400;
  });
  assert.equal(begun, 400);
});
