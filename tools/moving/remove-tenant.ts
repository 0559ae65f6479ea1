import { type RemovalContext, type RemovalOptions, type Removed, removeAllOf } from '../../src/deletion/remove-all-of.ts';
import { unfence } from './fence.ts';
import { MovingError } from './moving-error.ts';
import { lockMovingState } from './moving-state.ts';
import { isPublished } from './replication.ts';

/** Removes the copy of a tenant that was handed over to another cell. An interrupted removal continues when the command runs again. */
export async function removeTenant(context: RemovalContext, tenantId: string, options: RemovalOptions): Promise<Removed> {
  await begin(context, tenantId);
  await unfence(context.db, tenantId);
  return removeAllOf(context, tenantId, options);
}

async function begin(context: RemovalContext, tenantId: string): Promise<void> {
  const { db, clock } = context;
  await db.knex.transaction(async (trx) => {
    const { handed_over_at, awaited_code, moving_to, removing_since } = await lockMovingState(trx, tenantId, 'DATABASE_URL');
    if (awaited_code !== null)
      throw new MovingError(`${tenantId} is on its way into this cell: ringpost move abandon ${tenantId} removes it.`);
    if (handed_over_at === null) throw new MovingError(`${tenantId} lives here, and only a copy can be removed.`);
    // What is removed here would be removed there too.
    if (await isPublished({ tenantId, source: context }))
      throw new MovingError(`The cell ${moving_to} has not taken ${tenantId} over: ringpost move switch ${tenantId} there.`);
    await trx('tenants')
      .where({ id: tenantId })
      .update({ removing_since: removing_since ?? clock.realNow() });
  });
}
