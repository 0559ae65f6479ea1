import type { Context } from '../context.ts';
import { ofAnyTenant } from '../db/of-any-tenant.ts';
import { requireRow } from '../db/require-row.ts';
import { areCountedUntil } from '../deliveries/delivery-counts.ts';
import { countEndpointsInTrouble } from '../deliveries/endpoints-in-trouble.ts';
import { leastIdentifier } from '../process/identifiers.ts';
import { before, dayMs } from '../process/time.ts';
import { type DailySummary, hasSummary, keepSummary } from './daily-summaries.ts';

/**
 * Sums up the day that has ended for the operator: a row for `GET /daily-summaries`, and one line in the log of the process that
 * wrote it (D-96). Returns 1 where it was this process. A day on which no scheduler ran has no summary, because the remaining rows
 * no longer tell its numbers.
 */
export async function summariseYesterday({ db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>): Promise<number> {
  const now = clock.now();
  const to = new Date(now.toISOString().slice(0, 10));
  const from = before(to, dayMs);
  const day = from.toISOString().slice(0, 10);
  if ((await hasSummary(db.knex, day)) || !(await areCountedUntil(db.knex, to))) return 0;
  const summary = await sumUp(db.knex, { day, from, to, now });
  if (!(await keepSummary(db.knex, summary, now))) return 0;
  log.info({ summary }, 'daily summary');
  return 1;
}

interface Span {
  readonly day: string;
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
}

async function sumUp(sql: Context['db']['knex'], { day, from, to, now }: Span): Promise<DailySummary> {
  const [calls, texts, deliveries, endpointsInTrouble] = await Promise.all([
    sql.raw<Rows<DailySummary['calls']>>(callsStatement, { from, to, ...idsOf('call', from, to) }),
    sql.raw<Rows<DailySummary['texts']>>(textsStatement, { from, to, ...idsOf('msg', from, to) }),
    sql.raw<Rows<DailySummary['deliveries'] & { tenants: number }>>(deliveriesStatement, { from, to }),
    countEndpointsInTrouble(sql, now),
  ]);
  const { tenants, ...made } = requireRow(deliveries.rows[0]);
  return { day, tenants, calls: requireRow(calls.rows[0]), texts: requireRow(texts.rows[0]), deliveries: made, endpointsInTrouble };
}

interface Rows<Row> {
  readonly rows: readonly Row[];
}

/** Returns the range of a day's ids. They begin with the time of their creation, so the primary key finds each tenant's. */
const idsOf = (prefix: 'call' | 'msg', from: Date, to: Date) => ({
  first: leastIdentifier(prefix, from),
  last: leastIdentifier(prefix, to),
});

const callsStatement = `
  select count(*) as placed,
         count(*) filter (where status = 'completed') as completed,
         count(*) filter (where status = 'no_answer') as "noAnswer",
         count(*) filter (where status = 'busy') as busy,
         count(*) filter (where status = 'failed') as failed,
         count(*) filter (where status = 'canceled') as canceled,
         count(*) filter (where ended_at is null) as "underWay"
    from calls
   where ${ofAnyTenant} and id >= :first and id < :last
     and created_at >= :from and created_at < :to
     and origin = 'api'`;

const textsStatement = `
  select count(*) filter (where direction = 'outbound') as sent,
         count(*) filter (where direction = 'inbound') as received,
         count(*) filter (where status in ('failed', 'refused')) as failed
    from texts
   where ${ofAnyTenant} and id >= :first and id < :last
     and created_at >= :from and created_at < :to`;

/**
 * Counts from the half hours that make a list's totals exact, and from the changes that are not folded into them yet (D-69). It
 * runs once all of the day is counted.
 */
const deliveriesStatement = `
  with counted as (
         select tenant_id, status, sum(deliveries) as deliveries
           from (select tenant_id, status, deliveries from webhook_delivery_counts where slot >= :from and slot < :to
                  union all
                 select tenant_id, became, deliveries from webhook_delivery_changes where slot >= :from and slot < :to and became is not null
                  union all
                 select tenant_id, was, -deliveries from webhook_delivery_changes where slot >= :from and slot < :to and was is not null) as each
          group by tenant_id, status)
  select count(distinct tenant_id) filter (where deliveries > 0) as tenants,
         coalesce(sum(deliveries), 0)::bigint as made,
         coalesce(sum(deliveries) filter (where status = 'success'), 0)::bigint as success,
         coalesce(sum(deliveries) filter (where status = 'failed'), 0)::bigint as failed,
         coalesce(sum(deliveries) filter (where status in ('pending', 'retrying')), 0)::bigint as waiting
    from counted`;
