import type pg from 'pg';

export interface IndexStatement {
  readonly verb: 'create' | 'drop';
  readonly isConcurrent: boolean;
  readonly isUnique: boolean;
  readonly name: string;
  /** The table of an index that is made; null for a statement that drops one. */
  readonly table: string | null;
  /** The definition of an index that is made: everything behind its table in the statement. It is empty for a statement that drops one. */
  readonly definition: string;
  /** The statement in one line, without comments. */
  readonly text: string;
}

/** Reads a statement that makes or drops an index. Null: the statement does something else. */
export function readIndexStatement(sql: string): IndexStatement | null {
  const text = sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').replace(/;? ?$/, '').trim();
  const pattern = /^(create|drop) (unique )?index (concurrently )?(?:if (?:not )?exists )?(\w+)(?:$| on (?:only )?(\w+)([^;]*)$)/i;
  const [, verb, unique, concurrently, name = '', table = null, definition = ''] = pattern.exec(text) ?? [];
  if (!verb) return null;
  return {
    verb: verb.toLowerCase() === 'create' ? 'create' : 'drop',
    isConcurrent: concurrently !== undefined,
    isUnique: unique !== undefined,
    name,
    table,
    definition: definition.trim(),
    text,
  };
}

/**
 * Makes or drops an index concurrently, however far an earlier try has come. An index that exists and is valid has been made, and
 * one that is gone has been dropped: a process may have died before it recorded that. An index that is not valid was left by a
 * build that broke off, and is dropped and built again.
 */
export async function makeOrDrop(statement: IndexStatement, client: pg.Client, apply: Apply): Promise<void> {
  const { verb, name, table, text } = statement;
  if (verb === 'create' && table !== null && (await isPartitioned(client, table)))
    return (statement.isUnique ? makeOfEachPartition : makeInPartitions)({ ...statement, table }, client, apply);
  const found = await lookFor(client, name);
  if (verb === 'create' ? found === 'valid' : found === 'none') return;
  if (verb === 'create' && found === 'not valid') await apply(`drop index concurrently ${name}`);
  await apply(text);
}

type Whole = IndexStatement & { readonly table: string };

/**
 * Makes an index of a partitioned table, which PostgreSQL cannot make concurrently. The table's own index comes first and is not
 * valid yet; a partition that is made meanwhile gets its part of it automatically. Each other partition's index is made
 * concurrently and attached. The last one attached makes the table's index valid; it is that of the default partition, because a
 * week might be dropped meanwhile. Each statement continues from what the earlier ones have left, wherever a process died.
 */
async function makeInPartitions(whole: Whole, client: pg.Client, apply: Apply): Promise<void> {
  const { name, table, definition } = whole;
  if ((await lookFor(client, name)) === 'none') await briefly(client, () => apply(`create index ${name} on only ${table} ${definition}`));
  for (const partition of await partitionsWithout(client, whole)) {
    const part = await makePart(whole, partition, client, apply);
    await briefly(client, () => apply(`alter index ${name} attach partition ${part}`));
  }
  if ((await lookFor(client, name)) !== 'valid')
    throw new Error(`The index ${name} is not valid although every partition has its part of it.`);
}

/**
 * Makes a unique index of each partition by itself, from which a later migration makes a primary key: PostgreSQL takes no index of a
 * partitioned table for that, and none that is part of one. A partition that is made meanwhile has none.
 */
async function makeOfEachPartition(whole: Whole, client: pg.Client, apply: Apply): Promise<void> {
  for (const partition of await partitionsWithout(client, whole)) await makePart(whole, partition, client, apply);
}

/** Makes one partition's index concurrently, and returns its name. */
async function makePart({ name, table, definition, ...rest }: Whole, partition: string, client: pg.Client, apply: Apply): Promise<string> {
  const part = `${name}${partition.slice(table.length)}`;
  const text = `create ${rest.isUnique ? 'unique ' : ''}index concurrently ${part} on ${partition} ${definition}`;
  await makeOrDrop({ ...rest, name: part, table: partition, definition, text }, client, apply);
  return part;
}

/** Runs work under a lock that keeps others waiting. The lock is given up after a second, and the whole migration is tried again. */
async function briefly(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query("set lock_timeout = '1s'");
  await work();
  await client.query('set lock_timeout = 0');
}

async function isPartitioned(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query("select from pg_class where oid = to_regclass($1) and relkind = 'p'", [table]);
  return rows.length > 0;
}

/** Lists the partitions of the table that have no part of the index yet. */
async function partitionsWithout(client: pg.Client, { name, table }: { name: string; table: string }): Promise<readonly string[]> {
  const { rows } = await client.query<{ partition: string }>(
    `select child.relname as partition
       from pg_inherits
       join pg_class child on child.oid = inhrelid
      where inhparent = to_regclass($2)
        and not exists (
            select
              from pg_index
              join pg_inherits part on part.inhrelid = indexrelid and part.inhparent = to_regclass($1)
             where indrelid = child.oid)
      order by 1`,
    [name, table],
  );
  return rows.map(({ partition }) => partition);
}

/** Runs one statement on that connection, for as long as it takes. */
export type Apply = (statement: string) => Promise<void>;

async function lookFor(client: pg.Client, name: string): Promise<'none' | 'valid' | 'not valid'> {
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid and indisready and indislive as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  const [row] = rows;
  if (!row) return 'none';
  return row.isValid ? 'valid' : 'not valid';
}

/**
 * Returns the backend that works on an index of the same table or of one of its partitions, or null. PostgreSQL does not notice
 * that the client of a build has died, and finishes the build. Such a backend holds this lock on the table from its beginning to
 * its end; a vacuum holds it too and is left out. Callers look repeatedly and do not wait within PostgreSQL: a statement that waits
 * there has a snapshot, and the build waits for the end of all snapshots.
 */
export async function indexBuilder(client: pg.Client, { name, table }: IndexStatement): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>(
    `with indexed as (
            select coalesce(to_regclass($2), (select indrelid from pg_index where indexrelid = to_regclass($1))) as relid)
     select pid
       from pg_locks
      where locktype = 'relation'
        and database = (select oid from pg_database where datname = current_database())
        and relation in (
              select relid from indexed
               union all
              select part.relid from indexed, pg_partition_tree(indexed.relid) as part)
        and mode = 'ShareUpdateExclusiveLock'
        and granted
        and pid <> pg_backend_pid()
        and pid not in (select pid from pg_stat_progress_vacuum union all select pid from pg_stat_progress_analyze)
      limit 1`,
    [name, table],
  );
  return rows[0]?.pid ?? null;
}
