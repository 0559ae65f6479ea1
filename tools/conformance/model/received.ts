import { type Delivery, inboxPath } from '../receiver.ts';
import { freshnessSeconds, signatureProblem, timestampProblem } from '../signature.ts';
import { deliveryIdOf } from '../subscription.ts';
import type { Account, Fields } from './account.ts';
import type { Comparison } from './comparison.ts';
import { faultOf, matching } from './event-values.ts';
import { grouped } from './grouped.ts';
import { asked } from './standing.ts';

/**
 * Compares what the run's receiver got at the tenant's endpoints with the events that the run published, and with the
 * calls: one request for each call of which an event told, else none.
 */
export async function compareReceived(comparison: Comparison): Promise<void> {
  const { account, receiver } = comparison;
  if (!receiver || !account.whole) return;
  for (const [path, endpoint] of inboxes(account, receiver.url)) {
    const byId = grouped(
      receiver.deliveries.filter((delivery) => delivery.path === path),
      deliveryIdOf,
    );
    for (const [id, attempts] of byId) expectAttemptsAlike(comparison, endpoint, id, attempts);
    await expectEvents(
      comparison,
      endpoint,
      [...byId.values()].flatMap(([first]) => first ?? []),
    );
  }
}

/** Returns the paths at the run's receiver to which exactly one endpoint leads. */
function inboxes({ allEndpoints }: Account, base: string): ReadonlyMap<string, Fields> {
  const own = [...allEndpoints.values()].filter(({ url }) => String(url).startsWith(`${base}/inbox/`));
  const byPath = grouped(own, ({ url }) => inboxPath(String(url)));
  return new Map([...byPath].flatMap(([path, [endpoint, ...others]]) => (endpoint && others.length === 0 ? [[path, endpoint]] : [])));
}

/** Headers that differ between two attempts of one delivery. */
const ownOfEach = new Set(['x-webhook-signature', 'x-webhook-timestamp', 'webhook-signature', 'webhook-timestamp', 'connection']);

function expectAttemptsAlike({ account, look, report }: Comparison, endpoint: Fields, id: string, attempts: readonly Delivery[]): void {
  look('O8');
  const [first] = attempts;
  const secret = account.secrets.get(String(endpoint['id'])) ?? '';
  for (const [index, delivery] of attempts.entries()) {
    const which = `Attempt ${index + 1} of ${id}`;
    if (first && !first.body.equals(delivery.body)) report('O8', `${which} has other bytes than the first.`);
    if (delivery.method !== endpoint['method'])
      report('O8', `${which} is a ${delivery.method}, and its endpoint is for ${endpoint['method']}.`);
    for (const [name, value] of Object.entries((endpoint['headers'] ?? {}) as Fields))
      if (delivery.headers[name.toLowerCase()] !== value) report('O8', `${which} lacks the endpoint’s header ${name}.`);
    const differing = first && differingHeader(first, delivery);
    if (differing) report('O8', `${which} has another ${differing} than the first.`);
    for (const problem of [signatureProblem(delivery, secret), timestampProblem(delivery, freshnessSeconds)])
      if (problem) report('O8', `Of attempt ${index + 1} of ${id}, ${problem}.`);
  }
}

const differingHeader = (first: Delivery, other: Delivery): string | undefined =>
  [...new Set([...Object.keys(first.headers), ...Object.keys(other.headers)])].find(
    (name) => !ownOfEach.has(name) && first.headers[name] !== other.headers[name],
  );

/** Expects that each delivery tells an event that happened, and that no event came under more ids than triggers sent it. */
async function expectEvents(comparison: Comparison, endpoint: Fields, deliveries: readonly Delivery[]): Promise<void> {
  const { account, look, report } = comparison;
  const triggers = [...account.allTriggers.values()].filter(({ webhookEndpointId }) => webhookEndpointId === endpoint['id']);
  const told = new Map<string, number>();
  for (const delivery of deliveries) {
    look('O7');
    const { event, data } = (delivery.json ?? {}) as { event?: string; data?: Fields };
    const sending = triggers.filter(({ eventType }) => eventType === event);
    const name = `The ${event} ${deliveryIdOf(delivery)}`;
    if (sending.length === 0) {
      report('O7', `${name} came to an endpoint without a trigger for it.`);
      continue;
    }
    const fault = await faultOf({ account, readCall: (id) => callOf(comparison, id) }, event ?? '', data ?? {});
    if (fault !== null) report('O7', `${name} ${fault}.`);
    const key = `${event} ${JSON.stringify(data)}`;
    told.set(key, (told.get(key) ?? 0) + 1);
    const happened = matching(account, event ?? '', data ?? {});
    if (fault === null && (told.get(key) ?? 0) > happened * sending.length)
      report('O7', `${name} is event number ${told.get(key)} with this data, and the endpoint was to get ${happened * sending.length}.`);
  }
}

async function callOf(comparison: Comparison, id: string): Promise<Fields | null> {
  const exchange = await asked(comparison, 'readCall', { id });
  return (((exchange?.response.json ?? {}) as Fields)['call'] as Fields | undefined) ?? null;
}
