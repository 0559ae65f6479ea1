import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { measureQueue } from '../../src/dispatch/measure.ts';
import { defaultTenantLimits, deliveryLeaseMs } from '../../src/process/limits.ts';
import { createLog } from '../../src/process/log.ts';
import { createMetrics } from '../../src/process/metrics.ts';
import { replayNow } from '../../src/replays/replay.ts';
import { contextOfFile } from '../support/context.ts';
import { event, forgetDeliveries, onlyDeliveryOf, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { type Receiver, receiver } from '../support/receiver.ts';

/** What an operator can see of an attempt without asking the database: its line, and what was counted. */
let target: Receiver;
let dispatcher: Dispatcher;
let tenantId: string;
let endpointId: string;
let triggerId: string;
let written: string[];

const context = await contextOfFile({ log: createLog('info', { write: (line: string) => void written.push(line) }), random: () => 0.5 });
beforeEach(async () => {
  written = [];
  target = await receiver();
  dispatcher = startDispatcher(context);
  tenantId = (await tenant(context)).id;
  endpointId = (await endpoint(context, tenantId, { url: target.url })).id;
  triggerId = await trigger(context, tenantId, endpointId);
});
afterEach(async () => {
  await dispatcher.stop(0);
  await target.close();
  await forgetDeliveries(context);
});

/** The attempts' lines, oldest first, without what no test can know. */
const lines = () =>
  written
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'webhook attempt')
    .map(({ time: _, level: __, msg: ___, ...rest }) => rest);

const only = () => onlyDeliveryOf(context, tenantId);

/** The metric's value for these labels, as it would be scraped. */
async function value(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
  const metric = await context.metrics.registry.getSingleMetric(name)?.get();
  assert.ok(metric, name);
  const found = metric.values.find((each) => Object.entries(labels).every(([label, is]) => each.labels[label] === is));
  return found?.value ?? 0;
}

/** By how much it grows while `during` runs. */
async function growth(name: string, labels: Readonly<Record<string, string>>, during: () => Promise<unknown>): Promise<number> {
  const earlier = await value(name, labels);
  await during();
  return (await value(name, labels)) - earlier;
}

const deliver = async (): Promise<void> => {
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
};

test('an attempt leaves one line, with all that was decided on its way', async () => {
  target.answer(503);
  await publish(context, event(context, tenantId, { dedupeKey: 'call.completed:test' }));
  context.clock.advance(2);
  await dispatcher.deliverOnce();
  const delivery = await only();
  const [line, ...others] = lines();
  assert.equal(others.length, 0);
  for (const name of ['connectMs', 'answerMs', 'durationMs']) assert.ok(Number.isInteger(line[name]) && line[name] >= 0, name);
  assert.ok(line.connectMs + line.answerMs <= line.durationMs + 1);
  assert.deepEqual(
    { ...line, connectMs: 0, answerMs: 0, durationMs: 0 },
    {
      deliveryId: delivery.id,
      eventId: delivery.event_id,
      callId: 'test',
      tenantId,
      endpointId,
      triggerId,
      eventType: 'call.completed',
      bucket: 'call-events',
      attempt: 1,
      ofCycle: 1,
      by: 'publishing',
      lease: 1,
      dueAt: delivery.created_at.toISOString(),
      lagMs: 2_000,
      endpoint: { cap: 4, inFlight: 1, isSlowed: false },
      connection: 'new',
      address: 'allowed IPv4',
      connectMs: 0,
      answerMs: 0,
      durationMs: 0,
      result: 'http_5xx',
      responseStatus: 503,
      error: 'HTTP 503',
      status: 'retrying',
      nextRetryAt: delivery.next_retry_at?.toISOString(),
    },
  );
});

test('the next attempt tells that it was claimed, how often, over a connection that was kept, and its endpoint’s lower cap', async () => {
  target.answer(500);
  await deliver();
  target.answer(200);
  context.clock.advance(60);
  await dispatcher.deliverOnce();
  const [, { by, lease, attempt, ofCycle, connection, endpoint: standing, result, status, error, nextRetryAt }] = lines();
  assert.deepEqual(
    { by, lease, attempt, ofCycle, connection, standing, result, status, error, nextRetryAt },
    {
      by: 'claim',
      lease: 2,
      attempt: 2,
      ofCycle: 2,
      connection: 'reused',
      standing: { cap: 2, inFlight: 1, isSlowed: false },
      result: 'http_2xx',
      status: 'success',
      error: null,
      nextRetryAt: null,
    },
  );
});

test('a delivery that waited for its bucket is due at its go-at time, and its lag is measured from there', async () => {
  await context.db.knex('tenants').where({ id: tenantId }).update({ call_events_per_minute: 1 });
  assert.equal(
    await growth('webhook_rate_deferred_total', { bucket: 'call-events' }, () =>
      publish(context, event(context, tenantId), event(context, tenantId)),
    ),
    1,
  );
  await dispatcher.deliverOnce();
  const goAt = new Date(context.clock.now().getTime() + 60_000);
  context.clock.advance(61);
  await dispatcher.deliverOnce();
  const [, { dueAt, lagMs, bucket, attempt }] = lines();
  assert.deepEqual({ dueAt, lagMs, bucket, attempt }, { dueAt: goAt.toISOString(), lagMs: 1_000, bucket: 'call-events', attempt: 1 });
});

test('a replay says so, and begins its cycle', async () => {
  await deliver();
  const { id } = await only();
  assert.equal(
    await growth('webhook_deliveries_taken_total', { by: 'replay' }, () => replayNow(context, tenantId, id, defaultTenantLimits)),
    1,
  );
  const [, { by, attempt, ofCycle, endpoint: standing }] = lines();
  assert.deepEqual({ by, attempt, ofCycle, standing }, { by: 'replay', attempt: 2, ofCycle: 1, standing: null });
});

test('a blocked address names the rule and nothing else', async () => {
  const strict = await endpoint(context, tenantId, { url: 'http://10.0.0.1:9/hook' });
  await context.db.knex('automation_triggers').where({ tenant_id: tenantId }).update({ webhook_endpoint_id: strict.id });
  assert.equal(await growth('webhook_ssrf_blocked_total', { reason: 'literal' }, deliver), 1);
  const [{ result, blocked, error, connection, address, connectMs, answerMs }] = lines();
  assert.deepEqual(
    { result, blocked, error, connection, address, connectMs, answerMs },
    { result: 'blocked', blocked: 'literal', error: 'blocked address', connection: 'none', address: null, connectMs: null, answerMs: null },
  );
  assert.ok(!written.join('').includes('10.0.0.1'));
});

test('the attempts of a slowed endpoint say so, and it is counted until it answers', async () => {
  target.answer(500);
  await publish(context, ...Array.from({ length: 6 }, () => event(context, tenantId)));
  await dispatcher.deliverOnce();
  assert.deepEqual([await value('webhook_endpoint_slowed'), await value('webhook_endpoint_limited')], [1, 1]);
  context.clock.advance(75);
  await dispatcher.deliverOnce();
  assert.deepEqual(lines().at(-1).endpoint, { cap: 1, inFlight: 1, isSlowed: true });
  target.answer(200);
  await publish(context, ...Array.from({ length: 3 }, () => event(context, tenantId)));
  await dispatcher.deliverOnce();
  assert.deepEqual([await value('webhook_endpoint_slowed'), await value('webhook_endpoint_limited')], [0, 0]);
});

test('what is put off untried is counted by its reason', async () => {
  await publish(context, event(context, tenantId));
  await context.db.knex('webhook_endpoints').where({ id: endpointId }).update({ is_active: false });
  assert.equal(await growth('webhook_parked_total', { reason: 'inactive' }, () => dispatcher.deliverOnce()), 1, 'switched off');
  await context.db.knex('webhook_endpoints').where({ id: endpointId }).update({ is_active: true });

  await publish(context, event(context, tenantId));
  context.clock.advance(deliveryLeaseMs / 1_000);
  assert.equal(await growth('webhook_parked_total', { reason: 'waited' }, () => dispatcher.deliverOnce()), 1, 'held too long');

  await context.db
    .knex('webhook_endpoints')
    .where({ id: endpointId })
    .update({ secret: Buffer.from('nonsense'), version: 2 });
  assert.ok((await growth('webhook_parked_total', { reason: 'unusable' }, deliver)) >= 1, 'its secret does not open');

  await context.db
    .knex('webhook_deliveries')
    .where({ tenant_id: tenantId })
    .whereNotNull('due_at')
    .update({ lease: 19, due_at: context.clock.now(), worker: null });
  assert.ok((await growth('webhook_parked_total', { reason: 'poison' }, () => dispatcher.deliverOnce())) >= 1, 'claimed again and again');
  assert.ok((await value('webhook_poisoned_total')) >= 1);
});

test('what an attempt moves is counted', async () => {
  const moved: Record<string, number> = {};
  const measured = [
    ['webhook_deliveries_total', { event_type: 'call.completed', result: 'success' }],
    ['webhook_attempts_total', { class: 'http_2xx' }],
    ['webhook_deliveries_taken_total', { by: 'publishing' }],
    ['webhook_connections_opened_total', { tls: 'none' }],
  ] as const;
  const earlier = await Promise.all(measured.map(([name, labels]) => value(name, labels)));
  await deliver();
  for (const [i, [name, labels]] of measured.entries()) moved[name] = (await value(name, labels)) - (earlier[i] ?? 0);
  assert.deepEqual(moved, {
    webhook_deliveries_total: 1,
    webhook_attempts_total: 1,
    webhook_deliveries_taken_total: 1,
    webhook_connections_opened_total: 1,
  });
  assert.deepEqual([await value('webhook_connections'), await value('webhook_inflight')], [1, 0]);
});

test('how long things took and how many went together is observed once for each', async () => {
  const count = async (name: string): Promise<number> => {
    const metric = await context.metrics.registry.getSingleMetric(name)?.get();
    return metric?.values.find((each) => 'metricName' in each && each.metricName === `${name}_count`)?.value ?? 0;
  };
  const names = [
    'webhook_attempt_duration_seconds',
    'webhook_delivery_lag_seconds',
    'webhook_connect_duration_seconds',
    'webhook_flush_rows',
  ];
  const earlier = await Promise.all(names.map(count));
  await deliver();
  // undici lets a turn of the loop pass before it uses a connection again.
  await new Promise(setImmediate);
  await deliver();
  const later = await Promise.all(names.map(count));
  assert.deepEqual(
    later.map((now, i) => now - (earlier[i] ?? 0)),
    [2, 2, 1, 2],
    'the second one found a connection',
  );
});

test('the queue is measured: due, scheduled, and the age of the oldest', async () => {
  target.answer(500);
  await deliver();
  await dispatcher.stop(0);
  await publish(context, event(context, tenantId));
  context.clock.advance(30);
  await measureQueue(context);
  assert.deepEqual(
    [await value('webhook_queue_ready'), await value('webhook_queue_scheduled'), await value('webhook_queue_oldest_ready_seconds')],
    [1, 1, 30],
  );
  assert.ok((await value('webhook_queue_dead_tuples')) >= 0);
});

/** Of each metric of the webhooks, its labels and no others. A tenant or a URL would be a series for each of them. */
const labelsOf: Readonly<Record<string, readonly string[]>> = {
  webhook_deliveries_total: ['event_type', 'result'],
  webhook_attempts_total: ['class'],
  webhook_deliveries_taken_total: ['by'],
  webhook_attempt_duration_seconds: [],
  webhook_delivery_lag_seconds: [],
  webhook_connect_duration_seconds: [],
  webhook_connections: [],
  webhook_connections_opened_total: ['tls'],
  webhook_queue_ready: [],
  webhook_queue_scheduled: [],
  webhook_queue_oldest_ready_seconds: [],
  webhook_queue_oldest_startable_seconds: [],
  webhook_queue_dead_tuples: [],
  webhook_inflight: [],
  webhook_lease_expired_total: [],
  webhook_poisoned_total: [],
  webhook_parked_total: ['reason'],
  webhook_rate_deferred_total: ['bucket'],
  webhook_endpoint_limited: [],
  webhook_endpoint_slowed: [],
  webhook_ssrf_blocked_total: ['reason'],
  webhook_flush_rows: [],
  webhook_default_partition_rows: [],
};

test('each metric has its own labels and no others', () => {
  const { registry } = createMetrics();
  const found = registry
    .getMetricsAsArray()
    .map(({ name }) => registry.getSingleMetric(name))
    .filter((metric) => metric !== undefined && 'name' in metric && String(metric.name).startsWith('webhook_'))
    // prom-client keeps both on the metric and tells neither in its types.
    .map((metric) => metric as unknown as { readonly name: string; readonly labelNames: readonly string[] });
  assert.deepEqual(Object.fromEntries(found.map(({ name, labelNames }) => [name, [...labelNames].sort()])), labelsOf);
});

test('no value of a label tells a tenant, an endpoint or a URL', async () => {
  target.answer(500);
  await deliver();
  const scraped = await context.metrics.registry.metrics();
  for (const secret of [tenantId, endpointId, '127.0.0.1', new URL(target.url).port, (await only()).id])
    assert.ok(!new RegExp(`="[^"]*${secret}`).test(scraped), secret);
});
