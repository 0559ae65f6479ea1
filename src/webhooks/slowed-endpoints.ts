import type { Pool } from 'pg';
import type { EndpointRow } from './endpoints.ts';
import { noticeMarks } from './notices.ts';

/** What attempts have shown of an endpoint since it was last told. */
export interface EndpointState {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly succeeded: boolean;
  /** Counts the failures after the last success. */
  readonly failures: number;
  readonly failingSince: Date | null;
  readonly lastFailure: Failure | null;
}

export interface Failure {
  readonly at: Date;
  /** Is the error of the attempt. */
  readonly reason: string;
}

/** An endpoint is slowed from this failure in a row. */
export const slowedAfter = 5;

/**
 * Writes the states that differ from what is stored. Failures are added up over all processes, and from the fifth in a row the endpoint
 * is slowed, with the time and the reason of that failure until a success. Where failures reach a mark, or end after the operator was
 * told of them, the operator is to be told.
 */
export async function updateEndpointStates(engine: Pool, states: readonly EndpointState[], realNow: Date): Promise<void> {
  const values = [
    states.map(({ tenantId }) => tenantId),
    states.map(({ endpointId }) => endpointId),
    states.map(({ lastFailure }) => lastFailure?.at.toISOString() ?? null),
    states.map(({ lastFailure }) => lastFailure?.reason ?? null),
    states.map(({ succeeded }) => succeeded),
    states.map(({ failures }) => failures),
    states.map(({ failingSince }) => failingSince?.toISOString() ?? null),
    realNow,
    noticeMarks,
    slowedAfter,
  ];
  await engine.query({ name: 'update-endpoint-states', text: statement, values });
}

/** The rows are locked in one order, so that two processes wait for each other and never both. */
const statement = `
    with told as (
         select e.tenant_id, e.id, state.failed_at, state.reason, state.succeeded, state.failures, state.failing_since,
                e.slowed_since is not null and not state.succeeded as stays_slowed,
                case when state.succeeded then 0 else e.failures_in_a_row end as before,
                case when state.succeeded then 0 else e.noticed_failures end as noticed
           from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::boolean[], $6::integer[], $7::timestamptz[])
             as state (tenant_id, id, failed_at, reason, succeeded, failures, failing_since)
           join webhook_endpoints e on e.tenant_id = state.tenant_id and e.id = state.id
          where state.failures > 0
             or (state.succeeded and (e.failures_in_a_row > 0 or e.slowed_since is not null))
          order by e.id
            for update of e)
  update webhook_endpoints e
     set slowed_since = case when told.stays_slowed then e.slowed_since when told.before + told.failures >= $10 then told.failed_at end,
         slowed_reason = case when told.stays_slowed then e.slowed_reason when told.before + told.failures >= $10 then told.reason end,
         failures_in_a_row = told.before + told.failures,
         failing_since = case when told.before = 0 and told.failures > 0 then told.failing_since else e.failing_since end,
         notice_due_at = case
           when (told.succeeded and e.noticed_failures > 0)
             or exists (select 1 from unnest($9::integer[]) as mark where told.noticed < mark and mark <= told.before + told.failures)
           then coalesce(e.notice_due_at, $8)
           else e.notice_due_at
         end
    from told
   where e.tenant_id = told.tenant_id
     and e.id = told.id`;

export const healthView = ({ slowed_since, slowed_reason }: Pick<EndpointRow, 'slowed_since' | 'slowed_reason'>) => ({
  state: slowed_since === null ? ('healthy' as const) : ('slowed' as const),
  since: slowed_since?.toISOString() ?? null,
  reason: slowed_reason,
});
