import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { cancelStatement } from './cancel-statement.ts';
import type { RequestScope } from './fair-queue.ts';
import { isConnectionLost, queryCanceled, readOnlyTransaction, sqlState } from './sql-state.ts';
import { Unserved } from './unserved.ts';

/** A session of a pool while one request has it. */
export interface LentSession {
  query(statement: QueryConfig): Promise<QueryResult>;
  release(): void;
}

/**
 * Lends a session until the deadline. Then the statement that runs is cancelled, no other begins, a transaction is not
 * committed any more, and the session is closed instead of going back to its pool.
 *
 * A statement fails with `Unserved` where it is certain that it had no effect. One that ended before the cancel came has
 * its result.
 */
export function lendSession(client: PoolClient, { deadline, isReading, leave }: LendOptions): LentSession {
  let isLate = false;
  let isRunning = false;
  let isInTransaction = false;
  let isUnreplicated = false;
  let unanswered: NodeJS.Timeout | undefined;

  const end = (): void => {
    isLate = true;
    if (!isRunning) return;
    // Only of a commit that waits for a synchronous replica PostgreSQL says, by a notice, that it could not be undone any more.
    client.once('notice', () => {
      isUnreplicated = true;
    });
    cancelStatement(client);
    // A server that does not answer the cancel either is not waited for.
    unanswered = setTimeout(() => void client.end(), cancelPatienceMs);
  };
  const late = setTimeout(end, Math.max(0, deadline - performance.now()));

  const run = async (statement: QueryConfig): Promise<QueryResult> => {
    isRunning = true;
    try {
      return await client.query(statement);
    } finally {
      isRunning = false;
    }
  };

  return {
    async query(statement) {
      const word = firstWord(statement);
      if (word === 'rollback') return run(statement).catch(() => rolledBackByServer);
      if (isLate) throw new Unserved('time', 'the deadline passed between two statements');
      // Of a transaction nothing stays but by its commit.
      const isHarmless = isReading || word === 'begin' || word === 'select' || (isInTransaction && word !== 'commit');
      const result = await run(statement).catch((error: unknown) => {
        throw unservedOr(error, { isLate, isHarmless });
      });
      isInTransaction = word === 'begin' || (isInTransaction && word !== 'commit');
      if (isUnreplicated)
        throw new Error('A commit was cut off while it waited for a synchronous replica: it may be lost with the primary.');
      return result;
    },
    release() {
      clearTimeout(late);
      clearTimeout(unanswered);
      client.release(isLate);
      leave();
    },
  };
}

export interface LendOptions extends Pick<RequestScope, 'deadline' | 'isReading'> {
  /** Gives back the place that the request has. */
  readonly leave: () => void;
}

const cancelPatienceMs = 1_000;

/** A session that is gone has rolled back by itself. What is told is what went wrong before. */
const rolledBackByServer: QueryResult = { command: 'ROLLBACK', rowCount: null, oid: 0, fields: [], rows: [] };

const firstWord = ({ text }: QueryConfig): string => /^\s*(\w*)/.exec(text)?.[1]?.toLowerCase() ?? '';

/** `isHarmless`: whatever became of the statement, nothing of it stays. */
function unservedOr(error: unknown, { isLate, isHarmless }: { readonly isLate: boolean; readonly isHarmless: boolean }): unknown {
  const state = sqlState(error);
  if (isLate && state === queryCanceled) return new Unserved('time', 'a statement was cancelled at the deadline', { cause: error });
  if (state === readOnlyTransaction) return new Unserved('database', 'the database takes no writes', { cause: error });
  if (isHarmless && isConnectionLost(error)) return new Unserved('database', 'the connection was lost', { cause: error });
  return error;
}
