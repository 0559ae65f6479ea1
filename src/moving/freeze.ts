import type { Context } from '../context.ts';
import { MovingError } from './moving-error.ts';

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

/** It goes on here, and so do the deliveries that the export held back, each at its own time; how many. */
export async function unfreezeTenant(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tenantId: string,
  { isStillHere }: { readonly isStillHere: boolean },
): Promise<number> {
  return db.knex.transaction(async (trx) => {
    const tenant: { exported_at: Date | null } | undefined = await trx('tenants').where({ id: tenantId }).forUpdate().first('exported_at');
    if (!tenant) throw noTenant(tenantId);
    if (tenant.exported_at && !isStillHere)
      throw new MovingError(
        `${tenantId} was exported on ${tenant.exported_at.toISOString()}: unfreeze it in the cell that it was imported into. Where it was imported nowhere, --not-moved unfreezes it here.`,
      );
    await trx('tenants').where({ id: tenantId }).update({ frozen_at: null, exported_at: null });
    await trx.raw('set local statement_timeout = 0');
    const { rowCount } = await trx.raw<{ rowCount: number }>(letGo, { tenantId, now: clock.now() });
    return rowCount;
  });
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

export const noTenant = (tenantId: string): MovingError => new MovingError(`This database has no tenant ${tenantId}.`);

const hold = `
  update webhook_deliveries
     set due_at = 'infinity'
   where tenant_id = :tenantId
     and due_at < 'infinity'
     and worker is null`;

/** Now and not in the past, so that they queue up behind what others wait for. */
const letGo = `
  update webhook_deliveries
     set due_at = greatest(coalesce(next_retry_at, cast(:now as timestamptz)), cast(:now as timestamptz))
   where tenant_id = :tenantId
     and due_at = 'infinity'`;
