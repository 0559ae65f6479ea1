import { at, items } from '../../../contract/document.ts';
import type { Check } from '../../check.ts';
import { expectRefusal, expectStatus } from '../../expect.ts';
import type { NewEvent } from '../../operator.ts';
import { answers } from '../../receiver.ts';
import { type DeliveryRecord, happen, recordsUntil, recordUntil, subscribe } from '../../subscription.ts';
import type { World } from '../../world.ts';
import { exhausted } from './schedule.ts';

const hour = 3_600;

/** L30 lets the retention of deliveries pass, which ends what anybody has on the deployment. */
export const webhookRetention: readonly Check[] = [
  {
    id: 'L30',
    title: 'Finished deliveries of sms.delivered and sms.failed are gone when their time is over, no sooner and no others',
    rule: 'Webhooks, x-retention: finishedDays of sms.delivered and sms.failed. Public API, delivery_not_found.',
    needs: ['operator', 'receiver', 'clock', 'own instance'],
    profile: 'full',
    alone: true,
    last: true,
    async run(world) {
      const { api } = await world.tenant();
      const { expiring, kept } = await deliveriesOfEachKind(world);
      const readEach = async (records: readonly DeliveryRecord[], when: string): Promise<void> => {
        for (const { id } of records) expectStatus(world, await api.ask('readWebhookDelivery', { path: { id } }), 200, when);
      };
      await world.advance(retentionDays(world) * 24 * hour - hour);
      await readEach([...expiring, ...kept], 'A delivery an hour before its retention is over');
      await world.advance(2 * hour);
      for (const { id } of expiring)
        for (const operation of ['readWebhookDelivery', 'retryWebhookDelivery'])
          expectRefusal(
            world,
            await api.ask(operation, { path: { id } }),
            404,
            'delivery_not_found',
            `${operation} of a text’s delivery after its retention`,
          );
      await readEach(kept, 'A delivery that is kept longer, or is not finished,');
      // What came to an endpoint that exists is looked for in the record (O9), where it is no more.
      for (const id of new Set([...expiring, ...kept].map(({ endpoint }) => endpoint.id)))
        await api.tidy('deleteWebhookEndpoint', { path: { id } });
    },
  },
];

interface EachKind {
  readonly expiring: readonly DeliveryRecord[];
  readonly kept: readonly DeliveryRecord[];
}

/** Makes deliveries of texts that have failed and succeeded, one of a text that is still tried, and one of an event that is kept longer. */
async function deliveriesOfEachKind(world: World): Promise<EachKind> {
  const tenant = await world.tenant();
  const failing = await subscribe(world, tenant, { answer: answers(500) });
  const failed = await exhausted(world, failing);
  const succeeded = async (event: NewEvent['eventType']): Promise<DeliveryRecord> => {
    const subscription = await subscribe(world, tenant, { event });
    await happen(world, tenant, event);
    return recordUntil(subscription, 'success');
  };
  const expiring = [failed, await succeeded('sms.delivered'), await succeeded('sms.failed')];
  // The endpoint that fails got the second sms.delivered, too.
  const unfinished = (await recordsUntil(failing, 2, 'tried', ({ attempts }) => attempts > 0)).filter(({ id }) => id !== failed.id);
  return { expiring, kept: [...unfinished, await succeeded('sms.received')] };
}

function retentionDays({ documents: { asyncapi } }: World): number {
  const retention = items(at(asyncapi, asyncapi, 'x-retention'));
  const ofTexts = retention.find((each) => items(at(asyncapi, each, 'events')).includes('sms.delivered'));
  return Number(at(asyncapi, ofTexts, 'finishedDays'));
}
