import type { Knex } from 'knex';
import { isServed } from '../db/served-here.ts';
import { before, dayMs } from '../process/time.ts';
import { isFailure } from './delivery.ts';

/** Returns the endpoints with deliveries that failed in their present cycle, or for good in the last day (`D-95`), the worst first. */
export async function endpointsInTrouble(sql: Knex, now: Date, limit: number): Promise<readonly TroubledEndpoint[]> {
  const { rows } = await sql.raw<{ rows: TroubledEndpoint[] }>(
    `${troubles},
          worst as (
         select endpoint.id, endpoint.name, endpoint.url, endpoint.is_active, endpoint.tenant_id, tenant.name as tenant_name,
                trouble.retrying, trouble.failed, trouble.failing_since
           from trouble
           join webhook_endpoints endpoint on endpoint.id = trouble.endpoint_id
           join tenants tenant on tenant.id = endpoint.tenant_id
          order by trouble.failed + trouble.retrying desc, endpoint.id
          limit :limit)
     select worst.*, last.last_attempt_at, last.error_message
       from worst
       left join lateral (
              select last_attempt_at, error_message
                from ((select last_attempt_at, error_message
                         from webhook_deliveries
                        where endpoint_id = worst.id and due_at is not null and cycle_attempt > 0
                        order by last_attempt_at desc
                        limit 1)
                      union all
                      (select last_attempt_at, error_message
                         from webhook_deliveries
                        where endpoint_id = worst.id and ${isFailure}
                        order by failed_at desc
                        limit 1)) as each
               order by last_attempt_at desc
               limit 1) as last on true
      order by worst.failed + worst.retrying desc, worst.id`,
    { since: dayBefore(now), limit },
  );
  return rows;
}

export async function countEndpointsInTrouble(sql: Knex, now: Date): Promise<number> {
  const { rows } = await sql.raw<{ rows: { count: number }[] }>(
    `${troubles} select count(*) from trouble join webhook_endpoints endpoint on endpoint.id = trouble.endpoint_id`,
    { since: dayBefore(now) },
  );
  return rows[0]?.count ?? 0;
}

export interface TroubledEndpoint {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly is_active: boolean;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly retrying: number;
  readonly failed: number;
  readonly failing_since: Date;
  readonly last_attempt_at: Date | null;
  readonly error_message: string | null;
}

const dayBefore = (now: Date): Date => before(now, dayMs);

/** This part uses two partial indexes: the unfinished deliveries, and the failed ones of an endpoint. */
const troubles = `
  with trouble as (
         select endpoint_id,
                count(*) filter (where due_at is not null) as retrying,
                count(*) filter (where due_at is null) as failed,
                min(created_at) as failing_since
           from (select endpoint_id, due_at, created_at
                   from webhook_deliveries
                  where due_at is not null and cycle_attempt > 0 and ${isServed}
                  union all
                 select endpoint_id, due_at, created_at
                   from webhook_deliveries
                  where ${isFailure} and failed_at >= :since and ${isServed}) as troubled
          group by endpoint_id)`;
