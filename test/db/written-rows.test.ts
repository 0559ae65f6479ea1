import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { emptyDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { countingPool } from '../support/written-rows.ts';

test('what another session writes, or has written and tells only now, is not counted', async (t) => {
  const { pool, other } = await sessions(t);
  await other.query('create table notes (id integer)');
  await other.query('select pg_advisory_lock(1)');
  await other.query('insert into notes select generate_series(1, 5)');

  const counted = pool.query({ name: 'waiting', text: 'insert into notes select 6 from (select pg_advisory_xact_lock(1)) as locked' });
  await until('it waits', async () => {
    const { rowCount } = await other.query("select from pg_locks where locktype = 'advisory' and not granted");
    return rowCount === 1;
  });
  await other.query('select pg_stat_force_next_flush()');
  await other.query('select pg_advisory_unlock(1)');
  await counted;
  const written = pool.written.get('waiting');
  assert.deepEqual([written?.statements, written?.inserts], [1, 1]);
  assert.ok(written && written.walBytes > 0);
});

test('an error of a statement is the caller’s, and the next statement is counted', async (t) => {
  const { pool } = await sessions(t);
  await assert.rejects(pool.query({ text: 'select 1 / 0' }), { code: '22012' });
  await pool.query({ name: 'made', text: 'create table notes as select 1 as id' });
  await pool.query({ name: 'changed', text: 'update notes set id = 2' });
  assert.deepEqual(pool.written.get('changed')?.updates, 1);
});

/** A database, the session that counts, and another one. */
async function sessions(t: TestContext) {
  const database = await emptyDatabase();
  const pool = await countingPool(database.url, []);
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  t.after(async () => {
    await Promise.all([pool.close(), other.end()]);
    await database.close();
  });
  return { pool, other };
}
