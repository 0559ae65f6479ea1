import type { Pool } from 'pg';
import { type CreatedIn, createdIn, newestCreatedIn } from './created-in.ts';
import { isFailure, type ListedDelivery, listedColumns } from './delivery.ts';
import { halfHourMs, halfHourOf } from './delivery-counts.ts';
import type { DeliveryStatus } from './status.ts';

/**
 * Reads one page of a tenant's deliveries, newest first, and their total number in one statement, so that both are of one moment. The
 * counts tell in which half hour the page begins, and for half hours that are not counted yet the table does. Everything newer is
 * skipped unread. So page 20,000 costs as much as page one, and a rare status is not searched for in every row.
 */
export async function deliveryPage(engine: Pick<Pool, 'query'>, tenantId: string, wanted: PageRequest): Promise<DeliveryPage> {
  const { status, since, limit } = wanted;
  const firstHalfHour = new Date(Math.ceil(since.getTime() / halfHourMs) * halfHourMs);
  // A greater offset is no exact integer in JavaScript, and no delivery is that far back.
  const offset = Math.min((wanted.page - 1) * limit, Number.MAX_SAFE_INTEGER - limit);
  const values = [tenantId, offset + limit, since, firstHalfHour, limit, offset];
  const { rows } = await engine.query<PageRow>({ name: `delivery-page-${status}`, text: statements[`${status}`], values });
  const deliveries = rows.filter((row): row is ListedDelivery & { total: number } => row.id !== null);
  return { deliveries, total: rows[0]?.total ?? 0 };
}

export interface PageRequest {
  readonly status: DeliveryStatus | null;
  /** The page has deliveries that were created at this time or later. */
  readonly since: Date;
  readonly page: number;
  readonly limit: number;
}

export interface DeliveryPage {
  readonly deliveries: readonly ListedDelivery[];
  readonly total: number;
}

/** An empty page is one row without a delivery. */
type PageRow = (ListedDelivery & { readonly total: number }) | { readonly id: null; readonly total: number };

/**
 * `since` seldom falls on the edge of a half hour. The deliveries between `since` and the next edge are counted row by row.
 * Failures have an index of their own, in the order of the list.
 */
const statementOf = (status: DeliveryStatus | null): string => {
  const isWanted = (column: string): string => (status === null ? `${column} is not null` : `${column} = '${status}'`);
  const source = status === 'failed' ? failures : { all: createdIn, newest: newestCreatedIn };
  const span = { tenantId: '$1', wanted: isWanted('status') };
  const open = { ...span, from: 'greatest($4, (select counted_until from webhook_counts_state))' };
  return `
  with counted as (
         select slot, sum(deliveries) as deliveries
           from (select slot, cast(deliveries as integer) as deliveries
                   from webhook_delivery_counts
                  where tenant_id = $1
                    and slot >= $4
                    and slot < (select counted_until from webhook_counts_state)
                    and ${isWanted('status')}
                  union all
                 select slot, case when ${isWanted('became')} then deliveries else 0 end
                            - case when ${isWanted('was')} then deliveries else 0 end
                   from webhook_delivery_changes
                  where tenant_id = $1
                    and slot >= $4
                    and slot < (select counted_until from webhook_counts_state)
                  union all
                 select ${halfHourOf('created_at')}, 1
                   from (${source.all('created_at', open)}) as uncounted) as parts
          group by slot
         having sum(deliveries) > 0),
       stretches as (
         select slot as starts, slot + interval '30 minutes' as ends, deliveries
           from counted
          union all
         select cast($3 as timestamptz), cast($4 as timestamptz), count(*)
           from (${source.all('created_at', { ...span, from: '$3', to: '$4' })}) as of_first_half_hour),
       placed as (
         select starts, ends, deliveries, sum(cast(deliveries as integer)) over (order by starts desc) - deliveries as newer
           from stretches),
       needed as (
         select starts, ends, newer
           from placed
          where newer < $2
            and newer + deliveries > cast($6 as bigint)),
       page as (
         select found.*
           from needed
          cross join lateral (${source.newest(
            listedColumns.join(', '),
            { ...span, from: 'needed.starts', to: 'needed.ends' },
            'cast($2 as bigint) - needed.newer',
          )}) as found
          order by created_at desc, id desc
         offset greatest(cast($6 as bigint) - (select min(newer) from needed), 0)
          limit $5)
  select whole.total, page.*
    from (select coalesce(sum(cast(deliveries as integer)), 0) as total from stretches) as whole
    left join page on true
   order by page.created_at desc, page.id desc`;
};

/** The queries for failures, as in `created-in.ts`, by the index `failures_of_a_tenant`. */
const failuresIn = (columns: string, { tenantId, from, to }: CreatedIn): string => `
         select ${columns}
           from webhook_deliveries
          where tenant_id = ${tenantId}
            and created_at >= ${from}
            ${to === undefined ? '' : `and created_at < ${to}`}
            and ${isFailure}`;
const failures = {
  all: failuresIn,
  newest: (columns: string, span: CreatedIn, limit: string): string => `${failuresIn(columns, span)}
          order by created_at desc, id desc
          limit ${limit}`,
};

/** Each status has a statement of its own, so that its plan may use an index of that status alone. */
const statements: Readonly<Record<`${DeliveryStatus | null}`, string>> = {
  null: statementOf(null),
  pending: statementOf('pending'),
  retrying: statementOf('retrying'),
  success: statementOf('success'),
  failed: statementOf('failed'),
};
