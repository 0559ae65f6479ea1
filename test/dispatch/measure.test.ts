import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureQueue } from '../../src/dispatch/measure.ts';
import { contextOfFile } from '../support/context.ts';
import { event, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';

const context = await contextOfFile();
const { queueOldestReadySeconds, queueOldestStartableSeconds } = context.metrics;

async function oneDue(): Promise<string> {
  const { id: tenantId } = await tenant(context);
  const { id } = await endpoint(context, tenantId, { url: 'https://crm.example.org/hook' });
  await trigger(context, tenantId, id);
  await publish(context, event(context, tenantId));
  return id;
}

async function oldestWith(busyEndpoints: readonly string[]): Promise<readonly unknown[]> {
  await measureQueue(context, busyEndpoints);
  const metrics = [queueOldestReadySeconds, queueOldestStartableSeconds];
  return Promise.all(metrics.map(async (metric) => (await metric.get()).values[0]?.value));
}

test('what waits for a receiver that has all its attempts is not said to wait for the service', async () => {
  const slow = await oneDue();
  context.clock.advance(500);
  const other = await oneDue();
  context.clock.advance(100);
  assert.deepEqual(await oldestWith([]), [600, 600]);
  assert.deepEqual(await oldestWith([slow]), [600, 100]);
  assert.deepEqual(await oldestWith([slow, other]), [600, 0]);
});
