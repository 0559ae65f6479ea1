import type { PoolClient } from 'pg';

/** Returns unfinished work of a tenant, which a move would interrupt. An empty list allows the move. */
export async function underWay(client: PoolClient, tenantId: string, realNow: Date): Promise<readonly UnderWay[]> {
  const { rows } = await client.query<UnderWay>(statement, [tenantId, realNow]);
  return rows;
}

export interface UnderWay {
  readonly what: string;
  readonly count: number;
}

const statement = `
  select what, count
    from (select 'calls' as what, count(*)::integer as count
            from calls
           where tenant_id = $1
             and (status in ('queued', 'ringing', 'in-progress') or check_at is not null
                  or completion_due_at is not null or recording_due_at is not null)
           union all
          select 'texts whose fate is not known', count(*)::integer
            from texts
           where tenant_id = $1
             and check_at is not null
           union all
          select 'requests with an idempotency key', count(*)::integer
            from idempotency_keys
           where tenant_id = $1
             and response is null
             and lease_until > $2
           union all
          select 'bulk replays', count(*)::integer
            from webhook_replays
           where tenant_id = $1
             and state = 'running'
           union all
          select 'attempts of deliveries', count(*)::integer
            from webhook_deliveries
           where tenant_id = $1
             and finished_at is null
             and due_at is distinct from 'infinity') as found
   where count > 0`;
