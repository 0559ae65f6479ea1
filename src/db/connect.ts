import { requestSeconds } from '../process/limits.ts';
import type { Log } from '../process/log.ts';
import type { Metrics } from '../process/metrics.ts';
import { bulkhead } from './bulkhead.ts';
import type { Database } from './database.ts';
import { createDatabaseState } from './database-state.ts';
import type { RequestScope } from './fair-queue.ts';
import { knexOver, openPool, type PoolOptions, type Reached } from './pool.ts';
import { poolSizes, preparedSettings } from './pool-sizes.ts';
import { readingFromReplica, standing } from './read-replica.ts';
import { openReaders, openReplica, type Readers, type ReadScope } from './readers.ts';

/**
 * Connects to the database. The process's own pools are `knex` for ordinary SQL; `engine` for the delivery engine, whose plans may
 * not depend on how full a table was when they were cached; `settling`, which does not wait for the disk, because losing the last
 * milliseconds of outcomes can only cause a duplicate; and `health`. Requests have other pools, for writes, for reads, which may go
 * to a replica, and for prepared statements.
 */
export function connect(options: ConnectOptions): Database & { close(): Promise<void> } {
  const { poolSize, requestDeadlineMs = requestSeconds * 1_000 } = options;
  const sizes = poolSizes(poolSize);
  /**
   * The deadline counts from the request for a session. An item that comes during a statement waits for the end of that one and of
   * the next.
   */
  const sharedScope = (operation: string): RequestScope => ({
    operation,
    get deadline() {
      return performance.now() + requestDeadlineMs / 3;
    },
    isReading: false,
  });
  const open = (pool: PoolOptions) => openPool(options, pool);
  const background = open({ name: 'knex', max: sizes.background });
  const engine = open({ name: 'engine', max: sizes.engine, settings: preparedSettings, keepsIdle: true });
  const settling = open({
    name: 'settling',
    max: sizes.settling,
    settings: [...preparedSettings, 'synchronous_commit=off'],
    keepsIdle: true,
  });
  const health = open({ name: 'health', max: sizes.health, acquireTimeoutMs: 500, queryTimeoutMs: 400, keepsIdle: true });
  const state = createDatabaseState(health);
  const writes = bulkhead(open({ name: 'writes', max: sizes.writes, acquireTimeoutMs: connectTimeoutMs }));
  const primary = openReaders(options, poolSize, { server: '', connectTimeoutMs });
  const replica = options.readUrl ? openReplica({ ...options, url: options.readUrl }, poolSize) : null;
  const route: Route = replica
    ? readingFromReplica({ primary, replica, examine: (signal) => standing(engine, replica.position, signal) }, options)
    : (ask) => ask(primary);
  const reading =
    (scopeOf: () => ReadScope): Database['reading'] =>
    (ask) =>
      route((readers) => ask(readers.within(scopeOf())));

  /**
   * The connections of one request. Each member is made when it is first used: few requests use all of them, and making a Knex
   * costs a third of a query.
   */
  class RequestDatabase implements Database {
    readonly #scope: RequestScope;
    readonly settling = settling;
    readonly state = state;

    constructor({ operation, deadline }: ReadScope) {
      this.#scope = { operation, deadline, isReading: false };
    }
    get knex() {
      return writes.knex(this.#scope);
    }
    get engine() {
      return primary.prepared.engine(() => this.#scope);
    }
    get reading() {
      return reading(() => this.#scope);
    }
    get requests() {
      return requests;
    }
  }

  const requests: Database['requests'] = {
    get shared() {
      return shared;
    },
    within: (scope) => new RequestDatabase(scope),
    expectedWaitMs: (operation) =>
      Math.max(writes.expectedWaitMs(operation), primary.reads.expectedWaitMs(operation), primary.prepared.expectedWaitMs(operation)),
    deadlineMs: requestDeadlineMs,
  };
  const shared: Database = {
    knex: writes.knex(sharedScope('shared')),
    engine: primary.prepared.engine(({ name = 'unnamed' }) => sharedScope(name)),
    reading: reading(() => sharedScope('shared')),
    settling,
    state,
    requests,
  };
  return {
    knex: knexOver(background, options.log),
    engine,
    reading: reading(() => sharedScope('background')),
    settling,
    state,
    requests,
    async close() {
      await Promise.all([background, engine, settling, health].map((pool) => pool.end()));
      await Promise.all([writes, primary, replica].map((part) => part?.close()));
    },
  };
}

export interface ConnectOptions extends Reached {
  readonly poolSize: number;
  /** A streaming replica of the same database. Null or absent: everything is read from the primary. */
  readonly readUrl?: string | null;
  /** Receives Knex's warnings and errors; without it they go to the console. */
  readonly log?: Pick<Log, 'warn' | 'error' | 'debug'>;
  readonly metrics?: Pick<Metrics, 'replicaReads'>;
  /** A request may take this long. A statement shared by many requests may take a third of it. */
  readonly requestDeadlineMs?: number;
}

type Route = <Answer>(ask: (from: Readers) => Promise<Answer>) => Promise<Answer>;

/** A request that must open a connection waits this long for the server to let it in. */
const connectTimeoutMs = 2_000;
