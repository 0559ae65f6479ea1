import { Redis } from 'ioredis';
import pg from 'pg';

/** Counts of a contender's writes so far, by its own servers. */
export interface Stored {
  /** Counts rows by table, with all partitions of a table together. */
  readonly tables: ReadonlyMap<string, RowCounts>;
  readonly walBytes: number;
  readonly redisKeys: number;
  readonly redisBytes: number;
}

export interface RowCounts {
  readonly inserted: number;
  readonly updated: number;
  /** Counts updates that touched no index. */
  readonly hot: number;
  readonly deleted: number;
}

export async function storedIn({ databaseUrl, redisPort }: Servers): Promise<Stored> {
  const inPostgres = databaseUrl === '' ? { tables: new Map(), walBytes: 0 } : await askPostgres(databaseUrl);
  const inRedis = redisPort === null ? { redisKeys: 0, redisBytes: 0 } : await askRedis(redisPort);
  return { ...inPostgres, ...inRedis };
}

export interface Servers {
  /** Is empty without PostgreSQL. */
  readonly databaseUrl: string;
  readonly redisPort: number | null;
}

async function askPostgres(databaseUrl: string): Promise<Pick<Stored, 'tables' | 'walBytes'>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string } & RowCounts>(`
    select coalesce(pg_partition_root(relid), relid)::regclass::text as name,
           sum(n_tup_ins)::float8 as inserted, sum(n_tup_upd)::float8 as updated,
           sum(n_tup_hot_upd)::float8 as hot, sum(n_tup_del)::float8 as deleted
      from pg_stat_user_tables
     group by 1
     order by 1`);
  const [{ bytes } = { bytes: 0 }] = (await client.query<{ bytes: number }>(`select (pg_current_wal_lsn() - '0/0')::float8 as bytes`)).rows;
  await client.end();
  return { tables: new Map(rows.map(({ name, ...counts }) => [name, counts])), walBytes: bytes };
}

async function askRedis(port: number): Promise<Pick<Stored, 'redisKeys' | 'redisBytes'>> {
  const client = new Redis({ host: '127.0.0.1', port });
  const redisKeys = await client.dbsize();
  const [, bytes] = /used_memory:(\d+)/.exec(await client.info('memory')) ?? [];
  client.disconnect();
  return { redisKeys, redisBytes: Number(bytes) };
}

/** Returns the writes between two counts, divided by the deliveries. */
export function storedFor(deliveries: number, before: Stored, after: Stored): Stored {
  const per = (is: number, was = 0): number => (is - was) / deliveries;
  const tables = [...after.tables].map(([name, is]) => {
    const was = before.tables.get(name);
    const counts = {
      inserted: per(is.inserted, was?.inserted),
      updated: per(is.updated, was?.updated),
      hot: per(is.hot, was?.hot),
      deleted: per(is.deleted, was?.deleted),
    };
    return [name, counts] as const;
  });
  return {
    tables: new Map(tables),
    walBytes: per(after.walBytes, before.walBytes),
    redisKeys: per(after.redisKeys, before.redisKeys),
    redisBytes: per(after.redisBytes, before.redisBytes),
  };
}
