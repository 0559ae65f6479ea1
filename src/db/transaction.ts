import type { Knex } from 'knex';
import type { ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg';

/** What `work` asks on this connection takes place whole or not at all. Where Knex does the asking, it has its own. */
export async function inTransaction<T>(client: ClientBase, work: () => Promise<T>, begin = 'begin'): Promise<T> {
  await client.query(begin);
  try {
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    // What went wrong first is told; a connection that is gone has rolled back by itself.
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Asks in a transaction of Knex what Knex itself cannot: named statements with binary values. */
export const sessionOf = async (trx: Knex.Transaction): Promise<Session> => {
  // What lends sessions to Knex knows callbacks alone.
  const session: { query(statement: QueryConfig, callback: (error: unknown, result: QueryResult) => void): void } =
    await trx.client.acquireConnection();
  return {
    query: (statement) =>
      new Promise((resolve, reject) => session.query(statement, (error, result) => (error ? reject(error) : resolve(result)))),
  };
};

/** A pool, or a session of one in a transaction. */
export interface Session {
  query<Row extends QueryResultRow>(statement: QueryConfig): Promise<Pick<QueryResult<Row>, 'rows' | 'rowCount'>>;
}
