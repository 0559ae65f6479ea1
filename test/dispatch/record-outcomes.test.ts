import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { attemptsOf } from '../../src/deliveries/attempt-log.ts';
import type { DeliveryRow } from '../../src/deliveries/deliveries.ts';
import type { HeldDelivery } from '../../src/dispatch/held-delivery.ts';
import { leaseFrom } from '../../src/dispatch/lease.ts';
import { outcomeRecorder } from '../../src/dispatch/outcome-recorder.ts';
import { deliveryQueue } from '../../src/dispatch/queue.ts';
import { type OutcomeRecord, recordOutcomes } from '../../src/dispatch/record-outcomes.ts';
import type { NextState } from '../../src/dispatch/schedule.ts';
import { deliveryLeaseMs } from '../../src/process/limits.ts';
import { beginReplay } from '../../src/replays/replay-lease.ts';
import { contextOfFile } from '../support/context.ts';
import { deliveriesOf, event, forgetDeliveries, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';

let tenantId: string;

const context = await contextOfFile();
beforeEach(async () => {
  await forgetDeliveries(context);
  tenantId = (await tenant(context)).id;
  const { id } = await endpoint(context, tenantId, { url: 'https://crm.example.org/hook' });
  await trigger(context, tenantId, id);
  await publish(context, event(context, tenantId));
});

const only = async (): Promise<DeliveryRow> => {
  const [delivery] = await deliveriesOf(context.db.knex, tenantId);
  assert.ok(delivery);
  return delivery;
};

const claimAs = async (worker: string) => {
  const { ready } = await deliveryQueue(context.db, worker).claim({
    now: context.clock.now(),
    realNow: context.clock.realNow(),
    lease: leaseFrom(context.clock, worker),
    limit: 10,
    except: [],
    held: [],
  });
  return ready;
};

/** Two workers: the first lets its lease lapse, the second claims the delivery. */
const claimTwice = async () => {
  const [first] = await claimAs('first');
  context.clock.advance(deliveryLeaseMs / 1_000);
  const [second] = await claimAs('second');
  assert.ok(first && second);
  return { first, second };
};

type Claimed = Pick<HeldDelivery, 'id' | 'lease' | 'attempts'>;

const outcome = (delivery: Claimed, next: NextState): OutcomeRecord => ({
  delivery: { ...delivery, tenantId, eventId: 'evt', eventType: 'call.completed', subject: {}, trace: null },
  next,
  responseStatus: next.status === 'success' ? 200 : 500,
  errorMessage: next.status === 'success' ? null : 'HTTP 500',
  errorClass: null,
  responseHead: Buffer.from('answer\0'),
  startedAt: context.clock.now(),
  endedAt: context.clock.now(),
  durationMs: 12,
});
const failure = (delivery: Claimed) => outcome(delivery, { status: 'retrying', at: new Date(context.clock.now().getTime() + 60_000) });
const success = (delivery: Claimed) => outcome(delivery, { status: 'success' });

test('a claim is one worker’s alone until it lapses', async () => {
  assert.equal((await claimAs('first')).length, 1);
  assert.equal((await claimAs('second')).length, 0);
  context.clock.advance(deliveryLeaseMs / 1_000);
  assert.equal((await claimAs('second')).length, 1);
});

test('two workers at once never claim the same delivery', async () => {
  await publish(context, ...Array.from({ length: 50 }, () => event(context, tenantId)));
  const claims = await Promise.all(Array.from({ length: 8 }, (_, worker) => claimAs(`worker-${worker}`)));
  const ids = claims.flat().map(({ id }) => id);
  assert.equal(ids.length, new Set(ids).size);
});

test('a failure of a worker whose lease has lapsed is not written', async () => {
  const { first } = await claimTwice();
  assert.deepEqual(await recordOutcomes(context.db.settling, 'first', [failure(first)]), []);
  assert.deepEqual([(await only()).attempts, (await only()).worker], [0, 'second']);
});

test('a success counts whoever holds the lease, and the failure that follows does not undo it', async () => {
  const { first, second } = await claimTwice();
  await recordOutcomes(context.db.settling, 'first', [success(first)]);
  assert.equal((await only()).status, 'success');
  assert.deepEqual(await recordOutcomes(context.db.settling, 'second', [failure(second)]), []);
  assert.deepEqual([(await only()).status, (await only()).attempts], ['success', 1]);
});

test('a success that is written again, because nothing said that it was, does not end a replay that has begun since', async () => {
  const [delivery] = await claimAs('first');
  assert.ok(delivery);
  const written = success(delivery);
  assert.equal((await recordOutcomes(context.db.settling, 'first', [written])).length, 1);
  const lease = leaseFrom(context.clock, 'replay');
  const replay = await beginReplay(context.db.engine, tenantId, delivery.id, context.clock.now(), lease);
  assert.ok(replay);
  assert.deepEqual(await recordOutcomes(context.db.settling, 'first', [written]), []);
  assert.deepEqual([(await only()).status, (await only()).attempts, (await only()).worker], ['retrying', 1, 'replay']);
  assert.equal((await recordOutcomes(context.db.engine, 'replay', [failure(replay)])).length, 1);
});

test('every outcome that counts is kept as an attempt with the first bytes of the answer', async () => {
  const [delivery] = await claimAs('first');
  assert.ok(delivery);
  await recordOutcomes(context.db.settling, 'first', [failure(delivery)]);
  const lines = await attemptsOf(context.db.knex, tenantId, delivery.id);
  assert.deepEqual(
    lines.map(({ n, status, duration_ms, response_head }) => [n, status, duration_ms, response_head?.toString()]),
    [[1, 500, 12, 'answer\0']],
  );
});

test('giving a delivery back untried takes its claim back, and only its holder can', async () => {
  const { first, second } = await claimTwice();
  const now = context.clock.now();
  await deliveryQueue(context.db, 'first').release([{ delivery: first, dueAt: now }]);
  assert.deepEqual([(await only()).worker, (await only()).lease], ['second', 2]);
  await deliveryQueue(context.db, 'second').release([{ delivery: second, dueAt: now }]);
  assert.deepEqual([(await only()).worker, (await only()).lease], [null, 1]);
});

test('one row that the database refuses does not keep the others from being written', async () => {
  await publish(context, ...Array.from({ length: 4 }, () => event(context, tenantId)));
  const claimed = await claimAs('first');
  assert.equal(claimed.length, 5);
  const written: string[] = [];
  const over: string[] = [];
  const outcomes = outcomeRecorder({
    write: (batch) => recordOutcomes(context.db.settling, 'first', batch),
    onWritten: (recorded) => written.push(...recorded.map(({ delivery }) => delivery.id)),
    onOver: (batch) => over.push(...batch.map(({ delivery }) => delivery.id)),
    log: context.log,
  });
  for (const [index, delivery] of claimed.entries())
    outcomes.add(index === 2 ? { ...success(delivery), errorMessage: 'PostgreSQL holds no \0' } : success(delivery));
  await outcomes.flush();
  assert.deepEqual(
    written.sort(),
    claimed
      .filter((_, index) => index !== 2)
      .map(({ id }) => id)
      .sort(),
  );
  assert.deepEqual(over.sort(), claimed.map(({ id }) => id).sort());
});

test('outcomes wait for a database that is away', async () => {
  const [delivery] = await claimAs('first');
  assert.ok(delivery);
  let failures = 2;
  const outcomes = outcomeRecorder({
    write: (batch) => (failures-- > 0 ? Promise.reject(new Error('connection lost')) : recordOutcomes(context.db.settling, 'first', batch)),
    onWritten: () => {},
    onOver: () => {},
    log: context.log,
  });
  outcomes.add(success(delivery));
  await outcomes.flush();
  assert.equal((await only()).status, 'success');
});

test('an outcome that comes just as the last batch has been written is written as well', async () => {
  // How many turns of the queue of promises lie in between is nobody's promise: each is tried.
  for (let turns = 0; turns < 20; turns++) {
    const written: string[] = [];
    let late = Promise.resolve();
    const addLate = async (): Promise<void> => {
      for (let turn = 0; turn < turns; turn++) await null;
      outcomes.add(success({ id: 'late', lease: 1, attempts: 0 }));
    };
    const outcomes = outcomeRecorder({
      async write(batch) {
        if (written.length === 0) late = addLate();
        written.push(...batch.map(({ delivery }) => delivery.id));
        return batch;
      },
      onWritten: () => {},
      onOver: () => {},
      log: context.log,
    });
    outcomes.add(success({ id: 'first', lease: 1, attempts: 0 }));
    await outcomes.flush();
    await late;
    await outcomes.flush();
    assert.deepEqual(written, ['first', 'late'], `${turns} turns later`);
  }
});
