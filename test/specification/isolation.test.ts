import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { newIdentifier } from '../../src/process/identifiers.ts';
import type { ApiClient, ApiResponse } from '../support/api.ts';
import { apiKey, endpoint, trigger } from '../support/fixtures.ts';
import { type ReadyTenant, readyTenant, ringpost } from '../support/ringpost.ts';
import { atId, publicRoutes, type Route } from './routes.ts';
import { row } from './row.ts';

/**
 * One tenant has everything, another asks for it. Whatever id of the first the second names, wherever it may name one, the
 * answer is that to an id that never was, to the byte.
 */

const system = await ringpost({ after });
const unhurried = { limits: { readsPerMinute: 10_000, writesPerMinute: 10_000 } };
const owner = await readyTenant(system, unhurried);
const stranger = await readyTenant(system, unhurried);
const owned = await everythingOf(owner);
const routes = publicRoutes();

/** Each noun: an id of the owner's, and one of the same form that was never given out. */
interface Owned {
  readonly id: string;
  readonly unknown: string;
}

async function everythingOf(tenant: ReadyTenant): Promise<Record<string, Owned>> {
  const { agentId, endpointId, phoneNumberId, api, apiKeyId } = tenant;
  const placed = await api.post('/calls', { agentId, phoneNumber: numberFor('answered-interested', 1) });
  await system.play();
  await system.work();
  const [delivery] = (await api.get('/webhook-deliveries')).body.deliveries;
  const deliveryId: string = delivery.id;
  const triggerId: string = delivery.trigger.id;
  const at = system.clock.now();
  const unknown = (prefix: Parameters<typeof newIdentifier>[0]): string => newIdentifier(prefix, at);
  return {
    agent: { id: agentId, unknown: unknown('agt') },
    call: { id: placed.body.call.id, unknown: unknown('call') },
    endpoint: { id: endpointId, unknown: unknown('whe') },
    trigger: { id: triggerId, unknown: unknown('trg') },
    delivery: { id: deliveryId, unknown: randomUUID() },
    number: { id: phoneNumberId, unknown: unknown('num') },
    key: { id: apiKeyId, unknown: unknown('key') },
    tenant: { id: tenant.tenantId, unknown: unknown('ten') },
  };
}

/** The noun that each operation names, and the 404 it answers. An operation of the document without a row fails. */
const named: Record<string, { readonly noun: string; readonly code: string } | 'list' | 'create'> = {
  placeCall: 'create',
  readCall: { noun: 'call', code: 'call_not_found' },
  endCall: { noun: 'call', code: 'call_not_found' },
  listAgents: 'list',
  readAgent: { noun: 'agent', code: 'agent_not_found' },
  setExtractionSchema: { noun: 'agent', code: 'agent_not_found' },
  createWebhookEndpoint: 'create',
  listWebhookEndpoints: 'list',
  deleteWebhookEndpoint: { noun: 'endpoint', code: 'webhook_not_found' },
  createAutomationTrigger: 'create',
  listAutomationTriggers: 'list',
  readAutomationTrigger: { noun: 'trigger', code: 'trigger_not_found' },
  deleteAutomationTrigger: { noun: 'trigger', code: 'trigger_not_found' },
  listWebhookDeliveries: 'list',
  readWebhookDelivery: { noun: 'delivery', code: 'delivery_not_found' },
  retryWebhookDelivery: { noun: 'delivery', code: 'delivery_not_found' },
};

/** Ids in bodies: the noun they name, the 404, and what else the body needs to get that far. */
const namedInBody: Record<string, { readonly noun: string; readonly code: string; readonly body: () => object }> = {
  'placeCall agentId': { noun: 'agent', code: 'agent_not_found', body: () => callOf(stranger) },
  'placeCall fromPhoneNumberId': { noun: 'number', code: 'phone_number_not_found', body: () => callOf(stranger) },
  'createAutomationTrigger webhookEndpointId': {
    noun: 'endpoint',
    code: 'webhook_not_found',
    body: () => ({ name: 'Mine', eventType: 'call.completed' }),
  },
};

const callOf = ({ agentId }: ReadyTenant): object => ({ agentId, phoneNumber: numberFor('no-answer', 2) });

const valid: Record<string, object> = { setExtractionSchema: { schema: null } };

test('every operation of the document, and every id in a body, has its row, and nothing else has', () => {
  assert.deepEqual(routes.map(({ id }) => id).sort(), Object.keys(named).sort());
  for (const route of routes) assert.equal(typeof named[route.id] === 'object', route.namesObject, route.id);
  const ids = routes.flatMap(({ id, idsInBody }) => idsInBody.map((member) => `${id} ${member}`));
  assert.deepEqual(ids.sort(), Object.keys(namedInBody).sort());
});

/** What a caller sees, less what differs from any request to the next. */
function seen({ status, headers, raw }: ApiResponse): string {
  const kept = Object.entries(headers).filter(([name]) => name !== 'x-request-id' && name !== 'date' && !name.startsWith('x-ratelimit-'));
  return JSON.stringify([status, kept, raw]);
}

const ask = (api: ApiClient, route: Route, id: string): Promise<ApiResponse> =>
  api.request(route.method, atId(route, id), route.takesBody ? { body: valid[route.id] ?? {} } : {});

for (const route of routes.filter(({ namesObject }) => namesObject)) {
  row(['S-WORK-06', 'C-TENANT-01'], `${route.id} knows no id of another tenant's`, async () => {
    const expected = named[route.id];
    assert.ok(typeof expected === 'object');
    for (const [noun, { id, unknown }] of Object.entries(owned)) {
      const foreign = await ask(stranger.api, route, id);
      assert.equal(seen(foreign), seen(await ask(stranger.api, route, unknown)), noun);
      assert.equal(foreign.status, 404, noun);
      assert.equal(foreign.body.error.code, expected.code, noun);
    }
  });
}

for (const [place, { code, body }] of Object.entries(namedInBody)) {
  row(['S-WORK-06', 'C-TENANT-01'], `${place} takes no id of another tenant's`, async () => {
    const [operation, member] = place.split(' ');
    const route = routes.find(({ id }) => id === operation);
    assert.ok(route && member);
    const send = (id: string): Promise<ApiResponse> => stranger.api.post(route.path, { ...body(), [member]: id });
    for (const [noun, { id, unknown }] of Object.entries(owned)) {
      const foreign = await send(id);
      assert.equal(seen(foreign), seen(await send(unknown)), noun);
      assert.equal(foreign.status, 404, noun);
      assert.equal(foreign.body.error.code, code, noun);
    }
  });
}

for (const route of routes.filter(({ id }) => named[id] === 'list')) {
  row(['S-WORK-06', 'C-TENANT-01'], `${route.id} lists nothing of another tenant's`, async () => {
    const mine = await stranger.api.get(route.path);
    assert.equal(mine.status, 200);
    for (const { id } of Object.values(owned)) assert.ok(!mine.raw.includes(id), id);
    const theirs = await owner.api.get(route.path);
    assert.ok(
      Object.values(owned).some(({ id }) => theirs.raw.includes(id)),
      'the owner has something there',
    );
  });
}

row(['S-WORK-06', 'E-POSTCALLS-08'], "another tenant's idempotencyKey is just another key", async () => {
  const body = { name: 'CRM', url: system.simulator.receiverUrl('theirs'), idempotencyKey: 'shared' };
  const theirs = await owner.api.post('/webhooks', body);
  const mine = await stranger.api.post('/webhooks', body);
  assert.deepEqual([theirs.status, mine.status], [201, 201]);
  assert.notEqual(mine.body.endpoint.id, theirs.body.endpoint.id);
  assert.equal(mine.headers['idempotency-replayed'], undefined);
});

test('a body that is refused because of a foreign id leaves that tenant untouched', async () => {
  const before = (await owner.api.get('/automation-triggers')).raw;
  const foreign = await stranger.api.post('/automation-triggers', {
    name: 'x',
    eventType: 'sms.received',
    webhookEndpointId: owner.endpointId,
  });
  assert.equal(foreign.status, 404);
  assert.equal((await owner.api.get('/automation-triggers')).raw, before);
});

/** Last, because some of it deletes: had the ids been wrong, all of the above would hold for nothing. */
test('the owner is answered at every one of these ids', async () => {
  const spare = await endpoint(system.context, owner.tenantId, { url: system.simulator.receiverUrl('spare') });
  const spareTrigger = await trigger(system.context, owner.tenantId, spare.id);
  const deleted: Record<string, string> = { deleteWebhookEndpoint: spare.id, deleteAutomationTrigger: spareTrigger };
  const ordered = routes
    .filter(({ namesObject }) => namesObject)
    .sort((a, b) => Number(a.id === 'deleteWebhookEndpoint') - Number(b.id === 'deleteWebhookEndpoint'));
  for (const route of ordered) {
    const expected = named[route.id];
    assert.ok(typeof expected === 'object');
    const id = deleted[route.id] ?? owned[expected.noun]?.id;
    assert.ok(id);
    const { status, raw } = await ask(owner.api, route, id);
    assert.ok(status === 200 || status === 204, `${route.id}: ${status} ${raw}`);
  }
});

row('S-WORK-05', 'another key of the same tenant sees all of it', async () => {
  const other = owner.api.with((await apiKey(system.context, owner.tenantId)).text);
  for (const route of routes.filter(({ method, namesObject }) => method === 'GET' && namesObject)) {
    const expected = named[route.id];
    assert.ok(typeof expected === 'object');
    const id = owned[expected.noun]?.id ?? '';
    const theirs = await ask(other, route, id);
    assert.equal(theirs.status, 200, route.id);
    assert.equal(theirs.raw, (await ask(owner.api, route, id)).raw, route.id);
  }
});
