import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Redis } from 'ioredis';
import { rebuildLeases } from '../../src/calls/concurrency.ts';
import { createLog } from '../../src/log.ts';
import { memoryPacing } from '../../src/pacing/memory-pacing.ts';
import type { Pacing } from '../../src/pacing/pacing.ts';
import { startPrivateRedis } from '../../src/pacing/private-redis.ts';
import { redisPacing } from '../../src/pacing/redis-pacing.ts';
import { type TestContext, testContext } from '../support/context.ts';
import { withoutRedis } from '../support/redis.ts';
import { place, placed, placesTaken, readyToCall } from './calling.ts';

let context: TestContext;
before(async () => {
  context = await testContext();
});
after(() => context.close());

test('every live call has its place again after the places were lost', async () => {
  const ready = await readyToCall(context);
  for (let i = 0; i < 3; i++) await placed(context, ready);
  const { id } = await placed(context, ready);
  await context.db.knex('calls').where({ id }).update({ status: 'busy', ended_at: context.clock.now() });
  const restarted = { ...context, pacing: memoryPacing() };
  assert.equal(await placesTaken(restarted, ready.who.tenantId), 0);
  assert.equal(await rebuildLeases(restarted), 3);
  assert.equal(await placesTaken(restarted, ready.who.tenantId), 3);
  await rebuildLeases(restarted);
  assert.equal(await placesTaken(restarted, ready.who.tenantId), 3);
  await restarted.pacing.close();
});

test('a Redis that was emptied and stayed connected is told of the live calls at the next turn', async () => {
  const ready = await readyToCall(context, { limits: { concurrentCalls: 2 } });
  const { tenantId } = ready.who;
  const ids = [(await placed(context, ready)).id, (await placed(context, ready)).id];
  for (const holder of ids) await context.pacing.releaseLease({ tenantId, holder });
  assert.equal(await placesTaken(context, tenantId), 0);
  await rebuildLeases(context);
  await assert.rejects(place(context, ready), { code: 'concurrent_limit_exceeded' });
});

test('a call that ends while it is given its place again leaves none behind', async () => {
  const ready = await readyToCall(context);
  const { tenantId } = ready.who;
  const { id } = await placed(context, ready);
  const { id: goesOn } = await placed(context, ready);
  const { id: refused } = await placed(context, ready);
  const pacing: Pacing = {
    ...context.pacing,
    async acquireLease(lease, limit, at) {
      // Between the look at the table and this, both of them ended and gave their places back.
      if (lease.holder === id) {
        await context.db.knex('calls').where({ id }).update({ status: 'busy', ended_at: context.clock.now() });
        await context.pacing.releaseLease({ tenantId, holder: id });
      }
      if (lease.holder === refused) {
        await context.db.knex('calls').where({ id: refused }).delete();
        await context.pacing.releaseLease({ tenantId, holder: refused });
      }
      return context.pacing.acquireLease(lease, limit, at);
    },
  };
  await rebuildLeases({ ...context, pacing });
  assert.equal(await placesTaken(context, tenantId), 1);
  await context.pacing.releaseLease({ tenantId, holder: goesOn });
  assert.equal(await placesTaken(context, tenantId), 0);
});

test('so it is with a real one after FLUSHALL', { skip: withoutRedis }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'ringpost-flushed-'));
  const server = await startPrivateRedis({ dataFolder: folder, log: createLog('silent') });
  assert.ok(server);
  const pacing = await redisPacing({ url: server.url, log: createLog('silent') });
  const own = await testContext({ pacing });
  const redis = new Redis(server.url.replace('unix://', ''));
  t.after(async () => {
    redis.disconnect();
    await own.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const ready = await readyToCall(own, { limits: { concurrentCalls: 2 } });
  for (let i = 0; i < 2; i++) await placed(own, ready);
  await redis.flushall();
  assert.equal(await placesTaken(own, ready.who.tenantId), 0);
  assert.equal(pacing.health, 'redis', 'nobody has noticed');
  await rebuildLeases(own);
  assert.equal(await placesTaken(own, ready.who.tenantId), 2);
  await assert.rejects(place(own, ready), { code: 'concurrent_limit_exceeded' });
});
