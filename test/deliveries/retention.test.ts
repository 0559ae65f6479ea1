import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { ensurePartitions, listWeeks } from '../../src/db/partitions.ts';
import { attemptsOf } from '../../src/deliveries/attempt-log.ts';
import type { DeliveryRow } from '../../src/deliveries/deliveries.ts';
import {
  deleteExpiredDeliveriesOnce,
  dropExpiredWeeksOnce,
  expiryAt,
  forgetEventKeysOnce,
  hasExpired,
} from '../../src/deliveries/retention.ts';
import { deliveryNotFound } from '../../src/errors.ts';
import type { EventType } from '../../src/events/event.ts';
import { replayNow } from '../../src/replays/replay.ts';
import { publicFor } from '../support/api.ts';
import { testEpoch } from '../support/clock.ts';
import { contextOfFile } from '../support/context.ts';
import { event, publish } from '../support/events.ts';
import { apiKey, endpoint, forgetTenants, freezeTenant, tenant, trigger } from '../support/fixtures.ts';
import { receiverFor } from '../support/receiver.ts';

const day = 86_400;
const allTypes: readonly EventType[] = ['call.completed', 'sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'];

let tenantId: string;

const context = await contextOfFile();
beforeEach(async () => {
  context.clock.setReal(testEpoch);
  context.clock.advanceService((testEpoch.getTime() - context.clock.now().getTime()) / 1_000);
  await forgetTenants(context);
  await ensurePartitions(context.db.knex, testEpoch, testEpoch);
  tenantId = (await tenant(context)).id;
  const { id } = await endpoint(context, tenantId, { url: 'https://crm.test/hook' });
  for (const eventType of allTypes) await trigger(context, tenantId, id, { eventType });
});

const sql = () => context.db.knex;
const rows = (): Promise<DeliveryRow[]> => sql()<DeliveryRow>('webhook_deliveries').select('*').orderBy('created_at');
const count = async (table: string): Promise<number> => Number((await sql()(table).count({ count: '*' }).first())?.['count']);

/** One event and its delivery, as it stands before anything was tried. */
async function made(eventType: EventType = 'call.completed', dedupeKey?: string): Promise<string> {
  const known = new Set((await rows()).map(({ id }) => id));
  await publish(context, event(context, tenantId, { eventType, ...(dedupeKey && { dedupeKey }) }));
  const [id] = (await rows()).map((row) => row.id).filter((one) => !known.has(one));
  assert.ok(id);
  return id;
}

/** It comes to its end now, with one more attempt in its log. */
async function finish(id: string, status: 'success' | 'failed' = 'success'): Promise<void> {
  const at = context.clock.now();
  const [row] = await sql()<DeliveryRow>('webhook_deliveries')
    .where({ id })
    .update({
      status,
      finished_at: at,
      failed_at: status === 'failed' ? at : null,
      due_at: null,
      next_retry_at: null,
      attempts: sql().raw('attempts + 1') as unknown as number,
    })
    .returning('*');
  await sql()('webhook_attempts').insert({
    tenant_id: row?.tenant_id,
    delivery_id: id,
    n: row?.attempts,
    started_at: at,
    duration_ms: 5,
    status: 200,
  });
}

/** What a replay does to a final row; how many it found. */
const replay = (id: string): Promise<number> =>
  sql()('webhook_deliveries')
    .where({ id })
    .whereIn('status', ['success', 'failed'])
    .update({ status: 'pending', finished_at: null, failed_at: null, due_at: context.clock.now(), cycle_attempt: 0 });

async function finished(eventType: EventType = 'call.completed', status: 'success' | 'failed' = 'success'): Promise<string> {
  const id = await made(eventType);
  await finish(id, status);
  return id;
}

for (const eventType of allTypes) {
  const days = eventType === 'sms.delivered' || eventType === 'sms.failed' ? 30 : 90;
  for (const status of ['success', 'failed'] as const) {
    test(`a ${eventType} that ended in ${status} stays ${days} days less a second after it finished, and goes a second later than that`, async () => {
      const id = await finished(eventType, status);
      const [row] = await rows();
      assert.ok(row);
      context.clock.advance(days * day - 1);
      assert.equal(hasExpired(row, expiryAt(context)), false);
      assert.equal(await deleteExpiredDeliveriesOnce(context), 0);
      assert.deepEqual(
        (await rows()).map((left) => left.id),
        [id],
      );
      context.clock.advance(2);
      assert.equal(hasExpired(row, expiryAt(context)), true);
      assert.equal(await deleteExpiredDeliveriesOnce(context), 1);
      assert.deepEqual([await count('webhook_deliveries'), await count('webhook_attempts'), await count('webhook_events')], [0, 0, 0]);
    });
  }
}

test('the service’s clock decides, so that a sandbox can pass ninety days in a moment', async () => {
  await finished();
  context.clock.advanceService(90 * day + 1);
  assert.equal(await deleteExpiredDeliveriesOnce(context), 1);
});

test('other events are kept as long as the operator says, texts thirty days all the same', async () => {
  await finished('call.completed');
  await finished('sms.failed');
  const longer = { ...context, config: { ...context.config, deliveryRetentionDays: 365 } };
  context.clock.advance(364 * day);
  assert.equal(await deleteExpiredDeliveriesOnce(longer), 1);
  assert.deepEqual(
    (await rows()).map((row) => row.event_type),
    ['call.completed'],
  );
  context.clock.advance(day + 1);
  assert.equal(await deleteExpiredDeliveriesOnce(longer), 1);
});

test('a replayed delivery counts from its new finish', async () => {
  const id = await finished('sms.delivered', 'failed');
  context.clock.advance(29 * day);
  assert.equal(await replay(id), 1);
  context.clock.advance(10 * day);
  assert.equal(await deleteExpiredDeliveriesOnce(context), 0, 'it is under way again');
  await finish(id);
  context.clock.advance(30 * day - 1);
  assert.equal(await deleteExpiredDeliveriesOnce(context), 0);
  context.clock.advance(2);
  assert.equal(await deleteExpiredDeliveriesOnce(context), 1);
  assert.equal(await count('webhook_attempts'), 0);
});

test('what is not finished never goes, however old', async () => {
  const id = await made('sms.failed');
  context.clock.advance(1_000 * day);
  assert.equal(await deleteExpiredDeliveriesOnce(context), 0);
  await dropExpiredWeeksOnce(context);
  const [row] = await rows();
  assert.equal(row?.id, id);
  assert.ok(row && !hasExpired(row, expiryAt(context)));
  assert.equal(await count('webhook_events'), 1);
});

test('a batch is no larger than it was asked to be, oldest first', async () => {
  for (const eventType of ['sms.delivered', 'call.completed', 'sms.delivered', 'call.completed', 'call.completed'] as const) {
    await finished(eventType);
    context.clock.advance(1);
  }
  const newest = (await rows()).at(-1)?.id;
  context.clock.advance(90 * day);
  const deleted: number[] = [];
  for (let i = 0; i < 4; i++) {
    deleted.push(await deleteExpiredDeliveriesOnce(context, 2));
    if (i === 1)
      assert.deepEqual(
        (await rows()).map((row) => row.id),
        [newest],
      );
  }
  assert.deepEqual(deleted, [2, 2, 1, 0]);
});

test('an event stays while one of its deliveries does', async () => {
  const { id: other } = await endpoint(context, tenantId, { url: 'https://other.test/hook' });
  await trigger(context, tenantId, other, { eventType: 'call.completed' });
  await publish(context, event(context, tenantId));
  const [first, second] = await rows();
  assert.ok(first && second);
  await finish(first.id);
  context.clock.advance(day);
  await finish(second.id);
  context.clock.advance(89 * day + 1);
  assert.equal(await deleteExpiredDeliveriesOnce(context), 1);
  assert.deepEqual([await count('webhook_events'), await count('webhook_attempts')], [1, 1]);
  context.clock.advance(day);
  assert.equal(await deleteExpiredDeliveriesOnce(context), 1);
  assert.deepEqual([await count('webhook_events'), await count('webhook_attempts')], [0, 0]);
});

test('two processes that clean up at once delete each row once and leave no event behind', async () => {
  for (let i = 0; i < 12; i++) await finished();
  context.clock.advance(90 * day + 1);
  let deleted = 0;
  for (let i = 0; i < 12 && deleted < 12; i++) {
    const [one, other] = await Promise.all([deleteExpiredDeliveriesOnce(context, 3), deleteExpiredDeliveriesOnce(context, 3)]);
    deleted += one + other;
  }
  assert.deepEqual([deleted, await count('webhook_deliveries'), await count('webhook_events')], [12, 0, 0]);
});

test('a replay that holds the row keeps it; one that comes after the deletion finds nothing', async () => {
  const id = await finished();
  context.clock.advance(90 * day + 1);
  await sql().transaction(async (trx) => {
    await trx('webhook_deliveries')
      .where({ id })
      .update({ status: 'pending', finished_at: null, failed_at: null, due_at: context.clock.now() });
    assert.equal(await deleteExpiredDeliveriesOnce(context), 0, 'it does not wait for the replay either');
  });
  assert.equal(await deleteExpiredDeliveriesOnce(context), 0);
  await finish(id);
  context.clock.advance(90 * day + 1);
  assert.equal(await deleteExpiredDeliveriesOnce(context), 1);
  assert.equal(await replay(id), 0);
});

test('replays and deletions of the same rows at once: each runs whole or is not found', async () => {
  const ids = [];
  for (let i = 0; i < 16; i++) ids.push(await finished());
  context.clock.advance(90 * day + 1);
  const [, ...found] = await Promise.all([deleteExpiredDeliveriesOnce(context), ...ids.map(replay)]);
  const left = new Map((await rows()).map((row) => [row.id, row]));
  for (const [index, id] of ids.entries()) {
    const row = left.get(id);
    const attempts = await attemptsOf(sql(), tenantId, id);
    const events = row ? await sql()('webhook_events').where({ id: row.event_id }) : [];
    if (found[index] === 1) assert.deepEqual([row?.status, attempts.length, events.length], ['pending', 1, 1]);
    else assert.deepEqual([row, attempts.length], [undefined, 0]);
  }
  assert.equal(await count('webhook_events'), left.size);
});

test('a retry that begins as its record expires runs whole or is not found', async (t) => {
  const target = await receiverFor(t);
  await sql()('webhook_endpoints').update({ url: target.url });
  const ids: string[] = [];
  for (let i = 0; i < 12; i++) ids.push(await finished());
  context.clock.advance(90 * day + 1);
  // Processes never agree to the second: theirs says that there is one left.
  const slower = { ...context, clock: { ...context.clock, now: () => new Date(context.clock.now().getTime() - 2_000) } };
  const limits = { callEventsPerMinute: 1_000, textEventsPerMinute: 1_000 };
  const retries = ids.map((id) => replayNow(slower, tenantId, id, limits));
  const deletions = Promise.all([deleteExpiredDeliveriesOnce(context, 4), deleteExpiredDeliveriesOnce(context, 4)]);
  const results = await Promise.allSettled(retries);
  await deletions;
  const left = new Map((await rows()).map((row) => [row.id, row]));
  const sent = target.received.map(({ headers }) => headers['x-webhook-delivery-id']);
  for (const [index, id] of ids.entries()) {
    const attempts = await attemptsOf(sql(), tenantId, id);
    const row = left.get(id);
    const result = results[index];
    if (result?.status === 'fulfilled') {
      assert.deepEqual([row?.status, row?.attempts, attempts.length, sent.filter((one) => one === id).length], ['success', 2, 2, 1]);
      assert.equal((await sql()('webhook_events').where({ id: row?.event_id })).length, 1);
    } else {
      assert.deepEqual(result?.reason, deliveryNotFound());
      assert.deepEqual([row, attempts.length, sent.includes(id)], [undefined, 0, false]);
    }
  }
  assert.equal(await count('webhook_events'), left.size);
});

test('past its window a record is delivery_not_found to read and to retry, deleted or not', async (t) => {
  const server = await publicFor(t, context);
  const client = server.api.with((await apiKey(context, tenantId)).text);
  const [text, call] = [await finished('sms.failed', 'failed'), await finished('call.completed', 'failed')];
  const codes = async (id: string) => {
    const read = await client.get(`/webhook-deliveries/${id}`);
    return read.status === 200 ? 200 : [read, await client.post(`/webhook-deliveries/${id}/retry`)].map(({ body }) => body.error.code);
  };
  const gone = ['delivery_not_found', 'delivery_not_found'];
  context.clock.advance(30 * day - 1);
  assert.deepEqual([await codes(text), await codes(call)], [200, 200]);
  context.clock.advance(2);
  assert.deepEqual([await codes(text), await codes(call)], [gone, 200]);
  context.clock.advance(60 * day - 2);
  assert.equal(await codes(call), 200);
  context.clock.advance(2);
  assert.deepEqual(await codes(call), gone);
  assert.equal(await count('webhook_deliveries'), 2);
});

test('an event’s key is forgotten only long after its records are gone', async () => {
  const id = await finished('call.completed');
  context.clock.advance(90 * day + 1);
  await deleteExpiredDeliveriesOnce(context);
  assert.equal(await forgetEventKeysOnce(context), 0);
  context.clock.advance(90 * day - 2);
  assert.equal(await forgetEventKeysOnce(context), 0);
  context.clock.advance(1);
  assert.equal(await forgetEventKeysOnce(context), 1);
  assert.equal(await count('event_keys'), 0);
  assert.ok(id);
});

test('keys are looked through a stretch at a time, to its end, and all stretches have their turn', async () => {
  const at = context.clock.now();
  await sql().raw(
    `insert into event_keys (tenant_id, dedupe_key, event_id, event_time) select ?, 'key-' || n, gen_random_uuid(), ? from generate_series(1, 500) as n`,
    [tenantId, at],
  );
  context.clock.advance(180 * day);
  const forgetAt = (share: number) => forgetEventKeysOnce({ ...context, random: () => share }, 10, 1);
  const first = await forgetAt(0);
  assert.ok(first > 10 && first < 500);
  assert.equal(await forgetAt(0), 0);
  let all = first;
  for (let share = 0; share < 1; share += 1 / 64) all += await forgetAt(share);
  assert.equal(all, 500);
});

test('the key of an event that is still kept, because a delivery was replayed, is kept as well', async () => {
  const id = await finished();
  context.clock.advance(80 * day);
  await replay(id);
  context.clock.advance(110 * day);
  await finish(id);
  assert.equal(await forgetEventKeysOnce(context), 0);
  context.clock.advance(90 * day + 1);
  await deleteExpiredDeliveriesOnce(context);
  assert.equal(await forgetEventKeysOnce(context, 1), 1);
});

test('a source that repeats itself after the records are gone makes no second delivery', async () => {
  const repeated = event(context, tenantId, { eventType: 'sms.delivered', dedupeKey: 'sms.delivered:msg_1' });
  await publish(context, repeated);
  const [row] = await rows();
  assert.ok(row);
  context.clock.advance(30 * day - 1);
  await publish(context, { ...repeated, occurredAt: context.clock.now() });
  assert.equal(await count('webhook_deliveries'), 1);
  await finish(row.id);
  context.clock.advance(30 * day + 1);
  await deleteExpiredDeliveriesOnce(context);
  await publish(context, { ...repeated, occurredAt: context.clock.now() });
  assert.deepEqual([await count('webhook_deliveries'), await count('webhook_events')], [0, 0]);
});

test('a week in which nothing is kept any more is dropped whole, of all three tables', async () => {
  const weekOf = async (): Promise<string[]> => {
    const { rows: tables } = await sql().raw<{ rows: { name: string }[] }>(
      "select relname as name from pg_class where relname like '%\\_2026\\_03\\_02' and relkind = 'r' order by relname",
    );
    return tables.map(({ name }) => name);
  };
  const whole = ['webhook_attempts_2026_03_02', 'webhook_deliveries_2026_03_02', 'webhook_events_2026_03_02'];
  const unfinished = await made();
  await finished('call.completed');
  await finished('sms.delivered');
  assert.deepEqual(await weekOf(), whole);

  context.clock.advance(89 * day);
  await dropExpiredWeeksOnce(context);
  assert.deepEqual(await weekOf(), whole, 'a call’s delivery is still kept');
  context.clock.advance(2 * day);
  await dropExpiredWeeksOnce(context);
  assert.deepEqual(await weekOf(), whole, 'one is not finished');
  await finish(unfinished);
  context.clock.advance(90 * day - 1);
  await dropExpiredWeeksOnce(context);
  assert.deepEqual(await weekOf(), whole);
  context.clock.advance(2);
  assert.ok((await dropExpiredWeeksOnce(context)) >= 1);
  assert.deepEqual(await weekOf(), []);
  assert.deepEqual([await count('webhook_deliveries'), await count('webhook_events'), await count('webhook_attempts')], [0, 0, 0]);

  // A row of that week that comes all the same finds the default partition.
  context.clock.setReal(testEpoch);
  await made();
  assert.equal(await count('webhook_deliveries_default'), 1);
});

test('nothing of a frozen tenant is deleted: it may be a copy, of which the other cell knows more', async () => {
  await finished();
  await freezeTenant(context, tenantId);
  context.clock.advance(91 * day);
  assert.equal(await deleteExpiredDeliveriesOnce(context), 0);
  await dropExpiredWeeksOnce(context);
  assert.equal(await count('webhook_deliveries'), 1);
  await sql()('tenants').update({ frozen_at: null });
  assert.equal(await deleteExpiredDeliveriesOnce(context), 1);
});

test('a week is never dropped, though it is empty, before thirty days have passed since its end', async () => {
  await ensurePartitions(sql(), testEpoch, new Date(testEpoch.getTime() + 21 * day * 1_000));
  const weeks = async () => (await listWeeks(sql())).map(({ from }) => from.getTime());
  context.clock.setReal(new Date('2026-04-07T23:59:59Z'));
  await dropExpiredWeeksOnce(context);
  assert.ok((await weeks()).includes(Date.parse('2026-03-02')));
  context.clock.advance(1);
  await dropExpiredWeeksOnce(context);
  assert.ok(Math.min(...(await weeks())) === Date.parse('2026-03-09'));
});

test('a week is not waited for where somebody reads: it is dropped at another turn', async () => {
  await ensurePartitions(sql(), testEpoch, testEpoch);
  context.clock.advance(200 * day);
  await sql().transaction(async (trx) => {
    await trx('webhook_deliveries').first('id');
    assert.equal(await dropExpiredWeeksOnce(context), 0);
  });
  assert.ok((await dropExpiredWeeksOnce(context)) >= 1);
});

test('weeks that another process drops meanwhile are passed over', async () => {
  await ensurePartitions(sql(), testEpoch, new Date(testEpoch.getTime() + 21 * day * 1_000));
  context.clock.advance(200 * day);
  const { engine } = context.db;
  let dropped = 0;
  const query = async (text: string, values: unknown[]) => {
    if (dropped === 0) dropped = await dropExpiredWeeksOnce(context);
    return engine.query(text, values);
  };
  const overtaken = { query, connect: () => engine.connect() } as unknown as typeof engine;
  assert.equal(await dropExpiredWeeksOnce({ ...context, db: { ...context.db, engine: overtaken } }), 0);
  assert.ok(dropped >= 4, `${dropped} weeks`);
});

test('what is deleted is found by an index, not by reading the table', async () => {
  for (const [ofType, index] of [
    ["event_type in ('sms.delivered', 'sms.failed')", /deliveries_\S*id_idx|deliveries_of_texts/],
    ["event_type not in ('sms.delivered', 'sms.failed')", /_pkey/],
  ] as const) {
    const { rows: plan } = await context.db.engine.query<{ 'QUERY PLAN': string }>(
      `explain select id from webhook_deliveries where id < 'ffffffff-ffff-ffff-ffff-ffffffffffff' and finished_at < now() and ${ofType} order by id limit 500`,
    );
    const scans = plan.map((line) => line['QUERY PLAN']).filter((line) => /(Index|Seq).* Scan/.test(line));
    assert.ok(scans.length > 0);
    for (const scan of scans) assert.match(scan, index);
  }
});
