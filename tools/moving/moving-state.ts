import type { Knex } from 'knex';
import { MovingError, noTenant } from './moving-error.ts';

/**
 * Where a tenant is on its way. A copy of it stands in two cells for a while, and at most one is let go: the export makes a
 * code and writes its hash into the file; the hand-over tells the code and is never taken back; the copy that was imported is
 * let go with the code alone, and the one that was exported only while nobody has been told it. Neither cell need ask the
 * other, and no order of the commands lets both go.
 */
export interface MovingState {
  readonly frozen_at: Date | null;
  readonly exported_at: Date | null;
  readonly moving_to: string | null;
  readonly hand_over_code: string | null;
  readonly handed_over_at: Date | null;
  readonly awaited_code: Buffer | null;
  readonly removing_since: Date | null;
}

/** Locked until the end of the transaction, so that of two steps of a move the second sees what the first has done. */
export async function lockMovingState(trx: Knex.Transaction, tenantId: string): Promise<MovingState> {
  const state = await trx<MovingState & { id: string }>('tenants').where({ id: tenantId }).forUpdate().first();
  if (!state) throw noTenant(tenantId);
  return state;
}

/** A copy that is half removed is good for nothing but the rest of its removal. */
export function mustBeWhole({ removing_since }: MovingState, tenantId: string): void {
  if (removing_since !== null) throw new MovingError(`${tenantId} is being removed here, and not whole any more: ringpost tenant remove.`);
}
