import type { Knex } from 'knex';
import type { Context } from '../context.ts';
import { eventTypes } from '../contract/generated/public.ts';
import { isUnconfirmed } from '../db/sql-state.ts';
import { appendChanges } from '../deliveries/delivery-counts.ts';
import { expiryAt } from '../deliveries/retention.ts';
import { type WebhookBucketKey, webhookBucketKey } from '../deliveries/webhook-bucket-key.ts';
import { type WebhookLimits, webhookBucket } from '../dispatch/webhook-bucket.ts';
import type { Bucket, Slot } from '../pacing/pacing.ts';
import { replayBatch } from '../process/limits.ts';
import { after, minuteMs } from '../process/time.ts';
import { beginCycle } from './begin-cycle.ts';
import {
  claimReplay,
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
 * Puts a batch of each due bulk replay back into the queue, and returns the number of deliveries. A bulk replay has no list
 * (`D-82`): it replays the endpoint's deliveries that failed in its span of time and are still failed. A delivery that is taken is
 * not failed any more, and if it fails again it does so after the span. So none is taken twice, even if it is also replayed alone
 * meanwhile, and nothing is lost when a process dies. The count is written in the transaction that takes the deliveries.
 *
 * Every replayed delivery takes a token of its bucket, but the last half of a bucket is left to new events. Otherwise a replay of
 * ten thousand deliveries would delay the tenant's next events by two hours. While the endpoint is off, nothing is taken (`D-264`).
 */
export async function replayOnce(context: Context): Promise<number> {
  let taken = 0;
  for (const replay of await dueReplays(context.db.knex, context.clock.now(), replaysAtOnce)) taken += await goOn(context, replay);
  if (taken > 0) context.wake.deliveries();
  return taken;
}

const replaysAtOnce = 10;
/** The pause before the next look when the remaining deliveries are locked, when the endpoint is off, or when a bucket has no token to spare. */
const lookAgainMs = 1_000;
/** Another process goes on with a replay this long after its process has died. */
const claimedMs = 10_000;

/** One process at a time goes on with a replay. Two that find the same deliveries would reserve a go-at time for each of them twice. */
async function goOn(context: Context, replay: ReplayRow): Promise<number> {
  const { knex } = context.db;
  const at = context.clock.now();
  if ((await claimReplay(knex, replay, after(at, claimedMs))) === 0) return 0;
  try {
    return await takeBatch(context, replay, at);
  } catch (error) {
    await putOffReplay(knex, replay, at).catch(() => {});
    throw error;
  }
}

async function takeBatch(context: Context, replay: ReplayRow, at: Date): Promise<number> {
  const { knex } = context.db;
  const limits = await limitsOf(knex, replay.tenant_id);
  const { room, freeAt } = await roomOf(context, replay, limits, at);
  const endpoint = { tenant_id: replay.tenant_id, id: replay.endpoint_id, is_active: true };
  const isActive = await knex('webhook_endpoints').where(endpoint).first('id');
  const ready = room.flatMap(({ eventTypes }) => eventTypes);
  const found =
    isActive && room.length > 0 ? within(room, await failedDeliveries(knex, replay, expiryAt(context), ready, replayBatch)) : [];
  if (found.length === 0) return endOrWait(context, replay, freeAt ?? after(at, lookAgainMs));
  const buckets = found.map(({ event_type }) => webhookBucket(replay.tenant_id, event_type, limits));
  const goAtTimes = await context.pacing.reserve(buckets, at);
  const slots = buckets.map((bucket, index): Slot => ({ bucket, slot: goAtTimes[index] ?? at }));
  const transaction = knex.transaction(async (trx) => {
    const isStillActive = await trx('webhook_endpoints').where(endpoint).forShare().first('id');
    if (!isStillActive || !(await lockReplay(trx, replay.tenant_id, replay.id))) return new Set<string>();
    const ids = await putBack(trx, replay.tenant_id, found, goAtTimes, at);
    await countReplayed(trx, replay, ids.size, at);
    return ids;
  });
  const taken = await transaction.catch((error: unknown) => {
    if (!isUnconfirmed(error)) context.pacing.giveBack(slots);
    throw error;
  });
  context.pacing.giveBack(slots.filter((_, index) => !taken.has(found[index]?.id ?? '')));
  return taken.size;
}

/** Ends the replay if no failed delivery is left; otherwise puts it off, because none may go now. */
async function endOrWait(context: Context, replay: ReplayRow, waitUntil: Date): Promise<number> {
  return context.db.knex.transaction(async (trx) => {
    const locked = await lockReplay(trx, replay.tenant_id, replay.id);
    if (!locked) return 0;
    // One row is asked for and not their number, because there may be hundreds of thousands.
    const [left] = await failedDeliveries(trx, locked, expiryAt(context), eventTypes, 1);
    if (left) await putOffReplay(trx, locked, waitUntil);
    else await endReplay(trx, locked, 'done', 0, context.clock.now());
    return 0;
  });
}

interface Room {
  readonly eventTypes: readonly string[];
  readonly tokens: number;
}

/** Returns the tokens that each bucket has beyond the half that is kept free, and when the first that has none has one again. */
async function roomOf(
  context: Context,
  replay: ReplayRow,
  limits: WebhookLimits,
  at: Date,
): Promise<{ room: readonly Room[]; freeAt: Date | null }> {
  const looks = await Promise.all(
    bucketKeys.map(async (key) => {
      const eventTypes = eventTypesOf(key);
      const bucket: Bucket = webhookBucket(replay.tenant_id, eventTypes[0] ?? '', limits);
      const state = await context.pacing.look({ ...bucket, limit: Math.ceil(bucket.limit / 2) }, at);
      // The time is at least a second ahead, so that tokens that come back one by one are taken together, and at most a minute, because
      // the limit may be raised and tokens may be given back.
      const freeAt = new Date(Math.min(Math.max(at.getTime() + lookAgainMs, state.nextAt.getTime()), at.getTime() + minuteMs));
      return { eventTypes, tokens: state.remaining, freeAt };
    }),
  );
  const full = looks.filter(({ tokens }) => tokens <= 0).map(({ freeAt }) => freeAt.getTime());
  return { room: looks.filter(({ tokens }) => tokens > 0), freeAt: full.length > 0 ? new Date(Math.min(...full)) : null };
}

/** Returns as many of the deliveries as each bucket has room for. */
function within(room: readonly Room[], found: readonly FailedDelivery[]): readonly FailedDelivery[] {
  return room.flatMap(({ eventTypes, tokens }) => found.filter(({ event_type }) => eventTypes.includes(event_type)).slice(0, tokens));
}

const bucketKeys: readonly WebhookBucketKey[] = ['call-events', 'text-events'];
const eventTypesOf = (key: WebhookBucketKey): readonly string[] => eventTypes.filter((eventType) => webhookBucketKey(eventType) === key);

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

/** Begins a new cycle, at its go-at time, for each delivery that is still failed and not locked. Returns their ids. */
async function putBack(
  trx: Knex.Transaction,
  tenantId: string,
  found: readonly FailedDelivery[],
  goAtTimes: readonly Date[],
  at: Date,
): Promise<ReadonlySet<string>> {
  const { rows } = await trx.raw<{ rows: readonly { id: string }[] }>(putBackStatement, {
    tenantId,
    ids: found.map(({ id }) => id),
    goAtTimes: found.map((_, index) => (goAtTimes[index] ?? at).toISOString()),
  });
  return new Set(rows.map(({ id }) => id));
}

/** The rows are locked in the order in which outcomes are written. A delivery that is being replayed alone is skipped. */
const putBackStatement = `
  with wanted as (
         select d.id, chosen.go_at
           from webhook_deliveries d
           join unnest(cast(:ids as uuid[]), cast(:goAtTimes as timestamptz[])) as chosen (id, go_at) on chosen.id = d.id
          where d.tenant_id = :tenantId
            and d.status = 'failed'
          order by d.id
            for update of d skip locked),
       taken as (
         update webhook_deliveries d
            set ${beginCycle({ goAt: 'wanted.go_at' })},
                worker = null
           from wanted
          where d.tenant_id = :tenantId
            and d.id = wanted.id
            and d.status = 'failed'
         returning d.id, d.tenant_id, d.created_at, d.status, d.status_before),
       counted as (${appendChanges({ rows: 'taken', was: 'status_before', became: 'status' })})
  select id
    from taken`;
