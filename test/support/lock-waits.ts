import type { Context } from '../../src/context.ts';

/** Returns how many sessions of this database wait for a lock. Do not ask in a transaction: in there the answer stays the same. */
export async function lockWaits({ db }: Pick<Context, 'db'>): Promise<number> {
  const { rows } = await db.engine.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}
