import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { connect } from '../../src/db/connect.ts';
import { installation, migrate, migrationsFolder } from '../../src/db/migrate.ts';
import { emptyDatabase, testDatabase } from '../support/database.ts';

test('migrations are numbered one after the other: two that came at the same time would be applied in an order that nobody chose', async () => {
  const files = (await readdir(migrationsFolder)).sort();
  assert.deepEqual(
    files.map((name) => name.slice(0, 5)),
    files.map((_, n) => `${String(n + 1).padStart(4, '0')}_`),
  );
});

describe('migrate', () => {
  let folder: string;
  let database: Awaited<ReturnType<typeof emptyDatabase>>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ringpost-migrations-'));
    database = await emptyDatabase();
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
  const run = () => migrate(database.url, pathToFileURL(`${folder}/`));

  async function rows<T>(sql: string): Promise<T[]> {
    const db = connect({ url: database.url, poolSize: 2, prepared: true });
    try {
      return (await db.knex.raw<{ rows: T[] }>(sql)).rows;
    } finally {
      await db.close();
    }
  }

  test('five processes that start at once apply each migration once', { timeout: 60_000 }, async () => {
    const children = Array.from({ length: 5 }, () =>
      spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'migrate-once.ts'), database.url], { stdio: 'inherit' }),
    );
    const exits = await Promise.all(children.map((child) => once(child, 'exit')));
    assert.deepEqual(
      exits.map(([code]) => code),
      [0, 0, 0, 0, 0],
    );
    const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
    assert.deepEqual(
      (await rows<{ name: string }>('select name from schema_migrations order by name')).map(({ name }) => name),
      names,
    );
    assert.equal((await rows('select * from installation')).length, 1);
  });

  test('applies what is new, in the order of the numbers', async () => {
    await write('0001_one.sql', 'create table one (id integer)');
    await run();
    await write('0003_three.sql', 'insert into two values (3)');
    await write('0002_two.sql', 'create table two as select * from one');
    await run();
    await run();
    assert.deepEqual(await rows('select id from two'), [{ id: 3 }]);
  });

  test('a migration that fails leaves nothing behind and says which it was', async () => {
    await write('0001_one.sql', 'create table one (id integer)');
    await write('0002_two.sql', 'create table two (id integer); select 1 / 0');
    await assert.rejects(run(), /0002_two\.sql failed and left no trace: division by zero/);
    assert.deepEqual(await rows('select name from schema_migrations'), [{ name: '0001_one.sql' }]);
    assert.deepEqual(await rows("select to_regclass('two') as two"), [{ two: null }]);
  });

  test('a migration that does not get its lock lets the others through, and is applied when it does', async () => {
    await write('0001_one.sql', 'create table one (id integer)');
    await run();
    await write('0002_two.sql', 'alter table one add column two integer');
    const holder = connect({ url: database.url, poolSize: 2, prepared: true });
    try {
      const held = await holder.knex.transaction();
      await held.raw('lock table one in access share mode');
      const patience = { lockTimeoutMs: 50, pauseMs: 50, tries: 2 };
      const folderUrl = pathToFileURL(`${folder}/`);
      await assert.rejects(migrate(database.url, folderUrl, patience), /0002_two\.sql failed and left no trace: .*lock timeout/);
      const migrating = migrate(database.url, folderUrl, { ...patience, tries: 1_000 });
      // Who reads meanwhile waits behind a migration for as long as that waits, and no longer.
      for (let reads = 0; reads < 3; reads++) assert.deepEqual(await rows('select id from one'), []);
      assert.deepEqual(await rows('select name from schema_migrations'), [{ name: '0001_one.sql' }]);
      await held.rollback();
      await migrating;
      assert.deepEqual(await rows('select two from one'), []);
    } finally {
      await holder.close();
    }
  });

  test('an index is built outside a transaction, beside writers, and one that was left half-built is built again', async () => {
    await write('0001_one.sql', 'create table one (id integer); insert into one values (1), (1)');
    await run();
    await write('0002_two.sql', '-- Outside a transaction.\ncreate unique index concurrently ids on one (id)');
    await assert.rejects(run(), /0002_two\.sql failed .*could not create unique index/);
    assert.deepEqual(await rows("select indisvalid from pg_index where indexrelid = 'ids'::regclass"), [{ indisvalid: false }]);
    await rows('delete from one');
    const starts = await Promise.allSettled([run(), run(), run()]);
    assert.deepEqual(
      starts.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual(await rows("select indisvalid from pg_index where indexrelid = 'ids'::regclass"), [{ indisvalid: true }]);
    assert.equal((await rows('select name from schema_migrations')).length, 2);
  });

  test('a migration that was changed after it was applied is refused; other line ends are no change', async () => {
    await write('0001_one.sql', 'create table one (\nid integer)');
    await run();
    await write('0001_one.sql', 'create table one (\r\nid integer)');
    await run();
    await write('0001_one.sql', 'create table one (\nid bigint)');
    await assert.rejects(run(), /0001_one\.sql is not the one that was applied/);
  });

  test('a database that a newer Ringpost has migrated is refused', async () => {
    await write('0001_one.sql', 'create table one (id integer)');
    await write('0002_two.sql', 'create table two (id integer)');
    await run();
    await rm(join(folder, '0002_two.sql'));
    await assert.rejects(run(), /newer Ringpost \(0002_two\.sql\)/);
  });

  test('the delivery id key is made once and kept', async () => {
    const { db, url, close } = await testDatabase();
    const { deliveryIdKey } = await installation(db.knex);
    assert.equal(deliveryIdKey.length, 32);
    await migrate(url);
    assert.deepEqual((await installation(db.knex)).deliveryIdKey, deliveryIdKey);
    await close();
  });
});
