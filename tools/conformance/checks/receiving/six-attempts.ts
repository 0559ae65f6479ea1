import type { Check } from '../../check.ts';
import { bodyOf } from '../../expect.ts';
import { answers } from '../../receiver.ts';
import { signatureProblem } from '../../signature.ts';
import {
  arrivals,
  deliveryIdOf,
  type EventType,
  happen,
  recordCall,
  recordUntil,
  type Subscription,
  subscribe,
} from '../../subscription.ts';
import type { World } from '../../world.ts';
import { passPauses } from './schedule.ts';

const texts = ['sms.received', 'sms.delivered', 'sms.failed', 'lead.qualified'] as const;

/** L25 follows each event through all attempts of a delivery and its replay. */
export const sixAttempts: readonly Check[] = [
  {
    id: 'L25',
    title: 'Each event keeps its id, bytes, method and headers through six attempts and a replay',
    rule: 'Webhooks, X-Webhook-Delivery-Id: stays the same over its retries and replays; What a delivery looks like.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const tenant = await world.tenant();
      const subscriptions = new Map<EventType, Subscription>();
      for (const [nth, event] of [...texts, 'call.completed' as const].entries()) {
        const endpoint = { method: nth % 2 ? 'PUT' : 'POST', headers: { 'X-Team': `team ${nth}` } };
        subscriptions.set(event, await subscribe(world, tenant, { event, endpoint, answer: answers(500) }));
      }
      for (const event of texts) await happen(world, tenant, event);
      await recordCall(world, tenant);
      await passPauses(world, [...subscriptions.values()]);
      for (const [event, subscription] of subscriptions) {
        const { id } = await recordUntil(subscription, 'failed');
        subscription.inbox.answer(answers(200));
        bodyOf(await tenant.api.ask('retryWebhookDelivery', { path: { id } }), 200);
        await expectOneIdentity(world, event, id, subscription);
      }
    },
  },
];

async function expectOneIdentity(world: World, event: EventType, id: string, subscription: Subscription): Promise<void> {
  const [first, ...others] = await arrivals(subscription, 7);
  if (!first) return;
  for (const [nth, delivery] of [first, ...others].entries()) {
    const which = `Attempt ${nth + 1} of a ${event}`;
    if (deliveryIdOf(delivery) !== id) world.breach(`${which} carries the id ${deliveryIdOf(delivery)}, and its record is ${id}.`);
    if (!delivery.body.equals(first.body)) world.breach(`${which} has other bytes than the first.`);
    if (delivery.method !== first.method) world.breach(`${which} is a ${delivery.method}.`);
    if (delivery.headers['x-team'] !== first.headers['x-team'] || !delivery.headers['x-team'])
      world.breach(`${which} has the header X-Team ${JSON.stringify(delivery.headers['x-team'] ?? null)}.`);
    const problem = signatureProblem(delivery, subscription.secret);
    if (problem) world.breach(`${which}: ${problem}.`);
  }
}
