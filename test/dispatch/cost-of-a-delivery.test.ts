import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, test } from 'node:test';
import { preparedSettings } from '../../src/db/pool-sizes.ts';
import { deadlines } from '../../src/dispatch/deadlines.ts';
import { startDispatcher } from '../../src/dispatch/dispatcher.ts';
import type { Publisher } from '../../src/events/event.ts';
import { createPublisher } from '../../src/events/publisher.ts';
import { testContext } from '../support/context.ts';
import { event } from '../support/events.ts';
import { endpoint, limitsOutOfTheWay, tenant, trigger } from '../support/fixtures.ts';
import { receiver } from '../support/receiver.ts';
import { statementsOf } from '../support/statements.ts';
import { unhurriedMs } from '../support/targets.ts';
import { countingPool, indexEntries } from '../support/written-rows.ts';

/**
 * What a delivery costs PostgreSQL from its publication to its recorded success, by PostgreSQL's own counts: no neighbour and no slow
 * machine changes them. A change that makes a delivery dearer has to change these figures.
 */

const count = 100;
const base = await testContext();
const session = await countingPool(base.databaseUrl, preparedSettings);
const measured = <Pool extends object>(pool: Pool): Pool => Object.create(pool, { query: { value: session.query } });
const db = { ...base.db, engine: measured(base.db.engine), settling: measured(base.db.settling) };
const context = { ...base, db };
const target = await receiver();
const waiting: ServerResponse[] = [];
/** Answers all at once, when the last has come: their outcomes are one batch on a slow machine too. */
target.answer((response) => {
  waiting.push(response);
  if (waiting.length === count) for (const each of waiting.splice(0)) each.end();
});
// An attempt that waits too long for the last would fail.
const dispatcher = startDispatcher(context, { deadlines: deadlines(unhurriedMs) });
after(async () => {
  await dispatcher.stop(0);
  await target.close();
  await session.close();
  await base.close();
});

/** Each of a tenant of its own: nothing that is written once for a tenant is shared. */
const publisher = createPublisher(context);
const tenantIds: string[] = [];
for (let n = 0; n < count; n++) {
  const { id } = await tenant(context, { limits: limitsOutOfTheWay });
  await trigger(context, id, (await endpoint(context, id, { url: target.url })).id);
  tenantIds.push(id);
}
const publishOfEach = (by = publisher) =>
  Promise.all(tenantIds.map((id) => by.publish(id, [event(context, id, { data: { note: 'x'.repeat(1_300) } })])));

/** The first pages of a week are noted by its indexes of ids (BRIN) from the beginning, and all that follow only when they are full. */
const firstPages = 4;
for (let n = 0; n < firstPages; n++) {
  await publishOfEach();
  assert.equal(await dispatcher.deliverOnce(), count);
}
session.reset();
const entriesBefore = await indexEntries(session);
await publishOfEach();
const entriesAfter = await indexEntries(session);
assert.equal(await dispatcher.deliverOnce(), count);

const perDelivery = (name: string) => {
  const written = session.written.get(name) ?? assert.fail(`${name} was not asked`);
  const { inserts, updates, hotUpdates, deletes, walBytes, statements } = written;
  return { rows: (inserts + updates + deletes) / count, hot: hotUpdates / count, walBytes: walBytes / count, statements };
};

function assertAtMost(walBytes: number, bound: number): void {
  assert.ok(walBytes <= bound, `${walBytes} bytes of WAL a delivery, ${bound} at most`);
}

test('a published event with its delivery is one statement for all that come together, and three rows', () => {
  const { rows, walBytes, statements } = perDelivery('insert-events');
  assert.deepEqual([statements, rows], [1, 3]);
  assertAtMost(walBytes, 2_560);
});

test('it stands in three indexes', () => {
  assert.equal((entriesAfter - entriesBefore) / count, 3);
});

test('a success is one row, which is written on its page and in no index', () => {
  const { rows, hot, walBytes, statements } = perDelivery('record-outcomes');
  assert.deepEqual([statements, rows, hot], [1, 1, 1]);
  assertAtMost(walBytes, 150);
});

/** The state of the sweep is written every few seconds, whatever is delivered. What has no name is asked by this test. */
const expected = ['unnamed', 'insert-events', 'record-outcomes', 'announce-sweep', 'end-sweep'];

test('nothing else is written for it', () => {
  const others = [...session.written].filter(([name]) => !expected.includes(name));
  assert.deepEqual(
    others.filter(([, { inserts, updates, deletes }]) => inserts + updates + deletes > 0).map(([name]) => name),
    [],
  );
});

test('where another process publishes, a claim is one row more, and neither that nor the success stays out of the indexes', async () => {
  session.reset();
  const elsewhere = createPublisher({ ...context, wake: Object.create(context.wake, { dispatcher: { value: null } }) });
  await publishOfEach(elsewhere);
  const entriesWaiting = await indexEntries(session);
  assert.equal(await dispatcher.deliverOnce(), count);
  const [claim, success] = [perDelivery('claim-deliveries'), perDelivery('record-outcomes')];
  assert.deepEqual([claim.rows, claim.hot, success.rows, success.hot, (entriesWaiting - entriesAfter) / count], [1, 0, 1, 0, 5]);
  assertAtMost(claim.walBytes + success.walBytes, 950);
});

/** A round of `deliverOnce` sweeps and claims, whatever was handed over. */
const ofEveryRound = [
  'update webhook_sweep_state set sweeping_until = greatest(swe',
  'select virtualtransaction as writer from pg_locks where lock',
  'with looked_at as materialized ( select tenant_id, id, due_a',
  'update webhook_sweep_state set swept_until = least(greatest(',
  'with due as ( select tenant_id, id, due_at, worker from webh',
];

test('a hundred deliveries that come together are three statements in all, whichever way they are asked', async () => {
  await dispatcher.stop(0);
  const unmeasured = startDispatcher(base, { deadlines: deadlines(unhurriedMs) });
  const publishAndDeliver = async (by: Publisher) => {
    await publishOfEach(by);
    assert.equal(await unmeasured.deliverOnce(), count);
  };
  try {
    // The first round reads the endpoints, and tells the first answer of each.
    await publishAndDeliver(createPublisher(base));
    const { statements } = await statementsOf(() => publishAndDeliver(createPublisher(base)));
    assert.deepEqual(statements, [
      'with plan as ( select unnest($1::text[]) as tenant_id, unnes',
      ...ofEveryRound,
      'select id, version, is_active from webhook_endpoints where i',
      'with outcome as ( select unnest($1::uuid[]) as id, unnest($2',
    ]);
  } finally {
    await unmeasured.stop(0);
  }
});
