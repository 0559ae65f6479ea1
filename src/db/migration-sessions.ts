import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { MigrationError } from './schema-state.ts';

/** PostgreSQL cannot be reached at the start of the service or of a migration. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';

  constructor(cause: unknown) {
    // A host with several addresses fails with an AggregateError, which has no message of its own.
    const why = cause instanceof AggregateError ? cause.errors[0] : cause;
    super(`The database cannot be reached: ${why instanceof Error ? why.message : why}. \`ringpost doctor\` says what to do.`, { cause });
  }
}

/** The process was told to stop while it migrated. */
export class MigrationStopped extends MigrationError {
  override readonly name = 'MigrationStopped';

  constructor(cause: unknown) {
    super('The migration was stopped before its end. The next start, or `ringpost migrate`, goes on with it.', { cause });
  }
}

export interface Sessions {
  open(): Promise<pg.Client>;
  /** Does work on a second connection, which has no limits on long statements and is kept for the next work unless this work fails. */
  beside(work: (client: pg.Client) => Promise<void>): Promise<void>;
  /** Runs statements of a migration, which may take long. They are cancelled when the process is told to stop. */
  apply(client: pg.Client, sql: string): Promise<void>;
  /** Does the work, and closes every connection that it opened. Throws `MigrationStopped` where it failed because of a stop. */
  use<T>(work: () => Promise<T>): Promise<T>;
}

/** PostgreSQL may take this long to cancel a statement. After that the connection is closed, and the statement goes on without it. */
const cancelWithinMs = 5_000;
const connectWithinMs = 10_000;

export function migrationSessions(url: string, stopping: AbortSignal): Sessions {
  // Statements are found by this tag. Behind a pgbouncer the backend of a connection is not known.
  const tag = `/* ringpost migrate ${randomUUID()} */`;
  const opened: pg.Client[] = [];

  const open = async (): Promise<pg.Client> => {
    const client = await connectTo(url);
    opened.push(client);
    return client;
  };
  let second: pg.Client | null = null;
  const openSecond = async (): Promise<pg.Client> => {
    const client = await open();
    client.once('end', () => {
      second = null;
    });
    await liftTimeouts(client, 'the end of the session');
    return client;
  };
  const closeAll = (): Promise<unknown> => Promise.allSettled(opened.splice(0).map((client) => client.end()));

  /** Cancels until the work has ended, because a statement may begin just after a look for it. */
  const cancelUntil = async (ended: AbortSignal): Promise<void> => {
    for (const deadline = performance.now() + cancelWithinMs; !ended.aborted && performance.now() < deadline; ) {
      await cancelTagged(url, tag).catch(() => {});
      await pause(100, undefined, { signal: ended }).catch(() => {});
    }
    if (!ended.aborted) await closeAll();
  };

  return {
    open,
    async beside(work) {
      second ??= await openSecond();
      const client = second;
      try {
        await work(client);
      } catch (error) {
        second = null;
        await client.end();
        throw error;
      }
    },
    async apply(client, sql) {
      stopping.throwIfAborted();
      await client.query(`${tag}\n${sql}`);
    },
    async use(work) {
      const ended = new AbortController();
      const cancel = () => void cancelUntil(ended.signal);
      stopping.addEventListener('abort', cancel, { once: true });
      try {
        return await work();
      } catch (error) {
        throw stopping.aborted ? new MigrationStopped(error) : error;
      } finally {
        stopping.removeEventListener('abort', cancel);
        ended.abort();
        await closeAll();
      }
    },
  };
}

async function connectTo(url: string): Promise<pg.Client> {
  try {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'ringpost migrate',
      connectionTimeoutMillis: connectWithinMs,
      keepAlive: true,
    });
    // When a connection breaks between two statements, the next statement fails with the reason.
    client.on('error', () => {});
    await client.connect();
    // A pooler lets sessions in although it reaches no server.
    await client.query('select');
    return client;
  } catch (error) {
    throw new DatabaseUnreachable(error);
  }
}

async function cancelTagged(url: string, tag: string): Promise<void> {
  const client = await connectTo(url);
  try {
    await client.query("select pg_cancel_backend(pid) from pg_stat_activity where state = 'active' and starts_with(query, $1)", [tag]);
  } finally {
    await client.end();
  }
}

/**
 * Lifts the limits that the role, the database or the server sets on long statements. A build waits for every snapshot that is open
 * when it begins, a pg_dump's among them.
 */
export const liftTimeouts = (client: pg.Client, until: 'the end of the transaction' | 'the end of the session') =>
  client.query("select set_config(name, '0', $1) from unnest($2::text[]) as limits (name) where current_setting(name, true) <> '0'", [
    until === 'the end of the transaction',
    ['statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout'],
  ]);

/**
 * Lets PostgreSQL end this transaction within seconds of its client's death, and within a minute of the death of its client's
 * machine, because its lock keeps all others from migrating. A PostgreSQL on Windows cannot do that.
 */
export const endWithClient = (client: pg.Client) =>
  client.query(
    `select set_config(name, value, true)
       from (values ('client_connection_check_interval', '2s'),
                    ('tcp_keepalives_idle', '30'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3')) as wanted (name, value)
      where version() ~ 'linux|darwin'`,
  );
