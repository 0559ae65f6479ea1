import type pg from 'pg';
import type { Migration } from '../../src/db/schema-state.ts';

/**
 * What a migration would do to a database that is at work: which rows it reads or writes while it keeps others out, and
 * what it takes away from processes of the version before, which run on until they are restarted. Nothing is timed: it is
 * applied in a transaction, and the transaction is asked which locks it holds, what it has scanned and what it has changed.
 * The database need hold no rows. Rules and ways out stand in CONTRIBUTING.md.
 */
export async function unsafeActs(client: pg.Client, sql: string): Promise<readonly string[]> {
  await client.query('begin');
  try {
    const before = await tables(client);
    const columnsBefore = await columns(client);
    const touchedBefore = await touchedRows(client);
    await client.query(sql);
    const held = await heldLocks(client);
    const touched = await touchedRows(client);
    const after = await tables(client);
    const columnsAfter = await columns(client);
    return [
      ...[...before].flatMap(([oid, table]) =>
        judge(table, after.get(oid), held.get(oid) ?? [], since(touchedBefore.get(oid), touched.get(oid))),
      ),
      ...forOldProcesses(before, columnsBefore, columnsAfter),
    ].sort();
  } finally {
    await client.query('rollback');
  }
}

/** How the check says that a process of an older release cannot run on the schema. */
const forOldOnes = 'processes of the version before';

/** They have a few rows, however long an installation has lived. */
const small: ReadonlySet<string> = new Set(['installation', 'schema_migrations', 'daily_summaries']);

interface Table {
  readonly name: string;
  /** Another file after the statement: every row was written anew. */
  readonly file: string | null;
}

async function tables(client: pg.Client): Promise<ReadonlyMap<number, Table>> {
  const { rows } = await client.query<Table & { oid: number }>(
    `select oid::integer, relname as name, pg_relation_filenode(oid)::text as file
       from pg_class
      where relnamespace = current_schema()::regnamespace
        and relkind in ('r', 'p')`,
  );
  return new Map(rows.filter(({ name }) => !small.has(name)).map((row) => [row.oid, row]));
}

async function heldLocks(client: pg.Client): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await client.query<{ oid: number; modes: string[] }>(
    `select relation::integer as oid, array_agg(distinct mode) as modes
       from pg_locks
      where pid = pg_backend_pid()
        and locktype = 'relation'
        and granted
      group by relation`,
  );
  return new Map(rows.map(({ oid, modes }) => [oid, modes]));
}

interface Touched {
  readonly scans: number;
  readonly written: number;
}

/** PostgreSQL passes its counts on about once a second, so that here those of the transactions before may be among them. */
async function touchedRows(client: pg.Client): Promise<ReadonlyMap<number, Touched>> {
  const { rows } = await client.query<Touched & { oid: number }>(
    `select relid::integer as oid, seq_scan::integer as scans, (n_tup_upd + n_tup_del)::integer as written
       from pg_stat_xact_user_tables`,
  );
  return new Map(rows.map((row) => [row.oid, row]));
}

const since = (before: Touched = untouched, now: Touched = untouched): Touched => ({
  scans: now.scans - before.scans,
  written: now.written - before.written,
});

const untouched: Touched = { scans: 0, written: 0 };

const keepsReadersOut = 'AccessExclusiveLock';
/** Building an index, adding a foreign key or a trigger. */
const keepsWritersOut = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', keepsReadersOut];

function judge(before: Table, after: Table | undefined, modes: readonly string[], { scans, written }: Touched): readonly string[] {
  const { name } = before;
  if (!after) return [`${name} is dropped or renamed: ${forOldOnes} still ask for it.`];
  if (after.name !== name) return [`${name} is renamed to ${after.name}: ${forOldOnes} still ask for it.`];
  if (after.file !== before.file) return [`${name} is written anew, row by row, while nobody may read it.`];
  const worst = modes.find((mode) => keepsWritersOut.includes(mode));
  if (modes.includes('ShareLock')) return [`${name} takes no writes while an index is built: create it concurrently.`];
  if (worst !== undefined && scans > 0)
    return [
      `${name} is read whole under ${modes.includes(keepsReadersOut) ? keepsReadersOut : worst}: add the constraint not valid, and validate it in the next migration.`,
    ];
  if (written > 0 || (scans > 0 && modes.includes('RowExclusiveLock')))
    return [`${name} has its rows changed in one transaction: change them in batches, from a chore.`];
  return [];
}

/**
 * Processes of a release before start on a newer schema unless one of its migrations says otherwise (`-- Runs with: 0079`): what takes
 * something away from them has to say it.
 */
export function floorProblems(
  { name, runsWith }: Migration,
  acceptedActs: readonly string[],
  all: readonly Migration[],
): readonly string[] {
  if (runsWith === null)
    return acceptedActs.some((act) => act.includes(forOldOnes))
      ? [`${name} takes something away, and says no \`-- Runs with: NNNN\`.`]
      : [];
  const isBefore = all.some((other) => other.name < name && other.name.startsWith(`${runsWith}_`));
  return isBefore ? [] : [`${name} says \`-- Runs with: ${runsWith}\`, which is none before it.`];
}

interface Column {
  readonly table: string;
  readonly name: string;
  readonly mustBeGiven: boolean;
}

/** By table and column. */
async function columns(client: pg.Client): Promise<ReadonlyMap<string, Column>> {
  const { rows } = await client.query<Column>(
    `select table_name as "table", column_name as name,
            is_nullable = 'NO' and column_default is null and is_identity = 'NO' and is_generated = 'NEVER' as "mustBeGiven"
       from information_schema.columns
      where table_schema = current_schema()`,
  );
  return new Map(rows.map((row) => [`${row.table}.${row.name}`, row]));
}

/** Expand first, contract a release later. */
function forOldProcesses(
  tables: ReadonlyMap<number, Table>,
  before: ReadonlyMap<string, Column>,
  after: ReadonlyMap<string, Column>,
): readonly string[] {
  const known = new Set([...tables.values()].map(({ name }) => name));
  const stillThere = new Set([...after.values()].map(({ table }) => table));
  const gone = [...before]
    .filter(([key, { table }]) => known.has(table) && stillThere.has(table) && !after.has(key))
    .map(([key]) => `${key} is dropped or renamed: ${forOldOnes} still ask for it.`);
  const demanded = [...after]
    .filter(([key, { table, mustBeGiven }]) => known.has(table) && mustBeGiven && !before.get(key)?.mustBeGiven)
    .map(([key]) => `${key} must be given: ${forOldOnes} do not know it, and their inserts fail.`);
  return [...gone, ...demanded];
}
