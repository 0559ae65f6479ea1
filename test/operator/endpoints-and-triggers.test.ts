import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, test } from 'node:test';
import { Unserved } from '../../src/db/unserved.ts';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { resumeDeliveries } from '../../src/dispatch/resume.ts';
import { operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { deliveriesOf, event, forgetDeliveries, onlyDeliveryOf, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { type Received, type Receiver, receiver } from '../support/receiver.ts';
import { interruptedAfter, losing } from '../support/statements.ts';
import { until } from '../support/until.ts';

let target: Receiver;
let dispatcher: Dispatcher;
let tenantId: string;
let endpointId: string;
let triggerId: string;
let secret: string;

const context = await contextOfFile();
const operator = await operatorOfFile(context);
beforeEach(async () => {
  target = await receiver();
  dispatcher = startDispatcher(context);
  tenantId = (await tenant(context)).id;
  const made = await endpoint(context, tenantId, { url: target.url, headers: { 'X-Crm': 'a' } });
  endpointId = made.id;
  secret = made.secret;
  triggerId = await trigger(context, tenantId, endpointId);
});
afterEach(async () => {
  await dispatcher.stop(0);
  await target.close();
  await forgetDeliveries(context);
});

const endpointPath = () => `/tenants/${tenantId}/webhook-endpoints/${endpointId}`;
const triggerPath = () => `/tenants/${tenantId}/automation-triggers/${triggerId}`;
const switchTo = async (path: string, isActive: boolean): Promise<void> => {
  const answer = await operator.api.request('PATCH', path, { body: { isActive } });
  assert.equal(answer.status, 200);
  assert.equal((answer.body.endpoint ?? answer.body.trigger).isActive, isActive);
};

const only = () => onlyDeliveryOf(context, tenantId);

const secondsFromNow = (time: Date | null): number => ((time?.getTime() ?? 0) - context.clock.now().getTime()) / 1_000;

/** Which of the secrets signed it. */
function signedWith({ headers, body }: Received, ...secrets: readonly string[]): number {
  const timestamp = String(headers['x-webhook-timestamp']);
  const signatures = secrets.map((each) => `sha256=${createHmac('sha256', each).update(`${timestamp}.`).update(body).digest('hex')}`);
  return signatures.indexOf(String(headers['x-webhook-signature']));
}

test('endpoints and triggers are listed as the tenant sees them, secrets masked', async () => {
  const { endpoints } = (await operator.api.get(`/tenants/${tenantId}/webhook-endpoints`)).body;
  assert.equal(endpoints.length, 1);
  assert.equal(endpoints[0].signingSecret, `${'*'.repeat(60)}${secret.slice(-4)}`);
  assert.deepEqual([endpoints[0].id, endpoints[0].headers, endpoints[0].isActive], [endpointId, { 'X-Crm': 'a' }, true]);
  const { triggers } = (await operator.api.get(`/tenants/${tenantId}/automation-triggers`)).body;
  assert.deepEqual(triggers, [
    {
      id: triggerId,
      name: 'To the CRM',
      eventType: 'call.completed',
      webhookEndpointId: endpointId,
      conditions: {},
      isActive: true,
      webhookEndpoint: { id: endpointId, name: 'CRM', url: target.url },
    },
  ]);
});

for (const [what, path] of [
  ['an endpoint', endpointPath],
  ['a trigger', triggerPath],
] as const) {
  test(`events make no delivery while ${what} is off, and do again once it is on`, async () => {
    await switchTo(path(), false);
    await publish(context, event(context, tenantId));
    assert.deepEqual(await deliveriesOf(context.db.knex, tenantId), []);
    await switchTo(path(), true);
    await publish(context, event(context, tenantId));
    assert.equal((await only()).status, 'pending');
  });

  test(`what was due while ${what} was off goes on at once when it is on, not after the hour it rests`, async () => {
    target.answer(500);
    await publish(context, event(context, tenantId));
    await dispatcher.deliverOnce();
    await switchTo(path(), false);
    context.clock.advance(80);
    assert.equal(await dispatcher.deliverOnce(), 0);
    assert.equal(await dispatcher.deliverOnce(), 0, 'and it rests');
    target.answer(200);
    await switchTo(path(), true);
    assert.equal(await dispatcher.deliverOnce(), 1);
    assert.deepEqual([(await only()).status, target.received.length], ['success', 2]);
  });

  // holds: L-BUCKET-01, L-BUCKET-03
  test(`what waited for its bucket while ${what} was off goes on no faster than the bucket allows`, async () => {
    const limits = { callEventsPerMinute: 2 };
    assert.equal((await operator.api.request('PATCH', `/tenants/${tenantId}`, { body: { limits } })).status, 200);
    await publish(context, ...Array.from({ length: 6 }, () => event(context, tenantId)));
    assert.equal(await dispatcher.deliverOnce(), 2);
    await switchTo(path(), false);
    context.clock.advance(600);
    assert.equal(await dispatcher.deliverOnce(), 0);
    await switchTo(path(), true);
    const waiting = (await deliveriesOf(context.db.knex, tenantId)).filter(({ status }) => status === 'retrying');
    assert.deepEqual(waiting.map(({ next_retry_at }) => secondsFromNow(next_retry_at)).sort(), [0, 0, 60, 60]);
    assert.equal(await dispatcher.deliverOnce(), 2);
    context.clock.advance(59);
    await switchTo(path(), false);
    await switchTo(path(), true);
    assert.equal(await dispatcher.deliverOnce(), 0);
    context.clock.advance(1);
    assert.equal(await dispatcher.deliverOnce(), 2);
    assert.equal(target.received.length, 6);
  });
}

test('a switch that is made is not answered as if nothing was done: what waits goes on without the connections of the request', async (t) => {
  await publish(context, event(context, tenantId));
  await switchTo(endpointPath(), false);
  assert.equal(await dispatcher.deliverOnce(), 0);
  const { requests } = context.db;
  const within = requests.within.bind(requests);
  t.mock.method(requests, 'within', (scope: Parameters<typeof within>[0]) => {
    const query = () => Promise.reject(new Unserved('time', 'no connection was free before the deadline'));
    return new Proxy(within(scope), { get: (of, member) => (member === 'engine' ? { query } : Reflect.get(of, member)) });
  });
  await switchTo(endpointPath(), true);
  assert.equal(await dispatcher.deliverOnce(), 1);
});

// holds: L-BUCKET-01, L-BUCKET-03
for (const [order, first, second] of [
  ['the endpoint before the trigger', endpointPath, triggerPath],
  ['the trigger before the endpoint', triggerPath, endpointPath],
] as const)
  test(`what waited for its bucket takes a place when it may go again: with ${order}, new events elsewhere are not behind it`, async () => {
    const limits = { callEventsPerMinute: 2 };
    assert.equal((await operator.api.request('PATCH', `/tenants/${tenantId}`, { body: { limits } })).status, 200);
    await publish(context, ...Array.from({ length: 6 }, () => event(context, tenantId)));
    assert.equal(await dispatcher.deliverOnce(), 2);
    const elsewhere = await trigger(context, tenantId, (await endpoint(context, tenantId, { url: target.url })).id);
    for (const path of [first(), second()]) await switchTo(path, false);
    context.clock.advance(600);
    assert.equal(await dispatcher.deliverOnce(), 0);
    await switchTo(first(), true);
    assert.equal(await dispatcher.deliverOnce(), 0);
    await publish(context, event(context, tenantId, { onlyFor: elsewhere }));
    assert.equal(await dispatcher.deliverOnce(), 1, 'the new event has a token');
    await switchTo(second(), true);
    const waiting = (await deliveriesOf(context.db.knex, tenantId)).filter(({ status }) => status === 'retrying');
    const goAt = waiting.map(({ next_retry_at }) => secondsFromNow(next_retry_at)).sort((a, b) => a - b);
    assert.deepEqual(goAt, [0, 60, 60, 120]);
    assert.equal(await dispatcher.deliverOnce(), 1);
  });

/** Leaves four of six deliveries waiting for a bucket of two a minute, and their endpoint off for so long that all are late. */
async function switchOffWhileFourWait(): Promise<void> {
  const limits = { callEventsPerMinute: 2 };
  assert.equal((await operator.api.request('PATCH', `/tenants/${tenantId}`, { body: { limits } })).status, 200);
  await publish(context, ...Array.from({ length: 6 }, () => event(context, tenantId)));
  assert.equal(await dispatcher.deliverOnce(), 2);
  await switchTo(endpointPath(), false);
  context.clock.advance(600);
}

// holds: L-BUCKET-01, L-BUCKET-03
test('two requests that switch an endpoint on at the same moment take one place for each delivery, and new events wait no longer', async (t) => {
  await switchOffWhileFourWait();
  assert.equal(await dispatcher.deliverOnce(), 0);
  const reserve = context.pacing.reserve.bind(context.pacing);
  const meanwhile = t.mock.method(context.pacing, 'reserve', async (...asked: Parameters<typeof reserve>) => {
    meanwhile.mock.restore();
    await switchTo(endpointPath(), true);
    return reserve(...asked);
  });
  await switchTo(endpointPath(), true);
  await publish(context, event(context, tenantId));
  const waiting = (await deliveriesOf(context.db.knex, tenantId)).filter(({ status }) => status === 'retrying');
  const goAt = waiting.map(({ next_retry_at }) => secondsFromNow(next_retry_at)).sort((a, b) => a - b);
  assert.deepEqual(goAt, [0, 0, 60, 60, 120]);
  assert.equal(await dispatcher.deliverOnce(), 2);
});

// holds: L-BUCKET-01, L-BUCKET-03
test('places that cannot be written are written once the database takes them, and nothing goes before its place', async () => {
  await switchOffWhileFourWait();
  assert.equal(await dispatcher.deliverOnce(), 0);
  await context.db.knex('webhook_endpoints').where({ id: endpointId }).update({ is_active: true });
  const onLost = losing(context, 'release-deliveries');
  const limits = { callEventsPerMinute: 2, textEventsPerMinute: 2 };
  await assert.rejects(resumeDeliveries(onLost, { tenantId, endpointId, limits }), /Connection terminated/);
  const waiting = async () => (await deliveriesOf(context.db.knex, tenantId)).filter(({ status }) => status === 'retrying');
  await until('the places are written', async () => (await waiting()).every(({ worker }) => worker === null));
  assert.deepEqual((await waiting()).map(({ next_retry_at }) => secondsFromNow(next_retry_at)).sort(), [0, 0, 60, 60]);
});

test('switching on keeps the schedule of what waits for its retry', async () => {
  target.answer(500);
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  const { due_at } = await only();
  await switchTo(endpointPath(), false);
  await switchTo(endpointPath(), true);
  assert.deepEqual((await only()).due_at, due_at);
  assert.equal(await dispatcher.deliverOnce(), 0);
});

test('a delivery in a dispatcher’s hands is not sent to an endpoint switched off a moment ago, and loses no attempt', async () => {
  await publish(context, event(context, tenantId));
  assert.equal((await only()).worker, dispatcher.worker, 'it waits in memory');
  await switchTo(endpointPath(), false);
  await dispatcher.deliverOnce();
  assert.deepEqual([target.received.length, (await only()).attempts, (await only()).status], [0, 0, 'pending']);
  await switchTo(endpointPath(), true);
  await dispatcher.deliverOnce();
  assert.equal((await only()).status, 'success');
});

/** Due, and nobody's. */
const publishToNobody = () => publish({ ...context, wake: { ...context.wake, dispatcher: null } }, event(context, tenantId));

test('switched on in the very moment in which a dispatcher finds it off, it still goes on at once', async (t) => {
  await publishToNobody();
  await switchTo(endpointPath(), false);
  const interrupted = startDispatcher(interruptedAfter(context, /read-delivery-contents/, () => switchTo(endpointPath(), true)));
  t.after(() => interrupted.stop(0));
  assert.equal(await interrupted.deliverOnce(), 0);
  assert.equal(await interrupted.deliverOnce(), 1);
  assert.equal((await only()).status, 'success');
});

// holds: L-BUCKET-01, L-BUCKET-03
test('what waited for its bucket and is found in the very moment in which its endpoint is switched on goes no faster than the bucket allows', async (t) => {
  await switchOffWhileFourWait();
  const interrupted = startDispatcher(interruptedAfter(context, /read-delivery-contents/, () => switchTo(endpointPath(), true)));
  t.after(() => interrupted.stop(0));
  assert.equal(await interrupted.deliverOnce(), 0);
  const waiting = (await deliveriesOf(context.db.knex, tenantId)).filter(({ status }) => status === 'retrying');
  assert.deepEqual(waiting.map(({ next_retry_at }) => secondsFromNow(next_retry_at)).sort(), [0, 0, 60, 60]);
  assert.equal(await interrupted.deliverOnce(), 2);
});

test('a secret rotated after a dispatcher has read the old one signs that very attempt', async (t) => {
  await publishToNobody();
  let fresh = '';
  const rotated = interruptedAfter(context, /read-endpoints/, async () => {
    fresh = (await operator.api.post(`${endpointPath()}/rotate-secret`)).body.endpoint.signingSecret;
  });
  const interrupted = startDispatcher(rotated);
  t.after(() => interrupted.stop(0));
  assert.equal(await interrupted.deliverOnce(), 1);
  assert.deepEqual(
    target.received.map((received) => signedWith(received, secret, fresh)),
    [1],
  );
});

test('an endpoint switched off after a dispatcher has read it gets nothing', async (t) => {
  await publishToNobody();
  const interrupted = startDispatcher(interruptedAfter(context, /read-endpoints/, () => switchTo(endpointPath(), false)));
  t.after(() => interrupted.stop(0));
  assert.equal(await interrupted.deliverOnce(), 0);
  assert.deepEqual([target.received.length, (await only()).attempts, (await only()).worker], [0, 0, null]);
});

test('a rotated secret is shown once, in hex, and masked from then on', async () => {
  const rotated = await operator.api.post(`${endpointPath()}/rotate-secret`);
  assert.equal(rotated.status, 200);
  const { signingSecret } = rotated.body.endpoint;
  assert.match(signingSecret, /^[0-9a-f]{64}$/);
  assert.notEqual(signingSecret, secret);
  const listed = (await operator.api.get(`/tenants/${tenantId}/webhook-endpoints`)).body.endpoints[0].signingSecret;
  assert.equal(listed, `${'*'.repeat(60)}${signingSecret.slice(-4)}`);
  const { secret: sealed } = await context.db.knex('webhook_endpoints').where({ id: endpointId }).first();
  assert.ok(!sealed.toString('latin1').includes(signingSecret), 'it is kept sealed');
});

test('the old secret signs nothing after its rotation: not a retry, not what a dispatcher already holds', async (t) => {
  const elsewhere = dispatcherFor(t, { ...context, wake: { ...context.wake, attach: () => () => {} } });
  target.answer(500);
  await publish(context, event(context, tenantId), event(context, tenantId));
  await dispatcher.deliverOnce();
  assert.deepEqual(
    target.received.map((received) => signedWith(received, secret)),
    [0, 0],
  );
  await publish(context, event(context, tenantId)); // Leased to `dispatcher`, under the old version.
  const fresh = (await operator.api.post(`${endpointPath()}/rotate-secret`)).body.endpoint.signingSecret;
  await dispatcher.deliverOnce();
  context.clock.advance(80);
  await elsewhere.deliverOnce();
  const later = target.received.slice(2);
  assert.equal(later.length, 4);
  for (const received of later) assert.equal(signedWith(received, secret, fresh), 1);
});

test('a switch must say which way, and nothing else', async () => {
  for (const path of [endpointPath(), triggerPath()])
    for (const body of [{}, { isActive: 'yes' }, { isActive: true, name: 'x' }])
      assert.equal((await operator.api.request('PATCH', path, { body })).status, 400, JSON.stringify(body));
});
