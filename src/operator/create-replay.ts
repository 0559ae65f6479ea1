import { expiryAt } from '../deliveries/retention.ts';
import { conflict, webhookNotFound } from '../errors.ts';
import type { OperatorOperation } from '../operation.ts';
import { newIdentifier } from '../process/identifiers.ts';
import { countFailed, findReplay, insertReplay, runningReplayOf } from '../replays/webhook-replays.ts';
import { momentOf } from './moment.ts';
import { replayView } from './replay-view.ts';
import { requireUnfrozenTenant } from './require-tenant.ts';

export const createReplay: OperatorOperation<'createReplay'> = async (context, { path, body }) => {
  await requireUnfrozenTenant(context, path.tenantId);
  const at = context.clock.now();
  const replay = {
    id: newIdentifier('rpl', at),
    tenant_id: path.tenantId,
    endpoint_id: path.webhookEndpointId,
    since: momentOf(body.since, '/body/since'),
    until: at,
    created_at: at,
  };
  const begun = await context.db.knex.transaction(async (trx) => {
    // Locked, so that of two who begin one at once the second finds the first one's.
    const endpoint = await trx<{ id: string; tenant_id: string; is_active: boolean }>('webhook_endpoints')
      .where({ tenant_id: path.tenantId, id: path.webhookEndpointId })
      .forNoKeyUpdate()
      .first('is_active');
    if (!endpoint) throw webhookNotFound();
    if (!endpoint.is_active) throw conflict('The endpoint is switched off. Switch it on first.');
    const running = await runningReplayOf(trx, path.tenantId, path.webhookEndpointId);
    if (running) throw conflict(`A replay of this endpoint is running: ${running.id}.`);
    await insertReplay(trx, { ...replay, total: await countFailed(trx, replay, expiryAt(context)) });
    const row = await findReplay(trx, path.tenantId, path.webhookEndpointId, replay.id);
    if (!row) throw new Error('a replay was written and is not there');
    return replayView(trx, row, expiryAt(context));
  });
  return { status: 202, body: { replay: begun } };
};
