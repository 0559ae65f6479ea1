import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pool, request } from 'undici';
import { apiKey } from '../support/fixtures.ts';
import { freePort } from '../support/ringpost.ts';
import { until } from '../support/until.ts';
import { prepare } from './service-processes.ts';

test('SIGTERM: what is under way at a slow receiver is finished and recorded, what waits is given back', async (t) => {
  const system = await prepare(t);
  const [slow] = await system.receivers(1);
  const first = await system.start('dispatcher');
  await system.publish(6);
  await until('as many as the cap allows are under way', async () => slow?.waiting.length === 4);
  const ended = first.terminate();
  await until('the rest is nobody’s', async () => (await system.held()).length === 4);
  slow?.answer(200);
  assert.equal(await ended, 0);
  assert.deepEqual(await system.statuses(), { success: 4, pending: 2 });

  const second = await system.start('dispatcher');
  await until('the rest is sent', async () => slow?.waiting.length === 2);
  slow?.answer(200);
  await until('all are recorded', async () => (await system.statuses())['success'] === 6);
  assert.equal(new Set(slow?.ids()).size, 6);
  assert.equal(slow?.ids().length, 6);
  assert.equal(await second.terminate(), 0);
});

test('what outlasts the grace time is left to its lease, costs no attempt, and the process ends all the same', async (t) => {
  const system = await prepare(t);
  const [hanging] = await system.receivers(1);
  const first = await system.start('dispatcher', { SHUTDOWN_GRACE_SECONDS: '1' });
  await system.publish(1);
  await until('it is under way', async () => hanging?.waiting.length === 1);
  assert.equal(await first.terminate(), 0);
  const [left] = await system.deliveries();
  assert.deepEqual([left?.status, left?.attempts], ['pending', 0]);
  assert.ok(left?.worker && left.due_at && left.due_at > new Date(), 'the lease still stands');

  // As if it had lapsed.
  await system.context.db.knex('webhook_deliveries').where({ id: left.id }).update({ due_at: new Date(), lease_until: new Date() });
  const second = await system.start('dispatcher');
  await until('another takes it up', async () => hanging?.waiting.length === 2);
  hanging?.answer(200);
  await until('it is recorded', async () => (await system.statuses())['success'] === 1);
  assert.deepEqual((await system.deliveries())[0]?.attempts, 1);
  assert.equal(await second.terminate(), 0);
});

test('SIGTERM under writers who keep their connections: it says that it stops, and answers all of them until it is gone', async (t) => {
  const system = await prepare(t);
  const { text: key } = await apiKey(system.context, system.tenantId);
  const operatorPort = await freePort();
  const service = await system.start('api', { SHUTDOWN_DELAY_SECONDS: '1', OPERATOR_PORT: String(operatorPort) });
  const pools = Array.from({ length: 6 }, () => new Pool(system.publicUrl, { connections: 1 }));
  t.after(() => Promise.all(pools.map((pool) => pool.destroy())));
  const answers: number[] = [];
  const ends: unknown[] = [];
  const write = async (pool: Pool, writer: number): Promise<void> => {
    const body = JSON.stringify({ name: 'CRM', url: 'https://example.com/', idempotencyKey: `writer-${writer}` });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    for (;;) {
      try {
        const answer = await pool.request({ path: '/api/v1/public/webhooks', method: 'POST', headers, body });
        await answer.body.dump();
        answers.push(answer.statusCode);
      } catch (error) {
        ends.push((error as NodeJS.ErrnoException).code);
        return;
      }
    }
  };
  const writers = pools.map(write);
  await until('all of them write', async () => answers.length > 20);
  const ended = service.terminate();
  await until('it is not ready any more', async () => {
    const ready = await request(`http://127.0.0.1:${operatorPort}/readyz`);
    await ready.body.dump();
    return ready.statusCode === 503;
  });
  const before = answers.length;
  await Promise.all(writers);
  assert.equal(await ended, 0);
  assert.ok(answers.length > before, 'it goes on while balancers notice');
  assert.ok(answers.every((status) => status < 500));
  assert.deepEqual(new Set(ends), new Set(['ECONNREFUSED']));
});
