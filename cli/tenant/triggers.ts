import type { Client } from '../../sdk/client.ts';
import { eventTypes } from '../../src/contract/generated/public.ts';
import { idOf } from '../clients/named.ts';
import { publicCommand } from '../clients/public-command.ts';
import type { CommandGroup } from '../parts/command.ts';
import { mustBeSure, yes } from '../parts/must-be-sure.ts';
import { choice, list, need, text } from '../parts/options.ts';
import { triggerColumns } from '../parts/webhook-tables.ts';
import { showDelivery } from './deliveries.ts';
import { endpointId } from './endpoints.ts';

const triggerArgument = need(text("The trigger's id or name."));
const triggerId = (api: Client, nameOrId: string): Promise<string> =>
  idOf('trigger', 'trg_', nameOrId, async () => (await api.listAutomationTriggers()).triggers);

export const triggers: CommandGroup = {
  summary: "A tenant's automation triggers, which send events to endpoints, with its API key.",
  commands: {
    list: publicCommand({
      summary: 'Lists the triggers.',
      examples: ['ringpost triggers list'],
      ask: (api) => api.listAutomationTriggers(),
      show: (screen, { triggers }) =>
        screen.table(
          triggers,
          [
            ...triggerColumns,
            { title: 'ENDPOINT', value: ({ webhookEndpoint }) => webhookEndpoint.name, shrinks: true },
            { title: 'CONDITIONS', value: ({ conditions }) => JSON.stringify(conditions), shrinks: true },
          ],
          'The tenant has no trigger.',
        ),
    }),

    create: publicCommand({
      summary: 'Sends an event to an endpoint from now on.',
      arguments: {
        event: need(choice('The event.', eventTypes)),
        endpoint: need(text("The endpoint's id or name.")),
      },
      options: {
        name: text('For people (the event).'),
        outcome: list('Of call.completed: only calls that came to one of these outcomes.'),
      },
      examples: [
        'ringpost triggers create call.completed CRM',
        'ringpost triggers create call.completed CRM --outcome INTERESTED,CALLBACK',
      ],
      ask: async (api, { event, endpoint, name, outcome }) =>
        api.createAutomationTrigger({
          name: name ?? event,
          eventType: event,
          webhookEndpointId: await endpointId(api, endpoint),
          ...(outcome && { conditions: { outcome } }),
        }),
      show: (screen, { trigger: { id, name, eventType, webhookEndpoint } }) =>
        screen.fields({ id, name, event: eventType, endpoint: `${webhookEndpoint.name} (${webhookEndpoint.url})` }),
    }),

    test: publicCommand({
      summary: "Sends an example of the trigger's event to its endpoint, as a delivery like any other.",
      arguments: { trigger: triggerArgument },
      examples: ['ringpost triggers test call.completed'],
      ask: async (api, { trigger }) => api.testAutomationTrigger({ id: await triggerId(api, trigger) }),
      show: showDelivery,
    }),

    delete: publicCommand({
      summary: 'Deletes a trigger: its event goes to its endpoint no more.',
      arguments: { trigger: triggerArgument },
      options: { yes },
      examples: ['ringpost triggers delete trg_01kdvy9t3v5x7z9b1d3f5h7k9m --yes'],
      async ask(api, { trigger, yes }) {
        mustBeSure(yes, 'Deleting a trigger');
        return api.deleteAutomationTrigger({ id: await triggerId(api, trigger) });
      },
      show: (screen) => screen.note('It is deleted.'),
    }),
  },
};
