import pg from 'pg';

/** Returns the main process of the PostgreSQL server at this address on this machine, the parent of its others. */
export async function postmasterPid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: string }>("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid");
  await client.end();
  return Number(rows[0]?.pid);
}
