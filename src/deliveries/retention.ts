import type { PoolClient } from 'pg';
import type { Context } from '../context.ts';
import { dropWeek, listWeeks, type Week } from '../db/partitions.ts';
import { inTransaction } from '../db/transaction.ts';
import { uuidOf } from '../process/identifiers.ts';
import { textDeliveryRetentionDays } from '../process/limits.ts';
import type { DeliveryRow } from './deliveries.ts';

/**
 * How long delivery records are kept, counted from when they finished; a replay makes one unfinished, and it counts
 * anew. Past its day a record is gone for callers at once (`hasExpired`); the row goes with the next batch, and a whole
 * week when nothing in it is wanted any more. What is not finished never goes, however old.
 */

type Needs = Pick<Context, 'db' | 'clock' | 'config'>;

/**
 * Finished before these: expired. Neither is less than thirty days ago, and a list looks back no further; so what is
 * deleted was listed no more, and the counts behind the list (`delivery-counts.ts`) need not hear of it.
 */
export interface Expiry {
  readonly texts: Date;
  readonly others: Date;
}

export const expiryAt = ({ clock, config }: Pick<Needs, 'clock' | 'config'>): Expiry => ({
  texts: daysBefore(clock.now(), textDeliveryRetentionDays),
  others: daysBefore(clock.now(), config.deliveryRetentionDays),
});

/** Older than its retention window, deleted yet or not: to callers it is `delivery_not_found`. */
export const hasExpired = (row: Pick<DeliveryRow, 'event_type' | 'finished_at'>, expiry: Expiry): boolean =>
  row.finished_at !== null && row.finished_at < (isTextReceipt(row.event_type) ? expiry.texts : expiry.others);

const isTextReceipt = (eventType: string): boolean => eventType === 'sms.delivered' || eventType === 'sms.failed';

/** Deletes a batch of expired deliveries with their attempts, and the events that nothing needs any more. How many deliveries. */
export async function deleteExpiredDeliveriesOnce(context: Needs, batchSize = 500): Promise<number> {
  const expiry = expiryAt(context);
  return alone(context, async (client) => {
    const texts = await client.query<Deleted>(
      deleteStatement("event_type in ('sms.delivered', 'sms.failed')"),
      valuesOf(expiry.texts, batchSize),
    );
    const left = batchSize - texts.rows.length;
    const others = await client.query<Deleted>(
      deleteStatement("event_type not in ('sms.delivered', 'sms.failed')"),
      valuesOf(expiry.others, left),
    );
    const deleted = [...texts.rows, ...others.rows];
    if (deleted.length > 0) await client.query(orphansStatement, [[...new Set(deleted.map(({ event_id }) => event_id))]]);
    return deleted.length;
  });
}

/**
 * Forgets a batch of event keys, and reports how many. A key outlives its event's records by as long again as they may
 * be kept: until then a repeat from a slow source is known for one (`events/insert-events.ts`), after that nobody repeats.
 */
export async function forgetEventKeysOnce({ db, clock, config }: Needs, batchSize = 1_000): Promise<number> {
  const oldest = daysBefore(clock.now(), 2 * config.deliveryRetentionDays);
  const { rowCount } = await db.engine.query(forgetKeysStatement, [oldest, batchSize]);
  return rowCount ?? 0;
}

/** Drops the weeks in which nothing is kept any more. A week that is busy just now waits for the next turn. */
export async function dropExpiredWeeksOnce(context: Needs): Promise<number> {
  const expiry = expiryAt(context);
  let dropped = 0;
  for (const week of await listWeeks(context.db.knex)) {
    if (week.to > expiry.texts) continue;
    const isWanted = async (sql: Queries): Promise<boolean> => {
      if (week.deliveries === null) return false;
      const { rows } = await sql.query<{ wanted: boolean }>(wantedStatement(week.deliveries), [expiry.texts, expiry.others]);
      return rows[0]?.wanted !== false;
    };
    // Looked at twice: the first look spares everybody the lock that the second is under.
    if (await isWanted(context.db.engine)) continue;
    if (await drop(context, week, isWanted)) dropped += 1;
  }
  return dropped;
}

type Queries = Pick<PoolClient, 'query'>;

async function drop({ db }: Needs, week: Week, isWanted: (sql: Queries) => Promise<boolean>): Promise<boolean> {
  const client = await db.engine.connect();
  try {
    return await dropWeek(client, week, async () => !(await isWanted(client)));
  } finally {
    client.release();
  }
}

/** One process at a time: two batches at once could each leave an event to the other. On the engine's connections, whose plans use indexes. */
async function alone(context: Needs, work: (client: PoolClient) => Promise<number>): Promise<number> {
  const client = await context.db.engine.connect();
  try {
    return await inTransaction(client, async () => {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [retentionLock]);
      return rows[0]?.mine ? await work(client) : 0;
    });
  } finally {
    client.release();
  }
}

const retentionLock = 7_464_770;

/** No delivery finishes before the time in its id but for one whose event was announced ahead, which goes when that time has come. */
const valuesOf = (before: Date, limit: number) => [before, limit, uuidOf(before)];

interface Deleted {
  readonly event_id: string;
}

/**
 * By the key, from the oldest on: what is older than its retention has gone already, but for what was finished or replayed late. Texts,
 * which are kept for less time than the rest, have an index of their own. A row that is being replayed just now is skipped, and one that
 * has been is not final any more: the lock looks at the row as it has become. A replay that comes second finds nothing. So it runs or it is not found, never half.
 */
const deleteStatement = (ofType: string): string => `
  with expired as (
         select id
           from webhook_deliveries
          where id < $3
            and finished_at < $1
            and ${ofType}
          order by id
          limit $2
            for update skip locked),
       deleted as (
         delete from webhook_deliveries d
          using expired
          where d.id = expired.id
         returning d.id, d.event_id),
       logged as (
         delete from webhook_attempts a
          using deleted
          where a.delivery_id = deleted.id)
  select event_id
    from deleted`;

/** An event's deliveries begin with the same 48 bits of time as its own id, so that one short range of one week is looked at. */
const orphansStatement = `
  delete from webhook_events v
   where v.id = any ($1::uuid[])
     and not exists (
         select 1
           from webhook_deliveries d
          where d.id >= (left(v.id::text, 13) || '-0000-0000-000000000000')::uuid
            and d.id <= (left(v.id::text, 13) || '-ffff-ffff-ffffffffffff')::uuid
            and d.event_id = v.id)`;

const forgetKeysStatement = `
  delete from event_keys
   where (tenant_id, dedupe_key) in (
         select k.tenant_id, k.dedupe_key
           from event_keys k
          where k.event_time <= $1
            and not exists (select 1 from webhook_events v where v.id = k.event_id)
          order by k.event_time
          limit $2)`;

/**
 * The newest first, which are wanted longest. Where none is, all that is left is read: little, because what has expired is deleted row by
 * row.
 */
const wantedStatement = (partition: string): string => `
  select exists (select 1 from ${partition} where due_at is not null)
      or exists (select 1
                   from (select event_type, finished_at from ${partition} order by id desc) as newest_first
                  where finished_at is null
                     or finished_at >= case when event_type in ('sms.delivered', 'sms.failed') then $1::timestamptz else $2::timestamptz end) as wanted`;

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 24 * 60 * 60 * 1_000);
