import type { Api } from '../api.ts';
import { follow, place, read } from '../calls.ts';
import type { Check } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { bodyOf, successOf, told } from '../expect.ts';
import { waitUntil } from '../patience.ts';
import { writingOperation } from '../plain-request.ts';
import { newEndpoint, nounOf, oneOfEach, sampleFor, undo } from '../samples.ts';
import { Skipped } from '../skipped.ts';
import { recordCall } from '../subscription.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';

const rule =
  "Public API, Conventions: any id that is not one of yours gets the 404 of its noun, and a tenant's objects do not exist for another tenant's keys.";

/** Group G checks that tenants never see each other, nor learn that something of another tenant exists. */
export const tenantChecks: readonly Check[] = [
  {
    id: 'G1',
    title: "Another tenant's id is answered as an unknown one, byte for byte, on every operation",
    rule,
    needs: ['second tenant'],
    async run(world) {
      const [owner, stranger] = [await world.tenant(), await world.second()];
      const ids = await oneOfEach(world, owner, 'never-ends');
      await setUp(world, owner, ids);
      for (const { id: operationId, path } of world.documents.operations.filter(({ path }) => path.includes('{id}'))) {
        const known = ids[nounOf(path)];
        if (!known) continue;
        const body = operationId === 'setExtractionSchema' ? { body: { schema: null } } : {};
        const foreign = await stranger.api.ask(operationId, { path: { id: known }, ...body });
        expectSame(world, foreign, await stranger.api.ask(operationId, { path: { id: unlike(known) }, ...body }));
      }
      await expectUnharmed(world, owner, ids);
    },
  },
  {
    id: 'G2',
    title: "Another tenant's ids in a body are answered as unknown ones, byte for byte",
    rule,
    needs: ['second tenant'],
    async run(world) {
      const [owner, stranger] = [await world.tenant(), await world.second()];
      const ofTriggers = owner.api.offers('createWebhookEndpoint') && owner.api.offers('createAutomationTrigger');
      if (ofTriggers) await expectSameOfTriggers(world, owner, stranger);
      if (ofTriggers && !owner.api.offers('placeCall')) return;
      const call = (agentId: string, fromPhoneNumberId: string) =>
        stranger.api.ask('placeCall', { body: { agentId, phoneNumber: '+14155550123', variables: stranger.variables, fromPhoneNumberId } });
      expectSame(world, await call(owner.agentId, 'num_none'), await call(unlike(owner.agentId), 'num_none'));
      if (owner.phoneNumberId)
        expectSame(world, await call(stranger.agentId, owner.phoneNumberId), await call(stranger.agentId, unlike(owner.phoneNumberId)));
    },
  },
  {
    id: 'G3',
    title: 'Lists show the own things alone',
    rule,
    needs: ['second tenant'],
    async run(world) {
      const [owner, stranger] = [await world.tenant(), await world.second()];
      const ids = await oneOfEach(world, owner);
      for (const operationId of offered(owner.api, [
        'listAgents',
        'listWebhookEndpoints',
        'listAutomationTriggers',
        'listWebhookDeliveries',
      ])) {
        const list = await stranger.api.ask(operationId);
        const seen = Object.values(ids).filter((id) => list.response.text.includes(id));
        if (seen.length > 0) world.breach(`${operationId} shows ${seen.join(', ')} of another tenant.`, list);
      }
      await removeEndpoint(owner, ids);
    },
  },
  {
    id: 'G4',
    title: 'The same idempotencyKey means nothing to another tenant',
    rule: 'Public API, Trying again: keys belong to the API key and the operation.',
    needs: ['second tenant'],
    async run(world) {
      const operation = writingOperation(world.documents, ['createWebhookEndpoint', 'placeCall']);
      const same = {
        ...(operation.id === 'createWebhookEndpoint' && { url: 'https://example.com/hooks' }),
        idempotencyKey: `conformance-${world.seed}-${Date.now()}`,
      };
      const made = await Promise.all(
        [await world.tenant(), await world.second()].map(async (tenant) => {
          const { path, body } = await sampleFor(world, tenant, operation.id);
          const exchange = await tenant.api.ask(operation.id, { path, body: { ...body, ...same } });
          await undo(tenant, operation.id, bodyOf(exchange, successOf(operation)));
          return exchange;
        }),
      );
      if (made[0]?.response.text === made[1]?.response.text) world.breach("Another tenant's answer was given again.", made[1]);
    },
  },
  {
    id: 'G5',
    title: 'A call of the dialer is an unknown call',
    rule: 'Public API, readCall: only calls placed through this API are shown.',
    needs: ['operator'],
    async run(world) {
      const tenant = await world.tenant();
      const { api } = tenant;
      const callId = await recordCall(world, tenant, { status: 'no_answer', outcome: null, durationSeconds: null });
      if (callId === null) throw new Skipped('the driver does not tell the id of a call of the dialer');
      for (const operationId of offered(api, ['readCall', 'endCall']))
        expectSame(
          world,
          await api.ask(operationId, { path: { id: callId } }),
          await api.ask(operationId, { path: { id: unlike(callId) } }),
        );
    },
  },
];

/** Returns those of the operations that the service has. Throws `Skipped` if it has none of them. */
function offered(api: Api, operationIds: readonly string[]): readonly string[] {
  const found = operationIds.filter((id) => api.offers(id));
  if (found.length === 0) throw new Skipped(`needs one of the operations ${operationIds.join(', ')}, and --operations names none`);
  return found;
}

async function expectSameOfTriggers(world: World, owner: Tenant, stranger: Tenant): Promise<void> {
  const endpoint = await newEndpoint(world, owner);
  const trigger = (webhookEndpointId: string) =>
    stranger.api.ask('createAutomationTrigger', { body: { name: 'Stolen', eventType: 'call.completed', webhookEndpointId } });
  expectSame(world, await trigger(endpoint), await trigger(unlike(endpoint)));
  await owner.api.tidy('deleteWebhookEndpoint', { path: { id: endpoint } });
}

/** Returns an id of the same form that belongs to nothing. */
const unlike = (id: string): string => id.replace(/[0-9a-z](?=[0-9a-z]{0,7}$)/gi, (letter) => (letter === '0' ? '1' : '0'));

/** Expects equal status, body and headers, apart from values that differ between any two requests. */
function expectSame(world: World, foreign: Exchange, unknown: Exchange): void {
  if (foreign.response.status !== 404) world.breach(`${told(foreign)} answers ${foreign.response.status} to another tenant's id.`, foreign);
  if (foreign.response.status !== unknown.response.status || !foreign.response.body.equals(unknown.response.body))
    world.breach(
      `${told(foreign)} tells another tenant's id (${foreign.response.text}) from an unknown one (${unknown.response.text}).`,
      foreign,
    );
  const names = ({ response }: Exchange): string => Object.keys(response.headers).sort().join(', ');
  if (names(foreign) !== names(unknown))
    world.breach(`${told(foreign)}: the headers tell another tenant's id from an unknown one.`, foreign);
}

/** Gives the agent a schema that could be cleared, and waits until the delivery is finished, so that a change would show. */
async function setUp(world: World, { api }: Tenant, ids: Readonly<Record<string, string>>): Promise<void> {
  const body = { schema: { type: 'object', properties: { owner: { type: 'string' } } } };
  if (api.offers('setExtractionSchema')) bodyOf(await api.ask('setExtractionSchema', { path: { id: ids['agents'] ?? '' }, body }), 200);
  const id = ids['webhook-deliveries'];
  if (id === undefined || !world.has('receiver') || !api.offers('readWebhookDelivery')) return;
  await waitUntil(async () => bodyOf(await api.ask('readWebhookDelivery', { path: { id } }), 200).status === 'success');
}

/** Expects that the call goes on although another one, which its owner hung up later, has ended. */
async function expectGoingOn(world: World, owner: Tenant, id: string): Promise<void> {
  const other = await place(world, owner, 'never-ends');
  await owner.api.ask('endCall', { path: { id: other.id } });
  await follow(owner, 'never-ends', other.id, ({ endedAt }) => endedAt !== null);
  const { status, endedReason } = await read(owner, id);
  if (endedReason !== null) world.breach(`Another tenant has hung the call up: it is ${status}, ${endedReason}.`);
  await owner.api.ask('endCall', { path: { id } });
}

async function expectUnharmed(world: World, owner: Tenant, ids: Readonly<Record<string, string>>): Promise<void> {
  const { ask, offers } = owner.api;
  if (ids['webhooks'] && offers('listWebhookEndpoints')) {
    const endpoints = await ask('listWebhookEndpoints');
    if (!endpoints.response.text.includes(ids['webhooks'])) world.breach('Another tenant has deleted the endpoint.', endpoints);
  }
  if (ids['automation-triggers'] && offers('readAutomationTrigger')) {
    const trigger = await ask('readAutomationTrigger', { path: { id: ids['automation-triggers'] } });
    if (trigger.response.status !== 200) world.breach('Another tenant has deleted the trigger.', trigger);
  }
  if (offers('setExtractionSchema') && offers('readAgent')) {
    const agent = await ask('readAgent', { path: { id: ids['agents'] ?? '' } });
    if (!agent.response.text.includes('owner')) world.breach('Another tenant has cleared the schema of the agent.', agent);
  }
  if (ids['calls'] && offers('endCall') && offers('readCall')) await expectGoingOn(world, owner, ids['calls']);
  await removeEndpoint(owner, ids);
}

async function removeEndpoint({ api }: Tenant, ids: Readonly<Record<string, string>>): Promise<void> {
  if (ids['webhooks']) await api.tidy('deleteWebhookEndpoint', { path: { id: ids['webhooks'] } });
}
