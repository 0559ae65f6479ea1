import type { ReplyOf } from '../../sdk/client.ts';
import { firstOf } from '../../tools/listen/first-of.ts';
import { localMoment } from '../clients/moment.ts';
import { countOptions, someOrAll } from '../clients/pages.ts';
import { asking, publicCommand, publicOptions } from '../clients/public-command.ts';
import { type CommandGroup, command } from '../parts/command.ts';
import { choice, flag, given, id, moment, need } from '../parts/options.ts';
import { type Screen, showTime } from '../parts/screen.ts';
import { cellText } from '../parts/table.ts';
import { deliveryColumns, showAttempts } from '../parts/webhook-tables.ts';
import { followDeliveries } from './follow-deliveries.ts';

type Delivery = ReplyOf<'listWebhookDeliveries'>['deliveries'][number];

const deliveryArgument = need(id("The delivery's id, which receivers see as X-Webhook-Delivery-Id."));

export const deliveries: CommandGroup = {
  summary: "A tenant's webhook deliveries, with its API key.",
  commands: {
    list: publicCommand({
      summary: 'Lists deliveries of the last 30 days, newest first.',
      options: {
        status: choice('Only those that stand like this.', ['pending', 'retrying', 'success', 'failed']),
        since: moment('Only those made then or later, or so long ago at most by the clock of this machine.'),
        ...countOptions,
      },
      examples: ['ringpost deliveries list --status failed --since 24h --all', 'ringpost deliveries list --json'],
      ask: async (api, { status, since, ...wanted }) => ({
        deliveries: await someOrAll(api.eachWebhookDelivery(given({ status, since: since && localMoment(since) })), wanted),
      }),
      show: (screen, { deliveries }) => screen.table(deliveries, deliveryColumns, 'Nothing fits.'),
    }),

    tail: command({
      summary: 'Shows the last ten deliveries, a line each, or each one as it is made.',
      options: {
        follow: flag('Show each delivery as it is made, until Ctrl-C.'),
        json: flag('Print each as a line of JSON.'),
        ...publicOptions,
      },
      notes: 'It shows how a delivery stands when it is found; `ringpost deliveries show` tells what became of it.',
      examples: ['ringpost deliveries tail', 'ringpost deliveries tail --follow --json | jq .eventType'],
      async run({ follow, json, ...address }) {
        const take = (delivery: Delivery): void => void process.stdout.write(`${json ? JSON.stringify(delivery) : lineOf(delivery)}\n`);
        if (follow)
          return followDeliveries(address, false, () => ({
            place: null,
            begun: () => (json ? null : 'New deliveries are shown; Ctrl-C ends it.'),
            isWanted: () => true,
            take,
            keep: () => {},
          }));
        const newest = await asking(address, (api) => firstOf(api.eachWebhookDelivery({}), 10));
        newest.toReversed().forEach(take);
        return 0;
      },
    }),

    show: publicCommand({
      summary: 'Shows a delivery, its attempts and its payload.',
      arguments: { delivery: deliveryArgument },
      examples: ['ringpost deliveries show 019b83f0-7c40-8a31-9c2e-5d3f1b7a9e04'],
      ask: (api, { delivery }) => api.readWebhookDelivery({ id: delivery }),
      show(screen, { payload, attemptLog, ...delivery }) {
        showDelivery(screen, delivery);
        showAttempts(screen, delivery, attemptLog);
        screen.text(JSON.stringify(payload, null, 2));
      },
    }),

    retry: publicCommand({
      summary: 'Sends a finished delivery again at once, in a fresh cycle of six attempts.',
      arguments: { delivery: deliveryArgument },
      examples: ['ringpost deliveries retry 019b83f0-7c40-8a31-9c2e-5d3f1b7a9e04'],
      ask: (api, { delivery }) => api.retryWebhookDelivery({ id: delivery }),
      show: showDelivery,
    }),
  },
};

const lineOf = ({ createdAt, id, eventType, status, endpoint }: Delivery): string =>
  [createdAt, id, eventType, status, cellText(endpoint.name)].join('  ');

export function showDelivery(screen: Screen, delivery: Delivery): void {
  screen.fields({
    id: delivery.id,
    event: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    'last answer': delivery.responseStatus,
    'last error': delivery.errorMessage,
    endpoint: `${delivery.endpoint.name} (${delivery.endpoint.url})`,
    trigger: delivery.trigger?.name,
    created: showTime(delivery.createdAt),
    'last attempt': showTime(delivery.lastAttemptAt),
    'next attempt': showTime(delivery.nextRetryAt),
  });
}
