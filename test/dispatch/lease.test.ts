import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Pool, QueryConfig } from 'pg';
import { deadlines } from '../../src/dispatch/deadlines.ts';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { createWake } from '../../src/dispatch/wake.ts';
import { planEvents } from '../../src/events/plan-events.ts';
import { insertPlan } from '../../src/events/publish.ts';
import { createPublisher } from '../../src/events/publisher.ts';
import { deliveryLeaseMs } from '../../src/process/limits.ts';
import { replayNow } from '../../src/replays/replay.ts';
import { type Dice, dice } from '../faults/matrix/dice.ts';
import { type ManualClock, manualClock } from '../support/clock.ts';
import { contextOfFile, type TestContext } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { deliveriesOf, event, forgetDeliveries, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { latch } from '../support/latch.ts';
import { type Receiver, receiver } from '../support/receiver.ts';
import { unhurriedMs } from '../support/targets.ts';
import { until } from '../support/until.ts';

/**
 * A delivery is its worker's until the lease ends in real time: however the sandbox's clock is stepped, and wherever between
 * publication, hand-over, claim, attempt and outcome that comes, nothing is sent more often than it is recorded.
 */
let target: Receiver;
let tenantId: string;

const context = await contextOfFile();
beforeEach(async () => {
  target = await receiver();
  tenantId = (await tenant(context, { limits: { callEventsPerMinute: 10_000 } })).id;
  await trigger(context, tenantId, (await endpoint(context, tenantId, { url: target.url })).id);
});
afterEach(async () => {
  await target.close();
  await forgetDeliveries(context);
});

const anHour = 3_600;
const leaseSeconds = deliveryLeaseMs / 1_000;

/** Another process on the same database: what is published here is not handed over to it. */
const elsewhere = (): TestContext => ({ ...context, wake: createWake(context.pacing) });

/** Committed, and not handed over before what it returns is called. */
async function insertOne(): Promise<() => void> {
  const { handOver } = await insertPlan(context, context.db.engine, await planEvents(context, [event(context, tenantId)]));
  return handOver;
}

async function assertSentOnce(): Promise<void> {
  const rows = await deliveriesOf(context.db.knex, tenantId);
  assert.deepEqual(
    rows.map(({ status, attempts }) => [status, attempts]),
    [['success', 1]],
  );
  assert.equal(target.received.length, 1);
}

for (const origin of ['handed over', 'claimed'])
  test(`a step of the clock ends no lease: neither its own process nor another sends again what was ${origin} and is at its receiver`, async (t) => {
    const [own, other] = [startDispatcher(context), startDispatcher(elsewhere())];
    t.after(() => Promise.all([own.stop(0), other.stop(0)]));
    const held = target.hold();
    await publish(origin === 'claimed' ? elsewhere() : context, event(context, tenantId));
    const delivering = own.deliverOnce();
    const response = await held;
    context.clock.advanceService(anHour);
    assert.equal(await other.deliverOnce(), 0);
    response.writeHead(200).end();
    await delivering;
    await assertSentOnce();
  });

test('nor does it end the lease of a replay', async (t) => {
  const dispatcher = dispatcherFor(t, context);
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  const [{ id = '' } = {}] = await deliveriesOf(context.db.knex, tenantId);
  const held = target.hold();
  const replaying = replayNow(context, tenantId, id, { callEventsPerMinute: 100, textEventsPerMinute: 600 });
  const response = await held;
  context.clock.advanceService(anHour);
  assert.equal(await dispatcher.deliverOnce(), 0);
  response.writeHead(200).end();
  await replaying;
  assert.deepEqual([(await deliveriesOf(context.db.knex, tenantId))[0]?.attempts, target.received.length], [2, 2]);
});

test('what was published before a step of the clock is claimed by nobody before it is handed over', async (t) => {
  const dispatcher = dispatcherFor(t, context);
  const handOver = await insertOne();
  context.clock.advanceService(anHour);
  assert.equal(await dispatcher.deliverOnce(), 0);
  handOver();
  assert.equal(await dispatcher.deliverOnce(), 1);
  await assertSentOnce();
});

test('what was handed over after a step of the clock is not sent again while its outcome is written', async (t) => {
  const [attempted, written] = [latch(), latch()];
  const settling = interposed(context.db.settling, async (ask) => {
    attempted.give();
    await written.given;
    return ask();
  });
  let claims = 0;
  const engine = interposed(context.db.engine, async (ask, name) => {
    const answer = await ask();
    if (name === 'claim-deliveries') claims += 1;
    return answer;
  });
  const dispatcher = dispatcherFor(t, { ...context, db: { ...context.db, settling, engine } });
  const handOver = await insertOne();
  context.clock.advanceService(anHour);
  dispatcher.run();
  handOver();
  await attempted.given;
  // A whole look comes after the attempt: the next one begins when it is over.
  for (const before = claims; claims < before + 3; await turn()) dispatcher.look();
  written.give();
  await dispatcher.stop(10_000);
  await assertSentOnce();
});

test('what is written while its lease is renewed is not sent again', async (t) => {
  const [attempted, renewed, written, claimedAgain] = [latch(), latch(), latch(), latch()];
  const settling = interposed(context.db.settling, async (ask) => {
    attempted.give();
    await renewed.given;
    const answer = await ask();
    // The outcome is let go of in the same turn.
    void turn().then(written.give);
    return answer;
  });
  let reads = 0;
  const engine = interposed(context.db.engine, async (ask, name) => {
    if (name === 'claim-deliveries' && reads === 2) claimedAgain.give();
    if (name === 'read-delivery-contents' && ++reads === 2) {
      renewed.give();
      await written.given;
    }
    return ask();
  });
  const dispatcher = dispatcherFor(t, { ...context, db: { ...context.db, settling, engine } });
  await publish(elsewhere(), event(context, tenantId));
  dispatcher.run();
  await attempted.given;
  context.clock.advance(leaseSeconds);
  dispatcher.look();
  await written.given;
  // What the claim found was taken in hand before the next one begins.
  dispatcher.look();
  await claimedAgain.given;
  await dispatcher.stop(10_000);
  await assertSentOnce();
});

test('what is handed over when its lease is over is not sent again by who has claimed it meanwhile', async (t) => {
  const dispatcher = dispatcherFor(t, context);
  const handOver = await insertOne();
  context.clock.advance(leaseSeconds);
  assert.equal(await dispatcher.deliverOnce(), 1);
  handOver();
  assert.equal(await dispatcher.deliverOnce(), 0);
  await assertSentOnce();
});

test('what is handed over too late for its lease, and was claimed by nobody, goes back to the queue', async (t) => {
  const dispatcher = dispatcherFor(t, context);
  const handOver = await insertOne();
  context.clock.advance(leaseSeconds - 1);
  handOver();
  await until('it is given back', async () => (await deliveriesOf(context.db.knex, tenantId))[0]?.worker === null);
  assert.equal(await dispatcher.deliverOnce(), 1);
  await assertSentOnce();
  assert.equal((await deliveriesOf(context.db.knex, tenantId))[0]?.lease, 1, 'the lease that came to nothing does not count');
});

for (const processes of [1, 2])
  test(`with ${processes} at work and the clock stepped at any moment, nothing is received more often than it is recorded`, async () => {
    for (let seed = 1; seed <= 15; seed++) await playOut(seed, processes);
  });

/** Who publishes and dispatches. It hears of a step of the clock when the dice say so, as processes do. */
interface Process {
  readonly context: TestContext;
  readonly clock: ManualClock;
  readonly dispatcher: Dispatcher;
  readonly publisher: TestContext['publisher'];
}

const stepsOfARound = 400;
/** An attempt that ends before its request has come is recorded and not received. */
const unhurried = { deadlines: deadlines(unhurriedMs) };

async function playOut(seed: number, count: number): Promise<void> {
  const draws = dice(seed);
  const gates = new Gates();
  const receipts = new Map<string, number>();
  const unanswered: ServerResponse[] = [];
  let answersAtOnce = false;
  target.answer((response) => {
    const id = String(response.req.headers['x-webhook-delivery-id']);
    receipts.set(id, (receipts.get(id) ?? 0) + 1);
    if (answersAtOnce) response.writeHead(200).end();
    else unanswered.push(response);
  });
  const processes = Array.from({ length: count }, () => startProcess(gates));
  const published: Promise<unknown>[] = [];
  const someProcess = (): Process => draws.pick(processes);
  let hours = 0;
  const deeds: readonly (() => unknown)[] = [
    () => {
      const { context: own, publisher } = someProcess();
      published.push(publisher.publish(tenantId, [event(own, tenantId)]));
    },
    () => someProcess().dispatcher.look(),
    ...Array.from({ length: 8 }, () => () => gates.letOne(draws)),
    () =>
      unanswered
        .splice(draws.between(0, unanswered.length), 1)[0]
        ?.writeHead(draws.pick([200, 200, 500]))
        .end(),
    () => {
      hours += 1;
    },
    () => hear(someProcess(), hours),
  ];
  for (let step = 0; step < stepsOfARound; step++) {
    draws.pick(deeds)();
    for (let turns = draws.between(0, 3); turns > 0; turns--) await turn();
  }
  answersAtOnce = true;
  gates.open();
  for (const response of unanswered) response.writeHead(200).end();
  for (const process of processes) hear(process, hours);
  await Promise.all(published);
  await Promise.all(processes.map(({ dispatcher }) => dispatcher.stop(60_000)));
  await deliverTheRest(hours);
  const rows = await deliveriesOf(context.db.knex, tenantId);
  assert.ok(rows.length > 0);
  assert.deepEqual(
    rows.map(({ id, status }) => [id, status, receipts.get(id)]),
    rows.map(({ id, attempts }) => [id, 'success', attempts]),
    `received more or less often than recorded, with seed ${seed}`,
  );
  await forgetDeliveries(context);
}

/** What was given back, is to be tried again, or is leased to a process that has ended. */
async function deliverTheRest(hours: number): Promise<void> {
  const clock = manualClock();
  clock.advanceService(hours * anHour);
  const dispatcher = startDispatcher({ ...context, clock, wake: createWake(context.pacing) }, unhurried);
  for (let day = 1; day <= 7; day++) {
    clock.advance(24 * anHour);
    await dispatcher.deliverOnce();
  }
  await dispatcher.stop(0);
}

function startProcess(gates: Gates): Process {
  const clock = manualClock();
  const db = { ...context.db, engine: gates.before(context.db.engine), settling: gates.before(context.db.settling) };
  const own: TestContext = { ...context, clock, db, wake: createWake(context.pacing) };
  const dispatcher = startDispatcher(own, unhurried);
  dispatcher.run();
  return { context: own, clock, dispatcher, publisher: createPublisher(own) };
}

const hear = ({ clock }: Process, hours: number): void => {
  const heard = (clock.now().getTime() - clock.realNow().getTime()) / 1_000;
  clock.advanceService(hours * anHour - heard);
};

/** Holds each statement before the database is asked, and its answer before anybody hears it, until the dice let one go. */
class Gates {
  #held: (() => void)[] = [];
  #isOpen = false;

  before(pool: Pool): Pool {
    return interposed(pool, async (ask) => {
      await this.#pass();
      const answer = await ask();
      await this.#pass();
      return answer;
    });
  }

  letOne(draws: Dice): void {
    if (this.#held.length > 0) this.#held.splice(draws.between(0, this.#held.length - 1), 1)[0]?.();
  }

  open(): void {
    this.#isOpen = true;
    for (const goOn of this.#held.splice(0)) goOn();
  }

  #pass(): Promise<void> | undefined {
    return this.#isOpen ? undefined : new Promise((resolve) => void this.#held.push(resolve));
  }
}

/** A pool whose statements go through `around`, which asks the database itself. */
const interposed = (pool: Pool, around: (ask: () => Promise<unknown>, name: string | undefined) => Promise<unknown>): Pool =>
  Object.create(pool, { query: { value: (statement: QueryConfig) => around(() => pool.query(statement), statement.name) } });
