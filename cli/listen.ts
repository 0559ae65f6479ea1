import { RefusedError } from '../sdk/client.ts';
import type { Answer, EndpointForm } from '../tools/listen/forward.ts';
import type { Delivery } from '../tools/listen/new-deliveries.ts';
import { paintFor } from './colour.ts';
import { command } from './command.ts';
import { endpointId } from './endpoints.ts';
import { eventTypes } from './event-types.ts';
import { followDeliveries } from './follow-deliveries.ts';
import { localSecret } from './local-secret.ts';
import { localMoment } from './moment.ts';
import { choices, flag, httpUrl, moment, text } from './options.ts';
import { publicOptions } from './public-command.ts';
import { UsageError } from './usage-error.ts';

export const listen = command({
  summary: 'Sends the webhooks of a remote service on to this machine, as they come, with an API key alone.',
  options: {
    forwardTo: httpUrl('The local receiver.'),
    endpoint: text('Only those to this endpoint, by its id or name (all).'),
    events: choices('Only these.', eventTypes),
    since: moment('Also those that were made then or later, or so long ago at most (only new ones).'),
    loadTestSafe: flag('Leave out what the read budget cannot keep up with, as in a load test, and say how many.'),
    printSecret: flag('Print the local signing secret, and end.'),
    ...publicOptions,
  },
  notes: `It posts the payload of each new delivery once, under its id, with the endpoint's method and headers, signed with a
secret of this machine. Nothing changes at the service. The key needs the scope webhooks. A quarter of the tenant's read
budget is left to others; where the rest is too little to keep up, it says so and goes on in order, some 90 a minute.
With --load-test-safe it leaves out what waits then but for the newest, so that no delivery comes minutes late.`,
  examples: [
    'ringpost listen --forward-to http://localhost:3000/hooks',
    'ringpost listen --forward-to http://localhost:3000/hooks --endpoint CRM --events call.completed --since 1h',
  ],

  async run({ forwardTo, endpoint, events, since, loadTestSafe, printSecret, ...address }) {
    const secret = localSecret();
    if (printSecret) {
      process.stdout.write(`${secret}\n`);
      return 0;
    }
    if (forwardTo === undefined) throw new UsageError('--forward-to is missing: where is your receiver?');
    const from = since === undefined ? null : new Date(localMoment(since));
    return followDeliveries(address, { since: from, leavesOut: loadTestSafe }, async (api, persistent) => {
      const { forward } = await import('../tools/listen/forward.ts');
      const id = endpoint === undefined ? null : await endpointId(api, endpoint);
      const { endpoints } = await api.listWebhookEndpoints();
      return {
        begun: `Forwarding to ${forwardTo}; Ctrl-C ends it. \`ringpost listen --print-secret\` prints the secret of its signatures.`,
        isWanted: (delivery) =>
          (id === null || delivery.endpoint.id === id) && (events?.some((each) => each === delivery.eventType) ?? true),
        async take(delivery) {
          const read = await persistent((options) => api.readWebhookDelivery({ id: delivery.id }, options)).catch(nullIfGone);
          if (read === null) return;
          const form = endpoints.find((each) => each.id === delivery.endpoint.id) ?? usualForm;
          showForwarded(delivery, await forward(read.payload, { url: forwardTo, secret, deliveryId: delivery.id, form }));
        },
      };
    });
  },
});

/** A delivery goes with its endpoint. */
function nullIfGone(error: unknown): null {
  if (error instanceof RefusedError && error.is('delivery_not_found')) return null;
  throw error;
}

/** An endpoint that was made since the start, or is deleted. */
const usualForm: EndpointForm = { method: 'POST', headers: {}, standardWebhooks: false };

function showForwarded({ id, eventType, endpoint, createdAt }: Delivery, { status, ms, problem }: Answer): void {
  const paint = paintFor(process.stdout);
  const answer = problem === null ? paint(`${status} in ${ms} ms`, 'good') : paint(problem, 'bad');
  process.stdout.write(`${createdAt}  ${id}  ${eventType}  ${endpoint.name}  ${answer}\n`);
}
