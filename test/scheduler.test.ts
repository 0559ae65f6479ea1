import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startScheduler } from '../src/scheduler.ts';
import { contextFor } from './support/context.ts';
import { until } from './support/until.ts';

test('a chore that waits for the database does not keep the scheduler from stopping', async (t) => {
  const context = await contextFor(t);
  const { knex } = context.db;
  const lock = await knex.transaction();
  await lock.raw('lock table idempotency_keys in access exclusive mode');
  const scheduler = startScheduler(context);
  const waiting = "select 1 from pg_locks where relation = 'idempotency_keys'::regclass and not granted";
  await until('a chore waits for the table', async () => (await knex.raw(waiting)).rows.length > 0);
  await scheduler.stop(1);
  assert.equal((await knex.raw(waiting)).rows.length, 1, 'it was left where it is');
  await lock.rollback();
});
