import pg from 'pg';

const nameFor = (sandbox: string): string => `ringpost_sandbox_${sandbox}`;

/** Makes a sandbox's database on the server of the URL, and returns the new database's URL. */
export async function createDatabase(serverUrl: string, sandbox: string): Promise<string> {
  await administer(serverUrl, `create database ${nameFor(sandbox)}`);
  const url = new URL(serverUrl);
  url.pathname = `/${nameFor(sandbox)}`;
  return url.href;
}

/** Drops a sandbox's database, whoever is connected to it. */
export async function dropDatabase(databaseUrl: string, sandbox: string): Promise<void> {
  const url = new URL(databaseUrl);
  url.pathname = '/postgres';
  await administer(url.href, `drop database if exists ${nameFor(sandbox)} with (force)`);
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
