import type { Knex } from 'knex';
import { connect } from '../../src/db/connect.ts';
import { ensurePartitions } from '../../src/db/partitions.ts';
import { appendChanges, foldDeliveryCounts } from '../../src/deliveries/delivery-counts.ts';
import { deliveriesLookbackDays } from '../../src/process/limits.ts';
import { after, before, dayMs } from '../../src/process/time.ts';
import { countAllHalfHours } from '../../test/support/counts.ts';

/** Inserts rows straight into the table, evenly over the window, and into the counts as the service's statements would. */
export async function fillDeliveries(knex: Knex, tenantId: string, rows: number, now: Date): Promise<void> {
  const values = {
    tenantId,
    rows,
    now,
    windowSeconds: deliveriesLookbackDays * 86_400 - 60,
    ...deliveryShares,
    far: after(now, 1_000 * dayMs),
  };
  await knex.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    await trx.raw(fillStatement, values);
  });
}

/** Gives the number of each status among a thousand deliveries, in drawing order. */
const deliveryShares = { failed: 10, retrying: 20, pending: 1 };

const fillStatement = `
  with drawn as (
         select cast(:now as timestamptz) - i * (cast(:windowSeconds as float8) / cast(:rows as float8)) * interval '1 second' as created_at,
                random() * 1000 as luck,
                i
           from generate_series(1, cast(:rows as integer)) as i
          order by i desc),
       made as (
         select created_at,
                cast(lpad(to_hex(cast(floor(extract(epoch from created_at) * 1000) as bigint)), 12, '0') || '8' || substr(md5(i || cast(:tenantId as text)), 1, 3)
                     || '8' || substr(md5(i || cast(:tenantId as text)), 5, 15) as uuid) as id,
                case when luck < :failed then 'failed'
                     when luck < :retrying then 'retrying'
                     when luck < :pending then 'pending'
                     else 'success' end as status
           from drawn),
       inserted as (
         insert into webhook_deliveries (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, attempts, response_status, error_message,
                                         next_retry_at, last_attempt_at, finished_at, failed_at, created_at, endpoint_snapshot, trigger_snapshot, due_at)
         select id, :tenantId, id, 'whe_01kaezs0a1b2c3d4e5f6g7h8j9', 'trg_01kaezt3k4m5n6p7q8r9s0t1v2', 'call.completed', status, 1, 200,
                case when status = 'failed' then 'HTTP 500' end,
                case when status = 'retrying' then cast(:far as timestamptz) end,
                created_at,
                case when status in ('success', 'failed') then created_at end,
                case when status = 'failed' then created_at end,
                created_at,
                '{"id":"whe_01kaezs0a1b2c3d4e5f6g7h8j9","name":"CRM","url":"https://crm.example.org/hooks/ringpost"}',
                '{"id":"trg_01kaezt3k4m5n6p7q8r9s0t1v2","name":"All calls"}',
                case when status in ('pending', 'retrying') then cast(:far as timestamptz) end
           from made
         returning tenant_id, created_at, status)
  ${appendChanges({ rows: 'inserted', was: 'null', became: 'status' })}`;

/** Folds the counts as the scheduler does, and returns how many changes were folded. */
export async function keepCounts(context: Parameters<typeof countAllHalfHours>[0]): Promise<number> {
  await countAllHalfHours(context);
  return foldDeliveryCounts(context);
}

/** Fills the table with deliveries of these tenants up to a number, as a retention's worth of traffic leaves it. */
export async function growDeliveries(databaseUrl: string, tenants: readonly { readonly id: string }[], upTo: number): Promise<void> {
  const db = connect({ url: databaseUrl, poolSize: 2, prepared: true });
  try {
    const now = new Date();
    await ensurePartitions(db.knex, before(now, deliveriesLookbackDays * dayMs), now);
    const [found]: { count: number }[] = await db.knex('webhook_deliveries').count({ count: '*' });
    const each = Math.ceil((upTo - Number(found?.count ?? 0)) / tenants.length);
    if (each > 0) for (const { id } of tenants) await fillDeliveries(db.knex, id, each, now);
    await keepCounts({ db, clock: { now: () => now, realNow: () => now, refresh: async () => {} } });
    await db.knex.raw('vacuum analyze webhook_deliveries, webhook_delivery_counts, webhook_delivery_changes');
  } finally {
    await db.close();
  }
}
