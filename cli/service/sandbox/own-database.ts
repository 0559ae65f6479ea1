import pg from 'pg';
import { messageOf } from '../../../src/process/reason-of.ts';
import { Unreachable } from '../../clients/errors.ts';
import { UsageError } from '../../parts/usage-error.ts';

const nameFor = (sandbox: string): string => `ringpost_sandbox_${sandbox}`;

/** Makes a sandbox's database on the server of the URL, and returns the new database's URL. */
export async function createDatabase(serverUrl: string, sandbox: string): Promise<string> {
  await administer(serverUrl, sandbox, `create database ${nameFor(sandbox)}`);
  const url = new URL(serverUrl);
  url.pathname = `/${nameFor(sandbox)}`;
  return url.href;
}

/** Drops a sandbox's database, whoever is connected to it. */
export async function dropDatabase(databaseUrl: string, sandbox: string): Promise<void> {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  await administer(url.href, sandbox, `drop database if exists ${nameFor(sandbox)} with (force)`);
}

async function administer(url: string, sandbox: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await client.query(statement);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === duplicateDatabase)
      throw new UsageError(
        `There is a database ${nameFor(sandbox)} already: a sandbox of another folder has it, or an interrupted creation left it. Choose another name, or drop it if it is nobody's.`,
      );
    throw new Unreachable(`The database of the sandbox ${sandbox}: ${messageOf(error)}.`, { cause: error });
  } finally {
    await client.end();
  }
}

const duplicateDatabase = '42P04';
