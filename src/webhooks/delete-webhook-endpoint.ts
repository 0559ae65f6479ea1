import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { deleteUnfinishedDeliveries, type Unsent } from '../deliveries/unfinished.ts';
import { webhookBucketKey } from '../deliveries/webhook-bucket-key.ts';
import { webhookNotFound } from '../errors.ts';
import type { PublicOperation } from '../operation.ts';
import { byDeadline, lastingContext } from '../request-context.ts';
import { deleteEndpoint, lockEndpointToChange, updateEndpoint } from './endpoints.ts';

/** DELETE /webhooks/:id deletes the endpoint, its triggers, and its unfinished deliveries. */
export const deleteWebhookEndpoint: PublicOperation<'deleteWebhookEndpoint'> = async (context, caller, request) => {
  const deleteSome = async ({ db }: Pick<Context, 'db'>): Promise<'gone' | 'more' | 'unknown'> => {
    const { progress, unsent } = await db.knex.transaction((trx) => someOf(trx, caller.tenantId, request.path.id));
    giveBackPlaces(context, caller.tenantId, unsent);
    return progress;
  };
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
async function someOf(trx: Knex.Transaction, tenantId: string, endpointId: string): Promise<Progress> {
  // Simultaneous deletions and replays run one after another. An event that is being published meanwhile may leave a delivery,
  // which is deleted as soon as a worker finds it (`deliveries/unfinished.ts`).
  const endpoint = await lockEndpointToChange(trx, tenantId, endpointId);
  if (!endpoint) return { progress: 'unknown', unsent: [] };
  const unsent = await deleteUnfinishedDeliveries(trx, tenantId, endpointId, batchSize);
  if (unsent.length === batchSize) {
    if (endpoint.is_active) await updateEndpoint(trx, tenantId, endpointId, { is_active: false });
    return { progress: 'more', unsent };
  }
  await deleteEndpoint(trx, tenantId, endpointId);
  return { progress: 'gone', unsent };
}

interface Progress {
  readonly progress: 'gone' | 'more' | 'unknown';
  readonly unsent: readonly Unsent[];
}

/** Gives back the places of what waited for its turn, so that events for other endpoints do not wait behind nothing. */
function giveBackPlaces({ pacing, clock }: Pick<Context, 'pacing' | 'clock'>, owner: string, unsent: readonly Unsent[]): void {
  const now = clock.now();
  const ahead = unsent.flatMap(({ event_type, go_at }) =>
    go_at && go_at > now ? { bucket: { owner, key: webhookBucketKey(event_type) }, slot: go_at } : [],
  );
  pacing.giveBack(ahead.sort((one, other) => one.slot.getTime() - other.slot.getTime()));
}
