import { view } from '../deliveries/delivery.ts';
import { deliveryNotFinished, deliveryNotFound, endpointInactive } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { replayNow } from './replay.ts';

/** POST /webhook-deliveries/:id/retry. Makes one attempt at once, and answers with the record as it is after it (`E-RETRY-04`). */
export const retryWebhookDelivery: PublicOperation<'retryWebhookDelivery'> = async (context, caller, request) => {
  const replayed = await replayNow(context, caller.tenantId, request.path.id, caller.tenant.limits);
  switch (replayed.kind) {
    case 'replayed':
      request.about.deliveryId = replayed.row.id;
      return { status: 200, body: view(replayed.row) };
    case 'not found':
      throw deliveryNotFound();
    case 'not finished':
      throw deliveryNotFinished();
    case 'endpoint inactive':
      throw endpointInactive();
  }
};
