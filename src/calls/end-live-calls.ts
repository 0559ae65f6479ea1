import type { Context } from '../context.ts';
import { type CallRow, liveStatuses } from './calls.ts';
import { hangUp } from './hang-up.ts';

/**
 * Asks the provider to hang up the tenant's live calls that nobody has asked to end yet, a part of them at a time, and
 * returns how many of its calls are live. Calls that a dialer of the tenant reports are not ours to end. A call that
 * cannot be hung up yet is hung up as soon as that is possible (D-39).
 */
export async function endLiveCalls(context: Context, tenantId: string): Promise<number> {
  const { knex } = context.db;
  const live = () => knex<CallRow>('calls').where({ tenant_id: tenantId, origin: 'api' }).whereIn('status', liveStatuses);
  const asked: CallRow[] = await knex<CallRow>('calls')
    .where({ tenant_id: tenantId })
    .whereIn('id', live().whereNull('end_requested_at').limit(callsAtOnce).select('id'))
    .update({ end_requested_at: context.clock.now() })
    .returning('*');
  await Promise.all(asked.map((call) => hangUp(context, call)));
  const counted = await live().count({ count: '*' }).first();
  return Number(counted?.count ?? 0);
}

const callsAtOnce = 20;
