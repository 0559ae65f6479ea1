import type { components } from '../../src/contract/generated/operator.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import type { CommandGroup } from '../parts/command.ts';
import { jsonFile } from '../parts/options.ts';
import { eventSend } from './event-send.ts';

export const event: CommandGroup = {
  summary: "Events that the service's own application tells of, and made-up ones for a receiver.",
  commands: {
    publish: operatorCommand({
      summary: 'Publishes up to 500 events at once. The same dedupeKey never publishes twice, so it may be repeated.',
      arguments: {
        tenant: tenantArgument,
        file: jsonFile('JSON: one event, a list of them, or {"events": [...]}. Left out or -, the standard input.'),
      },
      notes: `An event is {"eventType", "dedupeKey", "data", "occurredAt"?}; asyncapi/ says what each type's data holds.
If any of them is not valid, none is published.`,
      examples: [
        'ringpost event publish ten_01kdvy0a2c4e6g8j0m2p4r6t8v leads.json',
        'export-leads | ringpost event publish ten_01kdvy0a2c4e6g8j0m2p4r6t8v --json',
      ],
      ask: (api, { tenant, file }) => api.publishEvents({ path: { tenantId: tenant }, body: { events: eventsIn(file) } }),
      show(screen, { events }) {
        screen.table(
          events,
          [
            { title: 'EVENT', value: ({ eventId }) => eventId },
            { title: 'DEDUPE KEY', value: ({ dedupeKey }) => dedupeKey, shrinks: true },
            { title: 'NEW', value: ({ duplicate }) => !duplicate, tone: ({ duplicate }) => (duplicate ? 'quiet' : 'good') },
            { title: 'DELIVERIES', value: ({ deliveries }) => deliveries, right: true },
          ],
          'Nothing was published.',
        );
        if (events.some(({ duplicate, deliveries }) => !duplicate && deliveries === 0))
          screen.note('A new event without deliveries is one that no trigger of the tenant asks for.');
      },
    }),
    send: eventSend,
  },
};

type EventInput = components['schemas']['EventInput'];

/** Returns the events as they are: the API checks them and names everything that is wrong. */
function eventsIn(content: unknown): EventInput[] {
  if (typeof content === 'object' && content !== null && 'events' in content) return content.events as EventInput[];
  return [content].flat() as EventInput[];
}
