import { expiryAt } from '../deliveries/retention.ts';
import type { OperatorOperation } from '../operation.ts';
import { countFailed, endReplay, lockReplay } from '../replays/webhook-replays.ts';
import { replayInPath } from './read-replay.ts';

export const cancelReplay: OperatorOperation<'cancelReplay'> = async (context, { path }) => {
  await replayInPath(context, path);
  await context.db.knex.transaction(async (trx) => {
    const running = await lockReplay(trx, path.tenantId, path.replayId);
    if (running) await endReplay(trx, running, 'canceled', await countFailed(trx, running, expiryAt(context)), context.clock.now());
  });
  return { status: 200, body: { replay: await replayInPath(context, path) } };
};
