import type { Knex } from 'knex';
import { deleteUnfinishedDeliveries } from '../deliveries/unfinished.ts';
import { webhookNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { deleteEndpoint, lockEndpointToChange, switchEndpointOff } from './endpoints.ts';

/** DELETE /webhooks/:id deletes the endpoint, its triggers, and its unfinished deliveries. */
export const deleteWebhookEndpoint: PublicOperation<'deleteWebhookEndpoint'> = async (context, caller, request) => {
  const deleteSome = (trx: Knex.Transaction): Promise<'gone' | 'more' | 'unknown'> => someOf(trx, caller.tenantId, request.path.id);
  let progress = await context.db.knex.transaction(deleteSome);
  if (progress === 'unknown') throw webhookNotFound();
  // The result may be `unknown` from the second turn on, when another request has finished the deletion.
  while (progress === 'more') progress = await context.db.knex.transaction(deleteSome);
  return { status: 204 };
};

/** One turn deletes this many rows at most, so that other deliveries whose outcomes are written with them do not wait too long. */
const batchSize = 5_000;

/**
 * Deletes a part of the endpoint's deliveries, mostly all of them in one turn. A large backlog takes several, with the endpoint
 * switched off so that it does not grow. A process that dies in between leaves an endpoint that is off, with fewer deliveries, to
 * be deleted again.
 */
async function someOf(trx: Knex.Transaction, tenantId: string, endpointId: string): Promise<'gone' | 'more' | 'unknown'> {
  // Simultaneous deletions and replays run one after another. An event that is being published meanwhile may leave a delivery,
  // which is deleted as soon as a worker finds it (`deliveries/unfinished.ts`).
  if (!(await lockEndpointToChange(trx, tenantId, endpointId))) return 'unknown';
  if ((await deleteUnfinishedDeliveries(trx, tenantId, endpointId, batchSize)) === batchSize) {
    await switchEndpointOff(trx, tenantId, endpointId);
    return 'more';
  }
  await deleteEndpoint(trx, tenantId, endpointId);
  return 'gone';
}
