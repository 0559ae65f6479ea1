import { randomUUID } from 'node:crypto';
import type { Context } from '../context.ts';
import type { DeliveryKey } from '../deliveries/deliveries.ts';
import type { LeasedRow } from './held-delivery.ts';
import { leaseFrom } from './lease.ts';
import { deliveryQueue } from './queue.ts';
import { type WebhookLimits, webhookBucket } from './webhook-bucket.ts';

/**
 * Makes deliveries that were parked because their endpoint or trigger was off due again, if both are on now. A parked delivery
 * would be due only after an hour; one that waits for a retry keeps the time of that. Deliveries are resumed in batches after the
 * switch has committed. If this process dies meanwhile, the others are due when their hour is over. Returns the number of deliveries.
 */
export async function resumeDeliveries(
  context: Pick<Context, 'db' | 'clock' | 'pacing' | 'wake' | 'tryLater'>,
  of: ResumeOf,
): Promise<number> {
  const now = context.clock.now();
  let resumed = await reserveAnew(context, of, now);
  for (;;) {
    const values = [of.tenantId, of.endpointId, of.triggerId ?? null, now, batch];
    const { rowCount } = await context.db.engine.query({ name: 'resume-deliveries', text: statement, values });
    resumed += rowCount ?? 0;
    if ((rowCount ?? 0) < batch) break;
  }
  if (resumed > 0) context.wake.deliveries();
  return resumed;
}

export interface ResumeOf {
  readonly tenantId: string;
  readonly endpointId: string;
  /** If given, only the deliveries of this trigger are resumed. */
  readonly triggerId?: string;
  readonly limits: WebhookLimits;
}

const batch = 1_000;

/**
 * Reserves another go-at time for each parked delivery whose own has passed (`D-265`). Returns the number of deliveries. They are under
 * lease meanwhile, so that of two requests at the same moment one reserves, and dispatchers have them soon if this process dies.
 */
async function reserveAnew(
  { db, clock, pacing, tryLater }: Pick<Context, 'db' | 'clock' | 'pacing' | 'tryLater'>,
  of: ResumeOf,
  now: Date,
): Promise<number> {
  const worker = `resume-${randomUUID()}`;
  const queue = deliveryQueue(db, worker);
  for (let reserved = 0; ; ) {
    const lease = leaseFrom(clock, worker);
    const values = [of.tenantId, of.endpointId, of.triggerId ?? null, now, batch, worker, lease.dueAgainAt, lease.until];
    const { rows } = await db.engine.query<LateRow>({ name: 'claim-late-deliveries', text: claimLateStatement, values });
    if (rows.length === 0) return reserved;
    const buckets = rows.map(({ event_type }) => webhookBucket(of.tenantId, event_type, of.limits));
    const goAtTimes = await pacing.reserve(buckets, now);
    const release = () =>
      queue.release(
        rows.map(({ id, lease }, n) => ({ delivery: { tenantId: of.tenantId, id, lease }, dueAt: goAtTimes[n] ?? now, isPutOff: true })),
      );
    await release().catch((error: unknown) => {
      // When their lease ends they would all go at once.
      tryLater(release);
      throw error;
    });
    reserved += rows.length;
    if (rows.length < batch) return reserved;
  }
}

type LateRow = Pick<LeasedRow, 'id' | 'event_type' | 'lease'>;

/** The other of the two may still be off. Then the delivery would take a place in its bucket and not go. */
const areBothOn = `exists (select from webhook_endpoints e where e.tenant_id = d.tenant_id and e.id = d.endpoint_id and e.is_active)
     and (d.attempts > d.cycle_attempt
          or not exists (select from automation_triggers t where t.tenant_id = d.tenant_id and t.id = d.trigger_id and not t.is_active))`;

const claimLateStatement = `
  with late as (
         select id
           from webhook_deliveries d
          where endpoint_id = $2
            and tenant_id = $1
            and ($3::text is null or trigger_id = $3)
            and worker is null
            and cycle_attempt = 0
            and next_retry_at < $4
            and due_at > $4
            and isfinite(due_at)
            and ${areBothOn}
          limit $5
            for update skip locked)
  update webhook_deliveries d
     set worker = $6, due_at = $7, lease_until = $8, lease = d.lease + 1
    from late
   where d.tenant_id = $1
     and d.id = late.id
  returning d.id, d.event_type, d.lease`;

/**
 * Deliveries become due now and not in the past, so that they queue up behind those of others. The deliveries of a frozen tenant
 * have an infinite `due_at` and are left alone (`D-25`). The rows are taken in no order: with an order by id, PostgreSQL would
 * read every tenant's deliveries until it has a thousand.
 */
const statement = `
  update webhook_deliveries
     set due_at = greatest(coalesce(next_retry_at, $4), $4)
   where tenant_id = $1
     and id in (select id
                  from webhook_deliveries d
                 where endpoint_id = $2
                   and tenant_id = $1
                   and ($3::text is null or trigger_id = $3)
                   and worker is null
                   and due_at > greatest(coalesce(next_retry_at, $4), $4)
                   and isfinite(due_at)
                   and ${areBothOn}
                 limit $5
                   for update skip locked)`;

/**
 * Runs after deliveries were parked, and resumes those of endpoints that were switched on between the look and the parking. A later
 * switch finds them parked, so one of the two always sees the other.
 */
export async function resumeIfActive(
  context: Pick<Context, 'db' | 'clock' | 'pacing' | 'wake' | 'tryLater' | 'subscriptions'>,
  deliveries: readonly DeliveryKey[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const values = [deliveries.map(({ tenantId }) => tenantId), deliveries.map(({ id }) => id)];
  const { rows } = await context.db.engine.query<SwitchedOn>({ name: 'find-switched-on', text: switchedOnStatement, values });
  for (const { tenant_id: tenantId, endpoint_id: endpointId } of rows) {
    const limits = (await context.subscriptions.of([tenantId])).get(tenantId);
    if (limits) await resumeDeliveries(context, { tenantId, endpointId, limits });
  }
}

interface SwitchedOn {
  readonly tenant_id: string;
  readonly endpoint_id: string;
}

const switchedOnStatement = `
  select distinct d.tenant_id, d.endpoint_id
    from unnest($1::text[], $2::uuid[]) as parked (tenant_id, id)
    join webhook_deliveries d on d.tenant_id = parked.tenant_id and d.id = parked.id
   where ${areBothOn}`;
