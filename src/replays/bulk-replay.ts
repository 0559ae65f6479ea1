import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { appendChanges } from '../deliveries/delivery-counts.ts';
import { expiryAt } from '../deliveries/retention.ts';
import { type WebhookBucketKey, type WebhookLimits, webhookBucket, webhookBucketKey } from '../dispatch/webhook-bucket.ts';
import type { Bucket } from '../pacing/pacing.ts';
import { replayBatch } from '../process/limits.ts';
import {
  countFailed,
  countReplayed,
  dueReplays,
  endReplay,
  type FailedDelivery,
  failedDeliveries,
  lockReplay,
  putOffReplay,
  type ReplayRow,
} from './webhook-replays.ts';

/**
 * Puts a batch of each due bulk replay back into the queue, and reports how many deliveries that was. There is no list of
 * what to replay: it is what the endpoint still has failed in the replay's span. A delivery that is taken is failed no
 * more, and if it fails again it does so after the span; so none is taken twice, whoever else sends it again meanwhile,
 * and a process that dies loses nothing. The count is written in the transaction that takes the deliveries.
 *
 * Every replayed delivery takes a token of its bucket, but the last half of a bucket is left to what happens now: a replay
 * of ten thousand would otherwise put the tenant's next events two hours off.
 */
export async function replayOnce(context: Context): Promise<number> {
  let taken = 0;
  for (const replay of await dueReplays(context.db.knex, context.clock.now(), replaysAtOnce)) taken += await goOn(context, replay);
  if (taken > 0) context.wake.deliveries();
  return taken;
}

const replaysAtOnce = 10;
/** Somebody else holds what is left: looked at again. */
const lookAgainMs = 1_000;

async function goOn(context: Context, replay: ReplayRow): Promise<number> {
  const { knex } = context.db;
  const at = context.clock.now();
  const { room, freeAt } = await roomOf(context, replay, at);
  const found: FailedDelivery[] = [];
  for (const { eventTypes, tokens } of room)
    found.push(...(await failedDeliveries(knex, replay, expiryAt(context), eventTypes, Math.min(tokens, replayBatch))));
  if (found.length === 0) return endOrWait(context, replay, freeAt ?? new Date(at.getTime() + lookAgainMs));
  const limits = await limitsOf(knex, replay.tenant_id);
  const slots = await context.pacing.reserve(
    found.map(({ event_type }) => webhookBucket(replay.tenant_id, event_type, limits)),
    at,
  );
  return knex.transaction(async (trx) => {
    const endpoint = await trx('webhook_endpoints').where({ tenant_id: replay.tenant_id, id: replay.endpoint_id }).forShare().first('id');
    if (!endpoint || !(await lockReplay(trx, replay.tenant_id, replay.id))) return 0;
    const taken = await putBack(trx, replay.tenant_id, found, slots, at);
    await countReplayed(trx, replay, taken, at);
    return taken;
  });
}

/** Nothing found that may go now: the replay has come to its end, or waits for its bucket. */
async function endOrWait(context: Context, replay: ReplayRow, waitUntil: Date): Promise<number> {
  return context.db.knex.transaction(async (trx) => {
    const locked = await lockReplay(trx, replay.tenant_id, replay.id);
    if (!locked) return 0;
    if ((await countFailed(trx, locked, expiryAt(context))) === 0) await endReplay(trx, locked, 'done', 0, context.clock.now());
    else await putOffReplay(trx, locked, waitUntil);
    return 0;
  });
}

interface Room {
  readonly eventTypes: readonly string[];
  readonly tokens: number;
}

/** What each bucket has beyond the half that is kept free, and when the first one has some again. */
async function roomOf(context: Context, replay: ReplayRow, at: Date): Promise<{ room: readonly Room[]; freeAt: Date | null }> {
  const limits = await limitsOf(context.db.knex, replay.tenant_id);
  const looks = await Promise.all(
    bucketKeys.map(async (key) => {
      const eventTypes = eventTypesOf(key);
      const bucket: Bucket = webhookBucket(replay.tenant_id, eventTypes[0] ?? '', limits);
      const state = await context.pacing.look(bucket, at);
      const tokens = state.remaining - Math.floor(bucket.limit / 2);
      // At least a second on, because a bucket that is half full has its next token now.
      const freeAt = new Date(Math.max(at.getTime() + lookAgainMs, state.nextAt.getTime()));
      return { eventTypes, tokens, freeAt };
    }),
  );
  const full = looks.filter(({ tokens }) => tokens <= 0).map(({ freeAt }) => freeAt.getTime());
  return { room: looks.filter(({ tokens }) => tokens > 0), freeAt: full.length > 0 ? new Date(Math.min(...full)) : null };
}

const bucketKeys: readonly WebhookBucketKey[] = ['call-events', 'text-events'];
const allEventTypes = ['call.completed', 'sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'] as const;
const eventTypesOf = (key: WebhookBucketKey): readonly string[] => allEventTypes.filter((eventType) => webhookBucketKey(eventType) === key);

async function limitsOf(sql: Knex, tenantId: string): Promise<WebhookLimits> {
  const row = await sql('tenants')
    .where({ id: tenantId })
    .first<{ call_events_per_minute: number; text_events_per_minute: number } | undefined>(
      'call_events_per_minute',
      'text_events_per_minute',
    );
  if (!row) throw new Error(`A replay of ${tenantId}, which is gone.`);
  return { callEventsPerMinute: row.call_events_per_minute, textEventsPerMinute: row.text_events_per_minute };
}

/** A fresh cycle for each that is still failed and nobody's, at its slot; how many. */
async function putBack(
  trx: Knex.Transaction,
  tenantId: string,
  found: readonly FailedDelivery[],
  slots: readonly Date[],
  at: Date,
): Promise<number> {
  const { rows } = await trx.raw<{ rows: readonly { taken: number }[] }>(putBackStatement, {
    tenantId,
    ids: found.map(({ id }) => id),
    slots: found.map((_, index) => (slots[index] ?? at).toISOString()),
  });
  return rows[0]?.taken ?? 0;
}

/** Locked in the order in which outcomes are written. Whoever replays one by hand just now has it. */
const putBackStatement = `
  with wanted as (
         select d.id, chosen.slot
           from webhook_deliveries d
           join unnest(cast(:ids as uuid[]), cast(:slots as timestamptz[])) as chosen (id, slot) on chosen.id = d.id
          where d.tenant_id = :tenantId
            and d.status = 'failed'
          order by d.id
            for update of d skip locked),
       taken as (
         update webhook_deliveries d
            set status = 'retrying',
                status_before = d.status,
                next_retry_at = wanted.slot,
                due_at = wanted.slot,
                finished_at = null,
                failed_at = null,
                cycle_attempt = 0,
                worker = null
           from wanted
          where d.id = wanted.id
            and d.status = 'failed'
         returning d.tenant_id, d.created_at, d.status, d.status_before),
       counted as (${appendChanges({ rows: 'taken', was: 'status_before', became: 'status' })})
  select count(*)::integer as taken
    from taken`;
