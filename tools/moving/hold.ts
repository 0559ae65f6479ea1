import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../src/context.ts';
import { atLength } from '../../src/db/at-length.ts';
import { heldOfTenant } from '../../src/deliveries/sweep.ts';

type Cell = Pick<Context, 'db' | 'clock'>;

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
    const left = await atLength(
      db,
      async (client) => (await client.query<{ count: number }>(leftStatement, [tenantId, isRefused])).rows[0]?.count ?? 0,
    );
    if (left === 0 || performance.now() > end) return left;
  }
}

/** Releases the deliveries that were held back, each at its own time. Returns their number. */
export async function releaseDeliveries({ db, clock }: Cell, tenantId: string): Promise<number> {
  for (let all = 0; ; ) {
    const released = await inBatch(db, releaseStatement, [tenantId, batch, clock.now()]);
    all += released;
    if (released < batch) return all;
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
