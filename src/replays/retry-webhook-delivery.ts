import { view } from '../deliveries/delivery.ts';
import type { PublicOperation } from '../operation.ts';
import { replayNow } from './replay.ts';

/** POST /webhook-deliveries/:id/retry. Makes one attempt at once, and answers with the record as it is after it (`E-RETRY-04`). */
export const retryWebhookDelivery: PublicOperation<'retryWebhookDelivery'> = async (context, caller, request) => {
  const row = await replayNow(context, caller.tenantId, request.path.id, caller.tenant.limits);
  request.about.deliveryId = row.id;
  return { status: 200, body: view(row) };
};
