import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../src/context.ts';
import { atLength, searchAtLength } from '../../src/db/at-length.ts';
import { heldOfTenant } from '../../src/deliveries/sweep.ts';
import { webhookBucket } from '../../src/dispatch/webhook-bucket.ts';
import { openPacing } from '../../src/pacing/open-pacing.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { findTenant, tenantSettings } from '../../src/tenants/tenants.ts';

interface Cell extends Pick<Context, 'db' | 'clock'> {
  /** Is there for the cell whose settings a command has. */
  readonly config?: Pick<Context['config'], 'redisUrl'>;
}

export interface Holding {
  readonly withinMs: number;
  /** True if nothing new of the tenant is let in. Otherwise new deliveries come all the time, due after some seconds. */
  readonly isRefused: boolean;
}

/**
 * Sets `due_at` of waiting deliveries to infinity, where no claim finds them, until none is in hand and, of a tenant that is refused,
 * none is waiting. Returns the number of those that are left, which is 0 unless attempts outlast `withinMs`.
 */
export async function holdDeliveries({ db, clock }: Cell, tenantId: string, { withinMs, isRefused }: Holding): Promise<number> {
  for (const end = performance.now() + withinMs; ; await pause(50)) {
    while ((await inBatch(db, holdStatement, [tenantId, batch, clock.realNow()])) === batch);
    const [{ count: left } = { count: 0 }] = await searchAtLength<{ count: number }>(db.engine, leftStatement, [tenantId, isRefused]);
    if (left === 0 || performance.now() > end) return left;
  }
}

/** Releases the deliveries that were held back, each at its own time or at a later one (`releaseInTurn`). Returns their number. */
export async function releaseDeliveries(cell: Cell, tenantId: string): Promise<number> {
  const { db, clock } = cell;
  for (let all = await releaseInTurn(cell, tenantId); ; ) {
    const released = await inBatch(db, releaseStatement, [tenantId, batch, clock.now()]);
    all += released;
    if (released < batch) return all;
  }
}

/**
 * Releases those that waited for their bucket. Their times may have passed, and the bucket of the new cell knows none of them, so each
 * reserves another there and goes at the later of the two (D-267). Returns their number.
 */
async function releaseInTurn({ db, clock, config }: Cell, tenantId: string): Promise<number> {
  const tenant = await findTenant(db.knex, tenantId);
  if (!tenant) return 0;
  const { limits } = tenantSettings(tenant);
  const pacing = await openPacing(config?.redisUrl ?? null, { log: createLog('silent'), metrics: createMetrics() });
  try {
    for (let all = 0; ; ) {
      const rows = await searchAtLength<{ id: string; event_type: string }>(db.engine, inTurnStatement, [tenantId, batch]);
      const goAtTimes = await pacing.reserve(
        rows.map(({ event_type }) => webhookBucket(tenantId, event_type, limits)),
        clock.now(),
      );
      const values = [tenantId, rows.map(({ id }) => id), goAtTimes.map((time) => time.toISOString())];
      all += await inBatch(db, releaseInTurnStatement, values);
      if (rows.length < batch) return all;
    }
  } finally {
    await pacing.close();
  }
}

const batch = 10_000;

const inBatch = (db: Context['db'], text: string, values: readonly unknown[]): Promise<number> =>
  atLength(db, async (client) => (await client.query(text, [...values])).rowCount ?? 0);

/** A delivery whose worker has died is held too: its lease has ended. */
const holdStatement = `
  update webhook_deliveries
     set due_at = 'infinity',
         worker = null
   where (tenant_id, id) in (
         select tenant_id, id
           from webhook_deliveries
          where tenant_id = $1
            and due_at < 'infinity'
            and (worker is null or lease_until <= $3)
          limit $2
            for update skip locked)`;

const leftStatement = `
  select ((select count(*) from webhook_deliveries where tenant_id = $1 and due_at < 'infinity' and (worker is not null or $2))
          + (select count(*) from webhook_deliveries where ${heldOfTenant}))::integer as count`;

/** Finds first attempts that waited for their bucket, in their order. */
const inTurnStatement = `
  select id, event_type
    from webhook_deliveries
   where tenant_id = $1
     and due_at = 'infinity'
     and cycle_attempt = 0
     and next_retry_at is not null
   order by next_retry_at, id
   limit $2`;

const releaseInTurnStatement = `
  update webhook_deliveries d
     set due_at = greatest(d.next_retry_at, reserved.go_at),
         next_retry_at = greatest(d.next_retry_at, reserved.go_at)
    from unnest($2::uuid[], $3::timestamptz[]) as reserved (id, go_at)
   where d.tenant_id = $1
     and d.id = reserved.id
     and d.due_at = 'infinity'`;

/** Overdue deliveries become due now instead of in the past, so that they queue behind those already waiting. */
const releaseStatement = `
  update webhook_deliveries
     set due_at = greatest(coalesce(next_retry_at, $3), $3)
   where (tenant_id, id) in (
         select tenant_id, id
           from webhook_deliveries
          where tenant_id = $1
            and due_at = 'infinity'
          limit $2
            for update skip locked)`;
