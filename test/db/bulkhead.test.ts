import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { Knex } from 'knex';
import type { Client, PoolClient } from 'pg';
import { connect } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/database.ts';
import { LentSession } from '../../src/db/lent-session.ts';
import { Unserved } from '../../src/db/unserved.ts';
import { isReported } from '../../src/process/log.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

/** What a request asks of the database, and what becomes of it at the request's deadline. */
describe('the connections of requests', () => {
  let database: TestDatabase;
  let locker: Knex.Transaction;
  beforeEach(async () => {
    database = await testDatabase();
    await database.db.knex.raw('create table notes (id int primary key)');
  });
  afterEach(async () => {
    await locker?.rollback();
    await database.close();
  });

  const lock = async (): Promise<void> => {
    locker = await database.db.knex.transaction();
    await locker.raw('lock table notes in access exclusive mode');
  };
  const within = (operation: string, ms: number): Database => database.db.requests.within({ operation, deadline: performance.now() + ms });
  /** A deadline that a machine of any speed keeps. */
  const roomyMs = 60_000;
  const unserved = (reason: string) => (error: unknown) => error instanceof Unserved && error.reason === reason;
  const running = async (application: string): Promise<number> =>
    Number(
      (await database.db.knex('pg_stat_activity').where({ application_name: application, state: 'active' }).count({ n: '*' }))[0]?.['n'],
    );

  test('a statement that runs at the deadline is cancelled, and its session closed', async () => {
    await lock();
    await assert.rejects(within('a', 50).knex('notes').insert({ id: 1 }), unserved('time'));
    await until(
      'the session is gone',
      async () => (await database.db.knex('pg_stat_activity').where({ application_name: 'ringpost writes' })).length === 0,
    );
    await locker.rollback();
    assert.deepEqual(await database.db.knex('notes'), []);
  });

  test('a transaction whose deadline passes between two statements is neither gone on with nor committed', async () => {
    const stories: Record<string, (trx: Knex.Transaction) => Promise<void>> = {
      'another statement': async (trx) => void (await trx('notes').insert({ id: 2 })),
      'the commit': async () => {},
    };
    for (const [name, end] of Object.entries(stories)) {
      const request = within('a', 100);
      const passed = new Promise((resolve) => setTimeout(resolve, 110));
      const story = request.knex.transaction(async (trx) => {
        await trx('notes').insert({ id: 1 });
        await passed;
        await end(trx);
      });
      await assert.rejects(story, unserved('time'), name);
    }
    assert.deepEqual(await database.db.knex('notes'), []);
  });

  test('a statement after the deadline is refused, however late the timer of the deadlines is', async () => {
    const { engine } = database.db;
    const client = await engine.connect();
    const session = new LentSession(client, { deadline: performance.now(), isReading: false }, () => {});
    // No timer has had its turn since.
    await assert.rejects(session.query({ text: 'insert into notes values (1)' }), unserved('time'));
    session.release();
    assert.deepEqual(await database.db.knex('notes'), []);
  });

  test('a statement whose cancel the server does not answer is given up, and it is the time that was over', async () => {
    await lock();
    const client = await database.db.engine.connect();
    // The server ignores a cancel whose key is wrong.
    Object.assign(client, { secretKey: 0 });
    const session = new LentSession(client, { deadline: performance.now() + roomyMs, isReading: true }, () => {});
    const asked = session.query({ text: 'select from notes' }).finally(() => session.release());
    session.end();
    await assert.rejects(asked, unserved('time'));
  });

  test('requests of one operation that hang keep no other operation out', async () => {
    await lock();
    const hanging = Array.from({ length: 20 }, () => within('a', roomyMs).knex('notes').insert({ id: 1 }));
    const reading = Array.from({ length: 20 }, () => within('a', roomyMs).reading(({ knex }) => knex('notes').first()));
    const outcomes = Promise.allSettled([...hanging, ...reading]);
    await until('they hang', async () => (await running('ringpost writes')) > 1 && (await running('ringpost reads')) > 1);
    const other = within('b', roomyMs);
    assert.ok(await other.knex('installation').first());
    assert.ok(await other.reading(({ knex }) => knex('installation').first()));
    await locker.rollback();
    const inserted = (await outcomes).filter(({ status }) => status === 'fulfilled').length;
    assert.equal(inserted, 21, 'every request that got its turn in time was served: one could insert the row, and all could read');
  });

  test('a prepared statement of many requests has a time of its own', async () => {
    const own = connect({ url: database.url, poolSize: 4, prepared: true, requestDeadlineMs: 150 });
    try {
      await lock();
      await assert.rejects(own.requests.shared.engine.query({ name: 'notes', text: 'select from notes' }), unserved('time'));
      await locker.rollback();
      const { engine } = own.requests.within({ operation: 'a', deadline: performance.now() + roomyMs });
      assert.equal((await engine.query({ name: 'notes', text: 'select from notes' })).rowCount, 0);
    } finally {
      await own.close();
    }
  });

  test('without its database a request is not served', async () => {
    const away = connect({ url: 'postgres://nobody@127.0.0.1:1/none', poolSize: 2, prepared: true });
    const request = away.requests.within({ operation: 'a', deadline: performance.now() + roomyMs });
    await assert.rejects(request.knex.raw('select 1'), unserved('database'));
    await assert.rejects(
      request.reading(({ engine }) => engine.query({ text: 'select 1' })),
      unserved('database'),
    );
    await away.close();
  });

  test('a connection that is lost under a read leaves nothing behind, and under a write nobody knows', async () => {
    const cut = 'pg_terminate_backend(pg_backend_pid())::int';
    const request = within('a', roomyMs);
    await assert.rejects(
      request.reading(({ knex }) => knex.raw(`values (${cut})`)),
      unserved('database'),
    );
    const insert = (sql: Knex) => sql.raw(`insert into notes values (${cut})`);
    await assert.rejects(
      request.knex.transaction((trx) => insert(trx)),
      unserved('database'),
      'what was not committed is gone',
    );
    await assert.rejects(insert(request.knex), (error) => !(error instanceof Unserved));
  });

  test('a write on a session that has ended before was never sent', async () => {
    const client = await database.db.engine.connect();
    const session = new LentSession(client, { deadline: performance.now() + roomyMs, isReading: false }, () => {});
    const ended = new Promise((resolve) => (client as PoolClient & Client).once('end', resolve));
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await database.db.knex.raw('select pg_terminate_backend(?)', [rows[0]?.pid ?? 0]);
    await ended;
    const error: unknown = await session.query({ text: 'insert into notes values (1)' }).catch((thrown: unknown) => thrown);
    session.release();
    assert.ok(unserved('database')(error), String(error));
    assert.ok(isReported((error as Unserved).cause), 'its pool has told of it');
    assert.deepEqual(await database.db.knex('notes'), []);
  });

  test('an error of the state with which pgbouncer ends sessions is not a lost session', async () => {
    const error = Object.assign(new Error('bind message supplies 1 parameters'), { code: '08P01', severity: 'ERROR' });
    const client = { query: () => Promise.reject(error), release() {}, once() {} } as unknown as PoolClient;
    const session = new LentSession(client, { deadline: performance.now() + roomyMs, isReading: false }, () => {});
    await assert.rejects(session.query({ text: 'select 1' }), { code: '08P01' });
    session.release();
  });

  test('a session that waited too long in its transaction, or whose transaction took too long, is a lost one', async () => {
    for (const code of ['25P03', '25P04']) {
      const error = Object.assign(new Error('terminating connection due to a timeout'), { code, severity: 'FATAL' });
      const client = { query: () => Promise.reject(error), release() {}, once() {} } as unknown as PoolClient;
      const session = new LentSession(client, { deadline: performance.now() + roomyMs, isReading: false }, () => {});
      await assert.rejects(session.query({ text: 'select 1' }), unserved('database'), code);
      session.release();
    }
  });

  test('a session that refuses a write because it is read-only is closed, in every pool', async () => {
    const { knex } = database.db;
    const name = new URL(database.url).pathname.slice(1);
    await knex.raw('alter database ?? set default_transaction_read_only = on', [name]);
    const own = connect({ url: database.url, poolSize: 2, prepared: true, requestDeadlineMs: roomyMs });
    try {
      await assert.rejects(own.engine.query('insert into notes values (1)'), { code: '25006' });
      await assert.rejects(own.knex('notes').insert({ id: 1 }), { code: '25006' });
      const request = own.requests.within({ operation: 'a', deadline: performance.now() + roomyMs });
      await assert.rejects(request.knex('notes').insert({ id: 1 }), unserved('database'));
      await knex.raw('alter database ?? reset default_transaction_read_only', [name]);
      await own.knex('notes').insert({ id: 1 });
      await request.knex('notes').insert({ id: 2 });
      await own.engine.query('insert into notes values (3)');
    } finally {
      await own.close();
    }
  });
});
