import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { migrateAtStart } from '../../src/db/migrate-at-start.ts';
import { createLog } from '../../src/process/log.ts';
import { until } from '../support/until.ts';
import { scratch, session } from './scratch.ts';

/** A start on an older schema: what it logs, and when it says that it lasts. */
async function start(t: TestContext) {
  const database = await scratch(t);
  await database.write('0001_one.sql', 'create table one (id integer)');
  await database.run();
  const happened: string[] = [];
  const log = createLog('info', { write: (line: string) => void happened.push(JSON.parse(line).msg) });
  const migrateWithin = (lastsAfterMs?: number) =>
    migrateAtStart(database.url, {
      log,
      stopping: new AbortController().signal,
      onLasting: () => void happened.push('lasts'),
      folder: pathToFileURL(`${database.folder}/`),
      ...(lastsAfterMs !== undefined && { lastsAfterMs }),
    });
  return { ...database, happened, migrateWithin };
}

test('a quick migration never lasts', async (t) => {
  const { write, happened, migrateWithin } = await start(t);
  await write('0002_two.sql', 'alter table one add column two integer');
  await migrateWithin();
  assert.deepEqual(happened, ['a migration begins', 'a migration is applied']);
});

test('an index may last, and that is said before it is begun', async (t) => {
  const { write, happened, migrateWithin } = await start(t);
  await write('0002_two.sql', '-- Outside a transaction.\ncreate index concurrently ids on one (id)');
  await migrateWithin();
  assert.deepEqual(happened.slice(0, 2), ['lasts', 'a migration begins']);
});

test('whoever waits for somebody else who migrates lasts', async (t) => {
  const { url, write, happened, migrateWithin } = await start(t);
  await write('0002_two.sql', 'alter table one add column two integer');
  const other = await session(t, url);
  await other.query('begin; select pg_advisory_xact_lock(7464768)');
  const migrating = migrateWithin();
  await until('it waits', async () => happened.length > 0);
  await other.query('rollback');
  await migrating;
  assert.deepEqual(happened, ['lasts', 'a migration waits for another session', 'a migration begins', 'a migration is applied']);
});

test('any migration lasts after its time', async (t) => {
  const { url, write, happened, migrateWithin } = await start(t);
  await write('0002_two.sql', 'alter table one add column two integer');
  const reader = await session(t, url);
  await reader.query('begin; select from one');
  const migrating = migrateWithin(0);
  await until('it lasts', async () => happened.includes('lasts'));
  await reader.query('rollback');
  await migrating;
  assert.equal(happened.filter((each) => each === 'lasts').length, 1);
});

test('a start on the schema of a newer release says so', async (t) => {
  const { write, run, remove, happened, migrateWithin } = await start(t);
  await write('0002_two.sql', 'alter table one add column two integer');
  await run();
  await remove('0002_two.sql');
  await migrateWithin();
  assert.deepEqual(happened, ['the database has the schema of a newer release, on which this one may run']);
});
