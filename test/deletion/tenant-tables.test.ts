import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedTables, tablesOfTheCell, tenantTables } from '../../src/deletion/tenant-tables.ts';
import { testDatabase } from '../support/database.ts';

test('every table of the schema is known: how its rows move with a tenant, or that it has none of a tenant', async (t) => {
  const { db, close } = await testDatabase();
  t.after(close);
  const { rows } = await db.knex.raw<{ rows: { name: string }[] }>(
    `select relname as name
       from pg_class
      where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p')
        and not relispartition
      order by relname`,
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...[...tenantTables, ...countedTables].map(({ name }) => name), ...tablesOfTheCell].sort(),
  );
});

test('no table that has a tenant in its rows is taken for one of the cell', async (t) => {
  const { db, close } = await testDatabase();
  t.after(close);
  const { rows } = await db.knex.raw<{ rows: { name: string }[] }>(
    "select table_name as name from information_schema.columns where column_name = 'tenant_id' and table_name = any(?)",
    [[...tablesOfTheCell]],
  );
  assert.deepEqual(rows, []);
});

test('a table comes after those that its rows refer to', async (t) => {
  const { db, close } = await testDatabase();
  t.after(close);
  const { rows } = await db.knex.raw<{ rows: { table: string; refers_to: string }[] }>(
    "select conrelid::regclass::text as table, confrelid::regclass::text as refers_to from pg_constraint where contype = 'f' and conparentid = 0",
  );
  const placeOf = (name: string): number => tenantTables.findIndex((table) => table.name === name);
  assert.ok(rows.length > 5);
  for (const { table, refers_to } of rows) assert.ok(placeOf(refers_to) < placeOf(table), `${table} refers to ${refers_to}`);
});
