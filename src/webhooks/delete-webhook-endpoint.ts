import type { Knex } from 'knex';
import { deleteUnfinishedDeliveries } from '../deliveries/unfinished.ts';
import { webhookNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { deleteEndpoint, lockEndpoint, switchEndpointOff } from './endpoints.ts';

/** DELETE /webhooks/:id: the endpoint, its triggers, and its deliveries that are not finished. */
export const deleteWebhookEndpoint: PublicOperation<'deleteWebhookEndpoint'> = async (context, caller, request) => {
  const deleteSome = (trx: Knex.Transaction): Promise<'gone' | 'more' | 'unknown'> => someOf(trx, caller.tenantId, request.path.id);
  let progress = await context.db.knex.transaction(deleteSome);
  if (progress === 'unknown') throw webhookNotFound();
  // Unknown from here on: a second request came to the end of it before us.
  while (progress === 'more') progress = await context.db.knex.transaction(deleteSome);
  return { status: 204 };
};

/** So many rows are deleted before others of the batch that settles them wait too long. */
const batchSize = 5_000;

/**
 * Mostly one turn is all of it. A large backlog goes in several, the endpoint switched off meanwhile so that it does not
 * grow; a process that dies in between leaves an endpoint that is off, with fewer deliveries, to be deleted again.
 */
async function someOf(trx: Knex.Transaction, tenantId: string, endpointId: string): Promise<'gone' | 'more' | 'unknown'> {
  // Of deletions and replays at once one comes first. What is being published to it meanwhile may leave a delivery, which goes as soon as
  // somebody comes upon it (`deliveries/unfinished.ts`).
  if (!(await lockEndpoint(trx, tenantId, endpointId))) return 'unknown';
  if ((await deleteUnfinishedDeliveries(trx, tenantId, endpointId, batchSize)) === batchSize) {
    await switchEndpointOff(trx, tenantId, endpointId);
    return 'more';
  }
  await deleteEndpoint(trx, tenantId, endpointId);
  return 'gone';
}
