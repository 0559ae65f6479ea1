import type { CallOptions } from '../../sdk/client/call-operation.ts';
import type { Client } from '../../sdk/client.ts';
import { idOf } from '../clients/named.ts';
import { publicCommand } from '../clients/public-command.ts';
import type { CommandGroup } from '../parts/command.ts';
import { mustBeSure, yes } from '../parts/must-be-sure.ts';
import { choice, given, httpUrl, need, pairs, text } from '../parts/options.ts';
import { UsageError } from '../parts/usage-error.ts';
import { endpointColumns } from '../parts/webhook-tables.ts';

export const endpointId = (api: Client, nameOrId: string): Promise<string> =>
  idOf('endpoint', 'whe_', nameOrId, async () => (await api.listWebhookEndpoints()).endpoints);

/**
 * Returns the endpoints, and the id of the one that is given, or null where all are meant. An id to which nothing goes is refused: what follows
 * its deliveries would wait for ever without a word.
 */
export async function endpointsWith(api: Client, nameOrId: string | undefined, call: CallOptions) {
  const { endpoints } = await api.listWebhookEndpoints({}, call);
  const id = nameOrId === undefined ? null : await idOf('endpoint', 'whe_', nameOrId, async () => endpoints);
  if (id !== null && !endpoints.some((each) => each.id === id)) throw new UsageError(`There is no endpoint ${id}.`);
  return { id, endpoints };
}

export const endpoints: CommandGroup = {
  summary: "A tenant's webhook endpoints, with its API key.",
  commands: {
    list: publicCommand({
      summary: 'Lists the endpoints.',
      examples: ['ringpost endpoints list'],
      ask: (api) => api.listWebhookEndpoints(),
      show: (screen, { endpoints }) => screen.table(endpoints, endpointColumns, 'The tenant has no endpoint.'),
    }),

    create: publicCommand({
      summary: 'Makes an endpoint and shows its signing secret, this once.',
      arguments: { name: need(text('For people.')), url: need(httpUrl('Where deliveries go.')) },
      options: {
        method: choice('How they are sent (POST).', ['POST', 'PUT']),
        header: pairs('A header that goes with each. May be repeated.'),
      },
      examples: ['ringpost endpoints create CRM https://crm.example.org/hooks/ringpost'],
      ask: (api, { name, url, method, header }) => api.createWebhookEndpoint({ name, url, headers: header, ...given({ method }) }),
      show(screen, { endpoint: { id, name, url, signingSecret } }) {
        screen.fields({ id, name, URL: url });
        screen.secret('signing secret', signingSecret);
      },
    }),

    delete: publicCommand({
      summary: 'Deletes an endpoint, with its triggers and what was still to be delivered to it.',
      arguments: { endpoint: need(text("The endpoint's id or name.")) },
      options: { yes },
      examples: ['ringpost endpoints delete CRM --yes'],
      async ask(api, { endpoint, yes }) {
        mustBeSure(yes, 'Deleting an endpoint');
        return api.deleteWebhookEndpoint({ id: await endpointId(api, endpoint) });
      },
      show: (screen) => screen.note('It is deleted.'),
    }),
  },
};
