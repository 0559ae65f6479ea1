import type { Check } from '../../check.ts';
import type { Answering } from '../../receiver.ts';
import { arrivals, deliveryIdOf, happen, recordsOf, recordsUntil, type Subscription, subscribe } from '../../subscription.ts';
import type { World } from '../../world.ts';

/** L16 and L17 check how many deliveries go out at once, and that no endpoint delays another. */
export const webhookPacing: readonly Check[] = [
  {
    id: 'L16',
    title: 'More events than a bucket holds are all delivered, the overflow later, and each bucket by itself',
    rule: 'Webhooks, How fast: what is over is not dropped: it shows as retrying and goes out when the bucket has room.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      const limits = {
        writesPerMinute: 1_000,
        readsPerMinute: 10_000,
        concurrentCalls: 10,
        callEventsPerMinute: 6,
        textEventsPerMinute: 60,
      };
      const tenant = await world.freshTenant({ limits });
      const leads = await subscribe(world, tenant, { event: 'lead.qualified' });
      const texts = await subscribe(world, tenant, { event: 'sms.delivered' });
      await happen(world, tenant, 'lead.qualified', 15);
      await happen(world, tenant, 'sms.delivered', 15);
      await recordsUntil(texts, 15, 'success: their bucket has room', ({ status }) => status === 'success');
      await expectOverflow(world, leads, 6, 15);
      for (let minute = 0; minute < 3; minute++) await world.advance(60);
      await recordsUntil(leads, 15, 'success: time has passed', ({ status }) => status === 'success');
      const ids = new Set((await arrivals(leads, 15)).map(deliveryIdOf));
      if (ids.size !== 15) world.breach(`Of 15 events ${ids.size} arrived.`);
    },
  },
  {
    id: 'L17',
    title: 'A receiver that hangs delays no other endpoint’s deliveries',
    rule: 'Webhooks, When you don’t answer: 10 seconds for each attempt, which are nobody else’s.',
    needs: ['operator', 'receiver'],
    profile: 'full',
    async run(world) {
      const tenant = await world.tenant();
      const held: (() => void)[] = [];
      const hang: Answering = (_delivery, _nth, response) => void held.push(() => response.writeHead(200).end());
      const slow = await subscribe(world, tenant, { answer: hang });
      const quick = await subscribe(world, tenant, { event: 'sms.failed' });
      const secondsForTen = async (arrived: number): Promise<number> => {
        const began = performance.now();
        await happen(world, tenant, 'sms.failed', 10);
        await arrivals(quick, arrived);
        return (performance.now() - began) / 1_000;
      };
      const alone = await secondsForTen(10);
      await happen(world, tenant, 'sms.delivered', 60);
      await arrivals(slow, 1);
      const seconds = await secondsForTen(20);
      for (const release of held) release();
      slow.inbox.answer((_delivery, _nth, response) => void response.writeHead(200).end());
      // A deployment or machine that is slow without a hanging receiver gets proportionally more time.
      if (seconds > 5 + 3 * alone)
        world.breach(
          `Ten deliveries to a quick endpoint took ${seconds.toFixed(1)} s while another one hung, ${alone.toFixed(1)} s before.`,
        );
    },
  },
];

/**
 * Expects that at least the bucket's size has gone out, and that the other deliveries wait unattempted with a time set.
 * A token comes back every ten seconds.
 */
async function expectOverflow(world: World, subscription: Subscription, size: number, all: number): Promise<void> {
  await arrivals(subscription, size);
  const records = await recordsOf(subscription);
  if (records.length !== all) world.breach(`Of ${all} events ${records.length} made a delivery.`);
  const waiting = records.filter(({ attempts }) => attempts === 0);
  if (waiting.length < all - size - 2) world.breach(`A bucket of ${size} a minute let ${all - waiting.length} of ${all} out at once.`);
  for (const { status, nextRetryAt } of waiting)
    if (status !== 'retrying' || nextRetryAt === null)
      world.breach(`What is over the bucket is ${status}, its next attempt ${nextRetryAt}.`);
}
