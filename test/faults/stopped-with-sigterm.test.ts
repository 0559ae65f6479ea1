import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pool } from 'undici';
import { apiKey } from '../support/fixtures.ts';
import { freePort } from '../support/ringpost.ts';
import { rawConnection, requestText } from '../support/socket.ts';
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
  await until('another takes it up', async () => hanging?.ids().length === 2);
  hanging?.answer(200);
  await until('it is recorded', async () => (await system.statuses())['success'] === 1);
  assert.deepEqual((await system.deliveries())[0]?.attempts, 1);
  assert.equal(await second.terminate(), 0);
});

test('SIGTERM under writers who keep their connections: it says that it stops, and answers all of them until it is gone', async (t) => {
  const system = await prepare(t);
  const { text: key } = await apiKey(system.context, system.tenantId);
  const operatorPort = await freePort();
  // What has begun has time to end, on a slow machine too.
  const times = { SHUTDOWN_DELAY_SECONDS: '1', SHUTDOWN_GRACE_SECONDS: '1200' };
  const service = await system.start('api', { ...times, OPERATOR_PORT: String(operatorPort) });
  const pools = Array.from({ length: 6 }, () => new Pool(system.publicUrl, { connections: 1 }));
  t.after(() => Promise.all(pools.map((pool) => pool.destroy())));
  const answers: number[] = [];
  const ends: unknown[] = [];
  let firstEndAt = Number.POSITIVE_INFINITY;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const bodyOf = (writer: number) => JSON.stringify({ name: 'CRM', url: 'https://example.com/', idempotencyKey: `writer-${writer}` });
  const write = async (pool: Pool, writer: number): Promise<void> => {
    const body = bodyOf(writer);
    for (;;) {
      try {
        const answer = await pool.request({ path: '/api/v1/public/webhooks', method: 'POST', headers, body });
        await answer.body.dump();
        answers.push(answer.statusCode);
      } catch (error) {
        ends.push((error as NodeJS.ErrnoException).code);
        firstEndAt = Math.min(firstEndAt, performance.now());
        return;
      }
    }
  };
  const writers = pools.map(write);
  await until('all of them write', async () => answers.length > 20);
  // A connection whose next request has always begun is not closed, however late this process comes to finish it.
  const [asking, writing] = [await rawConnection(operatorPort), await rawConnection(Number(new URL(system.publicUrl).port))];
  const [question, wanted] = [requestText('GET /readyz', {}), bodyOf(pools.length)];
  const lastWrite = requestText('POST /api/v1/public/webhooks', { ...headers, 'content-length': String(wanted.length) }, wanted);
  asking.write(question.slice(0, -2));
  writing.write(lastWrite.slice(0, -1));

  const signalledAt = performance.now();
  const ended = service.terminate();
  await until('it is not ready any more', async () => {
    asking.write(`\r\n${question.slice(0, -2)}`);
    return (await asking.response())?.status === 503;
  });
  writing.write(lastWrite.slice(-1));
  answers.push((await writing.response())?.status ?? 0);
  asking.end();
  await Promise.all(writers);
  assert.equal(await ended, 0);
  assert.ok(firstEndAt - signalledAt >= 1_000, 'new connections are taken while balancers notice');
  assert.deepEqual(
    answers.filter((status) => status < 200 || status >= 500),
    [],
  );
  assert.deepEqual(new Set(ends), new Set(['ECONNREFUSED']));
});
