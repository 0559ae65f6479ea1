import pg from 'pg';
import type { Stage } from './stage.ts';

/**
 * Does autovacuum's work outside all turns. Autovacuum itself runs every five seconds, which is how long a round of
 * three servers takes: always the same server paid for all of them, with as much CPU as its own statements took.
 */
export async function keepUp({ databaseUrl }: Stage): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** Settings of PostgreSQL for a stage on which the bench calls `keepUp`. */
export const withoutUpkeep = { autovacuum: 'off' } as const;
