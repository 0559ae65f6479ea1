import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { readInstallation } from '../../src/db/migrate.ts';
import { apiKey } from '../support/fixtures.ts';
import { rawConnection, requestText } from '../support/socket.ts';
import { until } from '../support/until.ts';
import { prepare } from './service-processes.ts';

test('SIGTERM: what is under way at a slow receiver is finished and recorded, what waits is given back', async (t) => {
  const system = await prepare(t);
  const [slow] = await system.receivers(1);
  const first = await system.start('dispatcher');
  assert.equal((await readInstallation(system.context.db.knex)).cell, 'c1');
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
  const answers: (number | undefined)[] = [];
  const ends: { readonly code: unknown; readonly at: number }[] = [];
  const write = async (writer: number): Promise<void> => {
    const body = JSON.stringify({ name: 'CRM', url: 'https://example.com/', idempotencyKey: `writer-${writer}` });
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': String(body.length) };
    const write = requestText('POST /api/v1/public/webhooks', headers, body);
    for (;;) {
      const connection = await alwaysAsking(Number(new URL(system.publicUrl).port), write).catch((error: NodeJS.ErrnoException) => {
        ends.push({ code: error.code, at: performance.now() });
      });
      if (!connection) return;
      for (let isKept = true; isKept; ) {
        const answer = await connection.ask();
        answers.push(answer?.status);
        isKept = answer?.headers['connection'] === 'keep-alive';
      }
      connection.end();
    }
  };
  const writers = Array.from({ length: 6 }, (_, writer) => write(writer));
  await until('all of them write', async () => answers.length > 20);
  const health = await alwaysAsking(operatorPort, requestText('GET /readyz', {}));
  const signalledAt = performance.now();
  const ended = service.terminate();
  await until('it is not ready any more', async () => (await health.ask())?.status === 503);
  health.end();
  await Promise.all(writers);
  assert.equal(await ended, 0);
  assert.deepEqual(
    answers.filter((status) => status === undefined || status >= 500),
    [],
  );
  assert.deepEqual(
    ends.map(({ code }) => code),
    writers.map(() => 'ECONNREFUSED'),
  );
  assert.ok(Math.min(...ends.map(({ at }) => at)) - signalledAt >= 1_000, 'new connections are taken while balancers notice');
});

/** A connection whose next request has always begun, so that a service that stops answers it, however late this process goes on. */
async function alwaysAsking(port: number, request: string) {
  const connection = await rawConnection(port);
  const [begun, rest] = [request.slice(0, 9), request.slice(9)];
  connection.write(begun);
  return {
    ask() {
      connection.write(rest + begun);
      return connection.response();
    },
    end: () => connection.end(),
  };
}
