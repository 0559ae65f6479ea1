import { readdir, readFile } from 'node:fs/promises';
import { readIndexStatement } from '../../src/db/concurrent-index.ts';
import { migrationsFolder } from '../../src/db/schema-state.ts';
import type { SoundDatabase } from './database.ts';
import { fault, good, type Seen } from './finding.ts';

/**
 * Checks that every index of the migrations exists and that every index is valid. A claim without its index reads the
 * whole table.
 */
export async function indexes({ engine }: SoundDatabase): Promise<readonly Seen[]> {
  const { rows } = await engine.query<{ name: string; table: string; isValid: boolean }>(`
    select index.relname as name, indrelid::regclass::text as table, indisvalid and indisready as "isValid"
      from pg_index
      join pg_class index on index.oid = indexrelid
     where index.relnamespace = current_schema()::regnamespace`);
  const there = new Set(rows.map(({ name }) => name));
  const wanted = await namesInMigrations();
  const missing = [...wanted].filter(([name]) => !there.has(name));
  const broken = rows.filter(({ isValid }) => !isValid);
  const seen = [
    ...missing.map(([name, statement]) => fault(`The index ${name} is missing.`, `Make it again: ${statement};`)),
    ...broken.map(({ name, table }) =>
      fault(`The index ${name} of ${table} is not valid.`, 'A build or an attach was broken off: drop it and make it again, or reindex.'),
    ),
  ];
  return seen.length > 0 ? seen : [good(`all ${wanted.size} are there`)];
}

/** Returns the names and statements of indexes in the migrations, without those that a later migration drops or makes a primary key. */
async function namesInMigrations(): Promise<ReadonlyMap<string, string>> {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort();
  const wanted = new Map<string, string>();
  for (const file of files) {
    const sql = (await readFile(new URL(file, migrationsFolder), 'utf8')).replaceAll(/--.*$/gm, '');
    for (const [statement] of sql.matchAll(/\b(create|drop)\s+(unique\s+)?index\b[^;]*/gi)) {
      const index = readIndexStatement(statement);
      if (index?.verb === 'create') wanted.set(index.name, index.text);
      else if (index) wanted.delete(index.name);
    }
    if (/primary key using index/i.test(sql)) for (const [, name = ''] of sql.matchAll(/'(\w+)'/g)) wanted.delete(name);
  }
  return wanted;
}
