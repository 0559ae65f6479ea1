import { isDeepStrictEqual } from 'node:util';
import { type Delivery, inboxPath, isTaken, type Receiver } from '../receiver.ts';
import { deliveryIdOf } from '../subscription.ts';
import { type Account, type Fields, isFinished, objectsOf } from './account.ts';
import type { Comparison } from './comparison.ts';
import { grouped } from './grouped.ts';
import { asked } from './standing.ts';

/** The comparison reads at most so many deliveries of a tenant with their payloads. */
const mostRead = 5;

/**
 * Compares the recorded deliveries with the model and with what the run's receiver got: a request for each page of 50, and
 * one for each delivery whose payload is read.
 */
export async function compareDeliveries(comparison: Comparison): Promise<void> {
  const { account, receiver } = comparison;
  // Another user's deliveries are not the run's to judge.
  if (!account.whole || account.allEndpoints.size === 0 || !comparison.api.offers('listWebhookDeliveries')) return;
  const before = new Map(account.finished);
  // What came by now is recorded by now. What comes while the list is asked for may be missing in it.
  const came = receiver ? standingArrivals(account, receiver) : [];
  const records = await allRecords(comparison);
  comparison.look('O6');
  for (const record of records) expectKnown(comparison, record, before.get(String(record['id'])));
  const ids = new Set(records.map(({ id }) => id));
  for (const id of came) if (!ids.has(id)) comparison.report('O9', `${id} came, and no delivery is recorded under this id.`);
  if (!receiver) return;
  const received = grouped(receiver.deliveries, deliveryIdOf);
  const finished = records.filter((record) => isFinished(record) && isAt(receiver.url, record));
  for (const record of finished) expectAsReceived(comparison, record, received.get(String(record['id'])) ?? []);
  for (const record of finished.slice(0, mostRead)) await expectPayload(comparison, record, received.get(String(record['id']))?.[0]);
}

/** Returns the ids that came to endpoints that exist: what was waiting for a deleted endpoint is not recorded any more. */
function standingArrivals({ endpoints }: Account, { deliveries, url }: Receiver): readonly string[] {
  const own = [...endpoints.values()].filter((endpoint) => String(endpoint['url']).startsWith(`${url}/`));
  const paths = new Set(own.map((endpoint) => inboxPath(String(endpoint['url']))));
  return [...new Set(deliveries.filter(({ path }) => paths.has(path)).map(deliveryIdOf))];
}

async function allRecords(comparison: Comparison): Promise<readonly Fields[]> {
  const found: Fields[] = [];
  for (let page = 1; ; page++) {
    const exchange = await asked(comparison, 'listWebhookDeliveries', {}, { limit: 50, page });
    const { deliveries, pagination } = (exchange?.response.json ?? {}) as { deliveries?: unknown; pagination?: { totalPages?: number } };
    found.push(...objectsOf(deliveries));
    if (page >= (pagination?.totalPages ?? 0)) return found;
  }
}

function expectKnown({ account, model, report }: Comparison, record: Fields, before: string | undefined): void {
  const id = String(record['id']);
  const [endpointId, triggerId] = [idOf(record['endpoint']), idOf(record['trigger'])];
  const endpoint = account.allEndpoints.get(endpointId);
  const trigger = account.allTriggers.get(triggerId);
  if (!endpoint || !trigger) {
    report('O6', `The delivery ${id} is for ${endpointId} by ${triggerId}, which no accepted request made.`);
    return;
  }
  if (trigger['webhookEndpointId'] !== endpointId || trigger['eventType'] !== record['eventType'])
    report('O6', `The delivery ${id} of a ${record['eventType']} is for ${endpointId}, and its trigger ${triggerId} says otherwise.`);
  const { name, url } = record['endpoint'] as Fields;
  if (name !== endpoint['name'] || url !== endpoint['url']) report('O6', `The delivery ${id} names its endpoint ${name} at ${url}.`);
  if ((record['trigger'] as Fields)['name'] !== trigger['name']) report('O6', `The delivery ${id} names another trigger.`);
  if (before !== undefined && before !== JSON.stringify(record))
    report('O6', `The delivery ${id} was ${before}, was not sent again, and is ${JSON.stringify(record)}.`, model.refusalNaming(id));
}

function expectAsReceived({ look, report }: Comparison, record: Fields, received: readonly Delivery[]): void {
  look('O9');
  const [id, attempts] = [String(record['id']), Number(record['attempts'])];
  if (received.length > attempts) report('O9', `The delivery ${id} came ${received.length} times, and its record says ${attempts}.`);
  if (record['status'] !== 'success') return;
  if (received.length === 0) report('O9', `The delivery ${id} is a success, and never came.`);
  else if (!received.some(isTaken)) report('O9', `The delivery ${id} is a success, and no attempt of it was answered 2xx.`);
}

async function expectPayload(comparison: Comparison, record: Fields, first: Delivery | undefined): Promise<void> {
  const exchange = first && (await asked(comparison, 'readWebhookDelivery', { id: String(record['id']) }));
  if (!exchange) return;
  const { payload, attemptLog: _, ...read } = exchange.response.json as Fields;
  if (!isDeepStrictEqual(payload, first.json))
    comparison.report('O9', `The payload of ${record['id']} is not the body that came.`, exchange);
  if (!isDeepStrictEqual(read, record)) comparison.report('O9', `The delivery ${record['id']} is not read as it is listed.`, exchange);
}

const idOf = (part: unknown): string => String((part as Fields | null)?.['id']);

const isAt = (base: string, { endpoint }: Fields): boolean => String((endpoint as Fields)['url']).startsWith(`${base}/`);
