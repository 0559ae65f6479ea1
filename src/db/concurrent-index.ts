import type pg from 'pg';

/** A statement that makes or drops one index. */
export interface IndexStatement {
  readonly verb: 'create' | 'drop';
  readonly isConcurrent: boolean;
  readonly name: string;
  /** The table of an index that is made; null of one that is dropped. */
  readonly table: string | null;
  /** In one line, without comments. */
  readonly text: string;
}

/** Null: the statement does something else. */
export function readIndexStatement(sql: string): IndexStatement | null {
  const text = sql.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').replace(/;? ?$/, '').trim();
  const pattern = /^(create|drop) (?:unique )?index (concurrently )?(?:if (?:not )?exists )?(\w+)(?:$| on (?:only )?(\w+)[^;]*$)/i;
  const [, verb, concurrently, name = '', table = null] = pattern.exec(text) ?? [];
  if (!verb) return null;
  return { verb: verb.toLowerCase() === 'create' ? 'create' : 'drop', isConcurrent: concurrently !== undefined, name, table, text };
}

/**
 * Makes or drops an index concurrently, however far an earlier try has come. What is there and valid has been made, and what is
 * gone has been dropped: a process may have died before it recorded that. An index that is not valid was left by a build that
 * broke off, and is dropped and built again.
 */
export async function makeOrDrop({ verb, name, text }: IndexStatement, client: pg.Client, apply: Apply): Promise<void> {
  const found = await lookFor(client, name);
  if (verb === 'create' ? found === 'valid' : found === 'none') return;
  if (verb === 'create' && found === 'not valid') await apply(`drop index concurrently ${name}`);
  await apply(text);
}

/** Asks one statement on that connection, for as long as it takes. */
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
 * The backend that is at work on an index of the same table, or null. PostgreSQL does not notice that the client of a build has
 * died, and finishes the build. Such a backend holds this lock on the table from its beginning to its end; a vacuum holds it too, and
 * is let be. Callers look again and again, and do not wait within PostgreSQL: a statement that waits there has a snapshot, and
 * the build waits for the end of all snapshots.
 */
export async function indexBuilder(client: pg.Client, { name, table }: IndexStatement): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid
       from pg_locks
      where locktype = 'relation'
        and database = (select oid from pg_database where datname = current_database())
        and relation in (to_regclass($2), (select indrelid from pg_index where indexrelid = to_regclass($1)))
        and mode = 'ShareUpdateExclusiveLock'
        and granted
        and pid <> pg_backend_pid()
        and pid not in (select pid from pg_stat_progress_vacuum union all select pid from pg_stat_progress_analyze)
      limit 1`,
    [name, table],
  );
  return rows[0]?.pid ?? null;
}
