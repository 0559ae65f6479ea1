import pg from 'pg';

/** The rows that the statements of one name have written, as PostgreSQL counted them. */
export interface Written {
  readonly statements: number;
  readonly inserts: number;
  readonly updates: number;
  /** Counts updates that touched no index. */
  readonly hotUpdates: number;
  readonly deletes: number;
  readonly walBytes: number;
}

/**
 * Returns a pool of one session that counts what each statement writes, by the statement's name. The counts belong to
 * this session, so that other users of the server do not change them. Concurrent statements run one after another.
 */
export async function countingPool(url: string, settings: readonly string[]) {
  const client = new pg.Client({ connectionString: url, options: settings.map((setting) => `-c ${setting}`).join(' ') });
  await client.connect();
  const written = new Map<string, Written>();
  let last: Promise<unknown> = Promise.resolve();

  const counters = async (): Promise<Omit<Written, 'statements'>> => {
    await client.query('select pg_stat_force_next_flush()');
    const { rows } = await client.query(`
      select sum(n_tup_ins)::int as inserts, sum(n_tup_upd)::int as updates, sum(n_tup_hot_upd)::int as "hotUpdates",
             sum(n_tup_del)::int as deletes, (select wal_bytes::int from pg_stat_get_backend_wal(pg_backend_pid())) as "walBytes"
        from pg_stat_user_tables`);
    return rows[0];
  };

  const count = async (statement: pg.QueryConfig): Promise<pg.QueryResult> => {
    const before = await counters();
    const result = await client.query(statement);
    const after = await counters();
    const name = statement.name ?? 'unnamed';
    const sum = (of: keyof typeof before): number => (written.get(name)?.[of] ?? 0) + after[of] - before[of];
    written.set(name, {
      statements: (written.get(name)?.statements ?? 0) + 1,
      inserts: sum('inserts'),
      updates: sum('updates'),
      hotUpdates: sum('hotUpdates'),
      deletes: sum('deletes'),
      walBytes: sum('walBytes'),
    });
    return result;
  };

  return {
    written: written as ReadonlyMap<string, Written>,
    /** Forgets what has been counted so far. */
    reset: () => written.clear(),
    query(statement: pg.QueryConfig): Promise<pg.QueryResult> {
      const answer = last.then(() => count(statement));
      last = answer.catch(() => {});
      return answer;
    },
    close: () => client.end(),
  };
}
