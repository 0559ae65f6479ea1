import pg from 'pg';

/** The process of the PostgreSQL server at this address, on this machine: the parent of all that it starts. */
export async function postmasterPid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: string }>("select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid");
  await client.end();
  return Number(rows[0]?.pid);
}
