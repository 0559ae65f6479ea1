import { removeAllOf } from '../../src/deletion/remove-all-of.ts';
import { findPassedOver, lookAgain } from '../../src/texts/looks-for-texts.ts';
import { unfence } from './fence.ts';
import { releaseDeliveries } from './hold.ts';
import { alone, type Move, type OldEnd } from './move.ts';
import { noTenant } from './moving-error.ts';
import { findMovingState, movesElsewhere, mustLiveThere } from './moving-state.ts';
import { isPublished, unpublish, unsubscribe } from './replication.ts';

/**
 * Abandons a move that is not handed over: the tenant stays in the old cell, and what this one has of it is removed. Repeated, it goes
 * on where it was stopped. Returns the number of deliveries that waited.
 */
export const abandonMove = (move: Move): Promise<number> =>
  alone(move, async () => {
    const { destination, tenantId, tell } = move;
    const hasCopy = async () => (await findMovingState(destination.db.knex, tenantId)) !== undefined;
    const deliveries = await goOn(move, { hasCopy, movingTo: null });
    tell('ending the copy');
    await unsubscribe(move);
    await unpublish(move);
    await unfence(destination.db, tenantId);
    tell('removing what this cell has of it');
    if (await isCopy(move)) await removeAllOf(destination, tenantId, { recordings: 'keep' });
    return deliveries;
  });

/**
 * Does what needs the old cell alone, so that a tenant does not stand still for as long as the new cell is away. Abandoned once more, the
 * move leaves nothing in the new cell either. Until then the tenant moves to no other cell: this one would follow that move's slot, which
 * has the same name, and take its rows.
 */
export const abandonInOldCell = (move: OldEnd): Promise<number> =>
  alone(move, async () => {
    const deliveries = await goOn(move, { hasCopy: async () => false, movingTo: move.destination.config.cell });
    move.tell('ending the publication');
    if (!(await unpublish(move, 1))) move.tell('the new cell lives, and follows it still');
    return deliveries;
  });

interface Leaving {
  readonly hasCopy: () => Promise<boolean>;
  /** Is the cell that may still follow the tenant. */
  readonly movingTo: string | null;
}

/** Lets the tenant go on in the old cell. Returns the number of deliveries that waited. */
async function goOn(move: OldEnd, leaving: Leaving): Promise<number> {
  const { source, tenantId, tell } = move;
  tell('letting it go on in the old cell');
  await forgetCode(move, leaving);
  await unfence(source.db, tenantId);
  await source.db.knex.transaction(async (trx) => {
    const passedOver = await findPassedOver(trx, tenantId);
    await trx('tenants').where({ id: tenantId }).update({ frozen_at: null, held_since: null });
    await lookAgain(trx, passedOver, source.clock.realNow());
  });
  return releaseDeliveries(source, tenantId);
}

/** From then on nothing makes the copy go on. A tenant that was deleted while it was followed leaves the rest of its move behind. */
function forgetCode(move: OldEnd, { hasCopy, movingTo }: Leaving): Promise<void> {
  const { source, destination, tenantId } = move;
  return source.db.knex.transaction(async (trx) => {
    const state = await findMovingState(trx, tenantId).forUpdate();
    if (!state && !(await isPublished(move)) && !(await hasCopy())) throw noTenant(tenantId, '--from');
    if (!state) return;
    mustLiveThere(state, tenantId);
    if (state.moving_to !== null && state.moving_to !== destination.config.cell) throw movesElsewhere(state, tenantId);
    await trx('tenants').where({ id: tenantId }).update({ hand_over_code: null, moving_to: movingTo });
  });
}

function isCopy({ destination: { db, clock }, tenantId }: Move): Promise<boolean> {
  return db.knex.transaction(async (trx) => {
    const state = await findMovingState(trx, tenantId).forUpdate();
    if (!state || state.awaited_code === null) return false;
    await trx('tenants')
      .where({ id: tenantId })
      .update({ removing_since: state.removing_since ?? clock.realNow() });
    return true;
  });
}
