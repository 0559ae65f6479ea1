import type { Api } from '../api.ts';
import type { Check } from '../check.ts';
import { bodyOf, idsOf, itemsOf } from '../expect.ts';
import { endpointUrl, newEndpoint, newTrigger } from '../samples.ts';
import { plainAgent } from '../tenants.ts';
import type { World } from '../world.ts';

/** The part of group H about the order of lists with several elements, and about values that a request leaves out. */
export const orderChecks: readonly Check[] = [
  {
    id: 'H15',
    title: 'Agents are listed by name, endpoints and triggers oldest first',
    rule: 'Public API, listAgents: by name, inactive ones included; listWebhookEndpoints, listAutomationTriggers: oldest first.',
    needs: ['operator'],
    async run(world) {
      const moreAgents = ['Delta', 'Alpha', 'Echo', 'Bravo'].map((name) => ({ ...plainAgent, name, isDefault: false }));
      const tenant = await world.freshTenant({ moreAgents });
      const agents = await tenant.api.ask('listAgents');
      const names = itemsOf(agents, 'agents').map(({ name }) => String(name));
      if (names.join() !== 'Alpha,Bravo,Conformance,Delta,Echo') world.breach(`Agents are listed as ${names.join(', ')}.`, agents);
      const endpoints = [await newEndpoint(world, tenant), await newEndpoint(world, tenant), await newEndpoint(world, tenant)];
      const triggers: string[] = [];
      for (const endpoint of endpoints.toReversed()) triggers.push(await newTrigger(tenant, endpoint));
      for (const [operationId, list, made] of [
        ['listWebhookEndpoints', 'endpoints', endpoints],
        ['listAutomationTriggers', 'triggers', triggers],
      ] as const) {
        const listed = await tenant.api.ask(operationId);
        if (idsOf(listed, list).join() !== made.join()) world.breach(`${operationId} is not in the order of creation.`, listed);
      }
    },
  },
  {
    id: 'H16',
    title: 'What a request leaves out has its documented default, and each endpoint has a secret of its own',
    rule: 'Public API, createWebhookEndpoint and createAutomationTrigger: defaults; CreatedWebhookEndpoint: signingSecret.',
    async run(world) {
      const { api } = await world.tenant();
      const secrets = new Set<string>();
      const ids: string[] = [];
      for (let count = 0; count < 2; count++) {
        const made = await api.ask('createWebhookEndpoint', { body: { name: 'Defaults', url: endpointUrl(world) } });
        const { id, method, headers, isActive, standardWebhooks, signingSecret } = bodyOf(made, 201).endpoint;
        const told = JSON.stringify({ method, headers, isActive, standardWebhooks });
        if (told !== '{"method":"POST","headers":{},"isActive":true,"standardWebhooks":false}')
          world.breach(`An endpoint of a name and a url alone is ${told}.`, made);
        secrets.add(signingSecret);
        ids.push(id);
      }
      if (secrets.size !== 2) world.breach('Two endpoints have the same secret.');
      if (api.offers('createAutomationTrigger')) await expectTriggerDefaults(world, api, ids[0]);
      for (const id of ids) await api.tidy('deleteWebhookEndpoint', { path: { id } });
    },
  },
];

async function expectTriggerDefaults(world: World, api: Api, webhookEndpointId: string | undefined): Promise<void> {
  const body = { name: 'Defaults', eventType: 'call.completed', webhookEndpointId };
  const made = await api.ask('createAutomationTrigger', { body });
  const { conditions, isActive } = bodyOf(made, 201).trigger;
  if (JSON.stringify({ conditions, isActive }) !== '{"conditions":{},"isActive":true}')
    world.breach(`A trigger without conditions is ${JSON.stringify({ conditions, isActive })}.`, made);
}
