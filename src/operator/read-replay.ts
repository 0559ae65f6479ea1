import type { Context } from '../context.ts';
import { expiryAt } from '../deliveries/retention.ts';
import { replayNotFound, webhookNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { findReplay } from '../replays/webhook-replays.ts';
import { findEndpoint } from '../webhooks/endpoints.ts';
import { replayView } from './replay-view.ts';
import { requireTenant } from './require-tenant.ts';

export const readReplay: OperatorOperation<'readReplay'> = async (context, { path }) => ({
  status: 200,
  body: { replay: await replayInPath(context, path) },
});

/** The replay in the path as it is now, or the 404 of the first thing in the path that is not there. */
export async function replayInPath(context: Context, path: ReplayPath) {
  await requireTenant(context, path.tenantId);
  return context.db.knex.transaction(
    async (trx) => {
      if (!(await findEndpoint(trx, path.tenantId, path.webhookEndpointId))) throw webhookNotFound();
      const row = await findReplay(trx, path.tenantId, path.webhookEndpointId, path.replayId);
      if (!row) throw replayNotFound();
      return replayView(trx, row, expiryAt(context));
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  );
}

export interface ReplayPath {
  readonly tenantId: string;
  readonly webhookEndpointId: string;
  readonly replayId: string;
}
