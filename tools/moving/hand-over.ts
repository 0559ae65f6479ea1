import { randomBytes } from 'node:crypto';
import type { Context } from '../../src/context.ts';
import { base32 } from '../../src/process/identifiers.ts';
import { sha256 } from '../../src/process/secrets.ts';
import { MovingError } from './moving-error.ts';
import { lockMovingState, mustBeWhole } from './moving-state.ts';

/**
 * Returns the code that lets the imported copy be unfrozen. From then on the tenant lives in the other cell, and this
 * copy can never be unfrozen. A repeated call returns the same code, in case it was lost.
 */
export async function handTenantOver({ db, clock }: Pick<Context, 'db' | 'clock'>, tenantId: string): Promise<HandedOver> {
  return db.knex.transaction(async (trx) => {
    const state = await lockMovingState(trx, tenantId);
    mustBeWhole(state, tenantId);
    const { exported_at, hand_over_code: code, moving_to: to } = state;
    if (exported_at === null || code === null || to === null)
      throw new MovingError(`${tenantId} has not been exported: there is nothing that it could be handed over to.`);
    const handedOverAt = state.handed_over_at ?? clock.realNow();
    await trx('tenants').where({ id: tenantId }).update({ handed_over_at: handedOverAt });
    return { code, to, handedOverAt };
  });
}

export interface HandedOver {
  readonly code: string;
  /** Names the cell that the tenant was exported for. */
  readonly to: string;
  readonly handedOverAt: Date;
}

/** The code has 128 random bits, so no cell accepts a guess or the code of another export. */
export const newHandOverCode = (): string => base32(randomBytes(16));

/** Hashes the code for the file, so that the file alone is not enough to unfreeze the tenant. */
export const hashOfCode = (code: string): Buffer => sha256(code);
