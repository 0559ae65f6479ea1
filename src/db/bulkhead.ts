import type { Knex } from 'knex';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import { FairQueue, type RequestScope } from './fair-queue.ts';
import { LentSession } from './lent-session.ts';
import { knexOver, openPool, type PoolOptions, type Reached } from './pool.ts';
import { Unserved } from './unserved.ts';

/**
 * A separate pool for one kind of work of requests. Its sessions are shared out by operation and lent until the request's deadline:
 * work that hangs neither keeps other operations out nor outlives its requests.
 */
export interface Bulkhead extends Pick<FairQueue, 'expectedWaitMs'> {
  /** Runs ordinary SQL and transactions of one request. */
  knex(scope: RequestScope): Knex;
  /** Runs prepared statements, each within the scope that it is given. */
  engine(scopeOf: (statement: QueryConfig) => RequestScope): Pool;
  close(): Promise<void>;
}

/** The pool has at least two sessions, so that one operation never has all of them. */
export function bulkheadOf(reached: Reached, options: PoolOptions): Bulkhead {
  const pool = openPool(reached, options);
  const size = options.max;
  /** A request asks for its Knex repeatedly, and making one is expensive. */
  const knexes = new WeakMap<RequestScope, Knex>();
  const queue = new FairQueue({ size, share: size - Math.ceil(size / 3) });

  const enter = async (scope: RequestScope): Promise<() => void> => {
    const askedAt = performance.now();
    return queue.enter(scope).finally(() => pool.waited(performance.now() - askedAt));
  };

  const lend = async (scope: RequestScope): Promise<LentSession> => {
    const leave = queue.tryEnter(scope.operation) ?? (await enter(scope));
    try {
      // The queue lets in no more requests than the pool has sessions, so only a new connection is waited for.
      return new LentSession(await pool.connect(), scope, leave);
    } catch (error) {
      leave();
      throw new Unserved('database', 'the database could not be reached', { cause: error });
    }
  };

  return {
    expectedWaitMs: (operation) => queue.expectedWaitMs(operation),
    knex(scope) {
      const made = knexes.get(scope) ?? knexOver({ connect: async () => forKnex(await lend(scope)) }, silent);
      knexes.set(scope, made);
      return made;
    },
    engine(scopeOf) {
      const engine = {
        async query(statement: QueryConfig): Promise<QueryResult> {
          const session = await lend(scopeOf(statement));
          try {
            return await session.query(statement);
          } finally {
            session.release();
          }
        },
      };
      // Callers use nothing of the pool but `query`.
      return engine as unknown as Pool;
    },
    close: () => pool.end(),
  };
}

type Callback = (error: unknown, result?: QueryResult) => void;

/** Adapts a session to Knex, which passes callbacks. */
const forKnex = (session: LentSession) => ({
  query: (statement: QueryConfig, callback: Callback) => void session.query(statement).then((result) => callback(null, result), callback),
  release: () => session.release(),
});

/** This log is silent, because the error of a statement is logged once, where the request is answered. */
const silent = { warn() {}, error() {}, debug() {} };
