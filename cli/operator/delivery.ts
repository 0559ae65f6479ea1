import type { components } from '../../src/contract/generated/operator.ts';
import { eventTypes } from '../../src/contract/generated/public.ts';
import { resolveMoment } from '../clients/moment.ts';
import { operatorCommand, tenantArgument } from '../clients/operator-command.ts';
import { pageOptions, pageOrAll } from '../clients/pages.ts';
import type { CommandGroup } from '../parts/command.ts';
import { choice, flag, given, id, moment, need, text } from '../parts/options.ts';
import { type Screen, showTime } from '../parts/screen.ts';
import { deliveryColumns, showAttempts } from '../parts/webhook-tables.ts';
import { endpointArgument } from './endpoint.ts';
import { followReplay, showReplay } from './replay.ts';

export const delivery: CommandGroup = {
  summary: 'Webhook deliveries of all tenants, and what each attempt came to.',
  commands: {
    list: operatorCommand({
      summary: 'Searches deliveries, newest first, a page at a time.',
      options: {
        tenant: text("Only this tenant's, by its id or name.", 'TENANT'),
        endpoint: id('Only those to this endpoint.', 'ID'),
        status: choice('Only those that stand like this.', ['pending', 'retrying', 'success', 'failed']),
        event: choice('Only those of this event.', eventTypes),
        since: moment('Only those made then or later, or so long ago at most by the clock of the service (30 days).'),
        until: moment('Only those made before then, or longer ago.'),
        ...pageOptions,
      },
      examples: [
        'ringpost delivery list --status failed --since 24h',
        'ringpost delivery list --endpoint whe_01kdvy9t3v5x7z9b1d3f5h7k9m --json',
      ],
      async ask(api, { tenant, endpoint, status, event, since, until, ...wanted }) {
        const filters = given({
          tenantId: tenant,
          endpointId: endpoint,
          status,
          eventType: event,
          since: since && (await resolveMoment(api, since, 'ago')),
          until: until && (await resolveMoment(api, until, 'ago')),
        });
        return pageOrAll('deliveries', wanted, (page) => api.searchDeliveries({ query: { ...filters, ...page } }));
      },
      show: (screen, { deliveries }) => screen.table(deliveries, deliveryColumns, 'Nothing fits.'),
    }),

    show: operatorCommand({
      summary: 'Shows a delivery and what each attempt came to.',
      arguments: { delivery: need(text("The delivery's id, which receivers see as X-Webhook-Delivery-Id.")) },
      examples: ['ringpost delivery show 019b83f0-7c40-8a31-9c2e-5d3f1b7a9e04'],
      ask: (api, { delivery }) => api.readDelivery({ path: { deliveryId: delivery } }),
      show(screen, { delivery, attempts }) {
        showDelivery(screen, delivery);
        showAttempts(screen, delivery, attempts);
      },
    }),

    replay: operatorCommand({
      summary: "Sends an endpoint's failed deliveries again, oldest failure first, and shows how far it is until it is done.",
      arguments: { tenant: tenantArgument, endpoint: endpointArgument },
      options: {
        since: need(moment('Those that failed then or later, or so long ago at most by the clock of the service.')),
        detach: flag("Don't wait for the end."),
      },
      notes: `Each gets a fresh cycle of six attempts under its old delivery id. The service does it in the background, at half
of the tenant's webhook rate at most: Ctrl-C stops the looking, not the replay. \`ringpost replay cancel\` stops it.`,
      examples: [
        'ringpost delivery replay ten_01kdvy0a2c4e6g8j0m2p4r6t8v whe_01kdvy9t3v5x7z9b1d3f5h7k9m --since 6h',
        'ringpost delivery replay ten_01kdvy0a2c4e6g8j0m2p4r6t8v whe_01kdvy9t3v5x7z9b1d3f5h7k9m --since 2026-01-03T10:00:00Z --detach',
      ],
      async ask(api, { tenant, endpoint, since, detach }, screen) {
        const path = { tenantId: tenant, webhookEndpointId: endpoint };
        const begun = await api.createReplay({ path, body: { since: await resolveMoment(api, since, 'ago') } });
        return detach ? begun : followReplay(api, { ...path, replayId: begun.body.replay.id }, screen);
      },
      show: (screen, { replay }) => showReplay(screen, replay),
      failed: ({ replay }) => replay.state === 'canceled',
    }),
  },
};

type Delivery = components['schemas']['DeliveryView'];

const showDelivery = (screen: Screen, delivery: Delivery): void =>
  screen.fields({
    id: delivery.id,
    tenant: delivery.tenantId,
    event: `${delivery.eventType} (${delivery.eventId})`,
    status: delivery.status,
    attempts: delivery.attempts,
    'last answer': delivery.responseStatus,
    'last error': delivery.errorMessage,
    endpoint: `${delivery.endpoint.name} (${delivery.endpoint.id})`,
    URL: delivery.endpoint.url,
    trigger: `${delivery.trigger.name} (${delivery.trigger.id})`,
    created: showTime(delivery.createdAt),
    'last attempt': showTime(delivery.lastAttemptAt),
    'next attempt': showTime(delivery.nextRetryAt),
    finished: showTime(delivery.finishedAt),
  });
