import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, test } from 'node:test';
import type { Knex } from 'knex';
import type { Pool } from 'pg';
import { attemptsOf } from '../../src/deliveries/attempt-log.ts';
import type { DeliveryRow } from '../../src/deliveries/deliveries.ts';
import { dropExpiredWeeksOnce } from '../../src/deliveries/retention.ts';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { recordOutcomes } from '../../src/dispatch/record-outcomes.ts';
import { deliveryNotFinished, deliveryNotFound } from '../../src/errors.ts';
import { replayNow } from '../../src/replays/replay.ts';
import { type ApiClient, operatorOfFile, publicOfFile } from '../support/api.ts';
import { testEpoch } from '../support/clock.ts';
import { contextOfFile } from '../support/context.ts';
import { deliveriesOf, event, forgetDeliveries, onlyDeliveryOf, publish } from '../support/events.ts';
import { apiKey, endpoint, tenant, trigger } from '../support/fixtures.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { type Receiver, receiver } from '../support/receiver.ts';
import { interruptedAfter } from '../support/statements.ts';
import { until } from '../support/until.ts';

/**
 * Two who want the same delivery at the same moment. Which of them comes first is decided by the test: it holds a row that
 * both need, or a receiver's answer, or steps in between two questions that one of them asks of the database.
 */

let target: Receiver;
let dispatcher: Dispatcher;
let client: ApiClient;
let tenantId: string;
let endpointId: string;
let triggerId: string;
let secret: string;

const context = await contextOfFile();
const server = await publicOfFile(context);
const operator = await operatorOfFile(context);
beforeEach(async () => {
  target = await receiver();
  dispatcher = startDispatcher(context);
  tenantId = (await tenant(context)).id;
  client = server.api.with((await apiKey(context, tenantId)).text);
  ({ id: endpointId, secret } = await endpoint(context, tenantId, { url: target.url }));
  triggerId = await trigger(context, tenantId, endpointId);
});
afterEach(async () => {
  await dispatcher.stop(0);
  await target.close();
  await forgetDeliveries(context);
});

const limits = { callEventsPerMinute: 100, textEventsPerMinute: 600 };
const sql = () => context.db.knex;
const deliveries = (): Promise<DeliveryRow[]> => deliveriesOf(sql(), tenantId);
const replay = (id: string) => replayNow(context, tenantId, id, limits);
const removeEndpoint = () => client.request('DELETE', `/webhooks/${endpointId}`);
const switchTo = (path: string, isActive: boolean) => operator.api.request('PATCH', `/tenants/${tenantId}/${path}`, { body: { isActive } });
const total = async (status: string): Promise<number> => (await client.get(`/webhook-deliveries?status=${status}`)).body.pagination.total;

const only = () => onlyDeliveryOf(context, tenantId);

/** One that has come to its end. */
async function finished(status: 'success' | 'failed' = 'failed'): Promise<string> {
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  const { id } = await only();
  await sql()('webhook_deliveries')
    .where({ id })
    .update({ status, failed_at: status === 'failed' ? sql().ref('finished_at') : null });
  return id;
}

/** The receiver keeps every answer until it is told what to say. */
function holdAnswers(): { readonly waiting: ServerResponse[]; answer(status: number): void } {
  const waiting: ServerResponse[] = [];
  target.answer((response) => void waiting.push(response));
  return {
    waiting,
    answer(status) {
      for (const response of waiting.splice(0)) response.writeHead(status).end();
    },
  };
}

/** Somebody else's transaction, open while `meanwhile` begins; it commits once so many wait for what it holds. */
async function whileHeld<T>(hold: (trx: Knex.Transaction) => Promise<unknown>, waiters: number, meanwhile: () => Promise<T>): Promise<T> {
  const trx = await sql().transaction();
  await hold(trx);
  const begun = meanwhile();
  await until(`${waiters} wait`, async () => (await lockWaits(context)) === waiters);
  await trx.commit();
  return begun;
}

test('of two replays that both have found the delivery finished, one runs', async () => {
  const id = await finished();
  const held = holdAnswers();
  const replays = whileHeld(
    (trx) => trx('webhook_deliveries').where({ id }).forUpdate(),
    2,
    () => Promise.allSettled([replay(id), replay(id)]),
  );
  await until('one is at the receiver', async () => held.waiting.length === 1);
  held.answer(200);
  const refusals = (await replays).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  assert.deepEqual(refusals, [deliveryNotFinished()]);
  assert.deepEqual([(await only()).attempts, target.received.length], [2, 2]);
});

test('a replay that waits for the deletion of its record finds nothing and sends nothing', async () => {
  const id = await finished();
  const replaying = whileHeld(
    (trx) => trx('webhook_deliveries').where({ id }).delete(),
    1,
    () => replay(id),
  );
  await assert.rejects(replaying, deliveryNotFound());
  assert.equal(target.received.length, 1);
});

test('a week is not dropped over a replay that begins between the look and the lock', async (t) => {
  t.after(() => context.clock.setReal(testEpoch));
  const id = await finished();
  target.answer(500);
  // A second before its day; the one who drops is two seconds ahead.
  context.clock.advance(90 * 86_400 - 1);
  const ahead = { ...context.clock, now: () => new Date(context.clock.now().getTime() + 2_000) };
  const interrupted = interruptedAfter(context, /webhook_deliveries_2026_03_02/, () => replay(id));
  await dropExpiredWeeksOnce({ ...interrupted, clock: ahead });
  assert.deepEqual([(await only()).status, target.received.length], ['retrying', 2]);
  assert.equal((await attemptsOf(sql(), tenantId, id)).length, 2);
});

test('a secret that is rotated after a replay has begun signs that very attempt', async () => {
  const id = await finished();
  let fresh = '';
  const interrupted = interruptedAfter(context, /begin-replay/, async () => {
    fresh = (await operator.api.post(`/tenants/${tenantId}/webhook-endpoints/${endpointId}/rotate-secret`)).body.endpoint.signingSecret;
  });
  await replayNow(interrupted, tenantId, id, limits);
  const { headers, body } = target.received[1] ?? assert.fail('nothing came');
  const signedWith = (key: string): string =>
    `sha256=${createHmac('sha256', key).update(`${headers['x-webhook-timestamp']}.`).update(body).digest('hex')}`;
  assert.notEqual(fresh, secret);
  assert.equal(headers['x-webhook-signature'], signedWith(fresh));
});

for (const status of [200, 500]) {
  test(`an outcome of ${status} that waits for the deletion of its endpoint leaves no trace`, async () => {
    const held = holdAnswers();
    await publish(context, event(context, tenantId));
    const { id } = await only();
    const delivering = dispatcher.deliverOnce();
    await until('the receiver has it', async () => held.waiting.length === 1);
    await whileHeld(
      async (trx) => {
        await trx('webhook_deliveries').where({ id }).delete();
        await trx('webhook_endpoints').where({ id: endpointId }).delete();
      },
      1,
      async () => {
        held.answer(status);
        await delivering;
      },
    );
    assert.deepEqual([await deliveries(), await attemptsOf(sql(), tenantId, id)], [[], []]);
    context.clock.advance(7 * 86_400);
    assert.equal(await dispatcher.deliverOnce(), 0);
    assert.equal(target.received.length, 1);
  });
}

test('a deletion that waits for an outcome keeps what has just been delivered', async () => {
  await publish(context, event(context, tenantId));
  const { id, lease, attempts } = await only();
  const at = context.clock.now();
  const success = {
    delivery: { tenantId, id, lease, attempts, eventId: 'evt', eventType: 'lead.qualified', subject: {}, trace: null },
    next: { status: 'success' },
    responseStatus: 200,
    errorMessage: null,
    errorClass: null,
    responseHead: null,
    startedAt: at,
    endedAt: at,
    durationMs: 1,
  } as const;
  const writer = await context.db.settling.connect();
  await writer.query('begin');
  await recordOutcomes(writer as unknown as Pool, dispatcher.worker, [success]);
  const removing = removeEndpoint();
  await until('the deletion waits', async () => (await lockWaits(context)) === 1);
  await writer.query('commit');
  writer.release();
  assert.equal((await removing).status, 204);
  assert.deepEqual([(await only()).status, (await attemptsOf(sql(), tenantId, id)).length], ['success', 1]);
  assert.deepEqual([await total('success'), await total('pending')], [1, 0]);
});

for (const [what, path] of [
  ['an endpoint', () => `webhook-endpoints/${endpointId}`],
  ['a trigger', () => `automation-triggers/${triggerId}`],
] as const) {
  test(`${what} switched off in mid-queue: what is under way finishes, the rest waits untried, and goes on when it is on again`, async () => {
    await dispatcher.stop(0);
    dispatcher = startDispatcher(context, { slots: 4 });
    const held = holdAnswers();
    await publish(context, ...Array.from({ length: 6 }, () => event(context, tenantId)));
    const delivering = dispatcher.deliverOnce();
    await until('as many as there are slots are under way', async () => held.waiting.length === 4);
    assert.equal((await switchTo(path(), false)).status, 200);
    held.answer(200);
    assert.equal(await delivering, 4);
    const waits = (await deliveries()).filter(({ status }) => status === 'pending');
    assert.deepEqual(
      waits.map(({ attempts, worker }) => [attempts, worker]),
      [
        [0, null],
        [0, null],
      ],
    );
    assert.equal(await dispatcher.deliverOnce(), 0);
    target.answer(200);
    assert.equal((await switchTo(path(), true)).status, 200);
    assert.equal(await dispatcher.deliverOnce(), 2);
    assert.equal((await deliveries()).filter(({ status }) => status === 'success').length, 6);
    assert.equal(target.received.length, 6);
  });
}

test('what another trigger of the same endpoint has made goes out while one is off', async () => {
  await publish(context, event(context, tenantId));
  const other = await trigger(context, tenantId, endpointId);
  await publish(context, event(context, tenantId));
  assert.equal((await switchTo(`automation-triggers/${triggerId}`, false)).status, 200);
  assert.equal(await dispatcher.deliverOnce(), 1);
  const sent = (await deliveries()).filter(({ status }) => status === 'success');
  assert.deepEqual(
    sent.map(({ trigger_id }) => trigger_id),
    [other],
  );
});
