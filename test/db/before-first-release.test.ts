import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate, readSchemaState } from '../../src/db/migrate.ts';
import { migrationsOf, withoutHistory } from '../faults/older-code.ts';
import { testDatabase } from '../support/database.ts';
import { schemaDump } from './schema-dump.ts';
import { scratch, session } from './scratch.ts';

/** The last commit with the migrations that led to the schema of the first release (D-262). */
const lastBefore = '0fa1f211';

/** The kinds of its columns, triggers and functions by name, as code and a move between cells see them. */
async function shapeOf(url: string): Promise<readonly string[]> {
  const { columns = [], triggers = [], programs = [], relations = [] } = (await schemaDump(url)) as Record<string, readonly Found[]>;
  const tables = new Set(relations.filter(({ relkind }) => relkind === 'r' || relkind === 'p').map(({ relname }) => relname));
  return [
    ...columns.filter(({ relname }) => tables.has(relname)).map(({ relname, attname, type }) => `${relname}.${attname} ${type}`),
    ...triggers.map(({ relname, tgname }) => `${tgname} on ${relname}`),
    ...programs.map(({ name }) => name),
  ].sort();
}
type Found = Readonly<Record<'relname' | 'relkind' | 'attname' | 'type' | 'tgname' | 'name', string>>;

test('a database of the versions before the first release goes on to the schema of a new one', { skip: withoutHistory }, async (t) => {
  const adopted = await scratch(t);
  const fresh = await testDatabase();
  t.after(fresh.close);
  const all = migrationsOf(lastBefore);
  for (const { name, sql } of all) await adopted.write(name, sql);
  await adopted.run();
  const [before] = await adopted.rows<{ migrations: number }>('select count(*)::integer as migrations from schema_migrations');
  assert.equal(before?.migrations, 78);
  await migrate(adopted.url);
  const [{ pending, newer }, shape] = [await readSchemaState(await session(t, adopted.url)), await shapeOf(adopted.url)];
  assert.deepEqual([pending, newer], [[], []]);
  // The code of before writes it while both run.
  const left = 'webhook_sweep_state.swept_at timestamp with time zone';
  assert.deepEqual(
    shape.filter((line) => line !== left),
    await shapeOf(fresh.url),
  );
});

test('one that has not come to the last of their migrations is refused', { skip: withoutHistory }, async (t) => {
  const { url, write, run } = await scratch(t);
  for (const { name, sql } of migrationsOf(lastBefore).slice(0, 3)) await write(name, sql);
  await run();
  await assert.rejects(
    migrate(url),
    /has the migration 0001_tenants\.sql, which is none of this Ringpost's .*Run the Ringpost that it comes from/,
  );
});
