import type { Pool } from 'pg';
import { requireRow } from '../db/require-row.ts';
import { after, before, dayMs } from '../process/time.ts';
import { type CreatedIn, canBeIn, createdIn, idsFor, newestCreatedIn } from './created-in.ts';
import { isFailure, type ListedDelivery, listedColumns } from './delivery.ts';
import { dayOf, halfHourMs, halfHourOf } from './delivery-counts.ts';
import type { DeliveryStatus } from './status.ts';

/**
 * Reads one page of a tenant's deliveries, newest first, and their total number in one statement, so that both are of one moment. The
 * counts tell in which half hour the page begins, and for half hours that are not counted yet the table does. Everything newer is
 * skipped unread. So page 20,000 costs as much as page one, and a rare status is not searched for in every row.
 *
 * To open a week of the table costs more than to find a page in it. So the statement opens those that hold the newest deliveries, and tells
 * which it should have opened. Where they are others, as for a page far back, it runs again with these.
 */
export async function deliveryPage(engine: Pick<Pool, 'query'>, tenantId: string, wanted: PageRequest): Promise<DeliveryPage> {
  const { status, since, limit, now } = wanted;
  const [firstHalfHour, firstDay] = [halfHourMs, dayMs].map((ms) => new Date(Math.ceil(since.getTime() / ms) * ms));
  // A greater offset is no exact integer in JavaScript, and no delivery is that far back.
  const offset = Math.min((wanted.page - 1) * limit, Number.MAX_SAFE_INTEGER - limit);
  const values = [tenantId, offset + limit, since, firstHalfHour, limit, offset, firstDay];
  for (let [from, to] = [before(now, 7 * dayMs), after(now, dayMs)]; ; ) {
    const assumed = lastCountedUntil;
    const { rows } = await engine.query<PageRow>({
      name: `delivery-page-${status}`,
      text: statements[`${status}`],
      values: [...values, assumed, ...idsFor(from, to)],
    });
    const { total, countedUntil, pageFrom, pageTo } = requireRow(rows[0]);
    lastCountedUntil = countedUntil;
    const [first, last] = [pageFrom ?? from, pageTo ?? to];
    if (countedUntil.getTime() === assumed.getTime() && first >= from && last <= to)
      return { deliveries: rows.filter((row): row is PageRow & ListedDelivery => row.id !== null), total };
    // A day more on both sides, because the page may move into another half hour meanwhile.
    [from, to] = [before(first, dayMs), after(last, dayMs)];
  }
}

export interface PageRequest {
  readonly status: DeliveryStatus | null;
  /** The page has deliveries that were created at this time or later. */
  readonly since: Date;
  readonly page: number;
  readonly limit: number;
  readonly now: Date;
}

export interface DeliveryPage {
  readonly deliveries: readonly ListedDelivery[];
  readonly total: number;
}

type PageRow = (ListedDelivery | { readonly id: null }) & {
  readonly total: number;
  readonly countedUntil: Date;
  /** The half hours that the page is in. An empty page is one row without a delivery, and is in none. */
  readonly pageFrom: Date | null;
  readonly pageTo: Date | null;
};

const endOfTime = new Date('9999-12-31');

/** Up to where half hours were counted when a page was last read. The first page assumes that all are, because it then reads no rows for it. */
let lastCountedUntil = endOfTime;

/**
 * `since` seldom falls on the edge of a half hour, and of a day. The deliveries between `since` and the next half hour are counted row by
 * row, and from there to the next day by half hours. Failures have an index of their own, in the order of the list.
 */
const statementOf = (status: DeliveryStatus | null): string => {
  const isWanted = (column: string): string => (status === null ? `${column} is not null` : `${column} = '${status}'`);
  const source = status === 'failed' ? failures : { all: createdIn, newest: newestCreatedIn };
  const span = { tenantId: '$1', wanted: isWanted('status') };
  const uncounted = { ...span, from: 'greatest($4, $8)' };
  const onPage = { ...span, from: 'needed.starts', to: 'needed.ends', wanted: `${span.wanted} and id >= $9 and id < $10` };
  const counted = (table: 'webhook_delivery_days' | 'webhook_delivery_counts', { from, to }: { from: string; to: string }): string => {
    const [column, ofHalfHour] = table === 'webhook_delivery_days' ? ['day', dayOf('slot')] : ['slot', 'slot'];
    return `
         select starts, sum(deliveries) as deliveries
           from (select ${column} as starts, cast(deliveries as integer) as deliveries
                   from ${table}
                  where tenant_id = $1
                    and ${column} >= ${from}
                    and ${column} < ${to}
                    and ${isWanted('status')}
                  union all
                 select ${ofHalfHour}, case when ${isWanted('became')} then deliveries else 0 end
                                       - case when ${isWanted('was')} then deliveries else 0 end
                   from webhook_delivery_changes
                  where tenant_id = $1
                    and slot >= ${from}
                    and slot < ${to}) as parts
          group by starts
         having sum(deliveries) > 0`;
  };
  const hasPartOfPage = (stretch: string): string =>
    `${stretch}.newer < $2 and ${stretch}.newer + ${stretch}.deliveries > cast($6 as bigint)`;
  return `
  with stretches as (
         select starts, least(starts + interval '1 day', $8) as ends, deliveries, true as is_day
           from (${counted('webhook_delivery_days', { from: '$7', to: '$8' })}) as days
          union all
         select starts, starts + interval '30 minutes', deliveries, false
           from (${counted('webhook_delivery_counts', { from: '$4', to: 'least($7, $8)' })}) as of_first_day
          union all
         select ${halfHourOf('created_at')}, ${halfHourOf('created_at')} + interval '30 minutes', count(*), false
           from (${source.all('created_at', uncounted)}) as uncounted
          group by 1
          union all
         select cast($3 as timestamptz), cast($4 as timestamptz), count(*), false
           from (${source.all('created_at', { ...span, from: '$3', to: '$4' })}) as of_first_half_hour),
       placed as (
         select *, sum(cast(deliveries as integer)) over (order by starts desc) - deliveries as newer
           from stretches),
       half_hours as (
         select starts, ends, deliveries, newer
           from placed
          where not is_day
          union all
         select of_day.starts, of_day.starts + interval '30 minutes', of_day.deliveries,
                newer + sum(cast(of_day.deliveries as integer)) over (partition by placed.starts order by of_day.starts desc) - of_day.deliveries
           from placed
          cross join lateral (${counted('webhook_delivery_counts', { from: 'placed.starts', to: 'placed.ends' })}) as of_day
          where is_day
            and ${hasPartOfPage('placed')}),
       needed as (
         select starts, ends, newer
           from half_hours
          where ${hasPartOfPage('half_hours')}),
       page as (
         select found.*
           from needed
          cross join lateral (${source.newest(listedColumns.join(', '), onPage, 'cast($2 as bigint) - needed.newer')}) as found
          order by created_at desc, id desc
         offset greatest(cast($6 as bigint) - (select min(newer) from needed), 0)
          limit $5)
  select whole.*, page.*
    from (select (select coalesce(sum(cast(deliveries as integer)), 0) from stretches) as total,
                 (select greatest(counted_until, 'epoch') from webhook_counts_state) as "countedUntil",
                 min(starts) as "pageFrom",
                 max(ends) as "pageTo"
            from needed) as whole
    left join page on true
   order by page.created_at desc, page.id desc`;
};

/** The queries for failures, as in `created-in.ts`, by the index `failures_of_a_tenant`. */
const failuresIn = (columns: string, { tenantId, from, to, wanted }: CreatedIn): string => `
         select ${columns}
           from webhook_deliveries
          where tenant_id = ${tenantId}
            and created_at >= ${from}
            ${to === undefined ? '' : `and created_at < ${to}`}
            and ${isFailure}
            and ${canBeIn({ from, to })}
            and ${wanted}`;
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
