import type { Pool } from 'pg';

/** The result of a job as a row, for the queues that forget it. Many are written in one statement. */
export interface Result {
  readonly id: string;
  readonly status: number;
}

export async function openResults(pool: Pool): Promise<(results: readonly Result[]) => Promise<unknown>> {
  await pool.query('create table if not exists results (id text not null, status integer not null, at timestamptz not null)');
  return (results) =>
    pool.query({
      name: 'insert-results',
      text: 'insert into results (id, status, at) select id, status, now() from unnest($1::text[], $2::integer[]) as result (id, status)',
      values: [results.map(({ id }) => id), results.map(({ status }) => status)],
    });
}
