import type { Pool } from 'pg';
import { type Bulkhead, bulkheadOf } from './bulkhead.ts';
import type { Readable } from './database.ts';
import type { RequestScope } from './fair-queue.ts';
import { openPool, type Reached } from './pool.ts';
import { poolSizes, preparedSettings } from './pool-sizes.ts';

/** The connections to one server that requests read from: the primary or its replica. */
export interface Readers {
  readonly reads: Bulkhead;
  /** Runs prepared statements, at the primary also those of requests that write. */
  readonly prepared: Bulkhead;
  within(scope: ReadScope): Readable;
  close(): Promise<void>;
}

export type ReadScope = Pick<RequestScope, 'operation' | 'deadline'>;

export interface ReadersOptions {
  /** This prefixes the names of the pools. */
  readonly server: '' | 'replica ';
  readonly connectTimeoutMs: number;
  /** One read takes at most this long, whatever its deadline. */
  readonly mostMs?: number;
}

export function openReaders(reached: Reached, poolSize: number, options: ReadersOptions): Readers {
  const { server, connectTimeoutMs: acquireTimeoutMs, mostMs = Number.POSITIVE_INFINITY } = options;
  const sizes = poolSizes(poolSize);
  const reads = bulkheadOf(reached, { name: `${server}reads`, max: sizes.reads, acquireTimeoutMs });
  const prepared = bulkheadOf(reached, {
    name: `${server}prepared`,
    max: sizes.prepared,
    settings: preparedSettings,
    acquireTimeoutMs,
    keepsIdle: true,
  });
  return {
    reads,
    prepared,
    within({ operation, deadline }) {
      const scope: RequestScope = { operation, deadline: Math.min(deadline, performance.now() + mostMs), isReading: true };
      return {
        get knex() {
          return reads.knex(scope);
        },
        get engine() {
          return prepared.engine(() => scope);
        },
      };
    },
    async close() {
      await Promise.all([reads.close(), prepared.close()]);
    },
  };
}

/** Opens a replica's connections. A read that hangs there is given up and repeated at the primary. */
export function openReplica(reached: Reached, poolSize: number): Readers & { readonly position: Pool } {
  const readers = openReaders(reached, poolSize, { server: 'replica ', connectTimeoutMs: replicaTimeoutMs, mostMs: replicaTimeoutMs });
  const position = openPool(reached, {
    name: 'replica position',
    max: 1,
    acquireTimeoutMs: replicaTimeoutMs,
    queryTimeoutMs: replicaTimeoutMs,
  });
  return {
    ...readers,
    position,
    async close() {
      await Promise.all([readers.close(), position.end()]);
    },
  };
}

/** A read takes milliseconds. One that takes this long is quicker at the primary. */
const replicaTimeoutMs = 3_000;
