import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { type ConnectOptions, connect } from '../../src/db/connect.ts';
import type { Database } from '../../src/db/database.ts';

/** Returns a new migrated database: a copy of the template that `npm test` made. Close it when done. */
export async function testDatabase(options: Partial<ConnectOptions> = {}): Promise<TestDatabase> {
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(`create database ${name} template ${templateName()} strategy file_copy`);
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

/** Deadlines have tests of their own. No other test may depend on how fast the machine is. */
const unhurried = { requestDeadlineMs: 60_000 };

export interface TestDatabase {
  readonly url: string;
  readonly db: Database;
  close(): Promise<void>;
}

/** Returns an empty database without migrations. */
export async function emptyDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const name = `empty_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(`create database ${name} template template0 strategy file_copy`);
  return { url: databaseUrl(name), close: () => administer(`drop database ${name} with (force)`) };
}

/** Returns the template's URL. URLs of other databases differ only in the name. */
function templateUrl(): URL {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url) throw new Error('TEST_DATABASE_URL is not set. Run tests with `npm test`, or `npm test <files>`.');
  return new URL(url);
}

const templateName = (): string => templateUrl().pathname.slice(1);

function databaseUrl(name: string): string {
  const url = templateUrl();
  url.pathname = `/${name}`;
  return url.href;
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
