import type { Knex } from 'knex';
import type { Config } from '../process/config.ts';
import type { TenantRow } from '../tenants/tenants.ts';
import { charge, release } from '../tenants/wallet.ts';
import { type CallRow, isTerminal } from './calls.ts';

/** Returns the hold that a tenant's call needs, in micro-units; null for a tenant that pays by invoice. */
export const holdOf = (pricing: Config['pricing'], { billing }: Pick<TenantRow, 'billing'>): number | null =>
  billing === 'pay_as_you_go' ? pricing.microsPerMinute * pricing.estimatedMinutes : null;

/**
 * Charges or releases the hold of an ended call, if it is still open. Talking is paid by the second; a call that was not answered
 * costs nothing (D-41).
 */
export function closeHold(trx: Knex, pricing: Config['pricing'], call: CallRow, at: Date): Promise<void> {
  if (call.duration_seconds === null) return release(trx, call.tenant_id, call.id, at);
  return charge(trx, call.tenant_id, call.id, Math.ceil((call.duration_seconds * pricing.microsPerMinute) / 60), at);
}

/**
 * True if readers see how the call turned out, so that the wallet must show what it cost. A call that was answered also needs its
 * duration, which the report of its end may lack.
 */
export const showsOutcome = (call: CallRow): boolean =>
  isTerminal(call.status) && call.outcome !== null && (call.status !== 'completed' || call.duration_seconds !== null);
