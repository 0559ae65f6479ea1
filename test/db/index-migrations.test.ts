import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Step } from '../../src/db/migrate.ts';
import { MigrationStopped } from '../../src/db/migration-sessions.ts';
import { until } from '../support/until.ts';
import { holdSnapshot, scratch, session, untilBuilderWaits, waitingBuilders } from './scratch.ts';

const create = 'create index concurrently ids on one (id)';
const drop = 'drop index concurrently ids';

/** A table with rows, and a second migration that makes or drops its index. */
async function withIndex(t: Parameters<typeof scratch>[0], statement: string) {
  const database = await scratch(t);
  await database.write('0001_one.sql', 'create table one (id integer); insert into one values (1), (2)');
  await database.run();
  await database.write('0002_two.sql', `-- Outside a transaction.\n-- The reason.\n${statement};\n`);
  return {
    ...database,
    index: async () =>
      (
        await database.rows<{ oid: number; isValid: boolean }>(
          `select indexrelid as oid, indisvalid as "isValid" from pg_index where indexrelid = to_regclass('ids')`,
        )
      )[0],
    recorded: async () => (await database.rows("select from schema_migrations where name = '0002_two.sql'")).length === 1,
  };
}

test('an index that was made and not recorded is recorded, and not made again', async (t) => {
  const { rows, run, index, recorded } = await withIndex(t, create);
  await rows(create);
  const made = await index();
  await run();
  assert.deepEqual(await index(), made);
  assert.equal(await recorded(), true);
});

test('an index that was dropped and not recorded is recorded as dropped', async (t) => {
  const { run, recorded } = await withIndex(t, drop);
  await run();
  assert.equal(await recorded(), true);
});

test('an index that is not valid is dropped and made again, and writers go on beside it', async (t) => {
  const { rows, run, index } = await withIndex(t, 'create unique index concurrently ids on one (id)');
  await rows('insert into one values (1)');
  await assert.rejects(run(), /0002_two\.sql failed .*could not create unique index/);
  assert.deepEqual((await index())?.isValid, false);
  await rows('delete from one where id = 1');
  const starts = await Promise.allSettled([run(), run(), run()]);
  assert.deepEqual(
    starts.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled'],
  );
  assert.deepEqual((await index())?.isValid, true);
  assert.equal((await rows('select from schema_migrations')).length, 2);
});

for (const [what, statement, before] of [
  ['making', create, 'select'],
  ['dropping', drop, create],
] as const)
  test(`a backend that is still ${what} the index, whose client is gone, is waited for`, async (t) => {
    const { url, rows, run, recorded } = await withIndex(t, statement);
    await rows(before);
    const snapshot = await holdSnapshot(t, url, 'one');
    const orphan = rows(statement);
    await untilBuilderWaits(url);
    const builders = (await waitingBuilders(url)).map(({ pid }) => pid);
    const steps: Step[] = [];
    const running = run({ onStep: (step) => void steps.push(step) });
    await until('the migration waits', async () => steps.length > 0);
    assert.deepEqual(steps, [{ migration: '0002_two.sql', at: 'waiting', mayLast: true }]);
    assert.equal(await recorded(), false);
    assert.deepEqual(
      (await waitingBuilders(url)).map(({ pid }) => pid),
      builders,
    );
    await snapshot.release();
    await orphan;
    await running;
    assert.equal(await recorded(), true);
    assert.deepEqual(
      steps.map(({ at }) => at),
      ['waiting', 'begun', 'applied', 'recorded', 'committed'],
    );
  });

test('a backend that is ended while it makes the index leaves one that is made again', async (t) => {
  const { url, rows, run, index } = await withIndex(t, create);
  const snapshot = await holdSnapshot(t, url, 'one');
  const orphan = assert.rejects(rows(create), /terminating connection/);
  await untilBuilderWaits(url);
  const running = run();
  await rows("select pg_terminate_backend(pid) from pg_stat_activity where query ~ '^create index concurrently'");
  await orphan;
  await snapshot.release();
  await running;
  assert.deepEqual((await index())?.isValid, true);
});

test('a vacuum of the table is nobody who works on its indexes', async (t) => {
  const { url, run, recorded, rows } = await withIndex(t, create);
  await rows('alter table one set (autovacuum_enabled = off)');
  await rows('insert into one select generate_series(1, 100000)');
  const vacuuming = await session(t, url);
  await vacuuming.query('set vacuum_cost_delay = 100; set vacuum_cost_limit = 1');
  const vacuum = assert.rejects(vacuuming.query('vacuum one'), /canceling/);
  const vacuums = () => rows<{ pid: number }>('select pid from pg_stat_progress_vacuum where datname = current_database()');
  await until('it vacuums', async () => (await vacuums()).length === 1);
  const steps: Step['at'][] = [];
  const running = run({ onStep: ({ at }) => void steps.push(at) });
  await until('the migration takes a step', async () => steps.length > 0);
  assert.deepEqual([steps[0], (await vacuums()).length], ['begun', 1]);
  await rows('select pg_cancel_backend(pid) from pg_stat_progress_vacuum where datname = current_database()');
  await Promise.all([vacuum, running]);
  assert.equal(await recorded(), true);
});

test('what the role or the database has set against long statements does not end a migration', async (t) => {
  const { url, rows, run, index } = await withIndex(t, create);
  const settings = {
    statement_timeout: "'2s'",
    lock_timeout: "'2s'",
    idle_in_transaction_session_timeout: "'2s'",
    default_transaction_isolation: "'repeatable read'",
  };
  const snapshot = await holdSnapshot(t, url, 'one');
  const name = new URL(url).pathname.slice(1);
  for (const [setting, value] of Object.entries(settings)) await rows(`alter database ${name} set ${setting} = ${value}`);
  const running = run();
  await untilBuilderWaits(url, 3_000);
  await snapshot.release();
  await running;
  assert.deepEqual((await index())?.isValid, true);
});

test('a file that runs outside a transaction and does anything else is refused before anything is applied', async (t) => {
  const { run, write, recorded } = await withIndex(t, create);
  for (const statement of ['vacuum one', 'create index ids on one (id)', `${create}; ${drop}`, 'drop index concurrently ids, others']) {
    await write('0003_three.sql', `-- Outside a transaction.\n${statement}`);
    await assert.rejects(run(), /0003_three\.sql runs outside a transaction, and is not one create or drop/, statement);
  }
  assert.equal(await recorded(), false);
});

const stops: Readonly<Record<string, { readonly statement: string; readonly asked: RegExp }>> = {
  'the build of an index': { statement: `-- Outside a transaction.\n${create}`, asked: /create index concurrently/ },
  'a statement within a transaction': { statement: 'select pg_sleep(1000)', asked: /pg_sleep/ },
};
for (const [what, { statement, asked }] of Object.entries(stops))
  test(`whoever is told to stop cancels ${what}, and a later start goes on with it`, async (t) => {
    const { url, rows, run, write, recorded } = await withIndex(t, create);
    await write('0002_two.sql', statement);
    const snapshot = await holdSnapshot(t, url, 'one');
    const active = async () =>
      (await rows<{ query: string }>("select query from pg_stat_activity where state = 'active' and datname = current_database()")).filter(
        ({ query }) => asked.test(query) && !query.includes('pg_stat_activity'),
      );
    const stopping = new AbortController();
    const running = run({ stopping: stopping.signal });
    await until('it is at it', async () => (await active()).length === 1);
    stopping.abort();
    await assert.rejects(running, MigrationStopped);
    assert.deepEqual(await active(), []);
    assert.equal(await recorded(), false);
    await snapshot.release();
    await write('0002_two.sql', statement.replace('1000', '0'));
    await run();
    assert.equal(await recorded(), true);
  });

test('whoever is told to stop while somebody else migrates waits no more', async (t) => {
  const { url, run } = await withIndex(t, create);
  const other = await session(t, url);
  await other.query('begin; select pg_advisory_xact_lock(7464768)');
  const stopping = new AbortController();
  const running = run({ stopping: stopping.signal, onStep: ({ at }) => void (at === 'waiting' && stopping.abort()) });
  await assert.rejects(running, MigrationStopped);
  await other.query('rollback');
});

describe('of a table in partitions', () => {
  const statement = 'create index concurrently ids on cut (id) where id > 0';

  async function withPartitions(t: Parameters<typeof scratch>[0]) {
    const database = await scratch(t);
    await database.write(
      '0001_one.sql',
      `create table cut (id integer) partition by range (id);
       create table cut_1 partition of cut for values from (0) to (10);
       create table cut_default partition of cut default;
       insert into cut select generate_series(1, 20)`,
    );
    await database.run();
    await database.write('0002_two.sql', `-- Outside a transaction.\n${statement};\n`);
    return {
      ...database,
      indexes: () =>
        database.rows<{ name: string; isValid: boolean; of: string | null }>(
          `select indexrelid::regclass::text as name, indisvalid as "isValid", inhparent::regclass::text as of
             from pg_index left join pg_inherits on inhrelid = indexrelid
            where indrelid in (select relid from pg_partition_tree('cut'))
            order by inhparent is not null, 1`,
        ),
    };
  }

  const whole = [
    { name: 'ids', isValid: true, of: null },
    { name: 'ids_1', isValid: true, of: 'ids' },
    { name: 'ids_default', isValid: true, of: 'ids' },
  ];

  test('the index is made in each partition while others write', async (t) => {
    const { url, run, rows, indexes } = await withPartitions(t);
    const snapshot = await holdSnapshot(t, url, 'cut');
    const running = run();
    await untilBuilderWaits(url);
    await rows('insert into cut values (5), (25)');
    await snapshot.release();
    await running;
    assert.deepEqual(await indexes(), whole);
    assert.match(
      (await rows<{ plan: string }>("select pg_get_indexdef('ids_1'::regclass) as plan"))[0]?.plan ?? '',
      /\(id\) WHERE \(id > 0\)/,
    );
  });

  const left: Readonly<Record<string, string>> = {
    'the index of the table alone': 'create index ids on only cut (id) where id > 0',
    'a part that is not attached': 'create index ids on only cut (id) where id > 0; create index ids_1 on cut_1 (id) where id > 0',
    'a part that is not valid': `create index ids on only cut (id) where id > 0; create index ids_1 on cut_1 (id) where id > 0;
      update pg_index set indisvalid = false where indexrelid = 'ids_1'::regclass`,
    'a part that is attached': `create index ids on only cut (id) where id > 0; create index ids_1 on cut_1 (id) where id > 0;
      alter index ids attach partition ids_1`,
    'all but the record': 'create index ids on only cut (id) where id > 0; drop index ids; create index ids on cut (id) where id > 0',
  };
  for (const [what, statements] of Object.entries(left))
    test(`a process that has left ${what} is followed by one that makes the rest`, async (t) => {
      const { run, rows, indexes } = await withPartitions(t);
      await rows(statements);
      await run();
      assert.deepEqual(
        (await indexes()).map(({ isValid, of }) => [isValid, of]),
        whole.map(({ isValid, of }) => [isValid, of]),
      );
    });

  test('a partition that comes while the index is made has its part of it', async (t) => {
    const { url, run, rows, indexes } = await withPartitions(t);
    const snapshot = await holdSnapshot(t, url, 'schema_migrations');
    const running = run();
    await untilBuilderWaits(url);
    await rows(`create table cut_2 (like cut including all); alter table cut attach partition cut_2 for values from (30) to (40)`);
    await snapshot.release();
    await running;
    assert.deepEqual(
      (await indexes()).map(({ isValid, of }) => [isValid, of]),
      [[true, null], ...Array.from({ length: 3 }, () => [true, 'ids'])],
    );
  });
});
