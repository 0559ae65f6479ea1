import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { migrate, readInstallation } from '../../src/db/migrate.ts';
import { migrationsFolder } from '../../src/db/schema-state.ts';
import { testDatabase } from '../support/database.ts';
import { runsTypeScript } from '../support/typescript.ts';
import { scratch, session } from './scratch.ts';

/** The schema of the first release has the last eight numbers of the migrations that led to it (D-262). */
const first = 71;

test('migrations are numbered one after the other: two that came at the same time would be applied in an order that nobody chose', async () => {
  const files = (await readdir(migrationsFolder)).sort();
  assert.deepEqual(
    files.map((name) => name.slice(0, 5)),
    files.map((_, n) => `${String(n + first).padStart(4, '0')}_`),
  );
});

test('five processes that start at once apply each migration once', async (t) => {
  const { url, rows } = await scratch(t);
  const children = Array.from({ length: 5 }, () =>
    spawn(process.execPath, [...runsTypeScript, join(import.meta.dirname, 'migrate-once.ts'), url], { stdio: 'inherit' }),
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

test('applies what is new, in the order of the numbers', async (t) => {
  const { write, run, rows } = await scratch(t);
  await write('0001_one.sql', 'create table one (id integer)');
  await run();
  await write('0003_three.sql', 'insert into two values (3)');
  await write('0002_two.sql', 'create table two as select * from one');
  await run();
  await run();
  assert.deepEqual(await rows('select id from two'), [{ id: 3 }]);
});

test('a migration that fails leaves nothing behind and says which it was', async (t) => {
  const { write, run, rows } = await scratch(t);
  await write('0001_one.sql', 'create table one (id integer)');
  await write('0002_two.sql', 'create table two (id integer); select 1 / 0');
  await assert.rejects(run(), /0002_two\.sql failed and left no trace: division by zero/);
  assert.deepEqual(await rows('select name from schema_migrations'), [{ name: '0001_one.sql' }]);
  assert.deepEqual(await rows("select to_regclass('two') as two"), [{ two: null }]);
});

test('a migration that does not get its lock lets the others through, and is applied when it does', async (t) => {
  const { url, write, run, rows } = await scratch(t);
  await write('0001_one.sql', 'create table one (id integer)');
  await run();
  await write('0002_two.sql', 'alter table one add column two integer');
  const holder = await session(t, url);
  await holder.query('begin; lock table one in access share mode');
  const patience = { lockTimeoutMs: 50, pauseMs: 50, tries: 2 };
  await assert.rejects(run({ patience }), /0002_two\.sql failed and left no trace: .*lock timeout/);
  const migrating = run({ patience: { ...patience, tries: 1_000 } });
  // Who reads meanwhile waits behind a migration for as long as that waits, and no longer.
  for (let reads = 0; reads < 3; reads++) assert.deepEqual(await rows('select id from one'), []);
  assert.deepEqual(await rows('select name from schema_migrations'), [{ name: '0001_one.sql' }]);
  await holder.query('rollback');
  await migrating;
  assert.deepEqual(await rows('select two from one'), []);
});

test('a migration that was changed after it was applied is refused; other line ends are no change', async (t) => {
  const { write, run } = await scratch(t);
  await write('0001_one.sql', 'create table one (\nid integer)');
  await run();
  await write('0001_one.sql', 'create table one (\r\nid integer)');
  await run();
  await write('0001_one.sql', 'create table one (\nid bigint)');
  await assert.rejects(run(), /0001_one\.sql is not the one that was applied/);
});

test('the delivery id key is made once and kept', async () => {
  const { db, url, close } = await testDatabase();
  const { deliveryIdKey } = await readInstallation(db.knex);
  assert.equal(deliveryIdKey.symmetricKeySize, 32);
  await migrate(url);
  assert.ok((await readInstallation(db.knex)).deliveryIdKey.equals(deliveryIdKey));
  await close();
});

test('on a database that takes no writes nothing is begun, and a sentence says so', async (t) => {
  const { db, url, close } = await testDatabase();
  t.after(close);
  await db.knex.raw('alter database ?? set default_transaction_read_only = on', [new URL(url).pathname.slice(1)]);
  await assert.rejects(migrate(url), {
    name: 'MigrationError',
    message: /^The database takes no writes: it is a replica, or was set read-only\./,
  });
});
