import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { mayTakeLong } from '../db/silent-sessions.ts';
import { inTransactionOf, type Session } from '../db/transaction.ts';
import { deliveriesLookbackDays } from '../process/limits.ts';
import { before, dayMs } from '../process/time.ts';
import { createdIn } from './created-in.ts';

/**
 * Counts a tenant's deliveries by status and by the half hour in which they were created (`D-69`), because counting a million rows
 * takes too long for a page of twenty. A half hour that is over is counted once (`countFinishedHalfHours`). From then on every statement
 * that changes the status of one of its deliveries, makes one or deletes one appends that to `webhook_delivery_changes`
 * (`appendChanges`), and the changes are folded into the counts. Half hours that are not counted are read from the table. So the sum
 * is as exact as the table, and a delivery that is final before its half hour is over, as nearly all are, costs no other row. The
 * tables call the half hour `slot`.
 */

/**
 * The length of a bin was measured with a million deliveries in the window. With ten minutes the sum was the most expensive part of
 * a page, and with an hour the search for the rows of a rare status was. With half an hour both take a few milliseconds.
 */
export const halfHourMs = 30 * 60 * 1_000;

/**
 * Returns the SQL for the half hour of a creation time. It is aligned to the epoch, as with `halfHourMs`, and so the same in every
 * zone.
 */
export const halfHourOf = (createdAt: string): string => `date_bin('30 minutes', ${createdAt}, timestamptz 'epoch')`;

/** Is the SQL for the day of a half hour in `slot`. A trigger sums the counts of each day in `webhook_delivery_days`. */
export const dayOfHalfHour = "date_bin('1 day', slot, timestamptz 'epoch')";

/**
 * Returns a data-modifying statement for a `with` that appends changes of deliveries. It must be part of the statement that changes
 * them, because what it appends depends on which half hours are being counted at that moment.
 */
export const appendChanges = ({ rows, was, became }: ChangedDeliveries): string => `
         insert into webhook_delivery_changes (tenant_id, slot, was, became, deliveries)
         select tenant_id, ${halfHourOf('created_at')}, was, became, count(*)
           from (select tenant_id, created_at, ${was} as was, ${became} as became from ${rows}) as changed
          where was is distinct from became
            and created_at < (select closing_until from webhook_counts_state)
          group by 1, 2, 3, 4`;

/** Each member is a piece of SQL. */
interface ChangedDeliveries {
  /** The source after `from`. It has a row for each delivery, with its `tenant_id` and `created_at`. */
  readonly rows: string;
  /** The status before; `null` if the delivery is new. */
  readonly was: string;
  /** The status now; `null` if the delivery is deleted. */
  readonly became: string;
}

/**
 * Counts a half hour that has ended. Returns 1 if it did, and 0 if there is none or it cannot be counted yet. No change is lost or
 * counted twice. First it announces up to when the counts will reach; from then on all changes to earlier deliveries are appended.
 * Then it waits for everything that may have read the state before the announcement: the statements of that time, and after them the
 * transactions that they belong to. Then it counts the half hour from the table, and deletes its changes, which the count includes.
 * An old transaction may delay this; until it ends, lists read more from the table.
 */
export async function countFinishedHalfHours({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const until = new Date(Math.floor((clock.now().getTime() - finalAfterMs) / halfHourMs) * halfHourMs);
  await db.engine.query({ name: 'announce-counting', text: announceStatement, values: [until] });
  const progress = async (session: Session = db.engine): Promise<Progress | undefined> =>
    (await session.query<Progress>({ name: 'progress-of-counting', text: progressStatement })).rows[0];
  // This is a statement of its own, so that the boundary is drawn after the look that found no old statement.
  if ((await progress())?.statements_ended) await db.engine.query({ name: 'bound-counting', text: boundStatement });
  if (!(await progress())?.transactions_ended) return 0;
  return inTransactionOf(db.engine, async (client) => {
    await mayTakeLong(client);
    // The lock keeps other processes from folding or counting meanwhile.
    await client.query('lock table webhook_delivery_counts in share row exclusive mode');
    // Another process may have counted the half hour before that, and announced the next one.
    if (!(await progress(client))?.transactions_ended) return 0;
    return (await client.query(countStatement)).rowCount ?? 0;
  });
}

interface Progress {
  readonly statements_ended: boolean;
  readonly transactions_ended: boolean;
}

export async function areCountedUntil(sql: Knex, until: Date): Promise<boolean> {
  return (await sql('webhook_counts_state').where('counted_until', '>=', until).first('is_only')) !== undefined;
}

/** The deliveries that were made in a half hour, by how they stand. */
export interface HalfHourCounts {
  readonly from: Date;
  readonly success: number;
  readonly failed: number;
  readonly open: number;
}

/** Returns the counted half hours since then over all tenants, oldest first, without those in which nothing was made. */
export async function countsOfHalfHours(sql: Knex, since: Date): Promise<readonly HalfHourCounts[]> {
  const { rows } = await sql.raw<{ rows: HalfHourCounts[] }>(
    `select slot as "from",
            coalesce(sum(deliveries) filter (where status = 'success'), 0)::integer as success,
            coalesce(sum(deliveries) filter (where status = 'failed'), 0)::integer as failed,
            coalesce(sum(deliveries) filter (where status in ('pending', 'retrying')), 0)::integer as open
       from (select slot, status, deliveries from webhook_delivery_counts where slot >= :since
             union all
             select slot, was, -deliveries from webhook_delivery_changes where slot >= :since and was is not null
             union all
             select slot, became, deliveries from webhook_delivery_changes where slot >= :since and became is not null) as counted
      where slot < (select counted_until from webhook_counts_state)
      group by slot
     having sum(deliveries) > 0
      order by slot`,
    { since },
  );
  return rows;
}

/** Folds the appended changes of counted half hours into the counts. Returns the number of changes. */
export async function foldDeliveryCounts({ db, clock }: Pick<Context, 'db' | 'clock'>, batchSize = 5_000): Promise<number> {
  const values = [batchSize, oldestHalfHour(clock.now())];
  for (let all = 0; ; ) {
    const { rows } = await db.engine.query<{ folded: number }>({ name: 'fold-delivery-counts', text: foldStatement, values });
    const folded = rows[0]?.folded ?? 0;
    all += folded;
    if (folded < batchSize) return all;
  }
}

/** Deletes a batch of counts that are older than any list reaches back, and the sums of such days. Returns the number of counts. */
export async function forgetOldCounts({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const oldest = oldestHalfHour(clock.now());
  const { rowCount } = await db.knex.raw<{ rowCount: number }>(
    `delete from webhook_delivery_counts
      where ctid = any (array(
              select ctid
                from webhook_delivery_counts
               where slot < ?
               order by slot
               limit 5000))`,
    [oldest],
  );
  await db.knex('webhook_delivery_days').where('day', '<=', before(oldest, dayMs)).delete();
  return rowCount;
}

/** This long after the end of a half hour most of its last deliveries are final and will not change any more. */
const finalAfterMs = 60_000;

/** Counts are kept a day longer than lists reach back, so that a change of forgotten counts concerns no list. */
const oldestHalfHour = (now: Date): Date => before(now, (deliveriesLookbackDays + 1) * dayMs);

/** The statement announces one half hour at a time, so that no count takes long. It announces all past time if nothing was ever counted. */
const announceStatement = `
  update webhook_counts_state
     set closing_until = case when isfinite(counted_until) then least($1, counted_until + interval '30 minutes') else $1 end,
         closing_transaction = pg_current_xact_id(),
         closing_boundary = null
   where closing_until = counted_until
     and closing_until < $1`;

const noOtherSessionWhere = (condition: string): string => `
              not exists (
                select
                  from pg_stat_activity
                 where datname = current_database()
                   and backend_type = 'client backend'
                   and pid <> pg_backend_pid()
                   and ${condition})`;

/**
 * Tells whether the statements and transactions that may have read the state before the announcement have ended. A statement has its
 * snapshot until it ends, and a transaction that has written has its number until it has committed. Between two statements, and while
 * it commits, a transaction has no snapshot. A number from the future comes from another server that this database was copied from.
 */
const progressStatement = `
  select closing_until > counted_until
         and closing_boundary is null
         and (closing_transaction >= pg_snapshot_xmax(pg_current_snapshot())
              or ${noOtherSessionWhere('age(backend_xmin) >= age(closing_transaction::xid)')}) as statements_ended,
         closing_until > counted_until
         and closing_boundary is not null
         and (closing_boundary > pg_snapshot_xmax(pg_current_snapshot())
              or ${noOtherSessionWhere('age(backend_xid) > age(closing_boundary::xid)')}) as transactions_ended
    from webhook_counts_state`;

/**
 * The boundary is the number of this statement's own transaction. All transactions that have a number by now have an older one. The
 * end of a snapshot would be too old, because it follows the last transaction that has ended, and running ones may have younger numbers.
 */
const boundStatement = `
  update webhook_counts_state
     set closing_boundary = pg_current_xact_id()
   where closing_until > counted_until
     and closing_boundary is null`;

/**
 * The statement counts tenant by tenant, because a tenant's deliveries alone can be found by the time of their creation. It writes the
 * counts of a tenant in the order of time, in which a page reads them.
 */
const counting = { tenantId: 'tenants.id', from: 'span.counted_until', to: 'span.closing_until', wanted: 'true' };
const countStatement = `
  with span as (
         select counted_until, closing_until
           from webhook_counts_state
          where closing_until > counted_until),
       outdated as (
         delete from webhook_delivery_changes
          using span
          where slot >= counted_until
            and slot < closing_until),
       counted as (
         insert into webhook_delivery_counts (tenant_id, slot, status, deliveries)
         select found.*
           from span
          cross join tenants
          cross join lateral (
                  select tenant_id, ${halfHourOf('created_at')}, status, count(*)
                    from (${createdIn('tenant_id, created_at, status', counting)}) as of_tenant
                   group by 1, 2, 3
                   order by 1, 2) as found)
  update webhook_counts_state
     set counted_until = span.closing_until
    from span`;

/**
 * A fold locks the state before anything else, so that two processes fold one after the other. Else they could deadlock: a fold that
 * changes some counts and makes others fires several triggers, each of which locks days. A lock of the table would end its vacuum.
 */
const foldStatement = `
  with taken as (
         delete from webhook_delivery_changes
          where ctid = any (array(
                  select ctid
                    from webhook_delivery_changes
                   where slot < (select counted_until from webhook_counts_state for update)
                   limit $1
                     for update skip locked))
         returning tenant_id, slot, was, became, deliveries),
       counted as (
         insert into webhook_delivery_counts as c (tenant_id, slot, status, deliveries)
         select tenant_id, slot, status, sum(deliveries)
           from (select tenant_id, slot, became as status, deliveries from taken
                  union all
                 select tenant_id, slot, was, -deliveries from taken) as changed
          where status is not null
            and slot >= $2
          group by tenant_id, slot, status
         having sum(deliveries) <> 0
          order by tenant_id, slot, status
             on conflict (tenant_id, slot, status) do update
            set deliveries = c.deliveries + excluded.deliveries)
  select count(*) as folded
    from taken`;
