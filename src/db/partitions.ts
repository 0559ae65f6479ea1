import type { Knex } from 'knex';
import type { Pool, PoolClient } from 'pg';
import { uuidOf } from '../process/identifiers.ts';
import { after, before, dayMs } from '../process/time.ts';
import { lockPatiently } from './lock-patiently.ts';
import { lockNotAvailable, queryCanceled, sqlState } from './sql-state.ts';
import { inTransactionOf } from './transaction.ts';

/**
 * Makes the weekly partitions of events, deliveries and attempts. They are cut by the time inside the ids (the first 48 bits of a
 * UUID), so a read by id looks into one partition and old weeks are dropped whole. Weeks are made ahead. A row that finds no week
 * lands in the default partition, which the metric reports, and moves out when its week is made.
 */
export async function ensurePartitions(knex: Knex, from: Date, to: Date, mostPatienceMs = 2_000): Promise<void> {
  const wanted = await missing(knex, weeksBetween(from, to));
  for (const { table } of partitioned) {
    const ofTable = wanted.filter((partition) => partition.table === table);
    if (ofTable.length > 0) await make(knex, table, ofTable, mostPatienceMs);
  }
}

/**
 * Makes all partitions of one table in one transaction. It locks that table's default partition and no other, because a statement
 * may hold any two of the tables in any order.
 */
const make = (knex: Knex, table: string, ofTable: readonly Partition[], mostMs: number): Promise<void> =>
  lockPatiently({ firstMs: 200, mostMs }, (patienceMs) => knex.transaction((trx) => makeMissing(trx, table, ofTable, patienceMs)));

/**
 * Makes partitions beside the table and attaches them, which lets reads and writes of the other weeks go on; `create … partition
 * of` would lock them all out. The default partition is locked only when all of them are ready to be attached.
 */
async function makeMissing(trx: Knex.Transaction, table: string, ofTable: readonly Partition[], patienceMs: number): Promise<void> {
  await trx.raw("set local lock_timeout = '10s'");
  await trx.raw('select pg_advisory_xact_lock(?)', [partitionLock]);
  const wanted = await missing(trx, ofTable);
  if (wanted.length === 0) return;
  await trx.raw(`set local lock_timeout = ${patienceMs}`);
  const samples = await samplesOf(trx, table);
  for (const { name } of wanted) await create(trx, table, name, samples);
  await trx.raw(`lock table ${table}_default in access exclusive mode`);
  for (const partition of wanted)
    if (await mustWait(trx, partition)) await trx.raw(`drop table ${partition.name}`);
    else await attach(trx, partition);
}

/**
 * Keeps partitions from a week ago, for events that are published late, to three weeks from now. It is cheap when all are there.
 * A transaction that reads the tables for hours, such as a `pg_dump`, keeps a new week from being made. As long as this week and the
 * next are there, that week is left to a later run, so that a process can start meanwhile.
 */
export async function keepPartitionsAhead(knex: Knex, now: Date, mostPatienceMs?: number): Promise<void> {
  try {
    await ensurePartitions(knex, ...aheadOf(now), mostPatienceMs);
  } catch (error) {
    if (sqlState(error) !== lockNotAvailable || (await missing(knex, weeksBetween(...soonNeeded(now)))).length > 0) throw error;
  }
}

/** Lists the partitions that `keepPartitionsAhead` would have to make. */
export const weeksMissingAhead = async (knex: Knex, now: Date): Promise<readonly string[]> =>
  (await missing(knex, weeksBetween(...aheadOf(now)))).map(({ name }) => name);

const aheadOf = (now: Date): [from: Date, to: Date] => [before(now, weekMs), after(now, 3 * weekMs)];
const soonNeeded = (now: Date): [from: Date, to: Date] => [before(now, weekMs), after(now, weekMs)];

/** Counts the rows that found no week. They are sent and kept like any other, but are deleted one by one instead of with their week. */
export async function countRowsWithoutWeek(knex: Knex): Promise<number> {
  const { rows } = await knex.raw<{ rows: { found: number }[] }>(
    `select ${partitioned.map(({ table }) => `(select count(*) from ${table}_default)`).join(' + ')} as found`,
  );
  return rows[0]?.found ?? 0;
}

/** A week that exists, with its partitions of the three tables. */
export interface Week {
  readonly from: Date;
  readonly to: Date;
  readonly deliveries: string | null;
  readonly partitions: readonly string[];
}

export async function listWeeks(knex: Knex): Promise<readonly Week[]> {
  const weeks = new Map<string, { from: Date; to: Date; deliveries: string | null; partitions: string[] }>();
  for (const name of (await existing(knex)).toSorted()) {
    const [, table, monday] = /^(webhook_(?:events|deliveries|attempts))_(\d{4}_\d\d_\d\d)$/.exec(name) ?? [];
    if (!table || !monday) continue; // This is the default partition.
    const from = new Date(monday.replaceAll('_', '-'));
    const week = weeks.get(monday) ?? { from, to: after(from, weekMs), deliveries: null, partitions: [] };
    week.partitions.push(name);
    if (table === 'webhook_deliveries') week.deliveries = name;
    weeks.set(monday, week);
  }
  return [...weeks.values()].sort((a, b) => a.to.getTime() - b.to.getTime());
}

/**
 * Drops a week of all three tables at once if `mayDrop` still agrees under the lock, when no session can write any more. PostgreSQL
 * cannot detach a partition concurrently while there is a default partition, so the tables are locked, for milliseconds. They are
 * locked with `only`, because every session reaches a partition through its table, and a vacuum in another week need not be waited
 * for. A lock that does not come at once is given up, since every other session queues behind a waiting one; so is a `mayDrop` that
 * takes long. Returns false where the week was not dropped this time.
 */
export async function dropWeek(engine: Pool, week: Week, mayDrop: (client: PoolClient) => Promise<boolean>): Promise<boolean> {
  try {
    return await inTransactionOf(engine, async (client) => {
      await client.query("set local lock_timeout = '200ms'");
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [partitionLock]);
      const isMine = rows[0]?.mine === true;
      if (isMine)
        await client.query('lock table only webhook_events, only webhook_deliveries, only webhook_attempts in access exclusive mode');
      await client.query(`set local statement_timeout = ${lookUnderLockMs}`);
      const dropping = isMine && (await mayDrop(client));
      await client.query('set local statement_timeout to default');
      if (dropping) await client.query(`drop table if exists ${week.partitions.join(', ')}`);
      return dropping;
    });
  } catch (error) {
    if ([lockNotAvailable, queryCanceled].includes(sqlState(error) ?? '')) return false;
    throw error;
  }
}

interface Partition {
  readonly table: string;
  readonly name: string;
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

const partitioned = [
  { table: 'webhook_events', key: 'id' },
  { table: 'webhook_deliveries', key: 'id' },
  { table: 'webhook_attempts', key: 'delivery_id' },
] as const;

const partitionLock = 7_464_769;
const lookUnderLockMs = 500;
const weekMs = 7 * dayMs;
/** Unix time began on a Thursday; weeks begin on Mondays. */
const firstMondayMs = 4 * dayMs;

function weeksBetween(from: Date, to: Date): readonly Partition[] {
  const first = firstMondayMs + Math.floor((from.getTime() - firstMondayMs) / weekMs) * weekMs;
  const partitions: Partition[] = [];
  for (let start = first; start <= to.getTime(); start += weekMs) {
    const monday = new Date(start).toISOString().slice(0, 10).replaceAll('-', '_');
    const bounds = { from: uuidOf(new Date(start)), to: uuidOf(new Date(start + weekMs)) };
    partitions.push(...partitioned.map(({ table, ...rest }) => ({ table, ...rest, name: `${table}_${monday}`, ...bounds })));
  }
  return partitions;
}

async function missing(knex: Knex, wanted: readonly Partition[]): Promise<readonly Partition[]> {
  const there = new Set(await existing(knex));
  return wanted.filter((partition) => !there.has(partition.name));
}

async function existing(knex: Knex): Promise<readonly string[]> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>(
    `select child.relname as name
     from pg_inherits
     join pg_class child on child.oid = inhrelid
     join pg_class parent on parent.oid = inhparent
     where parent.relname = any(?) and parent.relnamespace = current_schema()::regnamespace`,
    [partitioned.map(({ table }) => table)],
  );
  return rows.map((row) => row.name);
}

async function create(trx: Knex.Transaction, table: string, name: string, samples: readonly Sample[]): Promise<void> {
  await trx.raw(`create table ${name} (like ${table} including all)`);
  await trx.raw(`alter table ${name} set (${[...vacuum, ...(table === 'webhook_deliveries' ? roomForOutcomes : [])].join(', ')})`);
  for (const { column, target } of samples) await trx.raw(`alter table ${name} alter column ${column} set statistics ${target}`);
}

/**
 * Attaches a partition. Rows of a week that is made late lie in the default partition and are moved first, because PostgreSQL
 * attaches no partition while the default one has rows of it.
 */
async function attach(trx: Knex.Transaction, { table, name, key, from, to }: Partition): Promise<void> {
  await trx.raw(
    `with late as (delete from ${table}_default where ${key} >= '${from}' and ${key} < '${to}' returning *)
     insert into ${name} select * from late`,
  );
  await trx.raw(`alter table ${table} attach partition ${name} for values from ('${from}') to ('${to}')`);
}

/** The publications by which other cells follow tenants begin with this. */
export const publicationPrefix = 'ringpost_';

/**
 * True for a week with late rows while another cell follows a tenant. It would read that the rows are deleted, and not that they are
 * inserted, because their new partition is not attached yet. So the week is made when the move has ended.
 */
async function mustWait(trx: Knex.Transaction, { table, key, from, to }: Partition): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: { waits: boolean }[] }>(
    `select exists (
              select
                from pg_publication_rel r
                join pg_publication p on p.oid = r.prpubid
               where r.prrelid = ?::regclass
                 and starts_with(p.pubname, ?))
        and exists (select from ${table}_default where ${key} >= '${from}' and ${key} < '${to}') as waits`,
    [table, publicationPrefix],
  );
  return rows[0]?.waits === true;
}

/** The size of the sample that ANALYZE takes of a column. 0 means no sample. */
interface Sample {
  readonly column: string;
  readonly target: number;
}

/** Returns the sample size of each column for which a migration sets one. `create table … (like)` does not copy it. */
async function samplesOf(trx: Knex.Transaction, table: string): Promise<readonly Sample[]> {
  const { rows } = await trx.raw<{ rows: Sample[] }>(
    `select attname as column, attstattarget as target
       from pg_attribute
      where attrelid = ?::regclass and attnum > 0 and not attisdropped and attstattarget >= 0`,
    [table],
  );
  return rows;
}

/** Migrations set the same for the default partitions. */
const vacuum = [
  'autovacuum_vacuum_scale_factor = 0.5',
  'autovacuum_vacuum_insert_threshold = -1',
  'autovacuum_analyze_scale_factor = 0.5',
  'autovacuum_vacuum_cost_delay = 0',
];

/** The outcome is written on the page of the delivery. Migrations set the same for the default partition. */
const roomForOutcomes = ['fillfactor = 45'];
