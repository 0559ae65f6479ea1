import type { Context } from '../context.ts';
import type { CallRow } from './calls.ts';

/**
 * Ends a call that its caller wanted ended before anybody had dialled it. It is not dialled any more; it is an ended
 * call like any other, due for completion now, so that its hold, its place and its event are seen to in one place.
 * False: the right to dial has passed to somebody else.
 */
export async function cancelUnplaced(context: Context, call: CallRow, fence: number): Promise<boolean> {
  const now = context.clock.now();
  const ended = await context.db
    .knex('calls')
    .where({ tenant_id: call.tenant_id, id: call.id, dial_fence: fence, status: 'queued' })
    .whereNot({ placement: 'placed' })
    .update({
      status: 'canceled',
      outcome: 'CANCELED',
      ended_reason: 'ended-by-api',
      ended_at: now,
      dial_lease_until: null,
      check_at: null,
      completion_due_at: now,
    });
  return ended === 1;
}
