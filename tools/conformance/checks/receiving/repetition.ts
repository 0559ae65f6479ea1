import { randomUUID } from 'node:crypto';
import type { Check } from '../../check.ts';
import { expectStatus } from '../../expect.ts';
import { arrivals, deliveryIdOf, examplesOf, happen, patienceMs, recordsOf, subscribe } from '../../subscription.ts';

/** L26 and L27 check that events are not sent for deleted triggers, and not under several ids. */
export const webhookRepetition: readonly Check[] = [
  {
    id: 'L26',
    title: 'A deleted trigger sends nothing, and the other trigger of its endpoint goes on',
    rule: 'Public API, deleteAutomationTrigger: no event goes out because of it any more.',
    needs: ['operator', 'receiver'],
    async run(world) {
      const tenant = await world.tenant();
      const deleted = await subscribe(world, tenant, { event: 'sms.received' });
      const kept = await subscribe(world, tenant, { event: 'sms.received' });
      await happen(world, tenant, 'sms.received');
      await arrivals(deleted, 1);
      const removal = await tenant.api.ask('deleteAutomationTrigger', { path: { id: deleted.triggerId } });
      expectStatus(world, removal, 204, 'deleting the trigger');
      await happen(world, tenant, 'sms.received');
      await arrivals(kept, 2);
      // All deliveries of an event are made together, so the deleted trigger's would be recorded by now.
      const [made, came] = [(await recordsOf(deleted)).length, deleted.inbox.deliveries.length];
      if (made !== 1 || came !== 1) world.breach(`After its trigger was deleted ${made} deliveries are recorded and ${came} came, not 1.`);
    },
  },
  {
    id: 'L27',
    title: 'An event that is told again comes under the id that it had',
    rule: 'Webhooks, X-Webhook-Delivery-Id: of texts it is the same for each text and event, however often it is told.',
    needs: ['operator', 'receiver'],
    async run(world) {
      const tenant = await world.tenant();
      for (const eventType of ['sms.received', 'sms.delivered', 'sms.failed'] as const) {
        const subscription = await subscribe(world, tenant, { event: eventType });
        const [[data = {}], [other = {}]] = [examplesOf(world, eventType), examplesOf(world, eventType)];
        const [dedupeKey, otherKey] = [randomUUID(), randomUUID()];
        for (const event of [
          { dedupeKey, data },
          { dedupeKey, data },
          { dedupeKey: otherKey, data: other },
        ])
          await world.operator.publish(tenant.id ?? '', [{ eventType, ...event }]);
        // Deliveries of the earlier event would have been made before those of the later one; they may arrive in any order.
        for (const [what, { message_id }] of [
          ['the', data],
          ['the other', other],
        ] as const)
          await subscription.inbox.next(`${what} ${eventType}`, ({ body }) => body.includes(String(message_id)), patienceMs());
        const ids = new Set(subscription.inbox.deliveries.map(deliveryIdOf));
        if (ids.size !== 2) world.breach(`A ${eventType} that was told twice, and another one, came under ${ids.size} ids.`);
      }
    },
  },
];
