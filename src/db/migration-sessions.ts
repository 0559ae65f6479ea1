import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { MigrationError } from './schema-state.ts';

/** Whoever starts the service, or a migration, comes here first. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';

  constructor(cause: unknown) {
    // Of a host with several addresses each has failed, and the error of all of them has no message.
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

/** The connections of one migration. */
export interface Sessions {
  open(): Promise<pg.Client>;
  /** Asks statements of a migration, which may take long. They are cancelled when the process is told to stop. */
  apply(client: pg.Client, sql: string): Promise<void>;
  /** Does the work, and closes every connection that it opened. Throws `MigrationStopped` where it failed because of a stop. */
  use<T>(work: () => Promise<T>): Promise<T>;
}

/** How long PostgreSQL may take to cancel a statement. After that the connection is closed, and the statement goes on without us. */
const cancelWithinMs = 5_000;
const connectWithinMs = 10_000;

export function migrationSessions(url: string, stopping: AbortSignal): Sessions {
  // Statements are found by it, whatever stands between us and PostgreSQL: behind a pgbouncer nobody knows which backend works for whom.
  const tag = `/* ringpost migrate ${randomUUID()} */`;
  const opened: pg.Client[] = [];

  const open = async (): Promise<pg.Client> => {
    const client = await connectTo(url);
    opened.push(client);
    return client;
  };
  const closeAll = (): Promise<unknown> => Promise.allSettled(opened.splice(0).map((client) => client.end()));

  /** A statement may begin just after it was looked for: so it is looked for until the work has ended. */
  const cancelUntil = async (ended: AbortSignal): Promise<void> => {
    for (const deadline = performance.now() + cancelWithinMs; !ended.aborted && performance.now() < deadline; ) {
      await cancelTagged(url, tag).catch(() => {});
      await pause(100, undefined, { signal: ended }).catch(() => {});
    }
    if (!ended.aborted) await closeAll();
  };

  return {
    open,
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
    // A connection that breaks between two statements: the next one fails and says why.
    client.on('error', () => {});
    await client.connect();
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
 * Lifts what the role, the database or the server has set against long statements: a build waits for every snapshot that is open
 * when it begins, a pg_dump's among them.
 */
export const liftTimeouts = (client: pg.Client, until: 'the end of the transaction' | 'the end of the session') =>
  client.query("select set_config(name, '0', $1) from pg_settings where name = any($2) and setting <> '0'", [
    until === 'the end of the transaction',
    ['statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout'],
  ]);

/**
 * Lets PostgreSQL end this transaction within seconds of its client's death, and within a minute of the death of its client's
 * machine: what it holds keeps all others from migrating. A PostgreSQL on Windows cannot do that.
 */
export const endWithClient = (client: pg.Client) =>
  client.query(
    `select set_config(name, value, true)
       from (values ('client_connection_check_interval', '2s'),
                    ('tcp_keepalives_idle', '30'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3')) as wanted (name, value)
      where version() ~ 'linux|darwin'`,
  );
