import type { Check } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { expectRefusal, expectStatus, itemsOf } from '../expect.ts';
import { endpointUrl, newEndpoint } from '../samples.ts';
import type { Tenant } from '../tenants.ts';
import type { World } from '../world.ts';

/** The part of group H about how many of each resource a tenant may have. */
export const resourceCountChecks: readonly Check[] = [
  atMost('H4', {
    what: 'endpoints',
    count: 10,
    code: 'endpoint_limit_reached',
    list: 'listWebhookEndpoints',
    remove: 'deleteWebhookEndpoint',
    maker:
      async (world, { api }) =>
      () =>
        api.ask('createWebhookEndpoint', { body: { name: 'One of many', url: endpointUrl(world) } }),
  }),
  atMost('H5', {
    what: 'triggers',
    count: 25,
    code: 'trigger_limit_reached',
    list: 'listAutomationTriggers',
    remove: 'deleteAutomationTrigger',
    async maker(world, tenant) {
      const body = { name: 'One of many', eventType: 'sms.failed', webhookEndpointId: await newEndpoint(world, tenant) };
      return () => tenant.api.ask('createAutomationTrigger', { body });
    },
  }),
];

interface Counted {
  readonly what: 'endpoints' | 'triggers';
  readonly count: number;
  readonly code: string;
  readonly list: string;
  readonly remove: string;
  /** Prepares the tenant, and resolves with a function that asks for one more. */
  readonly maker: (world: World, tenant: Tenant) => Promise<() => Promise<Exchange>>;
}

/** Asks for twice the limit at once. Exactly the limit is made, and deleting one makes room for another. */
function atMost(id: string, { what, count, code, list, remove, maker }: Counted): Check {
  return {
    id,
    title: `A tenant has ${count} ${what} at most, however many are made at once, and one deleted makes room for one`,
    rule: `Public API, Limits: ${count} ${what} for each tenant; ${code}.`,
    needs: ['operator'],
    async run(world) {
      const tenant = await world.tenant();
      const make = await maker(world, tenant);
      const exchanges = await Promise.all(Array.from({ length: count * 2 }, make));
      const made = exchanges.filter(({ response }) => response.status === 201);
      if (made.length !== count) world.breach(`${made.length} were made.`, exchanges.at(-1));
      for (const exchange of exchanges) if (exchange.response.status !== 201) expectRefusal(world, exchange, 400, code, 'one too many');
      const [first] = itemsOf(await tenant.api.ask(list), what);
      await tenant.api.ask(remove, { path: { id: String(first?.['id']) } });
      expectStatus(world, await make(), 201, 'one more after one was deleted');
    },
  };
}
