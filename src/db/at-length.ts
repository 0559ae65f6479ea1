import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { mayTakeLong } from './silent-sessions.ts';
import { inTransactionOf } from './transaction.ts';

/** Runs statements that may take minutes and read whole tables, in a transaction of their own. */
export const atLength = <Result>({ engine }: { readonly engine: Pool }, work: (client: PoolClient) => Promise<Result>): Promise<Result> =>
  inTransactionOf(engine, async (client) => {
    await mayTakeLong(client);
    await client.query(planAtLength);
    return work(client);
  });

/** Runs a query that may take minutes and read whole tables. It locks nothing. */
export const searchAtLength = <Row extends QueryResultRow>(engine: Pool, text: string, values: readonly unknown[]): Promise<Row[]> =>
  atLength({ engine }, async (client) => (await client.query<Row>(text, [...values])).rows);

/** Allows sequential scans in the transaction under way, which the service's other plans do without, and waits between its statements. */
const planAtLength = `
  set local idle_in_transaction_session_timeout = 0;
  set local enable_seqscan = on;
  set local enable_hashjoin = on;
  set local enable_mergejoin = on`;
