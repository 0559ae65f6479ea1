import knexOf, { type Knex } from 'knex';
import pg from 'pg';
import { type Log, markReported } from '../process/log.ts';
import { endSilentSessions } from './silent-sessions.ts';
import { isAfterEnd, isConnectionLost, readOnlyTransaction } from './sql-state.ts';
import { type PoolWatch, WatchedPool } from './watched-pool.ts';

export interface Reached {
  readonly url: string;
  /** False behind a pgbouncer that knows no prepared statements. Then no statement is named, and sessions get no settings. */
  readonly prepared: boolean;
  /** The server ends a statement after this time, and a session that has waited as long within a transaction. */
  readonly statementTimeoutMs: number;
  readonly watch?: PoolWatch;
}

export interface PoolOptions {
  /** `pg_stat_activity` shows this name, behind "ringpost". */
  readonly name: string;
  readonly max: number;
  /** Settings of the pool's sessions, such as `enable_seqscan=off`. */
  readonly settings?: readonly string[];
  /** Waiting for a session, free or new, takes at most this long. */
  readonly acquireTimeoutMs: number;
  /** The process gives a query up after this time, for servers that may hang. Absent: only the server's own limit holds. */
  readonly queryTimeoutMs?: number;
  /** Idle sessions stay open, because a new one would plan its statements anew. */
  readonly keepsIdle?: boolean;
}

/** Opens sessions when they are needed, and closes idle ones after a while. */
export function openPool(reached: Reached, options: PoolOptions): WatchedPool {
  const config: pg.PoolConfig = {
    ...settingsOf(reached, options),
    max: options.max,
    connectionTimeoutMillis: options.acquireTimeoutMs,
    ...(options.keepsIdle && { idleTimeoutMillis: 0 }),
    Client: reached.prepared ? pg.Client : UnpreparedClient,
  };
  const pool = new WatchedPool(config, options.name, reached.watch ?? {});
  // An idle connection that breaks has left the pool already; the next query gets a new one.
  pool.on('error', () => {});
  // A lent connection that breaks between two statements makes its next statement fail, which is enough.
  pool.on('connect', (client) => client.on('error', (error) => pool.sessionEnded(client, error)));
  watchAnswers(pool);
  endSilentSessions(pool, reached.statementTimeoutMs);
  return pool;
}

/**
 * Closes sessions that refuse a write instead of returning them to the pool. A session that was opened while the database took no
 * writes may stay read-only afterwards. Tells of sessions that the server or pgbouncer ends.
 */
function watchAnswers(pool: WatchedPool): void {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    // `connection` is missing in pg's types. It emits every error, whichever statement caused it. The client's own listener gives the
    // session back, so this one comes before it.
    const { connection } = client as unknown as { readonly connection: NodeJS.EventEmitter };
    connection.prependListener('errorMessage', (error: { readonly code?: string }) => {
      if (error.code === readOnlyTransaction) readOnly.add(client);
      if (isConnectionLost(error)) pool.sessionEnded(client, error);
    });
  });
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void (client as pg.PoolClient & pg.Client).end();
  });
}

/** Makes a Knex for the sessions of a pool, or of any other source of sessions. */
export const knexOver = (pool: SessionSource, log?: KnexLog): Knex =>
  knexOf({
    client: Postgres,
    version: '16',
    // Knex calls nothing but `connect` on the pool, and `query` and `release` on its sessions.
    connectionPool: pool as pg.Pool,
    // The error of a failed statement shows its placeholders and never the bound values.
    compileSqlOnError: false,
    ...(log && { log: knexLog(log) }),
  });

/** A session that waits for its answer is probed after this time, and given up ten seconds later if its server is gone. */
const keepAliveInitialDelayMillis = 30_000;

const Dialect: typeof Knex.Client = knexOf({ client: 'pg' }).client.constructor;

/** This passes the driver to Knex, which would otherwise resolve its package again for each Knex that is made. */
class Postgres extends Dialect {
  _driver() {
    return pg;
  }

  /** The end of a session under its user is reported by its pool. What is asked of it afterwards, such as its rollback, says no more. */
  override async query(connection: unknown, statement: unknown): Promise<unknown> {
    try {
      return await super.query(connection, statement);
    } catch (error) {
      if (isAfterEnd(error)) markReported(error);
      throw error;
    }
  }
}

export interface SessionSource {
  connect(): Promise<unknown>;
}

type KnexLog = Pick<Log, 'warn' | 'error' | 'debug'>;

/** Adapts our log to Knex, which passes texts and errors alike. */
const knexLog = (log: KnexLog) => ({
  warn: (message: unknown) => {
    // Knex throws this error too, and its receiver reports it.
    if (!String(message).startsWith('Acquire connection error')) log.warn({ error: String(message) }, 'knex');
  },
  error: (message: unknown) => log.error({ error: String(message) }, 'knex'),
  deprecate: (message: unknown) => log.debug({ error: String(message) }, 'knex'),
  debug: (message: unknown) => log.debug({ error: String(message) }, 'knex'),
});

function settingsOf({ url, prepared, statementTimeoutMs }: Reached, { name, settings = [], queryTimeoutMs }: PoolOptions): pg.PoolConfig {
  const session = {
    application_name: `ringpost ${name}`,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    options: ['jit=off', ...settings].map((setting) => `-c ${setting}`).join(' '),
  };
  return {
    connectionString: url,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis,
    ...(queryTimeoutMs && { query_timeout: queryTimeoutMs }),
    ...(prepared ? session : {}),
  };
}

/** This client sends no statement names. Behind an old pgbouncer a named statement may meet a connection that does not know it. */
class UnpreparedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query: (...args: unknown[]) => unknown = this.query.bind(this);
    const unnamed = (first: unknown, ...rest: unknown[]): unknown => query(isNamed(first) ? { ...first, name: undefined } : first, ...rest);
    Object.defineProperty(this, 'query', { value: unnamed });
  }
}

const isNamed = (query: unknown): query is { name: string } =>
  typeof query === 'object' && query !== null && 'name' in query && !('submit' in query);

/**
 * Reads `bigint` as a number, because ours count milliseconds and micro-units. A value that a number cannot hold is an error and is
 * never rounded.
 */
const types = {
  getTypeParser(oid: number, format?: string) {
    if (format === 'binary') return pg.types.getTypeParser(oid, 'binary');
    if (oid === bigintOid) return wholeNumber;
    return pg.types.getTypeParser(oid, 'text');
  },
} as const;

const bigintOid = 20;
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number.`);
  return value;
}
