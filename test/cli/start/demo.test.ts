import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Started } from '../../../cli/clients/started.ts';
import { placeDemoCalls, prepareDemo } from '../../../cli/service/start/demo.ts';
import { demoReceiver } from '../../../cli/service/start/demo-endpoint.ts';
import { type ApiClient, api } from '../../support/api.ts';
import { type Ringpost, ringpost } from '../../support/ringpost.ts';

/** The demo of `npm start`, taken up by a second start after somebody has played with it. */

test('an endpoint that was deleted is made anew with its triggers, which one line says, and the demo goes on', async (t) => {
  const { system, first, tenant, startAgain } = await demo(t);
  await tenant.request('DELETE', `/webhooks/${first.demo.webhookEndpointId}`);
  const { started, said } = await startAgain();
  assert.deepEqual(said, ["The demo's endpoint was deleted: it was made anew, with its triggers"]);
  assert.notEqual(started.demo.webhookEndpointId, first.demo.webhookEndpointId);
  assert.equal(started.demo.apiKey, first.demo.apiKey);
  assert.deepEqual(await verifiedWebhooks(system, started), [true, true, true, true]);
});

test('triggers that were deleted and whatever was switched off are there and on again', async (t) => {
  const { system, first, tenant, startAgain } = await demo(t);
  const { tenantId, webhookEndpointId } = first.demo;
  const { triggers } = (await tenant.get('/automation-triggers')).body;
  const triggerOf = (eventType: string): string => triggers.find((trigger: { eventType: string }) => trigger.eventType === eventType).id;
  await tenant.request('DELETE', `/automation-triggers/${triggerOf('call.completed')}`);
  for (const what of [`automation-triggers/${triggerOf('lead.qualified')}`, `webhook-endpoints/${webhookEndpointId}`]) {
    const switched = await system.operator.request('PATCH', `/tenants/${tenantId}/${what}`, { body: { isActive: false } });
    assert.equal(switched.status, 200, what);
  }
  const { started, said } = await startAgain();
  assert.deepEqual(said, ["The demo's endpoint or triggers of it were switched off or deleted: all are there and on again"]);
  assert.equal(started.demo.webhookEndpointId, webhookEndpointId);
  assert.equal((await tenant.get('/automation-triggers')).body.triggers.length, triggers.length);
  assert.deepEqual(await verifiedWebhooks(system, started), [true, true, true, true]);
});

test('what is whole is taken up without a word', async (t) => {
  const { first, startAgain } = await demo(t);
  const { started, said } = await startAgain();
  assert.deepEqual(said, []);
  assert.deepEqual({ ...started.demo, signingSecret: '' }, { ...first.demo, signingSecret: '' });
  assert.notEqual(started.demo.signingSecret, first.demo.signingSecret);
});

async function demo(t: TestContext): Promise<{
  readonly system: Ringpost;
  readonly first: Started;
  readonly tenant: ApiClient;
  startAgain(): Promise<{ readonly started: Started; readonly said: readonly string[] }>;
}> {
  const system = await ringpost(t);
  const deployment = {
    environment: system.context.config.environment,
    databaseUrlHash: null,
    publicUrl: system.publicUrl,
    operatorUrl: new URL(system.operator.baseUrl).origin,
    operatorToken: system.context.config.operatorToken,
    simulatorUrl: system.simulator.url,
  };
  const first = await prepareDemo(deployment, null, (line) => assert.fail(line));
  return {
    system,
    first,
    tenant: api(system.publicUrl, first.demo.apiKey),
    async startAgain() {
      const said: string[] = [];
      const started = await prepareDemo(deployment, first, (line) => said.push(line));
      return { started, said };
    },
  };
}

/** Of each webhook that the demo's calls bring, whether its signature holds. */
async function verifiedWebhooks(system: Ringpost, started: Started): Promise<readonly boolean[]> {
  await placeDemoCalls(started);
  await system.settle();
  return (system.simulator.receivers.find(demoReceiver)?.deliveries ?? []).map(({ verdict }) => verdict.valid);
}
