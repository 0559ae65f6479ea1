import type { Pool } from 'pg';
import { appendChanges } from '../deliveries/delivery-counts.ts';
import { type HeldDelivery, heldFrom, type LeasedRow } from '../dispatch/held-delivery.ts';
import type { Lease } from '../dispatch/lease.ts';
import { beginCycle } from './begin-cycle.ts';

/**
 * Begins a new cycle of a finished delivery under lease. Returns null if it is not finished (any more), or if its endpoint is gone
 * or switched off. Because of the share lock, a deletion of the endpoint comes before or after, never in between.
 */
export async function beginReplay(
  engine: Pool,
  tenantId: string,
  deliveryId: string,
  at: Date,
  lease: Lease,
): Promise<HeldDelivery | null> {
  const values = [tenantId, deliveryId, at, lease.dueAgainAt, lease.worker, lease.until];
  const { rows } = await engine.query<LeasedRow>({ name: 'begin-replay', text: beginStatement, values });
  const [row] = rows;
  return row ? heldFrom(row, { dueAt: at, leaseUntil: lease.until }) : null;
}

const beginStatement = `
  with endpoint as (
         select e.id, e.version
           from webhook_endpoints e
          where e.tenant_id = $1
            and e.is_active
            and e.id = (select d.endpoint_id from webhook_deliveries d where d.id = $2 and d.tenant_id = $1)
            for share),
       begun as (
         update webhook_deliveries d
            set ${beginCycle({ goAt: '$3', dueAt: '$4' })},
                lease = d.lease + 1,
                worker = $5,
                lease_until = $6
           from endpoint, webhook_events v
          where d.id = $2
            and d.tenant_id = $1
            and d.endpoint_id = endpoint.id
            and d.status in ('success', 'failed')
            and v.tenant_id = d.tenant_id
            and v.id = d.event_id
         returning d.id, d.tenant_id, d.created_at, d.event_id, d.event_type, d.status, d.status_before, d.endpoint_id, d.trigger_id, d.attempts, d.cycle_attempt, d.lease,
                   endpoint.version as endpoint_version, v.body, v.dedupe_key, v.trace),
       counted as (${appendChanges({ rows: 'begun', was: 'status_before', became: 'status' })})
  select id, tenant_id, event_id, dedupe_key, trace, event_type, endpoint_id, trigger_id, endpoint_version, body, attempts, cycle_attempt, lease
    from begun`;
