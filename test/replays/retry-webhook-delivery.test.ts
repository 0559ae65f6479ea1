import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { attemptsOf } from '../../src/deliveries/attempt-log.ts';
import { deadlines } from '../../src/dispatch/deadlines.ts';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { webhookBucket } from '../../src/dispatch/webhook-bucket.ts';
import type { EventType } from '../../src/events/event.ts';
import type { Pacing } from '../../src/pacing/pacing.ts';
import { defaultTenantLimits, deliveryLeaseMs, parkedMs, retryDelaysSeconds } from '../../src/process/limits.ts';
import { replayNow } from '../../src/replays/replay.ts';
import { type ApiClient, type ApiResponse, codeOf, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { deliveriesOf, event, forgetDeliveries, publish } from '../support/events.ts';
import { apiKey, endpoint, type TenantOptions, tenant, trigger } from '../support/fixtures.ts';
import { type Receiver, receiver } from '../support/receiver.ts';
import { losing } from '../support/statements.ts';
import { until } from '../support/until.ts';

let target: Receiver;
let dispatcher: Dispatcher;
let tenantId: string;
let endpointId: string;
let secret: string;
let client: ApiClient;

const context = await contextOfFile();
const server = await publicOfFile(context);
beforeEach(async () => {
  target = await receiver();
  dispatcher = startDispatcher(context);
  await owner();
});
afterEach(async () => {
  await dispatcher.stop(0);
  await target.close();
  await forgetDeliveries(context);
});

async function owner(options: TenantOptions = {}): Promise<void> {
  tenantId = (await tenant(context, { limits: { writesPerMinute: 10_000, readsPerMinute: 10_000, ...options.limits } })).id;
  ({ id: endpointId, secret } = await endpoint(context, tenantId, { url: target.url }));
  client = server.api.with((await apiKey(context, tenantId)).text);
}

/** A delivery that came to its end: delivered, or six failures with the last status given. */
async function finished(end: 'success' | 'failed' = 'success', eventType: EventType = 'call.completed'): Promise<string> {
  await trigger(context, tenantId, endpointId, { eventType });
  target.answer(end === 'success' ? 200 : 503);
  await publish(context, event(context, tenantId, { eventType }));
  for (const delay of [0, ...retryDelaysSeconds.slice(0, end === 'success' ? 0 : 5)]) {
    context.clock.advance(delay * 1.25 + 60);
    await dispatcher.deliverOnce();
  }
  const [row] = await deliveriesOf(context.db.knex, tenantId);
  assert.equal(row?.status, end);
  return row?.id ?? '';
}

const retry = (id: string): Promise<ApiResponse> => client.post(`/webhook-deliveries/${id}/retry`);
const notFinished = 'This delivery is still pending or retrying. Only a finished delivery can be sent again.';
const secondsFromNow = (time: string): number => (Date.parse(time) - context.clock.now().getTime()) / 1_000;
const total = async (status: string): Promise<number> => (await client.get(`/webhook-deliveries?status=${status}`)).body.pagination.total;

test('a delivery that failed is sent again at once: same id, same bytes, a timestamp and a signature of its own', async () => {
  const id = await finished('failed');
  target.answer(200);
  const response = await retry(id);
  assert.equal(response.status, 200);
  const { status, attempts, responseStatus, errorMessage, nextRetryAt, lastAttemptAt } = response.body;
  assert.deepEqual([status, attempts, responseStatus, errorMessage, nextRetryAt], ['success', 7, 200, null, null]);
  assert.equal(lastAttemptAt, context.clock.now().toISOString());
  assert.deepEqual(response.body, (await client.get('/webhook-deliveries')).body.deliveries[0], 'the record as it is listed');

  assert.equal(target.received.length, 7);
  const [first, last] = [target.received[0], target.received[6]];
  assert.ok(first && last);
  assert.equal(last.headers['x-webhook-delivery-id'], id);
  assert.deepEqual(last.body, first.body);
  const timestamp = String(last.headers['x-webhook-timestamp']);
  assert.equal(timestamp, String(Math.floor(context.clock.realNow().getTime() / 1_000)));
  const signed = createHmac('sha256', secret).update(`${timestamp}.`).update(last.body).digest('hex');
  assert.equal(last.headers['x-webhook-signature'], `sha256=${signed}`);
  assert.deepEqual([await total('success'), await total('failed'), await total('retrying')], [1, 0, 0]);
  assert.equal(await dispatcher.deliverOnce(), 0, 'and that is all');
});

test('a retry that succeeds makes its endpoint healthy, and one that fails counts among its failures', async () => {
  const state = async () => {
    const [{ health }] = (await client.get('/webhooks')).body.endpoints;
    const row = await context.db.knex('webhook_endpoints').where({ id: endpointId }).first('failures_in_a_row');
    return [health.state, health.reason, row.failures_in_a_row];
  };
  const id = await finished('failed');
  assert.deepEqual(await state(), ['slowed', 'HTTP 503', 6]);
  target.answer(200);
  await retry(id);
  assert.deepEqual(await state(), ['healthy', null, 0]);
  target.answer(500);
  await retry(id);
  assert.deepEqual(await state(), ['healthy', null, 1]);
});

test('a failure begins a fresh cycle of six, and attempts keeps counting', async () => {
  const id = await finished('failed');
  target.answer(500);
  const { body, status } = await retry(id);
  assert.deepEqual([status, body.status, body.attempts, body.responseStatus, body.errorMessage], [200, 'retrying', 7, 500, 'HTTP 500']);
  assert.ok(secondsFromNow(body.nextRetryAt) >= 45 && secondsFromNow(body.nextRetryAt) <= 75, 'a minute, give or take a quarter');
  assert.deepEqual([await total('retrying'), await total('failed')], [1, 0]);
  for (const delay of retryDelaysSeconds.slice(0, 5)) {
    context.clock.advance(delay * 1.25);
    assert.equal(await dispatcher.deliverOnce(), 1);
  }
  const read = await client.get(`/webhook-deliveries/${id}`);
  assert.deepEqual([read.body.status, read.body.attempts, read.body.nextRetryAt], ['failed', 12, null]);
  const attempts = await attemptsOf(context.db.knex, tenantId, id);
  assert.deepEqual(
    attempts.map(({ n }) => n),
    Array.from({ length: 12 }, (_, n) => n + 1),
  );
});

test('a receiver that hangs is given up after the same time, and the delivery retries', async () => {
  const id = await finished('failed');
  target.answer(() => {});
  const replayed = await replayNow(context, tenantId, id, defaultTenantLimits, deadlines(50));
  assert.deepEqual([replayed.status, replayed.error_message, replayed.attempts], ['retrying', 'timeout after 10 s', 7]);
});

test('an endpoint that is gone or switched off is 400, and nothing is sent', async () => {
  const id = await finished('failed');
  const sent = target.received.length;
  await context.db.knex('webhook_endpoints').where({ id: endpointId }).update({ is_active: false, version: 2 });
  const off = await retry(id);
  assert.deepEqual(
    [codeOf(off), off.body.error.message],
    ['400 invalid_request', 'The webhook endpoint of this delivery is gone or switched off.'],
  );
  await client.request('DELETE', `/webhooks/${endpointId}`);
  assert.equal((await retry(id)).raw, off.raw);
  assert.equal(target.received.length, sent);
  assert.equal((await client.get(`/webhook-deliveries/${id}`)).body.status, 'failed');
});

test('an endpoint switched off while the replay waits for its go-at time gets nothing until it is on again', async () => {
  const id = await finished('failed');
  const sent = target.received.length;
  target.answer(200);
  const turn = (isActive: boolean) =>
    context.db
      .knex('webhook_endpoints')
      .where({ id: endpointId })
      .update({ is_active: isActive, version: context.db.knex.raw('version + 1') });
  const pacing: Pacing = Object.assign(Object.create(context.pacing), {
    async reserve(...asked: Parameters<Pacing['reserve']>) {
      await turn(false);
      return context.pacing.reserve(...asked);
    },
  });
  const replayed = await replayNow({ ...context, pacing }, tenantId, id, defaultTenantLimits);
  assert.deepEqual([replayed.status, target.received.length], ['retrying', sent]);
  assert.equal(await dispatcher.deliverOnce(), 0);
  await turn(true);
  context.clock.advance(parkedMs / 1_000);
  assert.equal(await dispatcher.deliverOnce(), 1);
  assert.deepEqual([(await client.get(`/webhook-deliveries/${id}`)).body.attempts, target.received.length], [7, sent + 1]);
});

test('the trigger’s state does not matter', async () => {
  const id = await finished('failed');
  target.answer(200);
  await context.db.knex('automation_triggers').where({ tenant_id: tenantId }).update({ is_active: false });
  assert.equal((await retry(id)).body.status, 'success');
  await context.db.knex('automation_triggers').where({ tenant_id: tenantId }).delete();
  assert.equal((await retry(id)).body.status, 'success');
});

test('the trigger’s state does not matter to what follows the first attempt, nor where that has to wait', async () => {
  await owner({ limits: { callEventsPerMinute: 1 } });
  const id = await finished('failed');
  context.clock.advance(60);
  await context.db.knex('automation_triggers').where({ tenant_id: tenantId }).update({ is_active: false });
  target.answer(500);
  assert.equal((await retry(id)).body.status, 'retrying');
  target.answer(200);
  context.clock.advance(retryDelaysSeconds[0] * 1.25);
  assert.equal(await dispatcher.deliverOnce(), 1);
  assert.equal((await client.get(`/webhook-deliveries/${id}`)).body.status, 'success');
  assert.equal((await retry(id)).body.status, 'success', 'the only token of this minute');
  assert.equal((await retry(id)).body.status, 'retrying');
  context.clock.advance(60);
  assert.equal(await dispatcher.deliverOnce(), 1);
  assert.equal((await client.get(`/webhook-deliveries/${id}`)).body.status, 'success');
});

for (const [eventType, limits] of [
  ['call.completed', { callEventsPerMinute: 2 }],
  ['sms.failed', { textEventsPerMinute: 2 }],
] as const) {
  test(`a replay of ${eventType} takes a token of its bucket; where there is none it waits untried for its go-at time`, async () => {
    await owner({ limits });
    const id = await finished('failed', eventType);
    context.clock.advance(60);
    target.answer(503);
    target.answer(200);
    assert.equal((await retry(id)).body.status, 'success');
    assert.equal((await retry(id)).body.status, 'success');
    const before = (await client.get(`/webhook-deliveries/${id}`)).body;
    const sent = target.received.length;

    context.clock.advance(10);
    const { body, status } = await retry(id);
    assert.deepEqual([status, body.status, body.attempts, body.lastAttemptAt], [200, 'retrying', before.attempts, before.lastAttemptAt]);
    assert.equal(secondsFromNow(body.nextRetryAt), 50, 'a minute after the first of the two');
    assert.equal(target.received.length, sent);
    assert.equal((await retry(id)).body.error.message, notFinished);

    context.clock.advance(49);
    assert.equal(await dispatcher.deliverOnce(), 0);
    context.clock.advance(1);
    assert.equal(await dispatcher.deliverOnce(), 1);
    const read = (await client.get(`/webhook-deliveries/${id}`)).body;
    assert.deepEqual([read.status, read.attempts], ['success', before.attempts + 1]);
  });
}

test('a retry that cannot be put off at first waits for its go-at time all the same', async () => {
  await owner({ limits: { callEventsPerMinute: 1 } });
  const id = await finished('failed');
  context.clock.advance(60);
  target.answer(200);
  assert.equal((await retry(id)).body.status, 'success');
  const onLost = losing(context, 'release-deliveries');
  const limits = { ...defaultTenantLimits, callEventsPerMinute: 1 };
  await assert.rejects(replayNow(onLost, tenantId, id, limits), /Connection terminated/);
  assert.equal(secondsFromNow((await client.get(`/webhook-deliveries/${id}`)).body.nextRetryAt), 60);
  assert.equal(await dispatcher.deliverOnce(), 0);
  context.clock.advance(60);
  assert.equal(await dispatcher.deliverOnce(), 1);
});

test('a process whose clock is ahead by milliseconds puts no retry off that the bucket has a token for', async () => {
  const id = await finished('failed');
  target.answer(200);
  const bucket = webhookBucket(tenantId, 'call.completed', defaultTenantLimits);
  await context.pacing.reserve([bucket], new Date(context.clock.now().getTime() + 5));
  assert.equal((await retry(id)).body.status, 'success');
});

test('of many replays at once one runs and the others get the 400', async () => {
  const id = await finished('failed');
  const sent = target.received.length;
  const held = target.hold();
  const refused: ApiResponse[] = [];
  const answers = Array.from({ length: 8 }, async () => {
    const answer = await retry(id);
    if (answer.status !== 200) refused.push(answer);
    return answer;
  });
  const waiting = await held;
  await until('seven are refused', async () => refused.length === 7);
  for (const answer of refused) assert.deepEqual([codeOf(answer), answer.body.error.message], ['400 invalid_request', notFinished]);
  const during = (await client.get(`/webhook-deliveries/${id}`)).body;
  assert.equal(during.status, 'retrying');
  waiting.writeHead(200).end();
  const all = await Promise.all(answers);
  assert.equal(all.filter(({ status }) => status === 200).length, 1);
  assert.equal(target.received.length, sent + 1);
});

test('a dispatcher leaves a replay that is under way alone, and takes it up when its process has died', async () => {
  const id = await finished('failed');
  const sent = target.received.length;
  const held = target.hold();
  const replaying = retry(id);
  const waiting = await held;
  assert.equal(await dispatcher.deliverOnce(), 0);
  // The process that replays is as good as dead: its lease lapses.
  target.answer(200);
  context.clock.advance(deliveryLeaseMs / 1_000);
  assert.equal(await dispatcher.deliverOnce(), 1);
  assert.equal((await client.get(`/webhook-deliveries/${id}`)).body.status, 'success');
  waiting.writeHead(500).end();
  const { body } = await replaying;
  assert.deepEqual([body.status, body.attempts], ['success', 7], 'a late failure is not written over the success of another');
  assert.equal(target.received.length, sent + 2);
});

test('a replay whose endpoint is deleted meanwhile ends without a trace', async () => {
  const id = await finished('failed');
  const held = target.hold();
  const replaying = retry(id);
  const waiting = await held;
  assert.equal((await client.request('DELETE', `/webhooks/${endpointId}`)).status, 204);
  waiting.writeHead(200).end();
  assert.equal(codeOf(await replaying), '404 delivery_not_found');
  assert.deepEqual(await deliveriesOf(context.db.knex, tenantId), []);
  for (const status of ['success', 'failed', 'retrying', 'pending']) assert.equal(await total(status), 0, status);
});

test('replays and a deletion at once leave nothing that nobody will finish', async () => {
  const id = await finished('failed');
  target.answer(200);
  const [deleted, ...replays] = await Promise.all([client.request('DELETE', `/webhooks/${endpointId}`), retry(id), retry(id), retry(id)]);
  assert.equal(deleted?.status, 204);
  for (const replay of replays) assert.ok([200, 400, 404].includes(replay.status), replay.raw);
  for (const row of await deliveriesOf(context.db.knex, tenantId))
    assert.ok(row.status === 'success' || row.status === 'failed', row.status);
  assert.equal((await total('retrying')) + (await total('pending')), 0);
});

test('where the attempt cannot even be begun it is left to a dispatcher, and the caller is told of a failure of ours', async () => {
  const id = await finished('failed');
  target.answer(200);
  const [sealed] = await context.db.knex('webhook_endpoints').where({ id: endpointId }).select('secret');
  await context.db
    .knex('webhook_endpoints')
    .where({ id: endpointId })
    .update({ secret: Buffer.from('spoilt'), version: 2 });
  assert.equal(codeOf(await retry(id)), '500 internal_error');
  assert.equal((await client.get(`/webhook-deliveries/${id}`)).body.status, 'retrying');
  await context.db.knex('webhook_endpoints').where({ id: endpointId }).update({ secret: sealed.secret, version: 3 });
  assert.equal(await dispatcher.deliverOnce(), 1);
  assert.deepEqual((await client.get(`/webhook-deliveries/${id}`)).body.attempts, 7);
});

test('an outcome that the database cannot take at the moment is written when it can, and nothing is sent again for it or its endpoint’s state', async () => {
  const id = await finished('failed');
  const sent = target.received.length;
  target.answer(200);
  const restarted = losing(losing(context, 'update-endpoint-states', Number.POSITIVE_INFINITY), 'record-outcomes', 2);
  const replayed = await replayNow(restarted, tenantId, id, defaultTenantLimits);
  assert.deepEqual([replayed.status, replayed.attempts], ['success', 7]);
  context.clock.advance(deliveryLeaseMs / 1_000);
  assert.equal(await dispatcher.deliverOnce(), 0);
  assert.equal(target.received.length, sent + 1);
});

test('a process that does not dispatch replays just the same, and ignores a body', async () => {
  const id = await finished('failed');
  await dispatcher.stop(0);
  target.answer(201);
  const response = await client.request('POST', `/webhook-deliveries/${id}/retry`, {
    body: '{broken',
    headers: { 'content-type': 'text/plain' },
  });
  assert.deepEqual([response.status, response.body.status, response.body.responseStatus], [200, 'success', 201]);
});
