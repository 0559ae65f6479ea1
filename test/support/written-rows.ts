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

  const walBytes = async (): Promise<number> => {
    // What PostgreSQL keeps back of a session's counts is told with the end of this statement.
    await client.query('select pg_stat_force_next_flush()');
    const { rows } = await client.query('select wal_bytes::int as bytes from pg_stat_get_backend_wal(pg_backend_pid())');
    return rows[0].bytes;
  };

  const run = async (statement: pg.QueryConfig) => {
    await client.query('begin');
    try {
      const result = await client.query(statement);
      const { rows } = await client.query<Omit<Written, 'statements' | 'walBytes'>>(`
        select sum(n_tup_ins)::int as inserts, sum(n_tup_upd)::int as updates, sum(n_tup_hot_upd)::int as "hotUpdates",
               sum(n_tup_del)::int as deletes
          from pg_stat_xact_user_tables`);
      return { result, rows };
    } finally {
      // After an error this is a rollback.
      await client.query('commit');
    }
  };

  const count = async (statement: pg.QueryConfig): Promise<pg.QueryResult> => {
    const before = await walBytes();
    const { result, rows } = await run(statement);
    const counted = { ...rows[0], walBytes: (await walBytes()) - before };
    const name = statement.name ?? 'unnamed';
    const sum = (of: keyof typeof counted): number => (written.get(name)?.[of] ?? 0) + (counted[of] ?? 0);
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

/**
 * Counts how often rows stand in the indexes of all tables, or of one: an index with a condition has those that meet it. A BRIN has none
 * for a row.
 */
export async function indexEntries(
  sql: Pick<pg.Pool, 'query'> | { query(statement: pg.QueryConfig): Promise<pg.QueryResult> },
  table: string | null = null,
): Promise<number> {
  const { rows: indexes } = await sql.query({
    text: `select indrelid::regclass::text as table, coalesce(pg_get_expr(indpred, indrelid), 'true') as condition
       from pg_index
       join pg_class on pg_class.oid = indrelid
       join pg_class as made on made.oid = indexrelid
       join pg_am on pg_am.oid = made.relam
      where amname = 'btree'
        and pg_class.relnamespace = current_schema()::regnamespace
        and pg_class.relkind = 'r'
        and pg_class.relname = coalesce($1, pg_class.relname)`,
    values: [table],
  });
  const counts = indexes.map(({ table, condition }) => `(select count(*) from ${table} where ${condition})`);
  const { rows } = await sql.query({ text: `select ${counts.join(' + ')} as entries` });
  return Number(rows[0]?.entries);
}
