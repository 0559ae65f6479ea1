import type { Knex } from 'knex';
import type { Pool } from 'pg';
import type { DatabaseState } from './database-state.ts';
import type { RequestScope } from './fair-queue.ts';
import type { Reading } from './read-replica.ts';

/** The connections to the database, either the process's own or those of one request. */
export interface Database {
  /** Runs everything but prepared statements. */
  readonly knex: Knex;
  /** Runs prepared statements, with custom plans. The process's own pool belongs to the delivery engine. */
  readonly engine: Pool;
  /** Reads for display, from the replica where there is one and it is current, else from the primary. */
  readonly reading: Reading<Readable>;
  /** Writes outcomes of attempts with asynchronous commit. Losing the last milliseconds of them can only cause a duplicate. */
  readonly settling: Pool;
  /** Tells whether the database answers and takes writes, asked on a session of its own. */
  readonly state: () => Promise<DatabaseState>;
  readonly requests: RequestConnections;
}

/** The connections of requests. At a deadline they end and their statements are cancelled; a caller then gets `Unserved`. */
export interface RequestConnections {
  within(scope: Pick<RequestScope, 'operation' | 'deadline'>): Database;
  /**
   * The connections for work that many requests share, such as a group commit. Each statement and each transaction has its own
   * deadline.
   */
  readonly shared: Database;
  /** Estimates how long one more request of the operation would wait for a connection. */
  expectedWaitMs(operation: string): number;
  /** A request may take this long, without the arrival of its body. */
  readonly deadlineMs: number;
}

export type Readable = Pick<Database, 'knex' | 'engine'>;
