import type { Check } from '../../check.ts';
import { bodyOf, isSameJson } from '../../expect.ts';
import { answers, type Delivery } from '../../receiver.ts';
import { arrivals, deliveryIdOf, firstDelivery, happen, recordUntil, type Subscription, subscribe, uuid } from '../../subscription.ts';
import type { World } from '../../world.ts';

/** L4 to L7 check that one delivery keeps its identity, and that its headers are the published ones. */
export const webhookIdentity: readonly Check[] = [
  {
    id: 'L4',
    title: 'A delivery has one id, a UUID, over attempts and replays, and no other delivery has it',
    rule: 'Webhooks, X-Webhook-Delivery-Id: names one logical delivery and stays the same over its retries and replays.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const tenant = await world.tenant();
      const other = await subscribe(world, tenant);
      const subscription = await subscribe(world, tenant, { answer: answers(500) });
      await triedThreeTimes(world, subscription);
      const ids = new Set(subscription.inbox.deliveries.map(deliveryIdOf));
      if (ids.size !== 1) world.breach(`Three attempts of one delivery carry ${ids.size} ids: ${[...ids].join(', ')}.`);
      for (const id of ids) if (!uuid.test(id)) world.breach(`X-Webhook-Delivery-Id is "${id}", no UUID.`);
      await happen(world, tenant, 'sms.delivered');
      const elsewhere = (await arrivals(other, 2)).map(deliveryIdOf);
      if (new Set([...elsewhere, ...ids]).size !== 3) world.breach('Another endpoint, or another event, came with an id that was taken.');
    },
  },
  {
    id: 'L5',
    title: 'Every attempt sends the same bytes',
    rule: 'Public API, readWebhookDelivery: the payload is the same on every attempt.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const subscription = await subscribe(world, await world.tenant(), { answer: answers(500) });
      const record = await triedThreeTimes(world, subscription);
      const [first, ...others] = subscription.inbox.deliveries;
      if (others.some(({ body }) => !first?.body.equals(body))) world.breach('The body of a later attempt differs from the first.');
      const read = bodyOf(await subscription.tenant.api.ask('readWebhookDelivery', { path: { id: record.id } }), 200);
      if (!isSameJson(read.payload, first?.json)) world.breach('The payload that the API shows is not the one that was sent.');
    },
  },
  {
    id: 'L6',
    title: 'Method, content type, user agent and headers are those that are published',
    rule: 'Webhooks, What a delivery looks like: POST or PUT, three headers of ours, the endpoint’s own on top.',
    needs: ['operator', 'receiver'],
    async run(world) {
      const tenant = await world.tenant();
      for (const method of ['POST', 'PUT']) {
        const subscription = await subscribe(world, tenant, { event: 'sms.failed', endpoint: { method, headers: { 'X-Team': 'sales' } } });
        expectHeaders(world, await firstDelivery(world, subscription, 'sms.failed'), method);
      }
    },
  },
  {
    id: 'L7',
    title: 'The endpoint’s own headers are sent, and those that would break or forge a delivery are dropped',
    rule: 'Public API, createWebhookEndpoint: these are dropped without a word, whatever their case.',
    needs: ['operator', 'receiver'],
    profile: 'full',
    async run(world) {
      const tenant = await world.tenant();
      const kept = { 'X-Team': 'sales', 'x-lower': 'a, b', 'X-Empty': '' };
      for (const names of [forbidden.slice(0, 15), forbidden.slice(15)]) {
        const headers = { ...kept, ...Object.fromEntries(names.map((name, nth) => [nth % 2 ? name.toUpperCase() : name, forged])) };
        const subscription = await subscribe(world, tenant, { event: 'sms.received', endpoint: { headers } });
        if (!isSameJson(subscription.endpoint.headers, kept))
          world.breach(`The answer shows the headers ${JSON.stringify(subscription.endpoint.headers)}, not those that are left.`);
        const delivery = await firstDelivery(world, subscription, 'sms.received');
        for (const [name, value] of Object.entries(kept))
          if (delivery.headers[name.toLowerCase()] !== value) world.breach(`${name} did not come as it was configured.`);
        for (const [name, value] of Object.entries(delivery.headers)) if (value.includes(forged)) world.breach(`${name} was forged.`);
      }
    },
  },
];

/** Makes a delivery whose first attempt fails and whose retry succeeds, and replays it. */
async function triedThreeTimes(world: World, subscription: Subscription): Promise<{ readonly id: string }> {
  await happen(world, subscription.tenant, 'sms.delivered');
  await arrivals(subscription, 1);
  subscription.inbox.answer(answers(200));
  await recordUntil(subscription, 'retrying');
  await world.advance(90);
  await arrivals(subscription, 2);
  const record = await recordUntil(subscription, 'success');
  bodyOf(await subscription.tenant.api.ask('retryWebhookDelivery', { path: { id: record.id } }), 200);
  await arrivals(subscription, 3);
  return record;
}

/** Headers that HTTP itself needs in addition to the published ones. */
const framing = ['host', 'connection', 'content-length'];
const published = ['content-type', 'user-agent', 'x-webhook-signature', 'x-webhook-timestamp', 'x-webhook-delivery-id', 'x-team'];

function expectHeaders(world: World, { method, headers }: Delivery, asked: string): void {
  if (method !== asked) world.breach(`An endpoint for ${asked} got a ${method}.`);
  if (headers['content-type'] !== 'application/json') world.breach(`Content-Type is "${headers['content-type']}".`);
  if (headers['user-agent'] !== 'Ringpost-Webhooks/1.0') world.breach(`User-Agent is "${headers['user-agent']}".`);
  for (const name of published) if (headers[name] === undefined) world.breach(`${name} is missing.`);
  for (const name of Object.keys(headers)) if (![...framing, ...published].includes(name)) world.breach(`${name} is not published.`);
}

const forged = 'forged-by-conformance';
const forbidden = [
  ...['Host', 'Authorization', 'Content-Type', 'Content-Length', 'Content-Encoding', 'Transfer-Encoding', 'Connection', 'Keep-Alive'],
  ...['TE', 'Trailer', 'Upgrade', 'Expect', 'Cookie', 'Proxy-Authorization', 'Proxy-Connection', 'Forwarded', 'X-Forwarded-For'],
  ...['X-Forwarded-Host', 'User-Agent', 'X-Webhook-Signature', 'X-Webhook-Timestamp', 'X-Webhook-Delivery-Id', 'X-Webhook-Other'],
];
