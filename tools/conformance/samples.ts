import { place } from './calls.ts';
import { bodyOf, itemsOf } from './expect.ts';
import { happen } from './subscription.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

/** A request that an operation accepts, with ids of existing resources. */
export interface Sample {
  readonly path: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Returns a sample for each operation that takes a body. With a simulator, the call that placeCall makes rings there
 * and is not answered.
 */
export async function sampleFor(world: World, tenant: Tenant, operationId: string): Promise<Sample> {
  switch (operationId) {
    case 'placeCall':
      return {
        path: {},
        body: { agentId: tenant.agentId, phoneNumber: world.simulator.numberFor('no-answer'), variables: tenant.variables },
      };
    case 'setExtractionSchema':
      return { path: { id: tenant.agentId }, body: { schema: { type: 'object', properties: { budget: { type: 'number' } } } } };
    case 'createWebhookEndpoint':
      return { path: {}, body: { name: 'Conformance', url: endpointUrl(world) } };
    case 'createAutomationTrigger':
      return { path: {}, body: { name: 'Conformance', eventType: 'call.completed', webhookEndpointId: await newEndpoint(world, tenant) } };
    default:
      throw new Error(`There is no sample for ${operationId}: add one.`);
  }
}

/**
 * Returns a sample that dials nobody even if the service accepts what it should refuse: its number to call from does
 * not exist. That of a trigger has an unknown endpoint where the service makes none.
 */
export async function harmlessSampleFor(world: World, tenant: Tenant, operationId: string): Promise<Sample> {
  if (operationId === 'createAutomationTrigger' && !tenant.api.offers('createWebhookEndpoint'))
    return { path: {}, body: { name: 'Conformance', eventType: 'call.completed', webhookEndpointId: 'whe_none' } };
  if (operationId !== 'placeCall') return sampleFor(world, tenant, operationId);
  return {
    path: {},
    body: { agentId: tenant.agentId, phoneNumber: '+14155550123', fromPhoneNumberId: 'num_none', variables: tenant.variables },
  };
}

/** Without a receiver no delivery is sent to this address, unless an event happens during the run. */
export const endpointUrl = (world: World): string =>
  world.has('receiver') ? world.receiver.inbox().url : 'https://example.com/ringpost-conformance';

export async function newEndpoint(world: World, tenant: Tenant): Promise<string> {
  const made = await tenant.api.ask('createWebhookEndpoint', { body: { name: 'Conformance', url: endpointUrl(world) } });
  return bodyOf(made, 201).endpoint.id;
}

export async function newTrigger(tenant: Tenant, webhookEndpointId: string, eventType = 'call.completed'): Promise<string> {
  const body = { name: 'Conformance', eventType, webhookEndpointId };
  return bodyOf(await tenant.api.ask('createAutomationTrigger', { body }), 201).trigger.id;
}

/**
 * Makes one resource of each noun, keyed by the first segment of its paths, as far as that is possible with what the
 * service offers.
 */
export async function oneOfEach(world: World, owner: Tenant, scenario = 'no-answer'): Promise<Record<string, string>> {
  const { offers } = owner.api;
  const ids: Record<string, string> = { agents: owner.agentId };
  if (offers('createWebhookEndpoint')) {
    ids['webhooks'] = await newEndpoint(world, owner);
    if (offers('createAutomationTrigger')) ids['automation-triggers'] = await newTrigger(owner, ids['webhooks']);
  }
  if (world.has('simulator') && offers('placeCall')) ids['calls'] = (await place(world, owner, scenario)).id;
  if (owner.id !== null && ids['automation-triggers'] && offers('listWebhookDeliveries')) {
    await newDeliveries(world, owner, 1);
    const [delivery] = itemsOf(await owner.api.ask('listWebhookDeliveries'), 'deliveries');
    if (delivery) ids['webhook-deliveries'] = String(delivery['id']);
  }
  return ids;
}

export type Requests = Readonly<Record<string, Sample | Pick<Sample, 'path'>>>;

/** Builds a request for each operation that would succeed, with the ids of existing resources. */
export async function goodRequests(world: World, tenant: Tenant, ids: Readonly<Record<string, string>>): Promise<Requests> {
  const requests: Record<string, Requests[string]> = {};
  for (const { id, path, bodySchema } of world.documents.operations)
    if (!bodySchema) requests[id] = { path: { id: ids[nounOf(path)] ?? 'none' } };
    else requests[id] = await (id === 'placeCall' && world.has('simulator') ? sampleFor : harmlessSampleFor)(world, tenant, id);
  return requests;
}

export const nounOf = (path: string): string => path.split('/')[1] ?? '';

/** Makes deliveries to an endpoint of the tenant by reporting leads. */
export async function newDeliveries(world: World, tenant: Tenant, count: number): Promise<void> {
  await newTrigger(tenant, await newEndpoint(world, tenant), 'lead.qualified');
  await happen(world, tenant, 'lead.qualified', count);
}

/** Deletes what a sample made, which frees the tenant's limited number of resources. */
export async function undo(tenant: Tenant, operationId: string, body: unknown): Promise<void> {
  const made = body as { endpoint?: { id: string }; trigger?: { id: string }; call?: { id: string } };
  if (operationId === 'createWebhookEndpoint' && made.endpoint)
    await tenant.api.tidy('deleteWebhookEndpoint', { path: { id: made.endpoint.id } });
  if (operationId === 'createAutomationTrigger' && made.trigger)
    await tenant.api.tidy('deleteAutomationTrigger', { path: { id: made.trigger.id } });
  if (operationId === 'placeCall' && made.call) await tenant.api.tidy('endCall', { path: { id: made.call.id } });
}
