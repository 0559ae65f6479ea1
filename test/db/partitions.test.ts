import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { PoolClient } from 'pg';
import { ensurePartitions, keepPartitionsAhead, weeksMissingAhead } from '../../src/db/partitions.ts';
import { measureQueue } from '../../src/dispatch/measure.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { after, dayMs } from '../../src/process/time.ts';
import { keepPartitions } from '../../src/scheduler.ts';
import { manualClock } from '../support/clock.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

describe('partitions', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await testDatabase();
  });
  afterEach(() => database.close());

  /** An id made at that time, with a tail that sorts first or last within its millisecond. */
  const idAt = (time: string, tail: '0' | 'f' = '0'): string => {
    const hex = new Date(time).getTime().toString(16).padStart(12, '0');
    const t = tail.repeat(12);
    return `${hex.slice(0, 8)}-${hex.slice(8)}-8${t.slice(0, 3)}-8${t.slice(0, 3)}-${t}`;
  };

  const insertEvent = (id: string) =>
    database.db.knex('webhook_events').insert({
      id,
      tenant_id: 'ten_1',
      event_type: 'call.completed',
      dedupe_key: id,
      body: '{}',
      occurred_at: new Date(),
      created_at: new Date(),
    });

  async function partitionOf(id: string): Promise<string | undefined> {
    const row = await database.db
      .knex('webhook_events')
      .where({ id })
      .first<{ name: string } | undefined>(database.db.knex.raw('tableoid::regclass::text as name'));
    return row?.name;
  }

  test('a row lies in the week, Monday to Sunday, of the time in its id', async () => {
    await ensurePartitions(database.db.knex, new Date('2031-01-01T00:00:00Z'), new Date('2031-01-08T00:00:00Z'));
    const cases = [
      ['2030-12-30T00:00:00.000Z', '0', 'webhook_events_2030_12_30'],
      ['2031-01-05T23:59:59.999Z', 'f', 'webhook_events_2030_12_30'],
      ['2031-01-06T00:00:00.000Z', '0', 'webhook_events_2031_01_06'],
      ['2031-01-12T23:59:59.999Z', 'f', 'webhook_events_2031_01_06'],
      ['2030-12-29T23:59:59.999Z', 'f', 'webhook_events_default'],
      ['2031-01-13T00:00:00.000Z', '0', 'webhook_events_default'],
    ] as const;
    for (const [time, tail, partition] of cases) {
      await insertEvent(idAt(time, tail));
      assert.equal(await partitionOf(idAt(time, tail)), partition, time);
    }
  });

  test('events, deliveries and attempts all have theirs, a week back and at least two ahead', async () => {
    await keepPartitionsAhead(database.db.knex, new Date('2031-01-08T00:00:00Z'));
    const { rows } = await database.db.knex.raw<{ rows: { name: string }[] }>(
      "select relname as name from pg_class where relname like '%\\_203%' and relkind = 'r' order by relname",
    );
    const weeks = ['2030_12_30', '2031_01_06', '2031_01_13', '2031_01_20', '2031_01_27'];
    const tables = ['webhook_attempts', 'webhook_deliveries', 'webhook_events'];
    assert.deepEqual(
      rows.map(({ name }) => name),
      tables.flatMap((table) => weeks.map((week) => `${table}_${week}`)),
    );
  });

  test('made by ten at once, each is made once', async () => {
    const [from, to] = [new Date('2032-01-01T00:00:00Z'), new Date('2032-02-01T00:00:00Z')];
    await Promise.all(Array.from({ length: 10 }, () => ensurePartitions(database.db.knex, from, to)));
    await insertEvent(idAt('2032-01-15T00:00:00Z'));
    assert.equal(await partitionOf(idAt('2032-01-15T00:00:00Z')), 'webhook_events_2032_01_12');
  });

  /** A connection at work in that table, as any statement is in each that it reads or writes, until its transaction ends. */
  const workIn = (client: PoolClient, table: string) => client.query(`lock table ${table} in row exclusive mode`);

  const somebodyWaitsFor = async (table: string): Promise<void> => {
    const waits = 'select 1 from pg_locks where relation = ?::regclass and not granted';
    while ((await database.db.knex.raw<{ rows: unknown[] }>(waits, [table])).rows.length === 0) await new Promise(setImmediate);
  };

  test('made beside a statement that holds one table and comes to another, in whatever order: neither waits for ever', async () => {
    for (const [first, second] of [
      ['webhook_deliveries', 'webhook_events'],
      ['webhook_attempts', 'webhook_deliveries'],
      ['webhook_events', 'webhook_attempts'],
    ] as const) {
      const week = new Date({ webhook_deliveries: '2038-01-05', webhook_attempts: '2038-02-05', webhook_events: '2038-03-05' }[first]);
      const client = await database.db.engine.connect();
      await client.query("begin; set local lock_timeout = '20s'");
      await workIn(client, `${first}_default`);
      const making = ensurePartitions(database.db.knex, week, week);
      await somebodyWaitsFor(`${first}_default`);
      await workIn(client, `${second}_default`);
      await client.query('commit');
      client.release();
      await making;
    }
  });

  test('a week that cannot be made beside a long read is left to a later run, unless it is needed soon', async () => {
    const { knex, engine } = database.db;
    const madeAt = new Date('2033-01-05T00:00:00Z');
    await keepPartitionsAhead(knex, madeAt);
    const keep = (weeksLater: number) => keepPartitionsAhead(knex, after(madeAt, weeksLater * 7 * dayMs), 0);
    const reading = await engine.connect();
    try {
      await reading.query('begin; lock table webhook_deliveries_default in access share mode');
      await keep(2);
      await assert.rejects(keep(3), /lock timeout/);
    } finally {
      reading.release(true);
    }
    await keep(3);
    assert.deepEqual(await weeksMissingAhead(knex, after(madeAt, 21 * dayMs)), []);
  });

  test('nobody waits long behind a week that waits for its turn', async () => {
    const [long, other] = [await database.db.engine.connect(), await database.db.engine.connect()];
    await long.query('begin');
    await workIn(long, 'webhook_deliveries_default');
    const making = ensurePartitions(database.db.knex, new Date('2039-01-05T00:00:00Z'), new Date('2039-01-05T00:00:00Z'));
    await somebodyWaitsFor('webhook_deliveries_default');
    await other.query("begin; set local lock_timeout = '5s'");
    await workIn(other, 'webhook_deliveries_default');
    for (const client of [other, long]) {
      await client.query('commit');
      client.release();
    }
    await making;
    await insertEvent(idAt('2039-01-05T00:00:00Z'));
    assert.equal(await partitionOf(idAt('2039-01-05T00:00:00Z')), 'webhook_events_2039_01_03');
  });

  test('rows that came before their week move into it', async () => {
    const id = idAt('2033-01-05T00:00:00Z');
    await insertEvent(id);
    assert.equal(await partitionOf(id), 'webhook_events_default');
    await ensurePartitions(database.db.knex, new Date('2033-01-05T00:00:00Z'), new Date('2033-01-05T00:00:00Z'));
    assert.equal(await partitionOf(id), 'webhook_events_2033_01_03');
  });

  test('a partition has the indexes and constraints of its table, and no second set of them', async () => {
    await ensurePartitions(database.db.knex, new Date('2034-01-05T00:00:00Z'), new Date('2034-01-05T00:00:00Z'));
    const count = async (table: string) => {
      const { rows } = await database.db.knex.raw<{ rows: { indexes: number; checks: number }[] }>(
        `select (select count(*) from pg_index where indrelid = :table::regclass) as indexes,
                (select count(*) from pg_constraint where conrelid = :table::regclass and contype = 'c') as checks`,
        { table },
      );
      return rows[0];
    };
    assert.deepEqual(await count('webhook_deliveries_2034_01_02'), await count('webhook_deliveries'));
  });

  test('a row that found no week raises the alarm until its week is made', async () => {
    const metrics = createMetrics();
    const alarm = async () => (await metrics.defaultPartitionRows.get()).values[0]?.value;
    const clock = manualClock('2031-01-08T00:00:00Z');
    await insertEvent(idAt('2035-06-15T00:00:00Z'));
    await keepPartitions({ db: database.db, clock, metrics });
    assert.equal(await alarm(), 1);
    clock.setReal('2035-06-14T00:00:00Z');
    await keepPartitions({ db: database.db, clock, metrics });
    assert.equal(await alarm(), 0);
  });

  test('every partition is vacuumed by settings of its own and without pauses, the default ones and new weeks alike', async () => {
    await ensurePartitions(database.db.knex, new Date('2036-01-05T00:00:00Z'), new Date('2036-01-05T00:00:00Z'));
    const { rows } = await database.db.knex.raw<{ rows: { name: string; settings: readonly string[] | null }[] }>(
      `select relname as name, reloptions as settings
         from pg_class
        where relkind = 'r'
          and relname ~ '^webhook_(events|deliveries|attempts)_'`,
    );
    assert.ok(rows.length > 6);
    for (const { name, settings } of rows) {
      assert.ok(settings?.includes('autovacuum_vacuum_scale_factor=0.5'), name);
      assert.ok(settings?.includes('autovacuum_vacuum_cost_delay=0'), name);
    }
  });

  test('of a new week as of its table, only what is asked for is sampled', async () => {
    await ensurePartitions(database.db.knex, new Date('2036-01-05T00:00:00Z'), new Date('2036-01-05T00:00:00Z'));
    const sampled = async (table: string): Promise<readonly string[]> => {
      const { rows } = await database.db.knex.raw<{ rows: { name: string }[] }>(
        `select attname as name
           from pg_attribute
          where attrelid = ?::regclass
            and attnum > 0
            and attstattarget is distinct from 0
          order by attname`,
        [table],
      );
      return rows.map(({ name }) => name);
    };
    assert.deepEqual(await sampled('webhook_events'), ['id', 'tenant_id']);
    for (const table of ['webhook_events', 'webhook_deliveries', 'webhook_attempts']) {
      assert.deepEqual(await sampled(`${table}_2035_12_31`), await sampled(table));
      assert.deepEqual(await sampled(`${table}_default`), await sampled(table));
    }
  });

  test('dead rows of all weeks are counted for the metric', async () => {
    const metrics = createMetrics();
    const client = await database.db.engine.connect();
    await client.query('alter table webhook_deliveries_default set (autovacuum_enabled = off)');
    await client.query(
      `insert into webhook_deliveries (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, created_at, endpoint_snapshot, trigger_snapshot, due_at)
       values ($1, 'ten_1', $1, 'whe_1', 'trg_1', 'call.completed', 'pending', now(), '{}', '{}', now())`,
      [idAt('2037-01-05T00:00:00Z')],
    );
    for (let n = 0; n < 3; n++) await client.query('update webhook_deliveries set lease = lease + 1');
    await client.query('select pg_stat_force_next_flush()');
    client.release();
    await measureQueue({ db: database.db, clock: manualClock(), metrics });
    assert.equal((await metrics.queueDeadTuples.get()).values[0]?.value, 3);
  });
});
