import type { Pool } from 'pg';
import { type Bulkhead, bulkheadOf } from './bulkhead.ts';
import type { Database, RequestConnections } from './database.ts';
import type { RequestScope } from './fair-queue.ts';
import type { Reached } from './pool.ts';
import { poolSizes } from './pool-sizes.ts';
import { readingFromReplica, standing, type Told } from './read-replica.ts';
import { openReaders, openReplica, type Readers, type ReadScope } from './readers.ts';

/** The pools of requests: for writes, and for reads and prepared statements at the primary. */
export interface RequestPools {
  readonly writes: Bulkhead;
  readonly primary: Readers;
  /** Reads within the scope of the moment, from the replica where there is one and it is current, else from the primary. */
  reading(scopeOf: () => ReadScope): Database['reading'];
  close(): Promise<void>;
}

export interface RequestPoolsOptions extends Reached, Told {
  readonly poolSize: number;
  /** A streaming replica of the same database. Null or absent: everything is read from the primary. */
  readonly readUrl?: string | null;
}

interface Reaching {
  /** Is a pool of the primary that tells how far a replica must be. */
  readonly engine: Pool;
  /** A request that must open a connection waits this long for the server to let it in. */
  readonly connectTimeoutMs: number;
}

export function openRequestPools(options: RequestPoolsOptions, { engine, connectTimeoutMs }: Reaching): RequestPools {
  const { poolSize, readUrl } = options;
  const writes = bulkheadOf(options, { name: 'writes', max: poolSizes(poolSize).writes, acquireTimeoutMs: connectTimeoutMs });
  const primary = openReaders(options, poolSize, { server: '', connectTimeoutMs });
  const replica = readUrl ? openReplica({ ...options, url: readUrl, watch: { metrics: options.watch?.metrics } }, poolSize) : null;
  const route: Route = replica
    ? readingFromReplica({ primary, replica, examine: (signal) => standing(engine, replica.position, signal) }, options)
    : (ask) => ask(primary);
  return {
    writes,
    primary,
    reading: (scopeOf) => (ask) => route((readers) => ask(readers.within(scopeOf()))),
    async close() {
      await Promise.all([writes, primary, replica].map((part) => part?.close()));
    },
  };
}

type Route = <Answer>(ask: (from: Readers) => Promise<Answer>) => Promise<Answer>;

export function requestConnections(
  pools: RequestPools,
  { settling, state }: Pick<Database, 'settling' | 'state'>,
  deadlineMs: number,
): RequestConnections {
  const { writes, primary } = pools;
  const scopeOf = (operation: string): RequestScope => sharedScope(operation, deadlineMs);
  const requests: RequestConnections = {
    get shared() {
      return shared;
    },
    within: (scope) => new RequestDatabase(pools, shared, scope),
    expectedWaitMs: (operation) =>
      Math.max(writes.expectedWaitMs(operation), primary.reads.expectedWaitMs(operation), primary.prepared.expectedWaitMs(operation)),
    deadlineMs,
  };
  const shared: Database = {
    knex: writes.knex(scopeOf('shared')),
    engine: primary.prepared.engine(({ name = 'unnamed' }) => scopeOf(name)),
    reading: pools.reading(() => scopeOf('shared')),
    settling,
    state,
    requests,
  };
  return requests;
}

/**
 * The scope of what many requests share. The deadline counts from the request for a session. An item that comes during a statement
 * waits for the end of that one and of the next.
 */
export const sharedScope = (operation: string, deadlineMs: number): RequestScope => ({
  operation,
  get deadline() {
    return performance.now() + deadlineMs / 3;
  },
  isReading: false,
});

/**
 * The connections of one request. Each member is made when it is first used: few requests use all of them, and making a Knex
 * costs a third of a query.
 */
class RequestDatabase implements Database {
  readonly #pools: RequestPools;
  readonly #shared: Database;
  readonly #scope: RequestScope;

  constructor(pools: RequestPools, shared: Database, { operation, deadline }: ReadScope) {
    this.#pools = pools;
    this.#shared = shared;
    this.#scope = { operation, deadline, isReading: false };
  }
  get knex() {
    return this.#pools.writes.knex(this.#scope);
  }
  get engine() {
    return this.#pools.primary.prepared.engine(() => this.#scope);
  }
  get reading() {
    return this.#pools.reading(() => this.#scope);
  }
  get settling() {
    return this.#shared.settling;
  }
  get state() {
    return this.#shared.state;
  }
  get requests() {
    return this.#shared.requests;
  }
}
