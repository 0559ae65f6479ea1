import type { Context } from '../context.ts';
import { callNotFound, endFailed } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { type CallRow, findApiCall, isTerminal, liveStatuses } from './calls.ts';
import { hangUp } from './hang-up.ts';

/**
 * POST /calls/:id/end. A live call is hung up, and this answer alone shows it as `ending`, until the provider confirms. An ended
 * call is shown as it ended. A repeated request asks the provider nothing.
 */
export const endCall: PublicOperation<'endCall'> = async (context, caller, request) => {
  const found = await findApiCall(context.db.knex, caller.tenantId, request.path.id);
  if (!found) throw callNotFound();
  request.about.callId = found.id;
  const call = isTerminal(found.status) ? found : await rememberTheWish(context, found);
  if (isTerminal(call.status)) return { status: 200, body: { id: call.id, status: call.status } };
  const asked = await hangUp(context, call, request.about.span?.context ?? call.trace);
  if (asked === 'unreachable') throw endFailed();
  return { status: 200, body: { id: call.id, status: 'ending' } };
};

/**
 * Records the wish to end the call before the provider is asked. A call that is not placed yet, or that cannot be hung up before it
 * is answered, is hung up as soon as that is possible (D-39). A failed attempt leaves the wish standing for the same reason.
 */
async function rememberTheWish(context: Context, call: CallRow): Promise<CallRow> {
  const { knex } = context.db;
  const now = context.clock.now();
  const where = { tenant_id: call.tenant_id, id: call.id };
  const [live]: CallRow[] = await knex('calls')
    .where(where)
    .whereIn('status', liveStatuses)
    .update({ end_requested_at: knex.raw('coalesce(end_requested_at, ?)', [now]) })
    .returning('*');
  if (live) return live;
  const ended = await findApiCall(knex, call.tenant_id, call.id);
  if (!ended) throw callNotFound();
  return ended;
}
