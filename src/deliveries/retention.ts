import type { PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { dropWeek, listWeeks } from '../db/partitions.ts';
import { sqlState, undefinedTable } from '../db/sql-state.ts';
import { inTransactionOf } from '../db/transaction.ts';
import { uuidOf } from '../process/identifiers.ts';
import { textDeliveryRetentionDays } from '../process/limits.ts';
import { before, dayMs } from '../process/time.ts';
import type { DeliveryRow } from './deliveries.ts';

/**
 * Deletes delivery records some time after they finished. A replay makes a record unfinished, and its time begins anew. An
 * expired record is gone for callers at once (`hasExpired`, `D-55`). Its row is deleted with the next batch, and a whole week when
 * nothing in it is kept any more. An unfinished delivery is never deleted here, however old it is. Nor is one of a frozen tenant: it may
 * be a copy, and be replayed in the cell in which the tenant works.
 */

type Needs = Pick<Context, 'db' | 'clock' | 'config'>;

/**
 * A delivery that finished before its time here is expired. Both times are at least thirty days ago, and a list looks back no
 * further. So a deleted delivery was in no list any more, and the counts behind the list (`delivery-counts.ts`) do not change.
 */
export interface Expiry {
  readonly texts: Date;
  readonly others: Date;
}

export const expiryAt = ({ clock, config }: Pick<Needs, 'clock' | 'config'>): Expiry => ({
  texts: daysBefore(clock.now(), textDeliveryRetentionDays),
  others: daysBefore(clock.now(), config.deliveryRetentionDays),
});

/** True if the record is past its retention, deleted or not. For callers it is `delivery_not_found`. */
export const hasExpired = (row: Pick<DeliveryRow, 'event_type' | 'finished_at'>, expiry: Expiry): boolean =>
  row.finished_at !== null && row.finished_at < (isTextReceipt(row.event_type) ? expiry.texts : expiry.others);

const isTextReceipt = (eventType: string): boolean => eventType === 'sms.delivered' || eventType === 'sms.failed';

/** Deletes a batch of expired deliveries with their attempts, and the events without deliveries. Returns the number of deliveries. */
export async function deleteExpiredDeliveriesOnce(context: Needs, batchSize = 500): Promise<number> {
  const expiry = expiryAt(context);
  return alone(context, async (client) => {
    const texts = await client.query<Deleted>(
      expireStatement("event_type in ('sms.delivered', 'sms.failed')"),
      valuesOf(expiry.texts, batchSize),
    );
    const left = batchSize - texts.rows.length;
    const others = await client.query<Deleted>(
      expireStatement("event_type not in ('sms.delivered', 'sms.failed')"),
      valuesOf(expiry.others, left),
    );
    const deleted = [...texts.rows, ...others.rows];
    const values = [deleted.map(({ tenant_id }) => tenant_id), deleted.map(({ event_id }) => event_id)];
    if (deleted.length > 0) await client.query(orphansStatement, values);
    return deleted.length;
  });
}

/**
 * Deletes old event keys and returns their number. A key is kept twice as long as its event's records (`D-56`), so that a
 * repeat from a slow source is recognised (`events/insert-events.ts`). No repeat is expected after that. No index has their age, because
 * every event would pay for it. So a stretch of the table is drawn at random, and its old keys are deleted in batches.
 */
export async function forgetEventKeysOnce(
  { db, clock, config, random }: Needs & Pick<Context, 'random'>,
  batchSize = 1_000,
  pagesAtOnce = 8_192,
): Promise<number> {
  const oldest = daysBefore(clock.now(), 2 * config.deliveryRetentionDays);
  const { rows } = await db.engine.query<{ pages: number }>(pagesOfKeysStatement);
  const first = Math.floor(random() * Math.ceil((rows[0]?.pages ?? 0) / pagesAtOnce)) * pagesAtOnce;
  const values = [oldest, batchSize, `(${first},0)`, `(${first + pagesAtOnce},0)`];
  let deleted = 0;
  for (let batch = 0; batch < mostBatchesOfKeys; batch++) {
    const { rowCount } = await db.engine.query(forgetKeysStatement, values);
    deleted += rowCount ?? 0;
    if (rowCount !== batchSize) break;
  }
  return deleted;
}

/** Drops the weeks in which nothing is kept any more. A week that is busy at the moment is tried again in the next run. */
export async function dropExpiredWeeksOnce(context: Needs): Promise<number> {
  const expiry = expiryAt(context);
  let dropped = 0;
  for (const week of await listWeeks(context.db.knex)) {
    if (week.to > expiry.texts) continue;
    const isWanted = async (sql: Pick<PoolClient, 'query'>): Promise<boolean> => {
      if (week.deliveries === null) return false;
      const { rows } = await sql.query<{ wanted: boolean }>(wantedStatement(week.deliveries), [expiry.texts, expiry.others]);
      return rows[0]?.wanted !== false;
    };
    try {
      // The week is looked at twice. The first look avoids the lock, under which the second one is made.
      if (await isWanted(context.db.engine)) continue;
      if (await dropWeek(context.db.engine, week, async (client) => !(await isWanted(client)))) dropped += 1;
    } catch (error) {
      // Another process has dropped it meanwhile.
      if (sqlState(error) !== undefinedTable) throw error;
    }
  }
  return dropped;
}

/** A process that is told to stop waits for the run under way, so a run ends after this many. */
const mostBatchesOfKeys = 100;

/**
 * Runs `work` in one process at a time, because two batches at once could each leave an event to the other. It uses the engine's
 * connections, whose plans use indexes.
 */
const alone = ({ db }: Needs, work: (client: PoolClient) => Promise<number>): Promise<number> =>
  inTransactionOf(db.engine, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [retentionLock]);
    return rows[0]?.mine ? work(client) : 0;
  });

const retentionLock = 7_464_770;

/** A delivery finishes after the time in its id. If its event was dated ahead, it is deleted when that time has come. */
const valuesOf = (before: Date, limit: number) => [before, limit, uuidOf(before)];

interface Deleted {
  readonly tenant_id: string;
  readonly event_id: string;
}

/**
 * The statement reads by the primary key, tenant by tenant; older expired rows are deleted already, except those that were finished
 * or replayed late. The events of texts, which are kept for less time than the rest, have an index of their own. A row that is being
 * replayed at the moment is skipped, and one that has been replayed is not final any more, because the lock rechecks the row. A replay
 * that comes after the deletion finds nothing. So a replay either runs or finds no delivery.
 */
const expireStatement = (ofType: string): string => `
  with expired as (
         select tenant_id, id
           from webhook_deliveries
          where tenant_id = any (array(select id from tenants where frozen_at is null))
            and id < $3
            and finished_at < $1
            and ${ofType}
          limit $2
            for update skip locked),
       deleted as (
         delete from webhook_deliveries d
          using expired
          where d.tenant_id = expired.tenant_id
            and d.id = expired.id
         returning d.tenant_id, d.id, d.event_id),
       logged as (
         delete from webhook_attempts a
          using deleted
          where a.delivery_id = deleted.id)
  select tenant_id, event_id
    from deleted`;

/** The ids of an event's deliveries begin with the same 48 bits of time as its own id, so only a short range of one week is read. */
const orphansStatement = `
  delete from webhook_events v
   where (v.tenant_id, v.id) in (select * from unnest($1::text[], $2::uuid[]))
     and not exists (
         select 1
           from webhook_deliveries d
          where d.tenant_id = v.tenant_id
            and d.id >= (left(v.id::text, 13) || '-0000-0000-000000000000')::uuid
            and d.id <= (left(v.id::text, 13) || '-ffff-ffff-ffffffffffff')::uuid
            and d.event_id = v.id)`;

const pagesOfKeysStatement = `select pg_relation_size('event_keys') / current_setting('block_size')::bigint as pages`;

const forgetKeysStatement = `
  delete from event_keys
   where (tenant_id, dedupe_key) in (
         select k.tenant_id, k.dedupe_key
           from event_keys k
          where k.ctid >= $3::tid
            and k.ctid < $4::tid
            and k.event_time <= $1
            and not exists (select 1 from webhook_events v where v.tenant_id = k.tenant_id and v.id = k.event_id)
          limit $2)`;

/**
 * The statement reads each tenant's newest rows first, because they are kept longest. If none is kept, it reads all rows that are left,
 * which are few because expired rows are deleted one by one.
 */
const wantedStatement = (partition: string): string => `
  select exists (select 1 from ${partition} where due_at is not null)
      or exists (select 1
                   from tenants
                  cross join lateral (
                          select event_type, finished_at
                            from ${partition}
                           where tenant_id = tenants.id
                           order by id desc) as newest_first
                  where frozen_at is not null
                     or finished_at is null
                     or finished_at >= case when event_type in ('sms.delivered', 'sms.failed') then $1::timestamptz else $2::timestamptz end) as wanted`;

const daysBefore = (now: Date, days: number): Date => before(now, days * dayMs);
