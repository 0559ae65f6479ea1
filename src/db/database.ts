import type { Knex } from 'knex';
import type { Pool } from 'pg';
import type { DatabaseState } from './database-state.ts';
import type { RequestScope } from './fair-queue.ts';
import type { Reading } from './read-replica.ts';

/** The ways into the database: the process's own, or those of one request. */
export interface Database {
  /** For everything but prepared statements. */
  readonly knex: Knex;
  /** Prepared statements, with custom plans. The process's own belongs to the delivery engine. */
  readonly engine: Pool;
  /** For what is only shown: the read replica, where there is one and it lacks nothing; else the primary. */
  readonly reading: Reading<Readable>;
  /** Settling only: asynchronous commit, because losing the last milliseconds there can only cause a duplicate. */
  readonly settling: Pool;
  /** Whether the database answers and takes writes, asked on a session of its own. */
  readonly state: () => Promise<DatabaseState>;
  readonly requests: RequestConnections;
}

/** The connections of requests. They end, and what they ask is cancelled, at a deadline; then it fails with `Unserved`. */
export interface RequestConnections {
  /** For one request. */
  within(scope: Pick<RequestScope, 'operation' | 'deadline'>): Database;
  /** For what many requests do together, such as a group commit: each statement and each transaction has a time of its own. */
  readonly shared: Database;
  /** How long one more request of the operation would wait for a connection. */
  expectedWaitMs(operation: string): number;
  /** How long a request may take, the arrival of its body aside. */
  readonly deadlineMs: number;
}

/** Whose tables can be read. */
export type Readable = Pick<Database, 'knex' | 'engine'>;
