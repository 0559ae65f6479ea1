import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import { onceFor } from '../once-for.ts';
import { connect } from './connect.ts';
import { keepPartitionsAhead } from './partitions.ts';
import { inTransaction } from './transaction.ts';

/**
 * Brings the database to what this code expects: the numbered files in order, each in a transaction of its own, then the
 * installation's row and the partitions around now. Any number of processes may start at once: the advisory lock is
 * taken inside each transaction (so it works behind a pgbouncer too), and whoever comes second finds the work done.
 * Processes of the version before may be at work: who waits for a lock makes everybody wait behind him, so no migration
 * waits for long. It gives up, lets the others through, and tries again.
 */
export async function migrate(url: string, folder: URL = migrationsFolder, patience: Patience = longPatience): Promise<void> {
  const migrations = await readMigrations(folder);
  const client = await connectTo(url);
  try {
    if ((await pendingAfter(client, migrations)).length > 0) await applyEach({ client, url, patience }, migrations);
  } finally {
    await client.end();
  }
  if (folder === migrationsFolder) await prepare(url);
}

async function connectTo(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({ connectionString: url, application_name: 'ringpost migrate' });
    // A connection that breaks between two statements: the next one fails and says why.
    client.on('error', () => {});
    await client.connect();
    return client;
  } catch (error) {
    throw new DatabaseUnreachable(error);
  }
}

export interface Patience {
  /** How long it waits for a lock, and others behind it. */
  readonly lockTimeoutMs: number;
  readonly pauseMs: number;
  readonly tries: number;
}

/** Some minutes: longer than any transaction of ours. */
const longPatience: Patience = { lockTimeoutMs: 1_000, pauseMs: 250, tries: 240 };

/** Whoever starts the service, or a migration, comes here first. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';

  constructor(cause: unknown) {
    // Of a host with several addresses each has failed, and the error of all of them has no message.
    const why = cause instanceof AggregateError ? cause.errors[0] : cause;
    super(`The database cannot be reached: ${why instanceof Error ? why.message : why}. \`ringpost doctor\` says what to do.`, { cause });
  }
}

/** A database that this code must not touch, and why. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** What would be applied, without applying it; throws as `migrate` would. */
export async function pendingMigrations(pool: Pick<pg.Pool, 'query'>): Promise<{ applied: number; pending: readonly string[] }> {
  const migrations = await readMigrations(migrationsFolder);
  const pending = await pendingAfter(pool, migrations);
  return { applied: migrations.length - pending.length, pending: pending.map(({ name }) => name) };
}

/** The names of those that this database has. */
export async function appliedMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by name');
  return rows.map(({ name }) => name);
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export const migrationsFolder = new URL('./migrations/', import.meta.url);
/** "ringpost" in no particular encoding; every Ringpost uses the same. */
const migrationLock = 7_464_768;

async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      // A checkout with other line ends is the same migration.
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') };
    }),
  );
}

interface Database {
  readonly client: pg.Client;
  readonly url: string;
  readonly patience: Patience;
}

async function applyEach(database: Database, migrations: readonly Migration[]): Promise<void> {
  const { patience } = database;
  for (let tries = patience.tries; tries > 0; ) {
    try {
      const came = await applyNext(database, migrations);
      if (came === 'to the end') return;
      if (came === 'too late') await pause(patience.pauseMs);
      else tries = patience.tries;
    } catch (error) {
      tries -= 1;
      if (tries === 0 || !isLockTimeout(error)) throw error;
      await pause(patience.pauseMs);
    }
  }
}

/**
 * Too late: somebody else is at it. Nobody waits within PostgreSQL for the advisory lock, because a statement that waits
 * keeps a snapshot, and an index that is built concurrently waits for the end of all snapshots.
 */
async function applyNext(database: Database, migrations: readonly Migration[]): Promise<'further' | 'to the end' | 'too late'> {
  const { client } = database;
  return inTransaction(client, async () => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [migrationLock]);
    if (rows[0]?.mine !== true) return 'too late';
    await client.query(createTable);
    const [next] = await pendingAfter(client, migrations);
    if (!next) return 'to the end';
    await apply(database, next);
    return 'further';
  });
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof MigrationError && error.cause instanceof pg.DatabaseError && error.cause.code === '55P03';

async function apply({ client, url, patience }: Database, migration: Migration): Promise<void> {
  try {
    await client.query(`set local lock_timeout = ${patience.lockTimeoutMs}`);
    if (runsOutside(migration.sql)) await applyOutside(url, migration.sql);
    else await client.query(migration.sql);
  } catch (error) {
    const left = runsOutside(migration.sql) ? 'may have left an index that is not valid, which the next try drops' : 'left no trace';
    throw new MigrationError(`Migration ${migration.name} failed and ${left}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  await client.query('insert into schema_migrations (name, checksum, applied_at) values ($1, $2, clock_timestamp())', [
    migration.name,
    migration.checksum,
  ]);
}

/** One statement that PostgreSQL takes outside of transactions only, such as `create index concurrently`. */
export const runsOutside = (sql: string): boolean => /^-- Outside a transaction\b/.test(sql);

/**
 * On a connection of its own, while the first one keeps the advisory lock in a transaction that has no snapshot, for which
 * nobody need wait. What an earlier try has left half-built goes first: an index that is not valid.
 */
async function applyOutside(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'ringpost migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'select indexrelid::regclass::text as name from pg_index where not indisvalid and strpos($1, indexrelid::regclass::text) > 0',
      [sql],
    );
    for (const { name } of rows) await client.query(`drop index concurrently ${name}`);
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const createTable = `
  create table if not exists schema_migrations (
    name        text primary key,
    checksum    text not null,
    applied_at  timestamptz not null
  )`;

/** What is still to apply; throws where the database and the files contradict each other. */
async function pendingAfter(client: Pick<pg.Pool, 'query'>, migrations: readonly Migration[]): Promise<readonly Migration[]> {
  const { rows: tables } = await client.query<{ found: boolean }>("select to_regclass('schema_migrations') is not null as found");
  if (!tables[0]?.found) return migrations;
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations order by name');
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of rows) {
    const migration = known.get(name);
    if (!migration)
      throw new MigrationError(
        `The database has been migrated by a newer Ringpost (${name}), which this one does not know. Run the newer one.`,
      );
    if (migration.checksum !== checksum) {
      throw new MigrationError(
        `Migration ${name} is not the one that was applied to this database. Restore the file, or begin with an empty database.`,
      );
    }
  }
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function prepare(url: string): Promise<void> {
  const db = connect({ url, poolSize: 2, prepared: false });
  try {
    await db.knex.raw('insert into installation (delivery_id_key) values (?) on conflict do nothing', [randomBytes(32)]);
    const { rows } = await db.knex.raw<{ rows: { now: Date }[] }>(
      "select clock_timestamp() + clock_offset_ms * interval '1 millisecond' as now from installation",
    );
    if (rows[0]) await keepPartitionsAhead(db.knex, rows[0].now);
  } finally {
    await db.close();
  }
}

/** What every process of this installation shares and nobody may change: read once. */
export const installation = onceFor(async (knex: Knex): Promise<Installation> => {
  const row = await knex('installation').first<{ delivery_id_key: Buffer } | undefined>('delivery_id_key');
  if (!row) throw new MigrationError('The database has no installation row. Run `ringpost migrate`.');
  return { deliveryIdKey: row.delivery_id_key };
});

export interface Installation {
  readonly deliveryIdKey: Buffer;
}
