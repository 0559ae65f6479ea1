import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { base32 } from '../../src/process/identifiers.ts';
import { sha256 } from '../../src/process/secrets.ts';
import { MovingError, type Names, noTenant } from './moving-error.ts';

/**
 * The state of a tenant's move. Two cells have rows of it for a while, and at most one ever serves it. The start of a move makes a
 * code in the old cell and puts its hash into the new one. The code is read only in the old cell and only once it is handed over,
 * which cannot be undone. The new cell serves the tenant only with the code; the old one only while it is not handed over. So no
 * order of the commands, however often they are killed and repeated, makes both serve it.
 */
export interface MovingState {
  readonly moving_to: string | null;
  readonly hand_over_code: string | null;
  readonly held_since: Date | null;
  readonly frozen_at: Date | null;
  readonly handed_over_at: Date | null;
  readonly awaited_code: Buffer | null;
  readonly removing_since: Date | null;
  readonly deleting_since: Date | null;
}

/** Reads the state and locks it until the end of the transaction. A tenant that is being deleted cannot be moved. */
export async function lockMovingState(trx: Knex.Transaction, tenantId: string, names: Names): Promise<MovingState> {
  const state = await findMovingState(trx, tenantId).forUpdate();
  if (!state || state.deleting_since !== null) throw noTenant(tenantId, names);
  return state;
}

export const findMovingState = (sql: Knex, tenantId: string) =>
  sql<MovingState & { id: string }, MovingState | undefined>('tenants').where({ id: tenantId }).first<MovingState | undefined>();

/** The code has 128 random bits, so no cell accepts a guess or the code of another move. */
export const newHandOverCode = (): string => base32(randomBytes(16));

export const hashOfCode = (code: string): Buffer => sha256(code);

/** Throws unless the tenant lives in the old cell and moves to this one. */
export function mustMoveTo(cell: string, state: MovingState, tenantId: string): void {
  mustLiveThere(state, tenantId);
  if (state.hand_over_code === null) throw new MovingError(`${tenantId} is not being moved: ringpost move start ${tenantId}`);
  if (state.moving_to !== cell) throw movesElsewhere(state, tenantId);
}

/** Throws for a copy: it can only be removed. */
export function mustLiveThere({ awaited_code, handed_over_at, removing_since, moving_to }: MovingState, tenantId: string): void {
  if (removing_since !== null || awaited_code !== null || handed_over_at !== null)
    throw new MovingError(
      `What the database that --from names has of ${tenantId} is a copy: ${handed_over_at === null ? 'it lives in the cell that it came from' : `it was handed over to the cell ${moving_to} on ${handed_over_at.toISOString()}`}.`,
    );
}

export const movesElsewhere = ({ moving_to }: MovingState, tenantId: string): MovingError =>
  new MovingError(`${tenantId} moves to the cell ${moving_to}, and this is another (RINGPOST_CELL): go on there, or abandon it there.`);
