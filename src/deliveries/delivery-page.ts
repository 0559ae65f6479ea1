import type { Pool } from 'pg';
import { requireRow } from '../db/require-row.ts';
import { deliveriesLookbackDays } from '../process/limits.ts';
import { after, before, dayMs } from '../process/time.ts';
import { type CreatedIn, canBeIn, createdIn, type IdsOfSpan, idsOfSpan, isInSpan, newestCreatedIn } from './created-in.ts';
import type { DeliveryStatus } from './deliveries.ts';
import { isFailure, type ListedDelivery, listedColumns } from './delivery.ts';
import { dayOfHalfHour, halfHourMs, halfHourOf } from './delivery-counts.ts';

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
  const { text, names } = statements[`${status}`];
  const [firstHalfHour = since, firstDay = since] = [halfHourMs, dayMs].map((ms) => new Date(Math.ceil(since.getTime() / ms) * ms));
  const rounded = new Date(Math.round(since.getTime() / halfHourMs) * halfHourMs);
  // What is older may be deleted and is counted all the same (`L-RETENTION-01`), so it cannot be taken away row by row.
  const nearestHalfHour = rounded < before(now, deliveriesLookbackDays * dayMs) ? firstHalfHour : rounded;
  // A greater offset is no exact integer in JavaScript, and no delivery is that far back.
  const offset = Math.min((wanted.page - 1) * limit, Number.MAX_SAFE_INTEGER - limit);
  for (let [from, to] = [before(now, 7 * dayMs), after(now, dayMs)]; ; ) {
    const assumed = lastCountedUntil;
    const [halfHoursFrom, uncountedFrom] = firstHalfHour <= assumed ? [nearestHalfHour, assumed] : [firstHalfHour, firstHalfHour];
    const [edgeFrom, edgeTo] = halfHoursFrom < since ? [halfHoursFrom, since] : [since, halfHoursFrom];
    const given: Readonly<Record<string, unknown>> = {
      ...{ tenantId, since, limit, offset, pageEnd: offset + limit, assumed, firstDay, halfHoursFrom, uncountedFrom, edgeFrom, edgeTo },
      ...named('opened', idsOfSpan(from, to)),
      ...named('edge', idsOfSpan(edgeFrom, edgeTo)),
      ...named('uncounted', idsOfSpan(uncountedFrom, uncountedFrom)),
    };
    const values = names.map((name) => given[name]);
    const { rows } = await engine.query<PageRow>({ name: `delivery-page-${status}`, text, values });
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
 * `since` seldom falls on the edge of a half hour, and of a day. The deliveries between `since` and the nearest edge are counted row by row: they are
 * added to the half hours after it, or taken away from the half hour that `since` is in. From there to the next day half hours are counted.
 * Failures have an index of their own, in the order of the list.
 */
const statementOf = (status: DeliveryStatus | null): Statement => {
  const isWanted = (column: string): string => (status === null ? `${column} is not null` : `${column} = '${status}'`);
  const source = status === 'failed' ? failures : { all: createdIn, newest: newestCreatedIn };
  const span = { tenantId: ':tenantId', wanted: isWanted('status') };
  const uncounted = { ...span, from: ':uncountedFrom', ids: { from: ':uncounted_from', datedFrom: ':uncounted_datedFrom' } };
  const ids = { from: ':edge_from', datedFrom: ':edge_datedFrom', to: ':edge_to', datedTo: ':edge_datedTo' };
  const toEdge = { ...span, from: ':edgeFrom', to: ':edgeTo', ids };
  const addedOrTakenAway = `
                  union all
                 select ${halfHourOf(':edgeFrom')}, cast(case when :halfHoursFrom < :since then -count(*) else count(*) end as integer)
                   from (${source.all('created_at', toEdge)}) as to_edge`;
  const wanted = `${span.wanted} and id >= :opened_datedFrom and id < :opened_datedTo`;
  const onPage = { ...span, from: 'needed.starts', to: 'needed.ends', wanted };
  const counted = (
    table: 'webhook_delivery_days' | 'webhook_delivery_counts',
    { from, to }: { from: string; to: string },
    more = '',
  ): string => {
    const [column, ofHalfHour] = table === 'webhook_delivery_days' ? ['day', dayOfHalfHour] : ['slot', 'slot'];
    return `
         select starts, sum(deliveries) as deliveries
           from (select ${column} as starts, cast(deliveries as integer) as deliveries
                   from ${table}
                  where tenant_id = :tenantId
                    and ${column} >= ${from}
                    and ${column} < ${to}
                    and ${isWanted('status')}
                  union all
                 select ${ofHalfHour}, case when ${isWanted('became')} then deliveries else 0 end
                                       - case when ${isWanted('was')} then deliveries else 0 end
                   from webhook_delivery_changes
                  where tenant_id = :tenantId
                    and slot >= ${from}
                    and slot < ${to}${more}) as parts
          group by starts
         having sum(deliveries) > 0`;
  };
  const hasPartOfPage = (stretch: string): string =>
    `${stretch}.newer < :pageEnd and ${stretch}.newer + ${stretch}.deliveries > cast(:offset as bigint)`;
  return numbered(`
  with stretches as (
         select starts, least(starts + interval '24 hours', :assumed) as ends, deliveries, true as is_day
           from (${counted('webhook_delivery_days', { from: ':firstDay', to: ':assumed' })}) as days
          union all
         select greatest(starts, :since), starts + interval '30 minutes', deliveries, false
           from (${counted('webhook_delivery_counts', { from: ':halfHoursFrom', to: 'least(:firstDay, :assumed)' }, addedOrTakenAway)}) as of_first_day
          union all
         select ${halfHourOf('created_at')}, ${halfHourOf('created_at')} + interval '30 minutes', count(*), false
           from (${source.all('created_at', uncounted)}) as uncounted
          group by 1),
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
          cross join lateral (${source.newest(listedColumns.join(', '), onPage, 'cast(:pageEnd as bigint) - needed.newer')}) as found
          order by created_at desc, id desc
         offset greatest(cast(:offset as bigint) - (select min(newer) from needed), 0)
          limit :limit)
  select whole.*, page.*
    from (select (select coalesce(sum(cast(deliveries as integer)), 0) from stretches) as total,
                 (select greatest(counted_until, 'epoch') from webhook_counts_state) as "countedUntil",
                 min(starts) as "pageFrom",
                 max(ends) as "pageTo"
            from needed) as whole
    left join page on true
   order by page.created_at desc, page.id desc`);
};

interface Statement {
  readonly text: string;
  /** The names of its values, the first of which is `$1`. */
  readonly names: readonly string[];
}

function numbered(text: string): Statement {
  const names = [...new Set(text.match(/(?<=:)[a-z]\w*/gi))];
  return { text: text.replace(/:([a-z]\w*)/gi, (_, name: string) => `$${names.indexOf(name) + 1}`), names };
}

const named = (span: string, ids: IdsOfSpan): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(ids).map(([edge, id]) => [`${span}_${edge}`, id]));

/** The queries for failures, as in `created-in.ts`, by the index `failures_of_a_tenant`. */
const failuresIn = (columns: string, span: CreatedIn): string => `
         select ${columns}
           from webhook_deliveries
          where ${isInSpan(span)}
            and ${isFailure}
            and ${canBeIn(span)}`;
const failures = {
  all: failuresIn,
  newest: (columns: string, span: CreatedIn, limit: string): string => `${failuresIn(columns, span)}
          order by created_at desc, id desc
          limit ${limit}`,
};

/** Each status has a statement of its own, so that its plan may use an index of that status alone. */
const statements: Readonly<Record<`${DeliveryStatus | null}`, Statement>> = {
  null: statementOf(null),
  pending: statementOf('pending'),
  retrying: statementOf('retrying'),
  success: statementOf('success'),
  failed: statementOf('failed'),
};
