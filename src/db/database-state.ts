import type { Pool } from 'pg';

/** A `read-only` database answers but takes no writes: it is a replica, or was set read-only. */
export type DatabaseState = 'reachable' | 'read-only' | 'unreachable';

/**
 * Tells how the database stands. The question has a session of its own, so it waits behind no request, and is answered within a
 * second, or an eighth of the time of a request where that is longer. Callers that ask at the same time share one question.
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
  // A session that takes no writes is closed: it could stay read-only after the database takes writes again.
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
