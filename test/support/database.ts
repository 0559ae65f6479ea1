import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type ConnectOptions, connect } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { ensurePartitions, listWeeks } from '../../src/db/partitions.ts';
import { after, before, dayMs } from '../../src/process/time.ts';
import { testEpoch } from './clock.ts';

/**
 * Makes the two templates on a server: its own database, whose weeks are those around today, and a copy that has the week of `testEpoch`,
 * the one before and the next. Each session reads what it knows of a week anew, so no database has more, and the rows of other weeks are in
 * the default partitions. Nobody may stay connected to a template.
 */
export async function makeTemplates(serverUrl: string): Promise<void> {
  await migrate(serverUrl);
  const [today, tests] = [new URL(serverUrl), new URL(serverUrl)];
  tests.pathname += atTestEpoch;
  await administer(`create database ${tests.pathname.slice(1)} template ${today.pathname.slice(1)} strategy file_copy`, today);
  const db = connect({ url: tests.href, poolSize: 2, prepared: true });
  for (const { partitions } of await listWeeks(db.knex)) await db.knex.raw(`drop table ${partitions.join(', ')}`);
  await ensurePartitions(db.knex, before(testEpoch, 7 * dayMs), after(testEpoch, 7 * dayMs)).finally(() => db.close());
}

const atTestEpoch = '_at_test_epoch';

/**
 * Returns a new migrated database: a copy of a template that `npm test` made. Close it when done. A service with the machine's clock
 * would make the weeks around today when it starts; it finds them there where `isOfToday` is true.
 */
export async function testDatabase({ isOfToday = false, ...options }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(`create database ${name} template ${templateName()}${isOfToday ? '' : atTestEpoch} strategy file_copy`);
  const url = databaseUrl(name);
  const db = connect({ url, poolSize: 10, prepared: true, ...unhurried, ...options });
  return {
    url,
    db,
    async close() {
      await db.close();
      await administer(`drop database ${name} with (force)`);
    },
  };
}

interface TestDatabaseOptions extends Partial<ConnectOptions> {
  readonly isOfToday?: boolean;
}

/** Deadlines have tests of their own. No other test may depend on how fast the machine is. */
const unhurried = { requestDeadlineMs: 60_000 };

export interface TestDatabase {
  readonly url: string;
  readonly db: Database;
  close(): Promise<void>;
}

/** Returns an empty database without migrations. `options` are words of `create database`. */
export async function emptyDatabase(options = ''): Promise<{ url: string; close(): Promise<void> }> {
  const name = `empty_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(`create database ${name} template template0 strategy file_copy ${options}`);
  return { url: databaseUrl(name), close: () => administer(`drop database ${name} with (force)`) };
}

/** Returns the URL of the server's own database. URLs of other databases differ only in the name. */
function templateUrl(): URL {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL is not set. Run tests with `npm test`, or `npm test <files>`.');
  return new URL(url);
}

const templateName = (): string => templateUrl().pathname.slice(1);

function databaseUrl(name: string, server = templateUrl()): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function administer(statement: string, server = templateUrl()): Promise<void> {
  await administrator(databaseUrl('postgres', server)).query(statement);
}

/** Returns the connections that make and drop databases. They stay open, because opening one for each would cost as much again. */
function administrator(url: string): pg.Pool {
  const known = administrators.get(url);
  if (known) return known;
  const pool = new pg.Pool({ connectionString: url, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // A server that a test has started ends before them.
  pool.on('error', () => {});
  administrators.set(url, pool);
  return pool;
}

const administrators = new Map<string, pg.Pool>();
