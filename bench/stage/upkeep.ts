import pg from 'pg';
import type { Stage } from './stage.ts';

/**
 * What autovacuum does, in nobody's turn. Left to itself it comes every five seconds, which is how long a round of three
 * servers takes: the same server paid for all of them, with as much CPU as its own statements took.
 */
export async function keepUp({ databaseUrl }: Stage): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** Settings of PostgreSQL for a stage on which somebody calls `keepUp`. */
export const withoutUpkeep = { autovacuum: 'off' } as const;
