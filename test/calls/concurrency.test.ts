import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rebuildLeases } from '../../src/calls/concurrency.ts';
import { memoryPacing } from '../../src/pacing/memory-pacing.ts';
import { type TestContext, testContext } from '../support/context.ts';
import { placed, placesTaken, readyToCall } from './calling.ts';

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
