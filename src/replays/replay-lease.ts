import type { Pool } from 'pg';
import { appendChanges } from '../deliveries/delivery-counts.ts';
import { subjectOfEvent } from '../deliveries/event-subject.ts';
import type { HeldDelivery } from '../dispatch/held-delivery.ts';
import type { Lease } from '../dispatch/lease.ts';

/** A finished delivery at the beginning of a new cycle, leased to the process that replays it. */
export interface BegunReplay {
  readonly delivery: HeldDelivery;
}

/**
 * Begins a new cycle of a finished delivery under lease. Returns null if it is not finished (any more), or if its endpoint is gone
 * or switched off. Because of the share lock, a deletion of the endpoint comes before or after, never in between.
 */
export async function beginReplay(engine: Pool, tenantId: string, deliveryId: string, at: Date, lease: Lease): Promise<BegunReplay | null> {
  const values = [tenantId, deliveryId, at, lease.dueAgainAt, lease.worker, lease.until];
  const { rows } = await engine.query<BegunRow>({ name: 'begin-replay', text: beginStatement, values });
  const [row] = rows;
  if (!row) return null;
  const delivery: HeldDelivery = {
    id: row.id,
    tenantId,
    eventId: row.event_id,
    eventType: row.event_type,
    subject: subjectOfEvent(row.dedupe_key),
    trace: row.trace,
    endpointId: row.endpoint_id,
    triggerId: row.trigger_id,
    endpointVersion: row.endpoint_version,
    body: Buffer.from(row.body),
    dueAt: at,
    attempts: row.attempts,
    cycleAttempt: 0,
    lease: row.lease,
    leaseUntil: lease.until,
  };
  return { delivery };
}

/** Returns the delivery to the queue without counting the claim. Any worker may claim it once `dueAt` has passed. */
export async function putOff(engine: Pool, { delivery }: BegunReplay, worker: string, dueAt: Date): Promise<void> {
  await engine.query({
    name: 'put-off-replay',
    text: putOffStatement,
    values: [delivery.tenantId, delivery.id, delivery.lease, worker, dueAt],
  });
}

interface BegunRow {
  readonly id: string;
  readonly event_id: string;
  readonly dedupe_key: string;
  readonly trace: Buffer | null;
  readonly event_type: string;
  readonly endpoint_id: string;
  readonly trigger_id: string;
  readonly endpoint_version: number;
  readonly body: string;
  readonly attempts: number;
  readonly lease: number;
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
            set status = 'retrying',
                status_before = d.status,
                next_retry_at = $3,
                due_at = $4,
                finished_at = null,
                failed_at = null,
                cycle_attempt = 0,
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
         returning d.id, d.tenant_id, d.created_at, d.event_id, d.event_type, d.status, d.status_before, d.endpoint_id, d.trigger_id, d.attempts, d.lease,
                   endpoint.version as endpoint_version, v.body, v.dedupe_key, v.trace),
       counted as (${appendChanges({ rows: 'begun', was: 'status_before', became: 'status' })})
  select id, event_id, dedupe_key, trace, event_type, endpoint_id, trigger_id, endpoint_version, body, attempts, lease
    from begun`;

const putOffStatement = `
  update webhook_deliveries
     set due_at = $5, next_retry_at = $5, lease = lease - 1, worker = null
   where tenant_id = $1
     and id = $2
     and lease = $3
     and worker = $4
     and finished_at is null`;
