import type { Context } from '../../src/context.ts';
import { noTenant } from './moving-error.ts';

/**
 * Freezes a tenant, so that it begins nothing new: its keys and its applications' reports are refused. Work under way
 * continues to its end, with its webhooks, until the export. Every process applies the freeze within five seconds.
 */
export async function freezeTenant({ db, clock }: Pick<Context, 'db' | 'clock'>, tenantId: string): Promise<Date> {
  const [row]: { frozen_at: Date }[] = await db
    .knex('tenants')
    .where({ id: tenantId, deleting_since: null })
    .update({ frozen_at: db.knex.raw('coalesce(frozen_at, ?)', [clock.realNow()]) })
    .returning('frozen_at');
  if (!row) throw noTenant(tenantId);
  return row.frozen_at;
}

/**
 * Sets `due_at` of waiting deliveries to infinity, where no claim finds them. A delivery that a process has in hand
 * returns with a time of its own, and the next call of this function holds it.
 */
export async function holdDeliveries({ db }: Pick<Context, 'db'>, tenantId: string): Promise<void> {
  await db.knex.transaction(async (trx) => {
    await trx.raw('set local statement_timeout = 0');
    await trx.raw(hold, { tenantId });
  });
}

const hold = `
  update webhook_deliveries
     set due_at = 'infinity'
   where tenant_id = :tenantId
     and due_at < 'infinity'
     and worker is null`;
