import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from 'undici';
import { freePort } from '../../cli/parts/ports.ts';
import { until } from '../support/until.ts';
import { oneCall, prepare } from './service-processes.ts';

test('api, dispatcher and scheduler as three processes do the whole journey, and the dispatcher shows its health and its metrics, and nothing else', async (t) => {
  const system = await prepare(t);
  const call = await oneCall(t, system);
  const port = await freePort();
  const starts = [system.start('api', call.env), system.start('dispatcher', { ...call.env, OPERATOR_PORT: String(port) })];
  const processes = await Promise.all([...starts, system.start('scheduler', call.env)]);
  await call.mustSucceed();
  const get = async (path: string) => {
    const response = await request(`http://127.0.0.1:${port}${path}`);
    return { status: response.statusCode, text: await response.body.text() };
  };
  assert.deepEqual(JSON.parse((await get('/healthz')).text), { status: 'ok' });
  assert.equal((await get('/readyz')).status, 200);
  const metrics = (await get('/metrics')).text;
  assert.match(metrics, /^webhook_queue_ready \d+$/m);
  assert.deepEqual(metrics.match(/^ringpost_role.*/gm), ['ringpost_role{role="dispatcher"} 1']);
  assert.equal((await get('/api/v1/operator/tenants')).status, 404);
  for (const each of processes) assert.equal(await each.terminate(), 0);
});

test('a second process takes its share from the moment it starts, and no attempt is made twice', async (t) => {
  const system = await prepare(t);
  const slow = await system.receivers(10);
  const waiting = (): number => slow.reduce((sum, each) => sum + each.waiting.length, 0);
  const first = await system.start('dispatcher');
  await system.publish(1);
  await until('one works', async () => waiting() === 10);
  for (const each of slow) each.answer(200);
  const second = await system.start('dispatcher');
  // More than one process takes into its hands, however quick it is.
  await system.publish(249);
  await until('both have a share', async () => new Set((await system.held()).map(({ worker }) => worker)).size === 2);
  for (const each of slow) each.answer(200, 'from now on');
  // On a slow machine an attempt may be given up, and the delivery is attempted again: each request is one attempt on record.
  await until('all are recorded', async () => {
    await system.retryNow();
    return (await system.statuses())['success'] === 2_500;
  });
  const left = new Map((await system.deliveries()).map(({ id, attempts }) => [id, attempts]));
  const ids = slow.flatMap((each) => each.ids()).map(String);
  for (const id of ids) left.set(id, (left.get(id) ?? 0) - 1);
  assert.deepEqual([new Set(ids).size, [...left].filter(([, attempts]) => attempts < 0)], [2_500, []]);
  for (const each of [first, second]) assert.equal(await each.terminate(), 0);
});
