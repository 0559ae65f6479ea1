import type { Knex } from 'knex';
import type { ClientBase, Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** Runs `work` in a transaction on this connection, so that all of its statements take effect or none. Knex has transactions of its own. */
export async function inTransaction<T>(client: ClientBase, work: () => Promise<T>, begin = 'begin'): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // The first error is reported; a connection that is gone has rolled back by itself.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Runs `work` in a transaction on a connection of the pool. */
export async function inTransactionOf<T>(pool: Pick<Pool, 'connect'>, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await inTransaction(client, () => work(client));
  } finally {
    client.release();
  }
}

/** Runs one batch in a transaction, to which its caller may add what the batch comes to. */
export type InBatch<Result> = (work: (client: ClientBase) => Promise<Result>) => Promise<Result>;

/** Returns the session of a Knex transaction, for named statements with binary values, which Knex cannot send. */
export const sessionOf = async (trx: Knex.Transaction): Promise<Session> => {
  // The sessions that are lent to Knex know callbacks alone.
  const session: { query(statement: QueryConfig, callback: (error: unknown, result: QueryResult) => void): void } =
    await trx.client.acquireConnection();
  return {
    query: (statement) =>
      new Promise((resolve, reject) => session.query(statement, (error, result) => (error ? reject(error) : resolve(result)))),
  };
};

/** A pool, or a session of a pool that is in a transaction. */
export interface Session {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<Pick<QueryResult<Row>, 'rows' | 'rowCount'>>;
}
