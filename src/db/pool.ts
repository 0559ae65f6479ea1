import knexOf, { type Knex } from 'knex';
import pg from 'pg';
import type { Log } from '../process/log.ts';
import { readOnlyTransaction } from './sql-state.ts';

/** How the database is reached. */
export interface Reached {
  readonly url: string;
  /** False behind a pgbouncer that knows no prepared statements: no named statements, and no settings of a session. */
  readonly prepared: boolean;
}

export interface PoolOptions {
  /** Shown in `pg_stat_activity`, behind "ringpost". */
  readonly name: string;
  readonly max: number;
  /** Settings of its sessions, such as `enable_seqscan=off`. */
  readonly settings?: readonly string[];
  /** What waiting for a session, free or new, may take. */
  readonly acquireTimeoutMs?: number;
  /** Given up by us, where the server itself may hang; else only the server's own limit holds. */
  readonly queryTimeoutMs?: number;
  /** Sessions that nobody uses stay open: a new one would plan its statements anew. */
  readonly keepsIdle?: boolean;
}

/** Opens sessions when they are needed, and closes those that nobody has needed for a while. */
export function openPool(reached: Reached, options: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...settingsOf(reached, options),
    max: options.max,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? acquireTimeoutMs,
    ...(options.keepsIdle && { idleTimeoutMillis: 0 }),
    Client: reached.prepared ? pg.Client : UnpreparedClient,
  });
  // An idle connection that breaks has been taken out of the pool already; the next query gets a new one.
  pool.on('error', () => {});
  // One that breaks between two statements of whoever holds it tells only itself: the next statement on it fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  closeReadOnlySessions(pool);
  return pool;
}

/**
 * A session that was opened while the database took no writes may stay read-only when the database takes them again. So
 * one that refuses a write is closed instead of going back to its pool.
 */
function closeReadOnlySessions(pool: pg.Pool): void {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    // `connection` is missing in pg's types. It shows every error, whoever asked.
    const { connection } = client as unknown as { readonly connection: NodeJS.EventEmitter };
    connection.on('errorMessage', ({ code }: { readonly code?: string }) => {
      if (code === readOnlyTransaction) readOnly.add(client);
    });
  });
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void (client as pg.PoolClient & pg.Client).end();
  });
}

/** Makes a Knex for the sessions of a pool, or of anything else that lends them. */
export const knexOver = (pool: SessionSource, log?: KnexLog): Knex =>
  knexOf({
    client: Postgres,
    version: '16',
    // Knex asks it for nothing but `connect`, and its sessions for `query` and `release`.
    connectionPool: pool as pg.Pool,
    // A failed statement's error names it by its placeholders, never with what was bound to them.
    compileSqlOnError: false,
    ...(log && { log: knexLog(log) }),
  });

const Dialect: typeof Knex.Client = knexOf({ client: 'pg' }).client.constructor;

/** Knex's own, which would resolve the driver's package again for each Knex that is made. */
class Postgres extends Dialect {
  _driver() {
    return pg;
  }
}

export interface SessionSource {
  connect(): Promise<unknown>;
}

type KnexLog = Pick<Log, 'warn' | 'error' | 'debug'>;

/** Knex hands over texts and errors alike. */
const knexLog = (log: KnexLog) => ({
  warn: (message: unknown) => log.warn({ error: String(message) }, 'knex'),
  error: (message: unknown) => log.error({ error: String(message) }, 'knex'),
  deprecate: (message: unknown) => log.debug({ error: String(message) }, 'knex'),
  debug: (message: unknown) => log.debug({ error: String(message) }, 'knex'),
});

const acquireTimeoutMs = 10_000;
/** Nothing we ask takes this long; what does is a mistake that would hold a snapshot and let dead rows pile up. */
const statementTimeoutMs = 30_000;

function settingsOf({ url, prepared }: Reached, { name, settings = [], queryTimeoutMs }: PoolOptions): pg.PoolConfig {
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
    ...(queryTimeoutMs && { query_timeout: queryTimeoutMs }),
    ...(prepared ? session : {}),
  };
}

/** Behind an old pgbouncer a named statement may meet a connection that has never heard of it. */
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

/** `bigint` as a number: ours count milliseconds and micro-units. One that a number cannot hold is an error, never a near miss. */
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
