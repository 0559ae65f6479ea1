import { place } from '../calls.ts';
import type { Check } from '../check.ts';
import type { Exchange } from '../exchange.ts';
import { bodyOf, expectRefusal, idsOf, isSameJson } from '../expect.ts';
import { patience, waitUntil } from '../patience.ts';
import { answers } from '../receiver.ts';
import { newDeliveries, newEndpoint, newTrigger } from '../samples.ts';
import { type DeliveryRecord, deliveryIdOf, happen, subscribe } from '../subscription.ts';
import type { Tenant } from '../tenants.ts';

/** The part of group H about pages of deliveries. */
export const pageChecks: readonly Check[] = [
  {
    id: 'H10',
    title: 'Pages hold every delivery once, newest first, and count them right',
    rule: 'Public API, listWebhookDeliveries: newest first; total and totalPages; the order is stable.',
    needs: ['operator'],
    async run(world) {
      const tenant = await world.tenant();
      const count = 23;
      await newDeliveries(world, tenant, count);
      const seen: DeliveryRecord[] = [];
      for (let page = 1; page <= 4; page++) {
        const exchange = await list(tenant, { limit: 7, page });
        const { deliveries, pagination } = bodyOf(exchange, 200);
        const expected = { page, limit: 7, total: count, totalPages: 4 };
        if (!isSameJson(pagination, expected))
          world.breach(`The pagination is ${JSON.stringify(pagination)}, not ${JSON.stringify(expected)}.`, exchange);
        seen.push(...deliveries);
      }
      const ids = seen.map(({ id }) => id);
      const different = new Set(ids).size;
      if (different !== count) world.breach(`All pages together hold ${different} of ${count} deliveries.`);
      if (seen.some(({ createdAt }, index) => createdAt > (seen[index - 1]?.createdAt ?? '9'))) world.breach('They are not newest first.');
      const past = await list(tenant, { limit: 7, page: 5 });
      if (bodyOf(past, 200).deliveries.length > 0) world.breach('There is something past the last page.', past);
      const usual = bodyOf(await list(tenant, {}), 200);
      if (usual.deliveries.length !== 20 || usual.pagination.limit !== 20)
        world.breach(`A page holds ${usual.deliveries.length} deliveries, not 20.`);
      const whole = idsOf(await list(tenant, { limit: 50 }), 'deliveries');
      if (whole.join() !== ids.join()) world.breach('A page of 50 has another order than pages of 7.');
    },
  },
  {
    id: 'H11',
    title: 'Filters part the deliveries without a rest',
    rule: 'Public API, listWebhookDeliveries: status and since; older than 30 days is taken as 30 days ago.',
    needs: ['operator'],
    async run(world) {
      const tenant = await world.tenant();
      await newDeliveries(world, tenant, 2);
      const endpoint = await newEndpoint(world, tenant);
      for (const event of ['sms.received', 'sms.delivered', 'sms.failed'] as const) {
        await newTrigger(tenant, endpoint, event);
        await happen(world, tenant, event);
      }
      const total = async (query: Readonly<Record<string, string>>): Promise<number> =>
        bodyOf(await list(tenant, query), 200).pagination.total;
      if ((await total({ since: '2001-01-01' })) !== 5) world.breach('What is older than 30 days is not taken as 30 days ago.');
      if ((await total({ since: '2199-01-01T00:00:00Z' })) !== 0) world.breach('There are deliveries since a time to come.');
      const all = await settled(tenant);
      for (const status of ['retrying', 'success']) {
        const page = await list(tenant, { status, limit: 50 });
        const other = bodyOf(page, 200).deliveries.find((delivery: DeliveryRecord) => delivery.status !== status);
        if (other) world.breach(`Of the deliveries that are ${status} one is ${other.status}.`, page);
      }
      const times = all.map(({ createdAt }) => createdAt).toSorted();
      for (const since of times.slice(1, 3)) {
        const expected = times.filter((time) => time >= since).length;
        const found = await total({ since });
        if (found !== expected) world.breach(`Since ${since} there are ${found} deliveries, not ${expected}.`);
      }
      const parts = await Promise.all(['pending', 'retrying', 'success', 'failed'].map((status) => total({ status })));
      if (parts.reduce((sum, part) => sum + part, 0) !== 5) world.breach(`By status there are ${parts.join(' + ')} of 5 deliveries.`);
    },
  },
  {
    id: 'H12',
    title: 'A delivery is read as it is listed, with its payload and its attempts beside it',
    rule: 'Public API, readWebhookDelivery: one delivery with the payload that is sent, without a wrapper, and its attempts.',
    needs: ['operator', 'receiver'],
    async run(world) {
      const tenant = await world.tenant();
      await newDeliveries(world, tenant, 1);
      const [listed] = await settled(tenant);
      const read = await tenant.api.ask('readWebhookDelivery', { path: { id: listed?.id ?? '' } });
      const { payload, attemptLog, ...record } = bodyOf(read, 200);
      if (!isSameJson(record, listed)) world.breach('It is not read as it is listed.', read);
      if (payload?.event !== 'lead.qualified') world.breach('The payload is not the event that was told.', read);
      const attempts = attemptLog?.map(({ n, status }: { n: number; status: number | null }) => `${n}: ${status}`).join();
      if (attempts !== `1: ${record.responseStatus}`) world.breach(`Its attempts are "${attempts}".`, read);
    },
  },
  {
    id: 'H13',
    title: 'Deleting an endpoint takes its retrying deliveries with it and leaves its finished ones readable',
    rule: 'Public API, deleteWebhookEndpoint: its pending and retrying deliveries go, finished ones stay readable.',
    needs: ['operator', 'receiver'],
    async run(world) {
      const tenant = await world.tenant();
      const { inbox, endpoint } = await subscribe(world, tenant, { event: 'lead.qualified' });
      await happen(world, tenant, 'lead.qualified');
      const [finished] = await settled(tenant);
      inbox.answer(answers(500));
      await happen(world, tenant, 'lead.qualified');
      const retrying = (await settled(tenant)).find(({ status }) => status === 'retrying');
      if (!finished || !retrying) return world.breach('A delivery that is refused with 500 is not retrying.');
      await tenant.api.ask('deleteWebhookEndpoint', { path: { id: endpoint.id } });
      const read = (id: string): Promise<Exchange> => tenant.api.ask('readWebhookDelivery', { path: { id } });
      expectRefusal(world, await read(retrying.id), 404, 'delivery_not_found', 'the retrying one');
      const kept = await read(finished.id);
      if (kept.response.status !== 200) world.breach('The finished delivery is gone with its endpoint.', kept);
      const again = await tenant.api.ask('retryWebhookDelivery', { path: { id: finished.id } });
      expectRefusal(world, again, 400, 'invalid_request', 'sending again to an endpoint that is gone');
    },
  },
  {
    id: 'H14',
    title: 'What was told of an ended call is what the call and its delivery say',
    rule: 'Public API, readCall: the call.completed webhook goes out when everything about the call is there.',
    needs: ['simulator', 'receiver'],
    async run(world) {
      const tenant = await world.tenant();
      const { inbox, endpoint } = await subscribe(world, tenant, { event: 'call.completed' });
      const { id } = await place(world, tenant, 'busy');
      const told = await inbox.next('call.completed', ({ body }) => body.includes(id), patience(60_000));
      const read = await tenant.api.ask('readCall', { path: { id } });
      const { call } = bodyOf(read, 200);
      if (call.status !== 'busy' || call.outcome !== 'BUSY' || call.endedAt === null || call.durationSeconds !== null)
        world.breach('The call was told of before it was over, or not as busy.', read);
      const delivery = await tenant.api.ask('readWebhookDelivery', { path: { id: deliveryIdOf(told) } });
      if (JSON.stringify(bodyOf(delivery, 200).payload) !== told.body.toString('utf8'))
        world.breach('The delivery shows another payload than was sent.', delivery);
      await tenant.api.tidy('deleteWebhookEndpoint', { path: { id: endpoint.id } });
    },
  },
];

const list = ({ api }: Tenant, query: Readonly<Record<string, string | number>>): Promise<Exchange> =>
  api.ask('listWebhookDeliveries', { query });

/** Returns every delivery once each has been attempted. */
async function settled(tenant: Tenant): Promise<readonly DeliveryRecord[]> {
  let deliveries: readonly DeliveryRecord[] = [];
  await waitUntil(async () => {
    ({ deliveries } = bodyOf(await list(tenant, { limit: 50 }), 200));
    return deliveries.every(({ attempts, status }) => attempts > 0 && status !== 'pending');
  });
  return deliveries;
}
