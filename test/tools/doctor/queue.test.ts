import assert from 'node:assert/strict';
import { test } from 'node:test';
import { good } from '../../../tools/doctor/finding.ts';
import { queue } from '../../../tools/doctor/queue.ts';
import { operatorFor } from '../../support/api.ts';
import { contextFor } from '../../support/context.ts';

test('where nothing waits but deliveries of a tenant that moves, the queue is sound and the clock is told', async (t) => {
  const context = await contextFor(t);
  const operator = await operatorFor(t, context);
  const { knex, engine } = context.db;
  await knex.raw(
    `insert into webhook_deliveries
       (id, tenant_id, event_id, endpoint_id, trigger_id, event_type, status, created_at, due_at, endpoint_snapshot, trigger_snapshot)
     select gen_random_uuid(), 'ten', gen_random_uuid(), 'whe', 'trg', 'call.completed', 'pending', now(), 'infinity', '{}', '{}'`,
  );
  const now = context.clock.now();
  assert.deepEqual(await queue({ knex, engine, now, realNow: now, offsetMs: 0, close: async () => {} }), [good('0 due')]);
  const { status, body } = await operator.api.get('/clock');
  assert.deepEqual([status, body.clock?.nextDueAt], [200, null]);
});
