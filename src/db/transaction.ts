import type { ClientBase } from 'pg';

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
