import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { type IndexStatement, readIndexStatement } from './concurrent-index.ts';

/** One numbered file of `migrations/`. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
  /**
   * The number of the oldest migration that a process must know to run on this schema (`-- Runs with: 0079`). Null: this migration
   * takes nothing away, and older processes may still run.
   */
  readonly runsWith: string | null;
  /** The index that is made or dropped by a file that runs outside a transaction; null for all other files. */
  readonly index: IndexStatement | null;
}

export const migrationsFolder = new URL('./migrations/', import.meta.url);

/** This code must not use the database; the message says why. */
export class MigrationError extends Error {
  override readonly name: string = 'MigrationError';
}

/** Reads all migrations of a folder, in the order of their numbers. */
export async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return Promise.all(names.map(async (name) => readMigration(name, await readFile(new URL(name, folder), 'utf8'))));
}

export function readMigration(name: string, sql: string): Migration {
  return {
    name,
    sql,
    // A checkout with other line ends is the same migration.
    checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex'),
    runsWith: /^-- Runs with: (\d{4})\b/m.exec(sql)?.[1] ?? null,
    index: /^-- Outside a transaction\b/.test(sql) ? concurrentIndex(name, sql) : null,
  };
}

/**
 * Reads the statement of a file that runs outside a transaction. Only a concurrent index can be taken up again after a process dies
 * at any moment.
 */
function concurrentIndex(name: string, sql: string): IndexStatement {
  const statement = readIndexStatement(sql);
  if (!statement?.isConcurrent)
    throw new MigrationError(`Migration ${name} runs outside a transaction, and is not one create or drop of an index concurrently.`);
  return statement;
}

export interface SchemaState {
  readonly applied: number;
  /** These are known to this code and not applied. */
  readonly pending: readonly Migration[];
  /** A newer release applied these, and this code may run on its schema. */
  readonly newer: readonly string[];
}

/** Compares the database with the files. Throws a `MigrationError` where this code may not run on it. */
export async function schemaState(client: Pick<pg.Pool, 'query'>, migrations: readonly Migration[]): Promise<SchemaState> {
  const rows = await appliedRows(client);
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of rows) refuseChanged(name, checksum, known.get(name));
  const applied = new Set(rows.map(({ name }) => name));
  const isAdopted = applied.has(lastBeforeRelease);
  const isBefore = (name: string): boolean => isAdopted && numberOf(name) <= numberOf(lastBeforeRelease);
  const pending = migrations.filter(({ name }) => !applied.has(name) && !isBefore(name));
  const unknown = rows.filter(({ name }) => !known.has(name) && !isBefore(name));
  refuseBelowFloor(migrations, pending, unknown);
  return { applied: migrations.length - pending.length, pending, newer: unknown.map(({ name }) => name) };
}

/**
 * The last of the 78 migrations of the versions before the first release. Files up to its number say as a whole what these led to, and are
 * not applied to a database that has it (`D-262`).
 */
const lastBeforeRelease = '0078_counts_of_days.sql';

type AppliedRow = Pick<Migration, 'name' | 'checksum' | 'runsWith'>;

async function appliedRows(client: Pick<pg.Pool, 'query'>): Promise<readonly AppliedRow[]> {
  const { rows: tables } = await client.query<{ found: boolean }>("select to_regclass('schema_migrations') is not null as found");
  if (!tables[0]?.found) return [];
  const { rows } = await client.query<AppliedRow>('select name, checksum, runs_with as "runsWith" from schema_migrations order by name');
  return rows;
}

function refuseChanged(name: string, checksum: string, migration: Migration | undefined): void {
  if (migration && migration.checksum !== checksum)
    throw new MigrationError(
      `Migration ${name} is not the one that was applied to this database. Restore the file, or begin with an empty database.`,
    );
}

/** Refuses a newer schema unless this process knows the migrations that the newer ones require. */
function refuseBelowFloor(migrations: readonly Migration[], pending: readonly Migration[], unknown: readonly AppliedRow[]): void {
  const newest = numberOf(migrations.at(-1)?.name ?? '');
  const foreign = unknown.find(({ name }) => numberOf(name) <= newest);
  if (foreign)
    throw new MigrationError(
      `The database has the migration ${foreign.name}, which is none of this Ringpost's and not newer than its own. Run the Ringpost that it comes from.`,
    );
  const [latest] = unknown.slice(-1);
  if (!latest) return;
  const [lacking] = pending;
  if (lacking)
    throw new MigrationError(
      `The database has been migrated by a newer Ringpost (${latest.name}), and lacks ${lacking.name}, which this one would apply. Run the newer one.`,
    );
  const floor = unknown.map(({ runsWith }) => runsWith ?? '').reduce((most, each) => (each > most ? each : most));
  if (newest < floor)
    throw new MigrationError(
      `The database has been migrated by a newer Ringpost (${latest.name}), on whose schema no process may run that does not know migration ${floor}. This one knows them up to ${newest}. Run the newer one.`,
    );
}

const numberOf = (name: string): string => name.slice(0, 4);
