import type { Pool } from 'pg';
import type { EndpointRow } from './endpoints.ts';

/** The state of an endpoint after an attempt. */
export interface EndpointState {
  readonly tenantId: string;
  readonly endpointId: string;
  /** Is null if the endpoint is healthy. `reason` is the error of the attempt from which it is slowed. */
  readonly slowed: { readonly since: Date; readonly reason: string } | null;
}

/** Writes the states that differ from what is stored. An endpoint that stays slowed keeps its time and its reason. */
export async function updateEndpointStates(engine: Pool, states: readonly EndpointState[]): Promise<void> {
  const values = [
    states.map(({ tenantId }) => tenantId),
    states.map(({ endpointId }) => endpointId),
    states.map(({ slowed }) => slowed?.since.toISOString() ?? null),
    states.map(({ slowed }) => slowed?.reason ?? null),
  ];
  await engine.query({ name: 'update-endpoint-states', text: statement, values });
}

/** The rows are locked in one order, so that two processes wait for each other and never both. */
const statement = `
    with changed as (
         select e.tenant_id, e.id, state.since, state.reason
           from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) as state (tenant_id, id, since, reason)
           join webhook_endpoints e on e.tenant_id = state.tenant_id and e.id = state.id
          where (e.slowed_since is null) <> (state.since is null)
          order by e.id
            for update of e)
  update webhook_endpoints e
     set slowed_since = changed.since, slowed_reason = changed.reason
    from changed
   where e.tenant_id = changed.tenant_id
     and e.id = changed.id`;

/** Shows the health of an endpoint to its tenant. */
export const healthView = ({ slowed_since, slowed_reason }: Pick<EndpointRow, 'slowed_since' | 'slowed_reason'>) => ({
  state: slowed_since === null ? ('healthy' as const) : ('slowed' as const),
  since: slowed_since?.toISOString() ?? null,
  reason: slowed_reason,
});
