import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { sessionOf } from '../../src/db/transaction.ts';
import { sweepHeldDeliveries } from '../../src/deliveries/sweep.ts';
import { startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { createWake } from '../../src/dispatch/wake.ts';
import { planEvents } from '../../src/events/plan-events.ts';
import { insertPlan } from '../../src/events/publish.ts';
import { deliveryLeaseMs } from '../../src/process/limits.ts';
import { type TestContext, testContext } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { deliveriesOf, event } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { type Receiver, receiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

/** What a process has held since it inserted it stands in no index of what is due. A sweep finds it when the lease has ended. */
let context: TestContext;
let target: Receiver;
let tenantId: string;

beforeEach(async () => {
  context = await testContext();
  target = await receiver();
  tenantId = (await tenant(context, { limits: { callEventsPerMinute: 10_000 } })).id;
  await trigger(context, tenantId, (await endpoint(context, tenantId, { url: target.url })).id);
});
afterEach(async () => {
  await target.close();
  await context.close();
});

const leaseSeconds = deliveryLeaseMs / 1_000;

/** Another process on the same database: what is published here is not handed over to it. */
const elsewhere = (): TestContext => ({ ...context, wake: createWake(context.pacing) });

/** Inserted by a process with a dispatcher, which dies before it has begun with it. */
async function held(session = context.db.engine, of = event(context, tenantId)): Promise<void> {
  const lost = startDispatcher(context);
  await insertPlan(context, session, await planEvents(context, [of]));
  await lost.stop(0);
}

const rows = () => deliveriesOf(context.db.knex, tenantId);
const onlyRow = async () => (await rows())[0] ?? assert.fail('there is no delivery');
const sweptUntil = async (): Promise<Date> => (await context.db.knex('webhook_sweep_state').first('swept_until')).swept_until;

test('what a process held when it died is attempted by another when the lease has ended, and not before', async (t) => {
  await held();
  assert.deepEqual([(await onlyRow()).due_at, (await onlyRow()).lease], [null, 1]);
  const other = dispatcherFor(t, elsewhere());
  assert.equal(await other.deliverOnce(), 0);
  context.clock.advance(leaseSeconds - 1);
  assert.equal(await other.deliverOnce(), 0);
  context.clock.advance(1);
  assert.equal(await other.deliverOnce(), 1);
  const { status, attempts, lease } = await onlyRow();
  assert.deepEqual([status, attempts, lease, target.received.length], ['success', 1, 2, 1]);
});

test('a dispatcher that runs sweeps by itself', async (t) => {
  await held();
  const other = dispatcherFor(t, elsewhere());
  other.run();
  context.clock.advance(leaseSeconds + 5);
  other.look();
  await until('it is delivered', async () => {
    other.look();
    return (await onlyRow()).status === 'success';
  });
});

test('a worker that is alive and late renews what it holds, and does not send it again', async () => {
  const own = startDispatcher(context);
  const held = target.hold();
  own.run();
  await context.publisher.publish(tenantId, [event(context, tenantId)]);
  const response = await held;
  assert.equal((await onlyRow()).due_at, null);
  context.clock.advance(leaseSeconds + 5);
  await until('it has renewed its lease', async () => {
    own.look();
    await turn();
    return (
      (await onlyRow()).due_at !== null &&
      Number((await context.db.knex('webhook_deliveries').first('lease_until')).lease_until) > Number(context.clock.realNow())
    );
  });
  response.writeHead(200).end();
  await own.stop(10_000);
  const { status, attempts, lease } = await onlyRow();
  assert.deepEqual([status, attempts, lease, target.received.length], ['success', 1, 1, 1]);
});

for (const [first, second, expected] of [
  [500, 200, ['success', 1]],
  [200, 500, ['success', 1]],
] as const)
  test(`a late worker’s ${first} beside another’s ${second} ends in ${expected[0]}`, async (t) => {
    const [own, other] = [startDispatcher(context), startDispatcher(elsewhere())];
    t.after(() => Promise.all([own.stop(0), other.stop(0)]));
    const ownHeld = target.hold();
    await context.publisher.publish(tenantId, [event(context, tenantId)]);
    const delivering = own.deliverOnce();
    const ownResponse = await ownHeld;
    context.clock.advance(leaseSeconds);
    const otherHeld = target.hold();
    const delivered = other.deliverOnce();
    const otherResponse = await otherHeld;
    const [sooner, later] = first === 500 ? [otherResponse, ownResponse] : [ownResponse, otherResponse];
    sooner.writeHead(200).end();
    await (first === 500 ? delivered : delivering);
    later.writeHead(500).end();
    await Promise.all([delivering, delivered]);
    const { status, attempts, finished_at } = await onlyRow();
    assert.deepEqual([[status, attempts], finished_at !== null, target.received.length], [expected, true, 2]);
  });

test('a step of the clock ends no lease of what is held, and the sweep stays before it until the lease has ended', async () => {
  await held();
  const { created_at } = await onlyRow();
  context.clock.advanceService(3_600);
  assert.equal(await sweepHeldDeliveries(context), 0);
  assert.ok((await sweptUntil()) <= created_at);
  context.clock.advance(leaseSeconds);
  assert.equal(await sweepHeldDeliveries(context), 1);
  assert.equal((await onlyRow()).due_at?.getTime(), context.clock.now().getTime());
  await sweepHeldDeliveries(context);
  assert.ok((await sweptUntil()) > created_at);
});

test('it stays before the oldest delivery that is held, whichever tenant has it', async () => {
  const other = (await tenant(context, { limits: { callEventsPerMinute: 10_000 } })).id;
  await trigger(context, other, (await endpoint(context, other, { url: target.url })).id);
  const [earlier, later] = [tenantId, other].toSorted().reverse();
  assert.ok(earlier && later);
  await held(context.db.engine, event(context, earlier));
  const oldest = context.clock.now();
  context.clock.advanceService(10);
  await held(context.db.engine, event(context, later));
  context.clock.advanceService(3_600);
  assert.equal(await sweepHeldDeliveries(context), 0);
  assert.deepEqual(await sweptUntil(), oldest);
});

test('a delivery whose outcome is being recorded or that is being claimed beside the sweep is left for the next one', async () => {
  await held();
  const { id, created_at } = await onlyRow();
  context.clock.advance(leaseSeconds);
  await context.db.knex.transaction(async (trx) => {
    await trx('webhook_deliveries').where({ id }).forUpdate().first('id');
    assert.equal(await sweepHeldDeliveries(context), 0);
    assert.ok((await sweptUntil()) <= created_at);
  });
  assert.equal(await sweepHeldDeliveries(context), 1);
  assert.equal(await sweepHeldDeliveries(context), 0, 'once');
});

test('an insertion that commits after the sweep has gone over its id is swept all the same', async () => {
  await context.db.knex.transaction(async (trx) => {
    await held((await sessionOf(trx)) as typeof context.db.engine);
    context.clock.advance(3 * leaseSeconds);
    assert.equal(await sweepHeldDeliveries(context), 0);
  });
  assert.equal((await onlyRow()).due_at, null);
  assert.equal(await sweepHeldDeliveries(context), 1);
});

test('a delivery whose id is of an earlier time than the sweep has announced is inserted with its time', async () => {
  await sweepHeldDeliveries(context);
  const { clock } = context;
  await held(context.db.engine, event(context, tenantId, { occurredAt: new Date(clock.now().getTime() - 2 * deliveryLeaseMs) }));
  const { due_at } = await onlyRow();
  assert.equal(due_at?.getTime(), clock.now().getTime() + deliveryLeaseMs);
});

test('so is one whose event is announced ahead, which no sweep would come by in time', async () => {
  const { clock } = context;
  await held(context.db.engine, event(context, tenantId, { occurredAt: new Date(clock.now().getTime() + 60_000) }));
  assert.notEqual((await onlyRow()).due_at, null);
});

test('a sweep in many batches frees all, and leaves what is finished as it is', async () => {
  const finished = startDispatcher(context);
  await context.publisher.publish(
    tenantId,
    Array.from({ length: 5 }, () => event(context, tenantId)),
  );
  await finished.deliverOnce();
  await finished.stop(0);
  for (let n = 0; n < 5; n++) await held();
  for (let n = 0; n < 4; n++) {
    const { id } = await tenant(context);
    await trigger(context, id, (await endpoint(context, id, { url: target.url })).id);
    for (let each = 0; each < n; each++) await held(context.db.engine, event(context, id));
  }
  context.clock.advance(leaseSeconds);
  assert.equal(await sweepHeldDeliveries(context, 3), 11);
  assert.equal(await sweepHeldDeliveries(context, 3), 0, 'none is left');
  const found = await rows();
  assert.deepEqual(
    [found.filter(({ due_at }) => due_at !== null).length, found.filter(({ status }) => status === 'success').length],
    [5, 5],
  );
});
