import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { endAtDeadline, forgetDeadline, type Limited } from '../process/deadlines.ts';
import { markReported } from '../process/log.ts';
import { cancelStatement } from './cancel-statement.ts';
import type { RequestScope } from './fair-queue.ts';
import {
  isAfterEnd,
  isConnectionLost,
  isRefusedByPooler,
  lacksResources,
  queryCanceled,
  readOnlyTransaction,
  sqlState,
} from './sql-state.ts';
import { Unserved } from './unserved.ts';

/**
 * A session of a pool that is lent to one request until the deadline. At the deadline the running statement is cancelled, no other
 * begins, the transaction can no longer commit, and the session is closed instead of returned to its pool.
 *
 * A statement fails with `Unserved` where it certainly had no effect. A statement that ended before the cancel came has its result.
 */
export class LentSession implements Limited {
  readonly deadline: number;
  readonly #client: PoolClient;
  readonly #isReading: boolean;
  readonly #leave: () => void;
  #isLate = false;
  #isRunning = false;
  #isInTransaction = false;
  #isUnreplicated = false;
  #isGivenUp = false;
  #unanswered: NodeJS.Timeout | undefined;

  /** `leave` gives back the connection that the queue granted. */
  constructor(client: PoolClient, { deadline, isReading }: Pick<RequestScope, 'deadline' | 'isReading'>, leave: () => void) {
    this.deadline = deadline;
    this.#client = client;
    this.#isReading = isReading;
    this.#leave = leave;
    endAtDeadline(this);
  }

  /** The deadline timer calls this once. */
  end(): void {
    this.#isLate = true;
    if (!this.#isRunning) return;
    // PostgreSQL sends a notice only for a commit that waits for a synchronous replica. Such a commit can no longer be undone.
    this.#client.once('notice', () => {
      this.#isUnreplicated = true;
    });
    cancelStatement(this.#client);
    // A server that does not answer the cancel is not waited for.
    this.#unanswered = setTimeout(() => this.#giveUp(), cancelPatienceMs);
  }

  #giveUp(): void {
    this.#isGivenUp = true;
    void this.#client.end();
  }

  async query(statement: QueryConfig): Promise<QueryResult> {
    const word = firstWord(statement);
    // The timer of the deadlines may be late by some statements.
    this.#isLate ||= performance.now() >= this.deadline;
    if (word !== 'rollback' && this.#isLate) throw new Unserved('time', 'the deadline passed between two statements');
    this.#isRunning = true;
    try {
      const result = await this.#client.query(statement);
      this.#isInTransaction = word === 'begin' || (this.#isInTransaction && word !== 'commit');
      if (this.#isUnreplicated)
        throw new Error('A commit was cut off while it waited for a synchronous replica: it may be lost with the primary.');
      return result;
    } catch (error) {
      if (word === 'rollback') return rolledBackByServer;
      throw this.#unservedOr(error, word);
    } finally {
      this.#isRunning = false;
    }
  }

  release(): void {
    forgetDeadline(this);
    clearTimeout(this.#unanswered);
    this.#client.release(this.#isLate);
    this.#leave();
  }

  #unservedOr(error: unknown, word: string): unknown {
    const state = sqlState(error);
    if (this.#isLate && state === queryCanceled) return new Unserved('time', 'a statement was cancelled at the deadline', { cause: error });
    if (state === readOnlyTransaction) return new Unserved('database', 'the database takes no writes', { cause: error });
    if (lacksResources(error)) return new Unserved('database', 'the database lacks disk, memory or connections', { cause: error });
    // A transaction without its commit has no effect.
    const isUncommitted = this.#isReading || word === 'begin' || word === 'select' || (this.#isInTransaction && word !== 'commit');
    const isHarmless = isUncommitted || isRefusedByPooler(error) || isAfterEnd(error);
    // The end of the session is reported by its pool.
    if (isAfterEnd(error)) markReported(error);
    if (!isHarmless || !isConnectionLost(error)) return error;
    // The connection was not lost but closed here, because the time was over.
    if (this.#isGivenUp) return new Unserved('time', 'the server did not answer the cancel at the deadline', { cause: error });
    return new Unserved('database', 'the connection was lost', { cause: error });
  }
}

const cancelPatienceMs = 1_000;

/** A session that is gone has rolled back by itself. Its rollback succeeds, so that the earlier error is the one reported. */
const rolledBackByServer: QueryResult = { command: 'ROLLBACK', rowCount: null, oid: 0, fields: [], rows: [] };

const firstWord = ({ text }: QueryConfig): string => /^\s*(\w*)/.exec(text)?.[1]?.toLowerCase() ?? '';
