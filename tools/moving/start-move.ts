import { ensurePartitions } from '../../src/db/partitions.ts';
import { timeOf } from '../../src/process/identifiers.ts';
import { copyTenant } from './copy-tenant.ts';
import { holdArriving } from './fence.ts';
import { alone, type Move } from './move.ts';
import { lockMovingState, movesElsewhere, mustLiveThere, newHandOverCode } from './moving-state.ts';
import { publish, subscribe } from './replication.ts';
import { mustShareNoNumber } from './shared-number.ts';

/**
 * Begins to copy a tenant into this cell, which follows it from then on, while the tenant works in the old one. Repeated, it goes on
 * where it was stopped.
 */
export const startMove = (move: Move): Promise<void> =>
  alone(move, async () => {
    const { tenantId, destination, tell } = move;
    await mustShareNoNumber(move);
    const code = await claim(move);
    tell('publishing its rows in the old cell');
    await publish(move);
    tell('making room for it in this cell');
    await copyTenant(move, code);
    await holdArriving(destination.db, tenantId);
    await makeWeeks(move);
    tell('beginning the copy');
    await subscribe(move);
  });

/** Returns the code of this move. Each move has its own until it is abandoned. */
function claim({ source, destination, tenantId }: Move): Promise<string> {
  const { cell } = destination.config;
  return source.db.knex.transaction(async (trx) => {
    const state = await lockMovingState(trx, tenantId, '--from');
    mustLiveThere(state, tenantId);
    if (state.moving_to !== null && state.moving_to !== cell) throw movesElsewhere(state, tenantId);
    if (state.hand_over_code !== null) return state.hand_over_code;
    const code = newHandOverCode();
    await trx('tenants').where({ id: tenantId }).update({ moving_to: cell, hand_over_code: code });
    return code;
  });
}

/** Makes the weeks of its events in this cell. A row that comes without its week would be kept in the default partition. */
async function makeWeeks({ source, destination, tenantId }: Move): Promise<void> {
  const { rows } = await source.db.engine.query<{ id: string | null }>(
    `select coalesce(
              (select id from webhook_events where tenant_id = $1 order by id limit 1),
              (select id from webhook_deliveries where tenant_id = $1 order by id limit 1))::text as id`,
    [tenantId],
  );
  const oldest = rows[0]?.id;
  if (oldest) await ensurePartitions(destination.db.knex, timeOf(oldest), source.clock.now());
}
