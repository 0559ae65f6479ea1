import type { Knex } from 'knex';
import type { DeliveryRow } from './deliveries.ts';
import type { DeliveryStatus } from './delivery.ts';
import { countSlotMs } from './delivery-counts.ts';

/**
 * One page of a tenant's deliveries, newest first, and how many there are, in one statement and so of one moment. The
 * counts say in which half hour the page begins; whatever lies before is skipped unread. So page 20,000 costs what page
 * one does, and a status that is rare is not searched for in every row.
 */
export async function deliveryPage(sql: Knex, tenantId: string, wanted: PageRequest): Promise<DeliveryPage> {
  const { status, since, limit } = wanted;
  const firstSlot = new Date(Math.ceil(since.getTime() / countSlotMs) * countSlotMs);
  // Beyond what is a whole number to both sides there is no delivery anyway.
  const offset = Math.min((wanted.page - 1) * limit, Number.MAX_SAFE_INTEGER - limit);
  const { rows } = await sql.raw<{ rows: readonly PageRow[] }>(statement, {
    tenantId,
    status,
    since,
    firstSlot,
    limit,
    offset,
    end: offset + limit,
  });
  const deliveries = rows.filter((row): row is DeliveryRow & { total: number } => row.id !== null);
  return { deliveries, total: rows[0]?.total ?? 0 };
}

export interface PageRequest {
  readonly status: DeliveryStatus | null;
  /** Created at or after. */
  readonly since: Date;
  readonly page: number;
  readonly limit: number;
}

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryRow[];
  readonly total: number;
}

/** An empty page is one row without a delivery. */
type PageRow = (DeliveryRow & { readonly total: number }) | { readonly id: null; readonly total: number };

/**
 * `since` seldom falls on the edge of a slot: what lies between the two is counted row by row. Partitions are not pruned:
 * they are cut by the time of the event, and an event that is published again to a newer trigger makes a delivery today
 * under an id of its own time, however long ago. A probe into an index that has nothing costs microseconds.
 */
const statement = `
  with counted as (
         select slot, cast(sum(deliveries) as bigint) as deliveries
           from (select slot, deliveries
                   from webhook_delivery_counts
                  where tenant_id = :tenantId
                    and slot >= :firstSlot
                    and (cast(:status as text) is null or status = :status)
                  union all
                 select slot, case when became is not null and became = coalesce(:status, became) then deliveries else 0 end
                            - case when was is not null and was = coalesce(:status, was) then deliveries else 0 end
                   from webhook_delivery_changes
                  where tenant_id = :tenantId
                    and slot >= :firstSlot) as parts
          group by slot
         having sum(deliveries) > 0),
       stretches as (
         select slot as starts, slot + interval '30 minutes' as ends, deliveries
           from counted
          union all
         select cast(:since as timestamptz), cast(:firstSlot as timestamptz), count(*)
           from webhook_deliveries
          where tenant_id = :tenantId
            and created_at >= :since
            and created_at < :firstSlot
            and (cast(:status as text) is null or status = :status)),
       placed as (
         select starts, ends, deliveries, cast(sum(deliveries) over (order by starts desc) as bigint) - deliveries as newer
           from stretches),
       needed as (
         select starts, ends, newer
           from placed
          where newer < :end
            and newer + deliveries > cast(:offset as bigint)),
       page as (
         select found.*
           from needed
          cross join lateral (
                  select *
                    from webhook_deliveries
                   where tenant_id = :tenantId
                     and created_at >= needed.starts
                     and created_at < needed.ends
                     and (cast(:status as text) is null or status = :status)
                   order by created_at desc, id desc
                   limit cast(:end as bigint) - needed.newer) as found
          order by created_at desc, id desc
         offset greatest(cast(:offset as bigint) - (select min(newer) from needed), 0)
          limit :limit)
  select whole.total, page.*
    from (select cast(coalesce(sum(deliveries), 0) as bigint) as total from stretches) as whole
    left join page on true
   order by page.created_at desc, page.id desc`;
