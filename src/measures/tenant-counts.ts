import type { Knex } from 'knex';
import { before, dayMs } from '../process/time.ts';
import { noticeMarks } from '../webhooks/notices.ts';

/** A tenant with work under way or with trouble. */
export interface TenantCounts {
  readonly id: string;
  readonly name: string;
  readonly live: number;
  readonly silent_since: Date | null;
  readonly ended_by_reconciler: number;
  readonly due: number;
  readonly scheduled: number;
  readonly oldest_due: Date | null;
  readonly failing: number;
}

/**
 * Counts by tenant what `countAll` counts over all of them, from the same partial indexes. The tenants with the most trouble come
 * first: failing endpoints, calls that only the reconciler ended, deliveries that are due.
 */
export async function countByTenant(knex: Knex, now: Date, limit: number): Promise<readonly TenantCounts[]> {
  const { rows } = await knex.raw<{ rows: TenantCounts[] }>(statement, {
    now,
    dayAgo: before(now, dayMs),
    leastFailures: Math.min(...noticeMarks),
    limit,
  });
  return rows;
}

const statement = `
  with each as (
         select tenant_id, count(*) as live, min(created_at) filter (where silent_checks > 0) as silent_since, 0 as ended_by_reconciler,
                0 as due, 0 as scheduled, null::timestamptz as oldest_due, 0 as failing
           from calls
          where status in ('queued', 'ringing', 'in-progress')
          group by tenant_id
          union all
         select tenant_id, 0, null, count(*), 0, 0, null, 0
           from calls
          where ended_by = 'reconciler'
            and ended_at > :dayAgo
          group by tenant_id
          union all
         select tenant_id, 0, null, 0, count(*) filter (where due_at <= :now), count(*) filter (where due_at > :now),
                min(due_at) filter (where due_at <= :now), 0
           from webhook_deliveries
          where due_at is not null
          group by tenant_id
          union all
         select tenant_id, 0, null, 0, 0, 0, null, count(*)
           from webhook_endpoints
          where failures_in_a_row >= :leastFailures
          group by tenant_id)
  select t.id, t.name, sum(live)::integer as live, min(silent_since) as silent_since,
         sum(ended_by_reconciler)::integer as ended_by_reconciler, sum(due)::integer as due, sum(scheduled)::integer as scheduled,
         min(oldest_due) as oldest_due, sum(failing)::integer as failing
    from each
    join tenants t on t.id = each.tenant_id and t.frozen_at is null and t.deleting_since is null
   group by t.id, t.name
   order by failing desc, ended_by_reconciler desc, due desc, live desc, t.id
   limit :limit`;
