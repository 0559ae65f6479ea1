import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { freePort } from '../../cli/parts/ports.ts';
import { numberFor } from '../../simulator/scenarios.ts';
import type { DeliveryRow } from '../../src/deliveries/deliveries.ts';
import { api } from '../support/api.ts';
import { cellFor } from '../support/cell.ts';
import type { testContext } from '../support/context.ts';
import { deliveriesOf, event, publish } from '../support/events.ts';
import { agent, apiKey, endpoint, phoneNumber, tenant, trigger } from '../support/fixtures.ts';
import { receiverFor } from '../support/receiver.ts';
import { redisUrl } from '../support/redis.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { simulatorFor } from '../support/simulator.ts';
import { until } from '../support/until.ts';

/** Real processes that share one database, each with the roles it is given, and receivers that answer when told to. */

/** A cell and a tenant; no process yet. */
export async function prepare(t: TestContext) {
  const { context, url: publicUrl, start } = await cellFor(t);
  const { id: tenantId } = await tenant(context, { limits: { callEventsPerMinute: 10_000 } });
  const deliveries = (): Promise<DeliveryRow[]> => deliveriesOf(context.db.knex, tenantId);
  return {
    context,
    tenantId,
    publicUrl,
    deliveries,
    async start(role: string, more: Readonly<Record<string, string>> = {}, program?: string): Promise<ServiceProcess> {
      const operatorPort = String(await freePort());
      return start({ RINGPOST_ROLES: role, ...(redisUrl && { REDIS_URL: redisUrl }), OPERATOR_PORT: operatorPort, ...more }, program);
    },
    /** So many endpoints, each with a receiver that keeps its answers until told what to say. */
    receivers: (count: number) => Promise.all(Array.from({ length: count }, () => holding(t, context, tenantId))),
    /** So many deliveries to each of them, due and nobody's. */
    publish: (each: number) => publish(context, ...Array.from({ length: each }, () => event(context, tenantId))),
    /** Makes due what waits for its next attempt, a minute after the first and five after the second, and lets none be the last. */
    async retryNow(): Promise<void> {
      await context.db
        .knex('webhook_deliveries')
        .where({ tenant_id: tenantId, status: 'retrying', worker: null })
        .update({ due_at: new Date(), cycle_attempt: 0 });
    },
    /** What processes have in hand. It is asked again and again, and the receivers answer in this process, so it and `statuses` read little. */
    held: (): Promise<readonly Pick<DeliveryRow, 'worker'>[]> =>
      context.db.knex('webhook_deliveries').where({ tenant_id: tenantId }).whereNotNull('worker').select('worker'),
    async statuses(): Promise<Readonly<Record<string, number>>> {
      const counts = await context.db
        .knex('webhook_deliveries')
        .where({ tenant_id: tenantId })
        .groupBy('status')
        .select<{ status: string; count: number }[]>('status', context.db.knex.raw('count(*)::integer as count'));
      return Object.fromEntries(counts.map(({ status, count }) => [status, count]));
    },
  };
}

/** Makes a tenant's call that the system's processes take from the request to its webhook, with the simulator as the network. */
export async function oneCall(
  t: TestContext,
  { context, tenantId, publicUrl }: Awaited<ReturnType<typeof prepare>>,
  clientOf: typeof api = api,
) {
  const simulator = await simulatorFor(t, { speed: 200, seed: 1, apiKey: 'vapi-key', webhookSecret: 'vapi-secret' });
  const client = clientOf(publicUrl, (await apiKey(context, tenantId)).text);
  const agentId = await agent(context, tenantId);
  await phoneNumber(context, tenantId);
  const target = await endpoint(context, tenantId, { url: simulator.receiverUrl('crm') });
  simulator.receivers.create('crm', { secret: target.secret });
  await trigger(context, tenantId, target.id);
  return {
    env: { VAPI_BASE_URL: simulator.vapiUrl, VAPI_API_KEY: 'vapi-key', VAPI_WEBHOOK_SECRET: 'vapi-secret' },
    async mustSucceed(): Promise<void> {
      const place = () => client.post('/calls', { agentId, phoneNumber: numberFor('answered-interested', 1) });
      // Older code waits two seconds for a session of the database, and then says that nothing was done.
      let placed = await place();
      while (placed.status === 503 && placed.body.error.code === 'overloaded') placed = await place();
      assert.equal(placed.status, 201, placed.raw);
      const path = `/calls/${placed.body.call.id}`;
      await until('the recording is stored', async () => (await client.get(path)).body.call.recordingUrl !== null);
      // The ledger counts calls that have ended.
      await until('the webhook is there', async () => simulator.ledger.read().totals.callsWithoutWebhook === 0);
      const { dials, duplicateDials, callsWithoutWebhook } = simulator.ledger.read().totals;
      assert.deepEqual({ dials, duplicateDials, callsWithoutWebhook }, { dials: 1, duplicateDials: 0, callsWithoutWebhook: 0 });
    },
  };
}

async function holding(t: TestContext, context: Awaited<ReturnType<typeof testContext>>, tenantId: string) {
  const target = await receiverFor(t);
  const { id } = await endpoint(context, tenantId, { url: target.url });
  await trigger(context, tenantId, id);
  const waiting: ServerResponse[] = [];
  target.answer((response) => {
    waiting.push(response);
    // A process gives an attempt up after ten seconds. What it has given up is not under way any more.
    response.once('close', () => {
      if (waiting.includes(response)) waiting.splice(waiting.indexOf(response), 1);
    });
  });
  return {
    waiting,
    ids: () => target.received.map(({ headers }) => headers['x-webhook-delivery-id']),
    answer(status: number, until?: 'from now on') {
      if (until) target.answer(status);
      for (const response of waiting.splice(0)) response.writeHead(status).end();
    },
  };
}
