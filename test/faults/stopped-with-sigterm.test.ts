import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { patienceMs, prepare } from './service-processes.ts';

test('SIGTERM: what is under way at a slow receiver is finished and recorded, what waits is given back', async (t) => {
  const house = await prepare(t);
  const [slow] = await house.receivers(1);
  const first = await house.start('dispatcher');
  await house.publish(6);
  await until('as many as the cap allows are under way', async () => slow?.waiting.length === 4, patienceMs);
  const ended = first.terminate();
  await until('the rest is nobody’s', async () => (await house.held()).length === 4, patienceMs);
  slow?.answer(200);
  assert.equal(await ended, 0);
  assert.deepEqual(await house.statuses(), { success: 4, pending: 2 });

  const second = await house.start('dispatcher');
  await until('the rest is sent', async () => slow?.waiting.length === 2, patienceMs);
  slow?.answer(200);
  await until('all are recorded', async () => (await house.statuses())['success'] === 6, patienceMs);
  assert.equal(new Set(slow?.ids()).size, 6);
  assert.equal(slow?.ids().length, 6);
  assert.equal(await second.terminate(), 0);
});

test('what outlasts the grace time is left to its lease, costs no attempt, and the process ends all the same', async (t) => {
  const house = await prepare(t);
  const [hanging] = await house.receivers(1);
  const first = await house.start('dispatcher', { SHUTDOWN_GRACE_SECONDS: '1' });
  await house.publish(1);
  await until('it is under way', async () => hanging?.waiting.length === 1, patienceMs);
  assert.equal(await first.terminate(), 0);
  const [left] = await house.deliveries();
  assert.deepEqual([left?.status, left?.attempts], ['pending', 0]);
  assert.ok(left?.worker && left.due_at && left.due_at > new Date(), 'the lease still stands');

  // As if it had lapsed.
  await house.context.db.knex('webhook_deliveries').where({ id: left.id }).update({ due_at: new Date() });
  const second = await house.start('dispatcher');
  await until('another takes it up', async () => hanging?.waiting.length === 2, patienceMs);
  hanging?.answer(200);
  await until('it is recorded', async () => (await house.statuses())['success'] === 1, patienceMs);
  assert.deepEqual((await house.deliveries())[0]?.attempts, 1);
  assert.equal(await second.terminate(), 0);
});
