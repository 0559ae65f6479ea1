import knexOf from 'knex';
import pg from 'pg';
import type { Database, Readable } from '../context.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { type Replica, readingFromReplica } from './read-replica.ts';

/**
 * The ways into the database. `knex` for ordinary SQL; `engine` for the delivery engine, whose plans may not depend on
 * how full a table was when they were cached; `settling`, which does not wait for the disk, because losing the last
 * milliseconds of outcomes can only cause a duplicate; `reading`, which may go to a replica.
 */
export function connect(options: ConnectOptions): Database & { close(): Promise<void> } {
  const primary = readableOf(options, '');
  const settling = poolOf(options, 'settling', 2, [...noScans, 'synchronous_commit=off']);
  const replica = options.readUrl ? openReplica(options, options.readUrl) : null;
  return {
    knex: primary.knex,
    engine: primary.engine,
    settling,
    reading: replica ? readingFromReplica(primary, replica, options) : (ask) => ask(primary),
    async close() {
      await Promise.all([primary.close(), settling.end(), replica?.close()]);
    },
  };
}

/** A replica's connections. What hangs there is given up, and asked of the primary. */
export function openReplica(options: ConnectOptions, url: string): Replica & { close(): Promise<void> } {
  const from = { ...options, url };
  const read = readableOf(from, 'replica ', replicaTimeoutMs);
  const position = poolOf(from, 'replica position', 1, [], replicaTimeoutMs);
  return {
    ...read,
    position,
    async close() {
      await Promise.all([read.close(), position.end()]);
    },
  };
}

function readableOf(options: ConnectOptions, server: string, timeoutMs?: number): Readable & { close(): Promise<void> } {
  const { poolSize, log } = options;
  const knex = knexOf({
    client: 'pg',
    version: '16',
    connection: settingsOf(options, `${server}knex`, [], timeoutMs),
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: timeoutMs ?? acquireTimeoutMs,
    // A failed statement's error names it by its placeholders, never with what was bound to them.
    compileSqlOnError: false,
    ...(log && { log: knexLog(log) }),
  });
  const engine = poolOf(options, `${server}engine`, Math.max(2, Math.ceil(poolSize / 2)), noScans, timeoutMs);
  return {
    knex,
    engine,
    async close() {
      await Promise.all([knex.destroy(), engine.end()]);
    },
  };
}

function poolOf(from: ConnectOptions, name: string, max: number, settings: readonly string[], timeoutMs?: number): pg.Pool {
  const Client = from.prepared ? pg.Client : UnpreparedClient;
  const connectionTimeoutMillis = timeoutMs ?? acquireTimeoutMs;
  const pool = new pg.Pool({ ...settingsOf(from, name, settings, timeoutMs), max, connectionTimeoutMillis, Client });
  // An idle connection that breaks has been taken out of the pool already; the next query gets a new one.
  pool.on('error', () => {});
  // One that breaks between two statements of whoever holds it tells only itself: the next statement on it fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

export interface ConnectOptions {
  readonly url: string;
  readonly poolSize: number;
  /** False behind a pgbouncer that knows no prepared statements: no named statements, and no settings of a session. */
  readonly prepared: boolean;
  /** A streaming replica of the same database; null or absent where everything is read from the primary. */
  readonly readUrl?: string | null;
  /** Where Knex tells its troubles; without it, on the console. */
  readonly log?: Pick<Log, 'warn' | 'error' | 'debug'>;
  readonly metrics?: Pick<Metrics, 'replicaReads'>;
}

/** Knex hands over texts and errors alike. */
const knexLog = (log: Pick<Log, 'warn' | 'error' | 'debug'>) => ({
  warn: (message: unknown) => log.warn({ error: String(message) }, 'knex'),
  error: (message: unknown) => log.error({ error: String(message) }, 'knex'),
  deprecate: (message: unknown) => log.debug({ error: String(message) }, 'knex'),
  debug: (message: unknown) => log.debug({ error: String(message) }, 'knex'),
});

const acquireTimeoutMs = 10_000;
/** What is read takes milliseconds; whoever waits so long has lost nothing by waiting for the primary instead. */
const replicaTimeoutMs = 5_000;
/** Nothing we ask takes this long; what does is a mistake that would hold a snapshot and let dead rows pile up. */
const statementTimeoutMs = 30_000;

/**
 * A plan that was cached while a table was empty keeps its sequential scan when the table has grown. Forbidding scans is
 * cheaper than planning every execution.
 */
const noScans = ['enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off'] as const;

function settingsOf({ url, prepared }: ConnectOptions, name: string, settings: readonly string[], timeoutMs?: number) {
  const session = {
    application_name: `ringpost ${name}`,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    options: ['jit=off', ...settings].map((setting) => `-c ${setting}`).join(' '),
  };
  return { connectionString: url, types, keepAlive: true, ...(timeoutMs && { query_timeout: timeoutMs }), ...(prepared ? session : {}) };
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
