import { randomUUID } from 'node:crypto';
import type { components } from '../../src/contract/generated/public.ts';
import { at, entries, items, text } from '../contract/document.ts';
import { Breach } from './check.ts';
import type { DialerCall } from './driver/driver.ts';
import { bodyOf } from './expect.ts';
import type { NewEvent } from './operator.ts';
import { patience, waitUntil } from './patience.ts';
import type { Answering, Delivery, Inbox } from './receiver.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

/** An endpoint of a tenant that leads to an inbox of the run, and the trigger that sends an event there. */
export interface Subscription {
  readonly tenant: Tenant;
  readonly endpoint: { readonly id: string; readonly headers: Readonly<Record<string, string>> };
  readonly secret: string;
  readonly triggerId: string;
  readonly inbox: Inbox;
}

export interface SubscriptionWishes {
  readonly event?: EventType;
  readonly answer?: Answering;
  /** Overrides parts of the request that makes the endpoint. */
  readonly endpoint?: Readonly<Record<string, unknown>>;
  readonly trigger?: Readonly<Record<string, unknown>>;
}

export type EventType = NewEvent['eventType'] | 'call.completed';

/** A delivery as the API shows it. */
export type DeliveryRecord = components['schemas']['WebhookDelivery'];

/** The wait is longer than the delivery timeout, so an attempt under way is recorded by then. */
export const patienceMs = (): number => patience(30_000);

export async function subscribe(world: World, tenant: Tenant, wishes: SubscriptionWishes = {}): Promise<Subscription> {
  const inbox = world.receiver.inbox(wishes.answer);
  const asked = { name: 'Conformance', url: inbox.url, ...wishes.endpoint };
  const { endpoint } = bodyOf(await tenant.api.ask('createWebhookEndpoint', { body: asked }), 201);
  const body = { name: 'Conformance', eventType: wishes.event ?? 'sms.delivered', webhookEndpointId: endpoint.id, ...wishes.trigger };
  const { trigger } = bodyOf(await tenant.api.ask('createAutomationTrigger', { body }), 201);
  return { tenant, endpoint, secret: endpoint.signingSecret, triggerId: trigger.id, inbox };
}

/** Reports an event several times, each with different data from the document's examples. */
export async function happen(world: World, { id }: Tenant, eventType: NewEvent['eventType'], times = 1): Promise<void> {
  const events = Array.from({ length: times }, () => ({ eventType, dedupeKey: randomUUID(), data: dataOf(world, eventType) }));
  await world.operator.publish(id ?? '', events);
}

/** Returns every example of an event that may be reported. Events about texts are told apart by their message id. */
export function examplesOf({ documents: { asyncapi } }: World, eventType: EventType): readonly Record<string, unknown>[] {
  const messages = entries(at(asyncapi, asyncapi, 'components', 'messages')).map(([, message]) => message);
  const message = messages.find((candidate) => text(at(asyncapi, candidate, 'name')) === eventType);
  const examples = items(at(asyncapi, message, 'examples')).map((example) => at(asyncapi, example, 'payload', 'data'));
  // The schema says that an example's data is an object.
  return (examples as readonly Record<string, unknown>[]).map((data) =>
    'message_id' in data ? { ...data, message_id: randomUUID() } : data,
  );
}

function dataOf(world: World, eventType: NewEvent['eventType']): Record<string, unknown> {
  const data = examplesOf(world, eventType).find(({ origin }) => origin !== 'ai_call');
  if (!data) throw new Error(`The document has no example of ${eventType}.`);
  return 'contactId' in data ? { ...data, contactId: randomUUID() } : data;
}

/** Records a call of a dialer, which makes a `call.completed` without a telephone. Resolves with the call's id, if it is told. */
export async function recordCall(world: World, { id }: Tenant, differs: Partial<DialerCall> = {}): Promise<string | null> {
  const endedAt = await world.operator.now();
  return world.operator.recordCall(id ?? '', {
    phoneNumber: '+14155550123',
    fromPhoneNumber: '+14155550100',
    status: 'completed',
    outcome: 'INTERESTED',
    durationSeconds: 60,
    startedAt: new Date(endedAt.getTime() - 60_000).toISOString(),
    endedAt: endedAt.toISOString(),
    ...differs,
  });
}

/** Whose deliveries are read: those to one endpoint, or without it those of the whole tenant. */
export type Recorded = Pick<Subscription, 'tenant'> & Partial<Pick<Subscription, 'endpoint'>>;

/** Returns all pages of the deliveries. */
export async function recordsOf({ tenant, endpoint }: Recorded): Promise<readonly DeliveryRecord[]> {
  const found: DeliveryRecord[] = [];
  for (let page = 1; ; page++) {
    const body = bodyOf(await tenant.api.ask('listWebhookDeliveries', { query: { limit: 50, page } }), 200);
    found.push(...(body.deliveries as readonly DeliveryRecord[]).filter((record) => !endpoint || record.endpoint.id === endpoint.id));
    if (page >= body.pagination.totalPages) return found;
  }
}

export const isSuccess = ({ status }: DeliveryRecord): boolean => status === 'success';

/**
 * Returns the records once `count` of them exist and each fits, which is usually that it has the status `what`. The error after the time
 * limit names the condition.
 */
export async function recordsUntil(
  recorded: Recorded,
  count: number,
  what: string,
  fits: (record: DeliveryRecord) => boolean = ({ status }) => status === what,
): Promise<readonly DeliveryRecord[]> {
  let records: readonly DeliveryRecord[] = [];
  const are = await waitUntil(async () => {
    records = await recordsOf(recorded);
    return records.length >= count && records.every(fits);
  });
  if (are) return records;
  const seen = records.map(({ status, attempts }) => `${status} after ${attempts}`).join(', ') || 'none';
  throw new Breach(`Of the deliveries not all came to be ${what} in time: ${seen}.`);
}

export async function recordUntil(
  subscription: Subscription,
  what: string,
  fits?: (record: DeliveryRecord) => boolean,
): Promise<DeliveryRecord> {
  const [record] = await recordsUntil(subscription, 1, what, fits);
  if (!record) throw new Error('recordsUntil promised one.');
  return record;
}

/** Resolves with the record once there has been an attempt. */
export const recordTried = (subscription: Subscription): Promise<DeliveryRecord> =>
  recordUntil(subscription, 'tried', ({ attempts }) => attempts > 0);

/** Makes an event happen once, and resolves with the first delivery that its subscription gets. */
export async function firstDelivery(world: World, { tenant, inbox }: Subscription, event: NewEvent['eventType']): Promise<Delivery> {
  await happen(world, tenant, event);
  return inbox.next('delivery 1', () => true, patienceMs());
}

/** Resolves with all deliveries once there are this many. */
export async function arrivals({ inbox }: Pick<Subscription, 'inbox'>, count: number): Promise<readonly Delivery[]> {
  await inbox.next(`delivery ${count}`, () => inbox.deliveries.length >= count, patienceMs());
  return inbox.deliveries;
}

export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const deliveryIdOf = ({ headers }: Delivery): string => headers['x-webhook-delivery-id'] ?? '';
