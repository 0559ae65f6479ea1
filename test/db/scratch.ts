import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { type MigrateOptions, migrate } from '../../src/db/migrate.ts';
import { emptyDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';

interface Cleaned {
  after(clean: () => Promise<unknown>): void;
}

/** An empty database and an empty folder of migrations. */
export async function scratch(t: Cleaned) {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-migrations-'));
  const database = await emptyDatabase();
  t.after(async () => {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    url: database.url,
    folder,
    write: (name: string, sql: string) => writeFile(join(folder, name), sql),
    remove: (name: string) => rm(join(folder, name)),
    run: (options: MigrateOptions = {}) => migrate(database.url, { folder: pathToFileURL(`${folder}/`), ...options }),
    rows: <Row extends object>(sql: string) => rowsOf<Row>(database.url, sql),
  };
}

/** What a statement answers on a connection of its own. */
export async function rowsOf<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A connection that stays open until the test ends. */
export async function session(t: Cleaned, url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  t.after(() => client.end());
  return client;
}

/** A report or a pg_dump that has read this table and goes on: no index of it is made or dropped before its end. */
export async function holdSnapshot(t: Cleaned, url: string, table: string): Promise<{ release(): Promise<unknown> }> {
  const client = await session(t, url);
  await client.query('begin isolation level repeatable read');
  await client.query(`select from ${table} limit 1`);
  return { release: () => client.query('commit') };
}

export interface Backend {
  readonly pid: number;
  /** How long it has been asked its statement, by PostgreSQL's clock. */
  readonly ms: number;
}

/** Whoever makes or drops an index of this database, and waits for a snapshot to end. */
export const waitingBuilders = (url: string): Promise<Backend[]> =>
  rowsOf<Backend>(
    url,
    `select pid, (extract(epoch from clock_timestamp() - query_start) * 1000)::integer as ms
       from pg_stat_activity
      where datname = current_database()
        and wait_event = 'virtualxid'
        and query ~ 'index concurrently'`,
  );

export const untilBuilderWaits = (url: string, forMs = 0): Promise<void> =>
  until('a builder waits for a snapshot', async () => (await waitingBuilders(url)).some(({ ms }) => ms >= forMs));
