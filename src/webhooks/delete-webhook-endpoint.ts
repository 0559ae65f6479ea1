import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { deleteUnfinishedDeliveries } from '../deliveries/unfinished.ts';
import { webhookNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { byDeadline, lastingContext } from '../request-context.ts';
import { deleteEndpoint, lockEndpointToChange, switchEndpointOff } from './endpoints.ts';

/** DELETE /webhooks/:id deletes the endpoint, its triggers, and its unfinished deliveries. */
export const deleteWebhookEndpoint: PublicOperation<'deleteWebhookEndpoint'> = async (context, caller, request) => {
  const deleteSome = ({ db }: Pick<Context, 'db'>): Promise<'gone' | 'more' | 'unknown'> =>
    db.knex.transaction((trx) => someOf(trx, caller.tenantId, request.path.id));
  // The result may be `unknown` from the second turn on, when another request has finished the deletion.
  const goOn = async (): Promise<true> => {
    while ((await deleteSome(lastingContext(context))) === 'more');
    return true;
  };
  const progress = await deleteSome(context);
  if (progress === 'unknown') throw webhookNotFound();
  // From the first turn on something was done, which a failure of the request's connections would deny.
  if (progress === 'more' && !(await byDeadline(context, goOn())))
    throw new Error('a deletion takes longer than its request may, and goes on');
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
