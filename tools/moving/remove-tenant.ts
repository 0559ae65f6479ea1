import { type RemovalContext, type RemovalOptions, type Removed, removeAllOf } from '../../src/deletion/remove-all-of.ts';
import { MovingError } from './moving-error.ts';
import { lockMovingState } from './moving-state.ts';

/**
 * Removes a copy of a tenant that lives in another cell: one that was handed over, or one that was imported and never
 * unfrozen. An interrupted removal continues when the command runs again.
 */
export async function removeTenant(context: RemovalContext, tenantId: string, options: RemovalOptions): Promise<Removed> {
  await begin(context, tenantId);
  return removeAllOf(context, tenantId, options);
}

async function begin({ db, clock }: RemovalContext, tenantId: string): Promise<void> {
  await db.knex.transaction(async (trx) => {
    const { frozen_at, exported_at, handed_over_at, awaited_code, removing_since } = await lockMovingState(trx, tenantId);
    if (frozen_at === null) throw new MovingError(`${tenantId} is not frozen: it lives here, and only a copy can be removed.`);
    if (handed_over_at === null && awaited_code === null)
      throw new MovingError(
        exported_at === null
          ? `${tenantId} is frozen and lives here: only a copy can be removed.`
          : `${tenantId} was exported and not handed over: without ringpost tenant hand-over here it can be unfrozen nowhere else.`,
      );
    await trx('tenants')
      .where({ id: tenantId })
      .update({ removing_since: removing_since ?? clock.realNow() });
  });
}
