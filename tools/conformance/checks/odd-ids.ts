import type { Check } from '../check.ts';
import { expectRefusal } from '../expect.ts';
import { nounOf } from '../samples.ts';

/** The part of group H about ids that belong to nothing. */
export const oddIdChecks: readonly Check[] = [
  {
    id: 'H8',
    title: 'Any id that is none is the 404 of its noun, however it is spelt',
    rule: 'Public API, Conventions: any id that is not one of yours, whatever it looks like and even where its percent-encoding is broken, gets the 404 of its noun.',
    async run(world) {
      const { api, agentId } = await world.tenant();
      for (const { id: operationId, method, path } of world.documents.operations.filter(({ path }) => path.includes('{id}')))
        for (const id of [...oddIds, nounOf(path) === 'agents' ? 'call_00000000000000000000000000' : agentId]) {
          const body = operationId === 'setExtractionSchema' ? { body: { schema: null } } : {};
          const exchange = await api.send(method, path.replace('{id}', id), body);
          expectRefusal(world, exchange, 404, nounCodes[nounOf(path)] ?? '', `${operationId} with the id ${id.slice(0, 40)}`);
        }
    },
  },
];

const nounCodes: Readonly<Record<string, string>> = {
  calls: 'call_not_found',
  agents: 'agent_not_found',
  webhooks: 'webhook_not_found',
  'automation-triggers': 'trigger_not_found',
  'webhook-deliveries': 'delivery_not_found',
};

/** The ids are written as they appear in a path. */
const oddIds = [
  '0',
  'null',
  '-1',
  '%20',
  '%2e%2e%2f',
  '%2F',
  '%3Fa=b',
  '%00',
  '%',
  '%zz',
  '%C3%28',
  '%F0%9F%8E%88',
  "'%20or%201=1--",
  '*',
  'a'.repeat(5_000),
];
