import { setTimeout as delay } from 'node:timers/promises';
import type { Check } from '../../check.ts';
import { type Answering, answers, isTaken } from '../../receiver.ts';
import {
  arrivals,
  type DeliveryRecord,
  deliveryIdOf,
  happen,
  isSuccess,
  recordsOf,
  recordsUntil,
  type Subscription,
  subscribe,
} from '../../subscription.ts';
import type { World } from '../../world.ts';

/** L20 to L22 check that no delivery is lost, and that none goes to another tenant. */
export const webhookGuarantees: readonly Check[] = [
  {
    id: 'L20',
    title: 'Every event arrives although the receiver falters; whatever comes twice carries the same id',
    rule: 'Webhooks, Twice, late, in any order: delivery is at least once.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    run: (world) => expectAll(world, faltering),
  },
  {
    id: 'L21',
    title: 'A receiver that was away for a while has missed nothing',
    rule: 'Webhooks, When you don’t answer: it is tried again for hours.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    run: (world) => expectAll(world, away),
  },
  {
    id: 'L22',
    title: 'A tenant’s events go to its own endpoints alone',
    rule: 'Public API, Conventions: a tenant’s objects do not exist for another tenant’s keys.',
    needs: ['operator', 'receiver'],
    async run(world) {
      const [first, second] = [await world.tenant(), await world.second()];
      const own = await subscribe(world, first);
      const other = await subscribe(world, second);
      await happen(world, first, 'sms.delivered', 2);
      await happen(world, second, 'sms.delivered', 2);
      for (const [subscription, count] of [
        [own, 2],
        [other, 2],
      ] as const) {
        await arrivals(subscription, count);
        const ids = (await recordsUntil(subscription, count, 'success')).map(({ id }) => id);
        const foreign = subscription.inbox.deliveries.filter((delivery) => !ids.includes(deliveryIdOf(delivery)));
        if (foreign.length > 0 || ids.length !== count) world.breach(`${foreign.length} deliveries came that are not the tenant’s own.`);
      }
    },
  },
];

const events = 40;

/** Fails by the delivery's id instead of by chance: half of the deliveries are refused or cut off while the receiver falters. */
const faltering: Answering = (delivery, _nth, response) => {
  const draw = Number.parseInt(deliveryIdOf(delivery).slice(-2), 16) % 4;
  if (draw === 0) return void response.writeHead(503).end();
  if (draw === 1) return void response.socket?.destroy();
  response.writeHead(204).end();
};

const away: Answering = (_delivery, _nth, response) => void response.socket?.destroy();

/**
 * Expects all deliveries. A service may attempt less often at an endpoint that keeps failing, so not every attempt is
 * made in its hour.
 */
async function expectAll(world: World, answer: Answering): Promise<void> {
  const tenant = await world.tenant();
  const subscription = await subscribe(world, tenant, { answer });
  await happen(world, tenant, 'sms.delivered', events);
  for (let hour = 0; hour < 12; hour++) {
    await nothingDue(world, subscription);
    if (hour === 2) subscription.inbox.answer(answers(200));
    const records = await recordsOf(subscription);
    if (records.length === events && records.every(isSuccess)) break;
    await world.advance(3_600);
  }
  await recordsUntil(subscription, events, 'success');
  expectEveryId(world, subscription);
}

/**
 * Waits until every delivery has succeeded or waits for its time, or until none has come for a while: a service may
 * hold back due deliveries.
 */
async function nothingDue(world: World, subscription: Subscription): Promise<void> {
  const { deliveries } = subscription.inbox;
  const now = await world.operator.now();
  const waits = ({ status, nextRetryAt }: DeliveryRecord): boolean =>
    status === 'success' || (status === 'retrying' && nextRetryAt !== null && Date.parse(nextRetryAt) > now.getTime());
  for (let arrived = -1, since = performance.now(); performance.now() < since + 1_500; await delay(250)) {
    if (arrived !== deliveries.length) [arrived, since] = [deliveries.length, performance.now()];
    const records = await recordsOf(subscription);
    if (records.length === events && records.every(waits)) return;
  }
}

function expectEveryId(world: World, { inbox }: Subscription): void {
  const bodies = new Map<string, Buffer>();
  for (const delivery of inbox.deliveries) {
    const first = bodies.get(deliveryIdOf(delivery));
    if (first && !first.equals(delivery.body)) world.breach(`${deliveryIdOf(delivery)} came again with another body.`);
    if (!first) bodies.set(deliveryIdOf(delivery), delivery.body);
  }
  const taken = new Set(inbox.deliveries.filter(isTaken).map(deliveryIdOf));
  if (taken.size !== events) world.breach(`Of ${events} events ${taken.size} delivery ids arrived and were answered 2xx.`);
}
