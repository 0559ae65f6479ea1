import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { connect, patienceFor } from '../../src/db/connect.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

test('sessions, statements and how the database stands are waited for longer only where requests have more time than usual', () => {
  const usual = {
    connectMs: 2_000,
    statementMs: 30_000,
    own: { acquireTimeoutMs: 10_000 },
    health: { acquireTimeoutMs: 500, queryTimeoutMs: 400 },
  };
  for (const requestDeadlineMs of [1_000, 8_000]) assert.deepEqual(patienceFor(requestDeadlineMs), usual);
  assert.deepEqual(patienceFor(60_000), {
    connectMs: 15_000,
    statementMs: 225_000,
    own: { acquireTimeoutMs: 75_000 },
    health: { acquireTimeoutMs: 3_750, queryTimeoutMs: 3_000 },
  });
});

describe('connect', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.close());

  const show = async (pool: TestDatabase['db']['engine'], name: string) =>
    (await pool.query<Record<string, string>>(`show ${name}`)).rows[0]?.[name];

  test('the engine never plans a sequential scan, and only settling does not wait for the disk', async () => {
    const { engine, settling } = database.db;
    for (const pool of [engine, settling]) {
      for (const name of ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']) assert.equal(await show(pool, name), 'off');
    }
    assert.equal(await show(settling, 'synchronous_commit'), 'off');
    const { rows } = await database.db.knex.raw<{ rows: Record<string, string>[] }>('show enable_seqscan');
    assert.equal(rows[0]?.['enable_seqscan'], 'on');
  });

  test('a statement or an idle transaction that takes too long is cut off', async () => {
    for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
      assert.equal(await show(database.db.engine, name), '225s');
      const { rows } = await database.db.knex.raw<{ rows: Record<string, string>[] }>(`show ${name}`);
      assert.equal(rows[0]?.[name], '225s');
    }
  });

  test('bigint is a number, times are Dates, json is parsed, text is text', async () => {
    const sql =
      "select 9007199254740991::bigint as big, timestamptz '2026-03-02 12:00:00.123+00' as at, '{\"a\":1}'::json as parsed, '{\"a\":1}'::text as kept";
    const expected = { big: Number.MAX_SAFE_INTEGER, at: new Date('2026-03-02T12:00:00.123Z'), parsed: { a: 1 }, kept: '{"a":1}' };
    assert.deepEqual((await database.db.engine.query(sql)).rows, [expected]);
    assert.deepEqual((await database.db.knex.raw<{ rows: unknown[] }>(sql)).rows, [expected]);
  });

  test('a bigint that a number cannot hold is an error, and the connection goes on', async () => {
    await assert.rejects(database.db.engine.query('select 9007199254740993::bigint'), RangeError);
    assert.deepEqual((await database.db.engine.query('select 1 as one')).rows, [{ one: 1 }]);
  });

  test('a connection that is cut between two statements fails the next one, and the process goes on', async () => {
    for (const pool of [database.db.engine, database.db.settling]) {
      const client = await pool.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const cut = new Promise((resolve) => client.once('end', resolve));
      await database.db.knex.raw('select pg_terminate_backend(?)', [rows[0]?.pid ?? 0]);
      await cut;
      await assert.rejects(client.query('select 1'));
      client.release();
      assert.deepEqual((await pool.query('select 1 as one')).rows, [{ one: 1 }]);
    }
  });

  for (const prepared of [true, false]) {
    test(`named statements are ${prepared ? '' : 'not '}prepared with DATABASE_PREPARED ${prepared ? 'on' : 'off'}`, async () => {
      const db = connect({ url: database.url, poolSize: 2, prepared });
      const client = await db.engine.connect();
      try {
        await client.query({ name: 'one', text: 'select $1::int as one', values: [1] });
        assert.deepEqual((await client.query({ name: 'one', text: 'select $1::int as one', values: [2] })).rows, [{ one: 2 }]);
        assert.equal((await client.query("select from pg_prepared_statements where name = 'one'")).rowCount, prepared ? 1 : 0);
      } finally {
        client.release();
        await db.close();
      }
    });
  }
});
