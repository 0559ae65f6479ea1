import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setupServer } from 'msw/node';
import { errors, responses } from '../../sdk/generated/fixtures.ts';
import { statefulOperations } from '../../sdk/testing/msw/operations.ts';
import { mockRingpost } from '../../sdk/testing/msw.ts';
import { publicRoutes } from '../specification/routes.ts';

/** The mock as it is for an operation of the document that it keeps no state for. */

const { handlers, apiKey, refuseNext } = mockRingpost({ keys: { narrow: [] } });
const server = setupServer(...handlers);
server.listen({ onUnhandledRequest: 'error' });
after(() => server.close());
const routes = publicRoutes();
const stateful = { ...statefulOperations };

const ask = (method: string, path: string, key = apiKey): Promise<Response> =>
  fetch(`https://ringpost.test/api/v1/public${path}`, { method, headers: { authorization: `Bearer ${key}` } });

test('an operation without state shows the document’s example of its success', async () => {
  Object.assign(statefulOperations, { listAgents: undefined, readAgent: undefined, deleteWebhookEndpoint: undefined });
  try {
    const listed = await ask('GET', '/agents');
    assert.deepEqual([listed.status, await listed.json()], [200, responses.listAgents.two]);
    const read = await ask('GET', '/agents/agt_demo');
    assert.deepEqual([read.status, await read.json()], [200, responses.readAgent.withSchema]);
  } finally {
    Object.assign(statefulOperations, stateful);
  }
});

test('it refuses what the document refuses, and an object that is not there', async () => {
  Object.assign(statefulOperations, { readAgent: undefined, deleteWebhookEndpoint: undefined });
  try {
    for (const [asked, code] of [
      [ask('GET', '/agents/agt_demo', 'narrow'), 'insufficient_scope'],
      [ask('GET', '/agents/agt_demo?colour=red'), 'invalid_request'],
      [ask('GET', '/agents/agt_other'), 'agent_not_found'],
      [ask('DELETE', '/webhooks/whe_other'), 'webhook_not_found'],
    ] as const)
      assert.equal(JSON.parse(await (await asked).text()).error.code, code);
  } finally {
    Object.assign(statefulOperations, stateful);
  }
});

for (const { id, method, path } of routes)
  test(`a planned refusal of ${id} has the document's body and headers`, async () => {
    refuseNext(id as keyof typeof stateful, 'overloaded');
    const refused = await ask(method, path.replace('{id}', 'x'));
    assert.deepEqual([refused.status, await refused.json()], [503, errors.overloaded]);
    assert.equal(refused.headers.get('retry-after'), '1');
  });
