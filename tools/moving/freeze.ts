import type { Context } from '../../src/context.ts';
import { noTenant } from './moving-error.ts';

/**
 * A frozen tenant begins nothing new: its keys are refused, and what applications report about it. What is under way goes
 * on to its end, with its webhooks, until the export. Every process acts on it within five seconds.
 */
export async function freezeTenant({ db, clock }: Pick<Context, 'db' | 'clock'>, tenantId: string): Promise<Date> {
  const [row]: { frozen_at: Date }[] = await db
    .knex('tenants')
    .where({ id: tenantId })
    .update({ frozen_at: db.knex.raw('coalesce(frozen_at, ?)', [clock.realNow()]) })
    .returning('frozen_at');
  if (!row) throw noTenant(tenantId);
  return row.frozen_at;
}

/**
 * At the end of time no claim finds them. What a process has in hand is left to it: it comes back with a time of its own,
 * and the next hold takes it.
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
