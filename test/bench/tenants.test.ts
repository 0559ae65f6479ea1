import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillDeliveries, keepCounts } from '../../bench/stage/deliveries.ts';
import { insertTenants } from '../../bench/stage/tenants.ts';
import { ensurePartitions } from '../../src/db/partitions.ts';
import { deliveriesLookbackDays } from '../../src/process/limits.ts';
import { before, dayMs } from '../../src/process/time.ts';
import { startPublic } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';

const context = await contextOfFile();

test('the tenants that a bench inserts can use the API', async () => {
  const server = await startPublic(context);
  try {
    const hook = { eventType: 'call.completed', urls: ['http://127.0.0.1:9/one', 'http://127.0.0.1:9/two'] } as const;
    const tenants = await insertTenants(context, 2, { callsEach: 1, hook, balanceMicros: 1e9 });
    const now = context.clock.now();
    await ensurePartitions(context.db.knex, before(now, deliveriesLookbackDays * dayMs), now);
    for (const [n, { id, key, agentId, callIds }] of tenants.entries()) {
      await fillDeliveries(context.db.knex, id, 20, now);
      await keepCounts(context);
      const client = server.api.with(key);
      const { body: read } = await client.get(`/calls/${callIds[0]}`);
      assert.equal(read.call.outcome, 'INTERESTED');
      const { body: listed } = await client.get('/webhook-deliveries');
      assert.equal(listed.pagination.total, 20);
      const { body: subscribed } = await client.get('/webhooks');
      assert.equal(subscribed.endpoints[0].url, hook.urls[n]);
      const { body: placed } = await client.post('/calls', { agentId, phoneNumber: '+14155550100', variables: { name: 'Ada' } });
      assert.equal(placed.call.status, 'queued');
    }
  } finally {
    await server.close();
  }
});
