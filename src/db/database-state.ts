import type { Pool } from 'pg';

/** `read-only`: it answers, and takes no writes: a replica, or set so. */
export type DatabaseState = 'reachable' | 'read-only' | 'unreachable';

/**
 * How the database stands, by a session of its own that waits behind no request. The answer comes within a second, and the database is
 * asked once however many want to know at the time.
 */
export function createDatabaseState(health: Pool): () => Promise<DatabaseState> {
  let underWay: Promise<DatabaseState> | null = null;
  return () => {
    underWay ??= ask(health)
      .catch((): DatabaseState => 'unreachable')
      .finally(() => {
        underWay = null;
      });
    return underWay;
  };
}

async function ask(health: Pool): Promise<DatabaseState> {
  const client = await health.connect();
  // Unless it takes writes the session is closed: it could stay read-only when the database is not any more.
  let isSound = false;
  try {
    const { rows } = await client.query<{ isReadOnly: boolean }>(statement);
    isSound = rows[0]?.isReadOnly === false;
    return isSound ? 'reachable' : 'read-only';
  } finally {
    client.release(!isSound);
  }
}

const statement = `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "isReadOnly"`;
