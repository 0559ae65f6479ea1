import type { Context } from '../context.ts';
import { deliveriesLookbackDays } from '../limits.ts';

/**
 * How many deliveries a tenant has, by status and the half hour they were created in: counting a million rows takes too
 * long for a page of twenty. Every statement that makes deliveries, changes their status or deletes them appends what it
 * changed, in itself, so the sum is as exact as the table. It appends instead of counting up because publications stand in
 * their causes' transactions: a counter row would make all of a tenant's wait for each other's commit. What was appended is
 * folded into the counts here; who reads sums both.
 */
export async function foldDeliveryCounts({ db, clock }: Pick<Context, 'db' | 'clock'>, batchSize = 5_000): Promise<number> {
  const values = [batchSize, oldestSlot(clock.now())];
  for (let all = 0; ; ) {
    const { rows } = await db.engine.query<{ folded: number }>({ name: 'fold-delivery-counts', text: foldStatement, values });
    const folded = rows[0]?.folded ?? 0;
    all += folded;
    if (folded < batchSize) return all;
  }
}

/** Deletes a batch of counts that no list reaches back to, and reports how many. */
export async function forgetOldCounts({ db, clock }: Pick<Context, 'db' | 'clock'>, batchSize = 5_000): Promise<number> {
  const { rowCount } = await db.knex.raw<{ rowCount: number }>(
    `delete from webhook_delivery_counts
      where ctid = any (array(
              select ctid
                from webhook_delivery_counts
               where slot < ?
               order by slot
               limit ?))`,
    [oldestSlot(clock.now()), batchSize],
  );
  return rowCount;
}

/**
 * Measured with a million in the window: slots of ten minutes made a page's sum the dearest part of it, slots of an hour the
 * search for the rows of a rare status. In between both are a few milliseconds.
 */
export const countSlotMs = 30 * 60 * 1_000;

/** The slot of a creation time, in SQL. The same cut as `countSlotMs`: epoch-aligned, which holds for half hours in every zone. */
export const slotOf = (createdAt: string): string => `date_bin('30 minutes', ${createdAt}, timestamptz 'epoch')`;

/** A day of grace: what changes while it is being forgotten was not listed any more. */
const oldestSlot = (now: Date): Date => new Date(now.getTime() - (deliveriesLookbackDays + 1) * 86_400_000);

/** In one order everywhere, so that two who fold at once wait for each other and never in a circle. */
const foldStatement = `
  with taken as (
         delete from webhook_delivery_changes
          where ctid = any (array(
                  select ctid
                    from webhook_delivery_changes
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
