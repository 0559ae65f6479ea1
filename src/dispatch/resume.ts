import type { Context } from '../context.ts';

/**
 * What waits because its endpoint or trigger was off goes on at once, each at its own time: parked deliveries are an hour
 * away (`queue.ts`), scheduled ones keep their schedule. In small batches after the switch has committed; if this process
 * dies on the way, the rest goes on when its hour is over.
 */
export async function resumeDeliveries(context: Pick<Context, 'db' | 'clock' | 'wake'>, of: ResumeOf): Promise<number> {
  const now = context.clock.now();
  let resumed = 0;
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
  /** Only what this trigger has made. */
  readonly triggerId?: string;
}

const batch = 1_000;

/**
 * Now and not in the past, so that they queue up behind what others wait for. At the end of time are those of a frozen tenant.
 * In no order: asked for the first thousand by id, PostgreSQL goes through everybody's deliveries until it has them.
 */
const statement = `
  update webhook_deliveries
     set due_at = greatest(coalesce(next_retry_at, $4), $4)
   where id in (select id
                  from webhook_deliveries
                 where endpoint_id = $2
                   and tenant_id = $1
                   and ($3::text is null or trigger_id = $3)
                   and worker is null
                   and due_at > greatest(coalesce(next_retry_at, $4), $4)
                   and isfinite(due_at)
                 limit $5
                   for update skip locked)`;

/**
 * After deliveries were parked: those whose endpoint and trigger were switched on between the look and the parking are due
 * again. Whoever switches on later finds them parked; so either of the two sees the other.
 */
export async function resumeIfActive({ db, clock }: Pick<Context, 'db' | 'clock'>, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await db.engine.query({ name: 'resume-if-active', text: ifActiveStatement, values: [deliveryIds, clock.now()] });
}

const ifActiveStatement = `
  update webhook_deliveries
     set due_at = greatest(coalesce(next_retry_at, $2), $2)
   where id in (select d.id
                  from webhook_deliveries d
                  join webhook_endpoints e on e.id = d.endpoint_id and e.is_active
                  left join automation_triggers t on t.id = d.trigger_id
                 where d.id = any ($1)
                   and coalesce(t.is_active, true)
                   and d.worker is null
                   and d.due_at > greatest(coalesce(d.next_retry_at, $2), $2)
                   and isfinite(d.due_at)
                 order by d.id
                   for update of d skip locked)`;
