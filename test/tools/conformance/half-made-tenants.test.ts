import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import type { Driver } from '../../../tools/conformance/driver/driver.ts';
import { operatorOf } from '../../../tools/conformance/driver/means.ts';
import { ringpostDriver } from '../../../tools/conformance/driver/ringpost.ts';
import { plainAgent, raisedLimits } from '../../../tools/conformance/tenants.ts';
import { listen } from '../../support/api.ts';

/** Tenants of a run that was refused a part of them: they are deleted, or known to the run, which deletes them at its end. */

const tenant = { name: 'Half', billing: 'invoice', limits: raisedLimits, agent: plainAgent, phoneNumber: '+14155550100' } as const;

test('a tenant whose agent is refused is deleted', async (t) => {
  const asked: string[] = [];
  const service = await listen(
    createServer(({ method, url }, response) => {
      asked.push(`${method} ${url}`);
      const isTenant = url === '/api/v1/operator/tenants';
      response.writeHead(isTenant ? 201 : method === 'DELETE' ? 202 : 400).end(isTenant ? '{"tenant":{"id":"ten_1"}}' : '');
    }),
  );
  t.after(() => service.close());
  const driver = ringpostDriver({ url: service.origin, token: 'token' }, null);
  await assert.rejects(driver.ask('makeTenant', tenant), /agents answered 400/);
  assert.equal(asked.at(-1), 'DELETE /api/v1/operator/tenants/ten_1');
});

test('a tenant that lacks what a check wished for is known to the run', async () => {
  const driver = {
    verbs: new Set(['makeTenant', 'makeKey']),
    ask: async () => ({ tenantId: 'ten_1', agentId: 'agt_1', phoneNumberId: 'num_1' }),
    close: async () => {},
  } as unknown as Driver;
  const made: string[] = [];
  const wished = { ...tenant, moreAgents: [plainAgent] };
  await assert.rejects(operatorOf(driver, made)?.makeTenant(wished) ?? assert.fail(), /needs a tenant with several agents/);
  assert.deepEqual(made, ['ten_1']);
});
