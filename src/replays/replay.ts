import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../context.ts';
import { type DeliveryRow, findDelivery, isFinal } from '../deliveries/deliveries.ts';
import { expiryAt, hasExpired } from '../deliveries/retention.ts';
import { webhookBucketKey } from '../deliveries/webhook-bucket-key.ts';
import { attempt } from '../dispatch/attempt.ts';
import { type Deadlines, deadlines } from '../dispatch/deadlines.ts';
import { DeliveryAgent } from '../dispatch/delivery-agent.ts';
import { endpointCache } from '../dispatch/endpoint-cache.ts';
import { endpointCheck } from '../dispatch/endpoint-check.ts';
import { EndpointStates } from '../dispatch/endpoint-states.ts';
import type { HeldDelivery } from '../dispatch/held-delivery.ts';
import { leaseFrom } from '../dispatch/lease.ts';
import { countRecorded, outcomeRecordOf } from '../dispatch/outcome-record.ts';
import { outcomeRecorder } from '../dispatch/outcome-recorder.ts';
import { deliveryQueue } from '../dispatch/queue.ts';
import { recordOutcomes } from '../dispatch/record-outcomes.ts';
import { type WebhookLimits, webhookBucket } from '../dispatch/webhook-bucket.ts';
import { type ApiError, deliveryNotFinished, deliveryNotFound, endpointInactive } from '../errors.ts';
import { deliveryTimeoutMs } from '../process/limits.ts';
import { deliveryIds } from '../process/log.ts';
import { lastingContext } from '../request-context.ts';
import { beginReplay } from './replay-lease.ts';

/**
 * Sends a finished delivery again, now and in this process, even if the process runs no dispatcher. The delivery is taken under a
 * lease like any other, and a new cycle of six attempts begins. Of two replays at once one gets it, and if this process dies the
 * lease lapses and a dispatcher goes on. The replay takes a token of the delivery's bucket; if there is none, the delivery waits in
 * the queue for its go-at time. The outcome is on disk before the caller is told, because the engine's connections commit synchronously.
 * Throws the documented refusal where the delivery was not sent.
 */
export async function replayNow(
  context: Context,
  tenantId: string,
  deliveryId: string,
  limits: WebhookLimits,
  timeouts: Deadlines = deadlines(deliveryTimeoutMs),
): Promise<DeliveryRow> {
  const found = await findDelivery(context.db.knex, tenantId, deliveryId);
  if (!found || hasExpired(found, expiryAt(context))) throw deliveryNotFound();
  const worker = `${context.config.cell}-replay-${randomUUID()}`;
  const lease = leaseFrom(context.clock, worker);
  const begun = await beginReplay(context.db.engine, tenantId, deliveryId, context.clock.now(), lease);
  if (!begun) throw await whyNot(context, tenantId, deliveryId);
  // The outcome of an attempt that the receiver may have seen is written even after the request's deadline.
  return replayBegun(lastingContext(context), begun, worker, limits, timeouts);
}

async function replayBegun(
  context: Context,
  delivery: HeldDelivery,
  worker: string,
  limits: WebhookLimits,
  timeouts: Deadlines,
): Promise<DeliveryRow> {
  const { tenantId, id } = delivery;
  const at = context.clock.now();
  const [goAt = at] = await context.pacing.reserve([webhookBucket(tenantId, delivery.eventType, limits)], at);
  try {
    await attemptOrDefer(context, delivery, worker, goAt, timeouts);
  } catch (error) {
    // The delivery is left to the dispatchers at its go-at time, instead of when the lease lapses.
    await putOff(context, delivery, worker, goAt).catch(() => {});
    context.wake.deliveries();
    if (await findDelivery(context.db.knex, tenantId, id)) throw error;
  }
  const row = await findDelivery(context.db.knex, tenantId, id);
  // Without a row, its endpoint was deleted meanwhile, and its deliveries with it.
  if (!row) throw deliveryNotFound();
  return row;
}

async function whyNot({ db }: Context, tenantId: string, deliveryId: string): Promise<ApiError> {
  const row = await findDelivery(db.knex, tenantId, deliveryId);
  if (!row) return deliveryNotFound();
  if (!isFinal(row.status)) return deliveryNotFinished();
  const endpoint = await db.knex('webhook_endpoints').where({ tenant_id: tenantId, id: row.endpoint_id, is_active: true }).first('id');
  // If the endpoint is active, another replay of the delivery has just ended.
  return endpoint ? deliveryNotFinished() : endpointInactive();
}

async function attemptOrDefer(context: Context, delivery: HeldDelivery, worker: string, goAt: Date, timeouts: Deadlines): Promise<void> {
  const { clock, metrics } = context;
  const waitMs = goAt.getTime() - clock.now().getTime();
  if (waitMs <= clocksDifferMs) {
    if (waitMs > 0) await pause(waitMs);
    return attemptNow(context, delivery, worker, timeouts);
  }
  metrics.rateDeferred.inc({ bucket: webhookBucketKey(delivery.eventType) });
  await putOff(context, delivery, worker, goAt);
}

/** No go-at time is before the one that another process took last, and its clock may be ahead by less than this. */
const clocksDifferMs = 50;

/** Returns the delivery to the queue. Any worker may claim it once `dueAt` has passed. */
const putOff = ({ db }: Context, delivery: HeldDelivery, worker: string, dueAt: Date): Promise<void> =>
  deliveryQueue(db, worker).release([{ delivery, dueAt, isPutOff: true }]);

async function attemptNow(context: Context, delivery: HeldDelivery, worker: string, timeouts: Deadlines): Promise<void> {
  const { clock, metrics, log, db, secrets, stopping } = context;
  const cache = endpointCache(db.engine, secrets, log);
  const leased = (await cache.targets([delivery])).get(delivery.endpointId);
  // The endpoint may have been switched off while the delivery's bucket was asked.
  const target = leased ? await endpointCheck(db.engine, cache)(leased, null) : 'gone';
  if (target === 'inactive') return putOff(context, delivery, worker, clock.now());
  if (target === 'gone') throw new Error('The endpoint of a replay cannot be used.');
  // The replay has an agent of its own, because it is a single request and rare.
  const agent = new DeliveryAgent(context.guard);
  try {
    const startedAt = clock.now();
    const timestampSeconds = Math.floor(clock.realNow().getTime() / 1_000);
    const message = { deliveryId: delivery.id, body: delivery.body, timestampSeconds };
    const outcome = await attempt(agent, timeouts, target, message);
    const entry = { delivery, target, by: 'replay' as const };
    const address = agent.addressOf(target.origin);
    const record = outcomeRecordOf(context, entry, outcome, { startedAt, standing: null, address });
    metrics.taken.inc({ by: 'replay' });
    const outcomes = outcomeRecorder({
      async write(batch) {
        try {
          return await recordOutcomes(db.engine, worker, batch);
        } catch (error) {
          // A dispatcher attempts the delivery again once its lease has ended.
          if (stopping.aborted || clock.realNow() >= delivery.leaseUntil) outcomes.abandon();
          throw error;
        }
      },
      onWritten: (recorded) => countRecorded(metrics, recorded),
      onOver: () => {},
      log,
    });
    outcomes.add(record);
    await outcomes.flush();
    const states = new EndpointStates(db.engine, clock.realNow);
    states.note(delivery, record);
    // The delivery is recorded, so that the caller is told of it even where this fails.
    await states
      .flush()
      .catch((error: unknown) => log.error({ err: error, ...deliveryIds(delivery) }, 'the state of an endpoint could not be written'));
  } finally {
    await agent.destroy();
  }
}
