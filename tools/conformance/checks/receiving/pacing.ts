import { at, items } from '../../../contract/document.ts';
import type { Check } from '../../check.ts';
import { cannotTell } from '../../conclusive.ts';
import type { NewEvent } from '../../operator.ts';
import { type Answering, answers } from '../../receiver.ts';
import { arrivals, deliveryIdOf, happen, isSuccess, recordsOf, recordsUntil, type Subscription, subscribe } from '../../subscription.ts';
import type { Tenant } from '../../tenants.ts';
import type { World } from '../../world.ts';

/** L16, L17 and L29 check how many deliveries go out at once, and that no endpoint delays another. */
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
      const began = performance.now();
      await happen(world, tenant, 'lead.qualified', 15);
      await happen(world, tenant, 'sms.delivered', 15);
      await recordsUntil(texts, 15, 'success: their bucket has room', isSuccess);
      await expectOverflow(world, leads, 15, () => 6 + Math.ceil((performance.now() - began) / 10_000));
      for (let minute = 0; minute < 3; minute++) await world.advance(60);
      await recordsUntil(leads, 15, 'success: time has passed', isSuccess);
      const ids = new Set((await arrivals(leads, 15)).map(deliveryIdOf));
      if (ids.size !== 15) world.breach(`Of 15 events ${ids.size} arrived.`);
    },
  },
  {
    id: 'L29',
    title: 'A tenant whose limits nobody has changed has the published buckets, no smaller and no larger',
    rule: 'Webhooks, x-delivery: buckets and their perMinute.',
    needs: ['operator', 'receiver', 'clock'],
    profile: 'full',
    alone: true,
    async run(world) {
      // What the limits leave out keeps its published default.
      const tenant = await world.freshTenant({ limits: { writesPerMinute: 1_000, readsPerMinute: 10_000, concurrentCalls: 10 } });
      for (const { event, perMinute } of publishedBuckets(world)) await expectBucket(world, tenant, event, perMinute);
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
      const hangsNoLonger = (): void => {
        slow.inbox.answer(answers(200));
        for (const release of held.splice(0)) release();
      };
      // What is half as late again as it may be has been seen to wait. After ten seconds the attempts themselves would end.
      const seenToWait = setTimeout(hangsNoLonger, 1.5 * (5 + 3 * alone) * 1_000);
      const seconds = await secondsForTen(20).finally(() => clearTimeout(seenToWait));
      hangsNoLonger();
      if (seconds <= 5 + 3 * alone) return;
      // A deployment or machine that is slow without a hanging receiver gets proportionally more time.
      await arrivals(slow, 60);
      const afterwards = await secondsForTen(30);
      if (seconds > 5 + 3 * Math.max(alone, afterwards))
        world.breach(
          `Ten deliveries to a quick endpoint took ${seconds.toFixed(1)} s while another one hung, ${alone.toFixed(1)} s before and ${afterwards.toFixed(1)} s afterwards.`,
        );
    },
  },
];

/**
 * Expects that a bucket of six a minute has let its tokens out, and that the other deliveries wait unattempted with a
 * time set. `tokens` tells how many there have been by now, for one comes back every ten seconds.
 */
async function expectOverflow(world: World, subscription: Subscription, all: number, tokens: () => number): Promise<void> {
  await arrivals(subscription, 6);
  const records = await recordsOf(subscription);
  if (records.length !== all) world.breach(`Of ${all} events ${records.length} made a delivery.`);
  const waiting = records.filter(({ attempts }) => attempts === 0);
  if (tokens() >= all) cannotTell(world, 'tokens for all deliveries had come back.');
  else if (waiting.length < all - tokens()) world.breach(`A bucket of 6 a minute let ${all - waiting.length} of ${all} out at once.`);
  for (const { status, nextRetryAt } of waiting)
    if (status !== 'retrying' || nextRetryAt === null)
      world.breach(`What is over the bucket is ${status}, its next attempt ${nextRetryAt}.`);
}

/** Returns the buckets of the document with an event of each that can be reported. */
function publishedBuckets({ documents: { asyncapi } }: World): readonly { event: NewEvent['eventType']; perMinute: number }[] {
  return items(at(asyncapi, asyncapi, 'x-delivery', 'buckets')).map((bucket) => {
    const events = items(at(asyncapi, bucket, 'events'));
    const event = (['lead.qualified', 'sms.delivered'] as const).find((each) => events.includes(each));
    if (!event) throw new Error('A bucket of the document has no event that is known here.');
    return { event, perMinute: Number(at(asyncapi, bucket, 'perMinute')) };
  });
}

/** Reports a quarter more events than the bucket holds, and expects that no more of them wait, and no fewer but for the tokens that have come back. */
async function expectBucket(world: World, tenant: Tenant, event: NewEvent['eventType'], perMinute: number): Promise<void> {
  const subscription = await subscribe(world, tenant, { event });
  const over = Math.ceil(perMinute / 4);
  const began = performance.now();
  for (let left = perMinute + over; left > 0; left -= 250) await happen(world, tenant, event, Math.min(left, 250));
  const waiting = (await recordsOf(subscription)).filter(({ status, attempts }) => status === 'retrying' && attempts === 0).length;
  const back = Math.ceil(((performance.now() - began) / 60_000) * perMinute);
  const said = `Of ${perMinute + over} ${event} at once ${waiting} wait, and the bucket holds ${perMinute}`;
  if (waiting > over) return world.breach(`${said}.`);
  if (back >= over) cannotTell(world, 'tokens for all deliveries had come back.');
  else if (waiting < over - back) return world.breach(`${said}: with the ${back} tokens that have come back at least ${over - back} must.`);
  await world.advance(60);
  await recordsUntil(subscription, perMinute + over, 'success: a minute has passed', isSuccess);
}
