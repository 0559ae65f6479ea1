import type { Knex } from 'knex';
import { MovingError, noTenant } from './moving-error.ts';

/**
 * The state of a tenant's move. Two cells have a copy for a while, and at most one copy is ever unfrozen. The export
 * makes a code and writes its hash into the file. The hand-over reveals the code and cannot be undone. The imported
 * copy is unfrozen only with the code; the exported one only while the code has not been revealed. The cells need not
 * communicate, and no order of the commands unfreezes both.
 */
export interface MovingState {
  readonly frozen_at: Date | null;
  readonly exported_at: Date | null;
  readonly moving_to: string | null;
  readonly hand_over_code: string | null;
  readonly handed_over_at: Date | null;
  readonly awaited_code: Buffer | null;
  readonly removing_since: Date | null;
  readonly deleting_since: Date | null;
}

/**
 * Reads the state and locks it until the end of the transaction, so that the second of two concurrent steps sees the
 * result of the first. A tenant that is being deleted cannot be moved.
 */
export async function lockMovingState(trx: Knex.Transaction, tenantId: string): Promise<MovingState> {
  const state = await trx<MovingState & { id: string }>('tenants').where({ id: tenantId }).forUpdate().first();
  if (!state || state.deleting_since !== null) throw noTenant(tenantId);
  return state;
}

/** Throws for a copy that is partly removed: only its removal can continue. */
export function mustBeWhole({ removing_since }: MovingState, tenantId: string): void {
  if (removing_since !== null) throw new MovingError(`${tenantId} is being removed here, and not whole any more: ringpost tenant remove.`);
}
