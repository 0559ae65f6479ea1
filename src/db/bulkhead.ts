import type { Knex } from 'knex';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import { onceFor } from '../once-for.ts';
import { type FairQueue, fairQueue, type RequestScope } from './fair-queue.ts';
import { type LentSession, lendSession } from './lent-session.ts';
import { knexOver } from './pool.ts';
import { Unserved } from './unserved.ts';

/**
 * A pool of its own for one kind of work of requests. Its sessions are shared out by operation and lent until the
 * request's deadline: work that hangs neither keeps other operations out nor outlives the requests that asked for it.
 */
export interface Bulkhead extends Pick<FairQueue, 'expectedWaitMs'> {
  /** Ordinary SQL and transactions of one request. */
  knex(scope: RequestScope): Knex;
  /** Prepared statements, each within the scope that it is given. */
  engine(scopeOf: (statement: QueryConfig) => RequestScope): Pool;
  close(): Promise<void>;
}

/** `pool`: of at least two sessions, so that one operation never has all of them. */
export function bulkhead(pool: Pool): Bulkhead {
  const size = pool.options.max;
  const queue = fairQueue({ size, share: size - Math.ceil(size / 3) });

  const lend = async ({ operation, deadline, isReading }: RequestScope): Promise<LentSession> => {
    const leave = await queue.enter({ operation, deadline });
    try {
      // The queue lets in no more than the pool has sessions: only a new connection is waited for.
      return lendSession(await pool.connect(), { deadline, isReading, leave });
    } catch (error) {
      leave();
      throw new Unserved('database', 'the database could not be reached', { cause: error });
    }
  };

  const ask = async (scope: RequestScope, statement: QueryConfig): Promise<QueryResult> => {
    const session = await lend(scope);
    try {
      return await session.query(statement);
    } finally {
      session.release();
    }
  };

  return {
    expectedWaitMs: queue.expectedWaitMs,
    knex: onceFor((scope: RequestScope) => knexOver({ connect: async () => forKnex(await lend(scope)) }, silent)),
    engine: (scopeOf) => Object.create(pool, { query: { value: (statement: QueryConfig) => ask(scopeOf(statement), statement) } }),
    close: () => pool.end(),
  };
}

type Callback = (error: unknown, result?: QueryResult) => void;

/** Knex asks with a callback. */
const forKnex = ({ query, release }: LentSession) => ({
  query: (statement: QueryConfig, callback: Callback) => void query(statement).then((result) => callback(null, result), callback),
  release,
});

/** What fails is told by whoever answers the request, once. */
const silent = { warn() {}, error() {}, debug() {} };
