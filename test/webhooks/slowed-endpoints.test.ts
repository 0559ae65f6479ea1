import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import type { components } from '../../src/contract/generated/public.ts';
import { startDispatcher } from '../../src/dispatch/dispatcher.ts';
import type { Caller } from '../../src/operation.ts';
import { listWebhookEndpoints } from '../../src/webhooks/list-webhook-endpoints.ts';
import { contextOfFile } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { event, publish } from '../support/events.ts';
import { caller, endpoint, trigger } from '../support/fixtures.ts';
import { receiverFor } from '../support/receiver.ts';
import { bodyOf, requestWith } from '../support/requests.ts';

const context = await contextOfFile();
const target = await receiverFor({ after });
let dispatcher = dispatcherFor({ after }, context);
let who: Caller;

beforeEach(async () => {
  target.answer(503);
  who = await caller(context);
  await trigger(context, who.tenantId, (await endpoint(context, who.tenantId, { url: target.url })).id);
});

const health = async () => {
  const reply = await listWebhookEndpoints(context, who, requestWith(undefined, ''));
  return bodyOf<components['schemas']['WebhookEndpointsReply']>(reply).endpoints[0]?.health;
};
const healthy = { state: 'healthy', since: null, reason: null };

async function deliver(count: number, by = dispatcher): Promise<void> {
  await publish(context, ...Array.from({ length: count }, () => event(context, who.tenantId)));
  await by.deliverOnce();
}

test('an endpoint is shown as slowed from its fifth failure in a row until its next success', async () => {
  await deliver(4);
  assert.deepEqual(await health(), healthy);
  context.clock.advance(1);
  const since = context.clock.now().toISOString();
  await deliver(1);
  assert.deepEqual(await health(), { state: 'slowed', since, reason: 'HTTP 503' });
  context.clock.advance(61);
  target.answer(500);
  await deliver(1);
  assert.deepEqual(await health(), { state: 'slowed', since, reason: 'HTTP 503' }, 'what was told first stays');
  target.answer(200);
  await deliver(1);
  assert.deepEqual(await health(), healthy);
});

test('what a process that died has told is corrected by another one within a minute of attempts', async (t) => {
  const dead = startDispatcher(context);
  await deliver(5);
  await dead.deliverOnce();
  await dead.stop(0);
  assert.equal((await health())?.state, 'slowed');
  await dispatcher.stop(0);
  dispatcher = startDispatcher(context);
  t.after(() => dispatcher.stop(0));
  target.answer(200);
  await deliver(1);
  context.clock.advance(60);
  await deliver(1);
  assert.deepEqual(await health(), healthy);
});

test('failures in a row are those of all processes, and a process that has just started does not forget them', async (t) => {
  const others = [startDispatcher(context), startDispatcher(context)] as const;
  t.after(() => Promise.all(others.map((other) => other.stop(0))));
  await deliver(3, others[0]);
  assert.deepEqual(await health(), healthy);
  await deliver(2, others[1]);
  const slowed = await health();
  assert.equal(slowed?.state, 'slowed');
  context.clock.advance(1);
  const fresh = startDispatcher(context);
  t.after(() => fresh.stop(0));
  await deliver(1, fresh);
  assert.deepEqual(await health(), slowed);
  target.answer(200);
  await deliver(1, fresh);
  assert.deepEqual(await health(), healthy);
});
