import pg from 'pg';

/** Opens a transaction that keeps its snapshot until it is ended, as a backup, a report or a forgotten psql session does. */
export async function holdSnapshot(reached: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...reached, idle_in_transaction_session_timeout: 0 });
  await client.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from webhook_deliveries');
  return client;
}
