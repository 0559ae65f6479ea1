import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { numberFor } from '../../simulator/scenarios.ts';
import { newIdentifier } from '../../src/process/identifiers.ts';
import type { ApiClient, ApiResponse } from '../support/api.ts';
import { apiKey, endpoint, trigger } from '../support/fixtures.ts';
import { type ReadyTenant, readyTenant, ringpost } from '../support/ringpost.ts';
import { atId, bodiesFor, idMembers, publicRoutes, type Route } from './routes.ts';
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

/** An object of the owner's. */
interface Owned {
  readonly id: string;
  /** An id of the same form that was never given out. */
  readonly unknown: string;
  /** What an id that is nobody's is refused with. */
  readonly code: string;
}

async function everythingOf(tenant: ReadyTenant): Promise<Record<string, Owned>> {
  const { agentId, endpointId, phoneNumberId, api, apiKeyId } = tenant;
  const placed = await api.post('/calls', { agentId, phoneNumber: numberFor('answered-interested', 1) });
  await system.settle();
  const [delivery] = (await api.get('/webhook-deliveries')).body.deliveries;
  const deliveryId: string = delivery.id;
  const triggerId: string = delivery.trigger.id;
  const at = system.clock.now();
  const unknown = (prefix: Parameters<typeof newIdentifier>[0]): string => newIdentifier(prefix, at);
  return {
    agents: { id: agentId, unknown: unknown('agt'), code: 'agent_not_found' },
    calls: { id: placed.body.call.id, unknown: unknown('call'), code: 'call_not_found' },
    webhooks: { id: endpointId, unknown: unknown('whe'), code: 'webhook_not_found' },
    'automation-triggers': { id: triggerId, unknown: unknown('trg'), code: 'trigger_not_found' },
    'webhook-deliveries': { id: deliveryId, unknown: randomUUID(), code: 'delivery_not_found' },
    numbers: { id: phoneNumberId, unknown: unknown('num'), code: 'phone_number_not_found' },
    keys: { id: apiKeyId, unknown: unknown('key'), code: 'api_key_not_found' },
    tenants: { id: tenant.tenantId, unknown: unknown('ten'), code: 'tenant_not_found' },
  };
}

/** Returns the owner's object of the noun in a route's path. */
function objectOf({ id, noun }: Route): Owned {
  const found = owned[noun];
  assert.ok(found, `${id} names one of /${noun}: add one to \`everythingOf\`, with an unknown id of its form and the code of its 404.`);
  return found;
}

/** Returns the owner's object that a member of a route's body names. */
function objectInBody({ id }: Route, member: string): Owned {
  const found = owned[idMembers[member]?.noun ?? ''];
  const advice = 'add it to `idMembers` in routes.ts, or to `callersOwn` if it is no id of ours, and its noun to `everythingOf`';
  assert.ok(found, `The body of ${id} has the id \`${member}\`: ${advice}.`);
  return found;
}

/** What a caller sees, less what differs from any request to the next. */
function seen({ status, headers, raw }: ApiResponse): string {
  const kept = Object.entries(headers).filter(([name]) => !/^(x-request-id$|date$|(x-)?ratelimit)/.test(name));
  return JSON.stringify([status, kept, raw]);
}

const ask = (api: ApiClient, route: Route, id: string): Promise<ApiResponse> =>
  api.request(route.method, atId(route, id), route.takesBody ? { body: route.bodies[0] ?? {} } : {});

for (const route of routes.filter(({ namesObject }) => namesObject)) {
  row(['S-WORK-06', 'C-TENANT-01'], `${route.id} knows no id of another tenant's`, async () => {
    const expected = objectOf(route);
    for (const [noun, { id, unknown }] of Object.entries(owned)) {
      const foreign = await ask(stranger.api, route, id);
      assert.equal(seen(foreign), seen(await ask(stranger.api, route, unknown)), noun);
      assert.equal(foreign.status, 404, noun);
      assert.equal(foreign.body.error.code, expected.code, noun);
    }
  });
}

for (const { route, member } of routes.flatMap((route) => route.idsInBody.map((member) => ({ route, member })))) {
  row(['S-WORK-06', 'C-TENANT-01'], `${route.id} takes no ${member} of another tenant's`, async () => {
    const { code } = objectInBody(route, member);
    const [body] = bodiesFor(route, stranger);
    const send = (id: string): Promise<ApiResponse> => stranger.api.request(route.method, route.path, { body: { ...body, [member]: id } });
    for (const [noun, { id, unknown }] of Object.entries(owned)) {
      const foreign = await send(id);
      assert.equal(seen(foreign), seen(await send(unknown)), noun);
      assert.equal(foreign.status, 404, noun);
      assert.equal(foreign.body.error.code, code, noun);
    }
  });
}

for (const route of routes.filter(({ method, namesObject }) => method === 'GET' && !namesObject)) {
  row(['S-WORK-06', 'C-TENANT-01'], `${route.id} shows nothing of another tenant's`, async () => {
    const mine = await stranger.api.get(route.path);
    assert.equal(mine.status, 200);
    for (const { id } of Object.values(owned)) assert.ok(!mine.raw.includes(id), id);
    if (!route.lists) return;
    const theirs = await owner.api.get(route.path);
    const shows = Object.values(owned).some(({ id }) => theirs.raw.includes(id));
    assert.ok(shows, `${route.id} lists nothing of the owner's: have \`everythingOf\` make something that it lists.`);
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

test('a body that is refused because of a foreign id leaves both tenants untouched', async () => {
  const read = () => Promise.all([owner, stranger].map(async ({ api }) => (await api.get('/automation-triggers')).raw));
  const before = await read();
  const foreign = await stranger.api.post('/automation-triggers', {
    name: 'x',
    eventType: 'sms.received',
    webhookEndpointId: owner.endpointId,
  });
  assert.equal(foreign.status, 404);
  assert.deepEqual(await read(), before);
});

/** Last, because some of it deletes: had the ids been wrong, all of the above would hold for nothing. */
test('the owner is answered at every one of these ids', async () => {
  const spare = await endpoint(system.context, owner.tenantId, { url: system.simulator.receiverUrl('spare') });
  const spares: Record<string, string> = {
    webhooks: spare.id,
    'automation-triggers': await trigger(system.context, owner.tenantId, owner.endpointId),
  };
  for (const route of routes.filter(({ namesObject }) => namesObject)) {
    const id = route.method === 'DELETE' ? spares[route.noun] : objectOf(route).id;
    assert.ok(id, `${route.id} deletes one of /${route.noun}: add one to \`spares\`.`);
    const { status, raw } = await ask(owner.api, route, id);
    assert.ok(status >= 200 && status < 300, `${route.id}: ${status} ${raw}`);
  }
});

row('S-WORK-05', 'another key of the same tenant sees all of it', async () => {
  const other = owner.api.with((await apiKey(system.context, owner.tenantId)).text);
  for (const route of routes.filter(({ method, namesObject }) => method === 'GET' && namesObject)) {
    const { id } = objectOf(route);
    const theirs = await ask(other, route, id);
    assert.equal(theirs.status, 200, route.id);
    assert.equal(theirs.raw, (await ask(owner.api, route, id)).raw, route.id);
  }
});
