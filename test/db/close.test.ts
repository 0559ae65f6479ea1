import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLength } from '../../src/db/at-length.ts';
import { connect } from '../../src/db/connect.ts';
import { isConnectionLost, queryCanceled, sqlState } from '../../src/db/sql-state.ts';
import { testDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

test('what is left at work when the connections are closed does not keep the process from its end', async (t) => {
  const database = await testDatabase();
  t.after(() => database.close());
  const { close, ...db } = connect({ url: database.url, poolSize: 2, prepared: true });
  const state = atLength(db, (client) => client.query('select pg_sleep(60)')).then(() => null, sqlState);
  const asleep = "select from pg_stat_activity where datname = current_database() and state = 'active' and query like 'select pg_sleep%'";
  await until('the statement is under way', async () => (await db.knex.raw(asleep)).rows.length > 0);
  await close();
  assert.equal(await state, queryCanceled);
});

test('nor does a server that no longer answers', async (t) => {
  const database = await testDatabase();
  t.after(() => database.close());
  const { close, engine } = connect({ url: database.url, poolSize: 2, prepared: true, requestDeadlineMs: 3_600_000 });
  const client = await engine.connect();
  // It hears of no request to cancel anything either.
  Object.assign(client, { secretKey: 0 });
  const unanswered = assert.rejects(client.query('select pg_sleep(3600)'), isConnectionLost).finally(() => client.release());
  await close();
  await unanswered;
});
