import type { Pool } from 'pg';
import type { EndpointRow } from './endpoints.ts';
import { noticeMarks } from './notices.ts';

/** What attempts have shown of an endpoint since it was last told. */
export interface EndpointState {
  readonly tenantId: string;
  readonly endpointId: string;
  /** Is null if the endpoint is healthy. `reason` is the error of the attempt from which it is slowed. */
  readonly slowed: { readonly since: Date; readonly reason: string } | null;
  readonly succeeded: boolean;
  /** Counts the failures after the last success. */
  readonly failures: number;
  readonly failingSince: Date | null;
}

/**
 * Writes the states that differ from what is stored. An endpoint that stays slowed keeps its time and its reason. Failures are added
 * up over all processes; where they reach a mark, or end after the operator was told of them, the operator is to be told.
 */
export async function updateEndpointStates(engine: Pool, states: readonly EndpointState[], realNow: Date): Promise<void> {
  const values = [
    states.map(({ tenantId }) => tenantId),
    states.map(({ endpointId }) => endpointId),
    states.map(({ slowed }) => slowed?.since.toISOString() ?? null),
    states.map(({ slowed }) => slowed?.reason ?? null),
    states.map(({ succeeded }) => succeeded),
    states.map(({ failures }) => failures),
    states.map(({ failingSince }) => failingSince?.toISOString() ?? null),
    realNow,
    noticeMarks,
  ];
  await engine.query({ name: 'update-endpoint-states', text: statement, values });
}

/** The rows are locked in one order, so that two processes wait for each other and never both. */
const statement = `
    with told as (
         select e.tenant_id, e.id, state.since, state.reason, state.succeeded, state.failures, state.failing_since,
                (e.slowed_since is null) <> (state.since is null) as turns,
                case when state.succeeded then 0 else e.failures_in_a_row end as before,
                case when state.succeeded then 0 else e.noticed_failures end as noticed
           from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[], $5::boolean[], $6::integer[], $7::timestamptz[])
             as state (tenant_id, id, since, reason, succeeded, failures, failing_since)
           join webhook_endpoints e on e.tenant_id = state.tenant_id and e.id = state.id
          where (e.slowed_since is null) <> (state.since is null)
             or state.failures > 0
             or (state.succeeded and e.failures_in_a_row > 0)
          order by e.id
            for update of e)
  update webhook_endpoints e
     set slowed_since = case when told.turns then told.since else e.slowed_since end,
         slowed_reason = case when told.turns then told.reason else e.slowed_reason end,
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
