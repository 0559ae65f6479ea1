import { RefusedError } from '../../sdk/client.ts';
import { eventTypes } from '../../src/contract/generated/public.ts';
import { memberOf } from '../../src/contract/json-members.ts';
import type { Answer, EndpointForm } from '../../tools/listen/forward.ts';
import type { Delivery, Place } from '../../tools/listen/new-deliveries.ts';
import { localMoment } from '../clients/moment.ts';
import { localSecret } from '../clients/profiles.ts';
import { publicAddress } from '../clients/public-address.ts';
import { publicOptions } from '../clients/public-command.ts';
import { paintFor } from '../parts/colour.ts';
import { command } from '../parts/command.ts';
import { choices, flag, httpUrl, moment, text } from '../parts/options.ts';
import { showTime } from '../parts/screen.ts';
import { cellText } from '../parts/table.ts';
import { UsageError } from '../parts/usage-error.ts';
import { endpointsWith } from './endpoints.ts';
import { followDeliveries } from './follow-deliveries.ts';
import { keptPlace } from './kept-place.ts';

export const listen = command({
  summary: 'Sends the webhooks of a remote service on to this machine, as they come, with an API key alone.',
  options: {
    forwardTo: httpUrl('The local receiver.'),
    endpoint: text('Only those to this endpoint, by its id or name (all).'),
    events: choices('Only these.', eventTypes),
    since: moment(
      'Begin with those that were made then or later, or so long ago at most by the clock of this machine (where the listen before ended, else with new ones).',
    ),
    fromNow: flag('Begin with new ones, and leave out what came since the listen before.'),
    loadTestSafe: flag('Leave out what the read budget cannot keep up with, as in a load test, and say how many.'),
    printSecret: flag('Print the local signing secret, and end.'),
    ...publicOptions,
  },
  notes: `It posts the payload of each new delivery once, under its id, with the endpoint's method and headers, signed with a
secret of this machine. Nothing changes at the service. The key needs the scope webhooks. The first listen begins with new
deliveries. Each later one with the same receiver, endpoint and events goes on where the one before ended: the place is
kept in ~/.config/ringpost (XDG_CONFIG_HOME), and moves once the receiver was tried, so what was interrupted comes again.
A quarter of the tenant's read budget is left to others; where the rest is too little to keep up, it says so and goes on in
order, some 90 a minute. With --load-test-safe it leaves out what waits then but for the newest, so that no delivery comes
minutes late.`,
  examples: [
    'ringpost listen --forward-to http://localhost:3000/hooks',
    'ringpost listen --forward-to http://localhost:3000/hooks --endpoint CRM --events call.completed --since 1h',
  ],

  async run({ forwardTo, endpoint, events, since, fromNow, loadTestSafe, printSecret, ...address }) {
    const secret = localSecret();
    if (printSecret) {
      process.stdout.write(`${secret}\n`);
      return 0;
    }
    if (forwardTo === undefined) throw new UsageError('--forward-to is missing: where is your receiver?');
    if (since !== undefined && fromNow) throw new UsageError('Give --since or --from-now, and not both.');
    return followDeliveries(address, loadTestSafe, async ({ api, persistent, answered, signal }) => {
      const { forward } = await import('../../tools/listen/forward.ts');
      const known = await endpointsWith(api, endpoint, { signal });
      const { id } = known;
      let { endpoints } = known;
      const withoutForm = new Set<string>();
      /** The endpoints are read again for one that was made since, and once for one that is deleted. */
      const formOf = async (endpoint: string): Promise<EndpointForm> => {
        const known = endpoints.find((each) => each.id === endpoint);
        if (known) return known;
        if (withoutForm.has(endpoint)) return usualForm;
        withoutForm.add(endpoint);
        ({ endpoints } = await persistent((options) => api.listWebhookEndpoints({}, options)));
        return endpoints.find((each) => each.id === endpoint) ?? usualForm;
      };
      const kept = keptPlace(publicAddress(address), { endpointId: id, forwardTo, events });
      const begun = `Forwarding to ${forwardTo}; Ctrl-C ends it. \`ringpost listen --print-secret\` prints the secret of its signatures.`;
      const goesOn = since === undefined && !fromNow ? kept.place : null;
      return {
        place: since === undefined ? goesOn : { since: new Date(localMoment(since)).toISOString(), taken: {} },
        keep: kept.keep,
        begun: (reachesBack) => (goesOn ? `${begun}\n${fromWhere(goesOn, reachesBack)}` : begun),
        isWanted: (delivery) =>
          (id === null || delivery.endpoint.id === id) && (events?.some((each) => each === delivery.eventType) ?? true),
        async take(delivery) {
          const payload = await persistent(async (options) => {
            const { payload } = await api.readWebhookDelivery({ id: delivery.id }, options);
            // It is forwarded as its text, because a number that was parsed has lost its last digits.
            return memberOf(answered(), 'payload') ?? payload;
          }).catch(nullIfGone);
          if (payload === null) return;
          const form = await formOf(delivery.endpoint.id);
          showForwarded(delivery, await forward(payload, { url: forwardTo, secret, deliveryId: delivery.id, form, signal }));
        },
      };
    });
  },
});

/** Says where a listen goes on. A place of an empty list knows no delivery. */
function fromWhere({ taken }: Place, reachesBack: boolean): string {
  const newest = Object.values(taken).toSorted().at(-1);
  const ended = newest === undefined ? 'before the first delivery' : `after the delivery of ${showTime(newest)}`;
  const where = reachesBack
    ? `It goes on where the listen before ended, ${ended};`
    : `The listen before ended ${ended}, which the service does not list any more. It goes on with the oldest that it lists since;`;
  return `${where} --from-now leaves out what came meanwhile.`;
}

/** A delivery goes with its endpoint. */
function nullIfGone(error: unknown): null {
  if (error instanceof RefusedError && error.is('delivery_not_found')) return null;
  throw error;
}

/** Is how a webhook goes whose endpoint is deleted. */
const usualForm: EndpointForm = { method: 'POST', headers: {}, standardWebhooks: false };

function showForwarded({ id, eventType, endpoint, createdAt }: Delivery, { status, ms, problem }: Answer): void {
  const paint = paintFor(process.stdout);
  const answer = problem === null ? paint(`${status} in ${ms} ms`, 'good') : paint(`${problem}; --since brings it again`, 'bad');
  process.stdout.write(`${createdAt}  ${id}  ${eventType}  ${cellText(endpoint.name)}  ${answer}\n`);
}
