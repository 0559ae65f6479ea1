import type { Knex } from 'knex';
import type { Context } from '../../src/context.ts';
import { hashOfCode } from './hand-over.ts';
import { MovingError } from './moving-error.ts';
import { lockMovingState, type MovingState, mustBeWhole } from './moving-state.ts';

/**
 * Unfreezes the tenant in this cell and releases the deliveries that the export held back, each at its own time.
 * Returns their number.
 */
export async function unfreezeTenant(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  tenantId: string,
  { code = null, moveAbandoned = false }: UnfreezeOptions = {},
): Promise<number> {
  return db.knex.transaction(async (trx) => {
    const state = await lockMovingState(trx, tenantId);
    mustBeWhole(state, tenantId);
    mustNotLiveElsewhere(state, tenantId, moveAbandoned);
    if (state.awaited_code !== null) await take(trx, tenantId, { awaited: state.awaited_code, code, at: clock.realNow() });
    await trx('tenants').where({ id: tenantId }).update(livesHere);
    await trx.raw('set local statement_timeout = 0');
    const { rowCount } = await trx.raw<{ rowCount: number }>(letGo, { tenantId, now: clock.now() });
    return rowCount;
  });
}

export interface UnfreezeOptions {
  /** Is the code of the hand-over, for an imported tenant. */
  readonly code?: string | null;
  /** Declares that an exported tenant stays here, so that the exported copy can never be unfrozen. */
  readonly moveAbandoned?: boolean;
}

const livesHere: { readonly [Column in keyof MovingState]?: null } = {
  frozen_at: null,
  exported_at: null,
  moving_to: null,
  hand_over_code: null,
  awaited_code: null,
};

function mustNotLiveElsewhere({ exported_at, handed_over_at, moving_to }: MovingState, tenantId: string, moveAbandoned: boolean): void {
  if (handed_over_at !== null)
    throw new MovingError(
      `${tenantId} was handed over to the cell ${moving_to} on ${handed_over_at.toISOString()} and lives there. It comes back as it went: by a move, after ringpost tenant remove here.`,
    );
  if (exported_at !== null && !moveAbandoned)
    throw new MovingError(
      `${tenantId} was exported for the cell ${moving_to} on ${exported_at.toISOString()}: after ringpost tenant hand-over it is unfrozen there. --move-abandoned unfreezes it here, and then what was exported never can be.`,
    );
}

async function take(trx: Knex, tenantId: string, { awaited, code, at }: { awaited: Buffer; code: string | null; at: Date }): Promise<void> {
  if (code === null)
    throw new MovingError(
      `${tenantId} has been imported and lives in the cell that it came from: ringpost tenant hand-over ${tenantId} there tells the --code that unfreezes it here.`,
    );
  if (!hashOfCode(code).equals(awaited))
    throw new MovingError(
      `This is not the code of the file that ${tenantId} was imported from: it was exported again, or that move was abandoned. Remove it here and import the file of its last export.`,
    );
  await trx('taken_hand_over_codes').insert({ code_hash: awaited, taken_at: at });
}

/** Overdue deliveries become due now instead of in the past, so that they queue behind those already waiting. */
const letGo = `
  update webhook_deliveries
     set due_at = greatest(coalesce(next_retry_at, cast(:now as timestamptz)), cast(:now as timestamptz))
   where tenant_id = :tenantId
     and due_at = 'infinity'`;
