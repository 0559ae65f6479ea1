import type { CommandGroup } from './command.ts';
import { endpointId } from './endpoints.ts';
import { eventTypes } from './event-types.ts';
import { mustBeSure, yes } from './must-be-sure.ts';
import { idOf } from './named.ts';
import { choice, list, need, text } from './options.ts';
import { publicCommand } from './public-command.ts';
import { triggerColumns } from './trigger.ts';

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

    delete: publicCommand({
      summary: 'Deletes a trigger: its event goes to its endpoint no more.',
      arguments: { trigger: need(text("The trigger's id or name.")) },
      options: { yes },
      examples: ['ringpost triggers delete trg_01kdvy9t3v5x7z9b1d3f5h7k9m --yes'],
      async ask(api, { trigger, yes }) {
        mustBeSure(yes, 'Deleting a trigger');
        return api.deleteAutomationTrigger({
          id: await idOf('trigger', 'trg_', trigger, async () => (await api.listAutomationTriggers()).triggers),
        });
      },
      show: (screen) => screen.note('It is deleted.'),
    }),
  },
};
