import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { RawJson } from '../../src/contract/raw-json.ts';
import type { EventType } from '../../src/events/event.ts';
import { type ApiClient, codeOf, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { deliveriesOf, event, publish } from '../support/events.ts';
import { apiKey, endpoint, tenant, trigger } from '../support/fixtures.ts';
import { receiverFor } from '../support/receiver.ts';

let tenantId: string;
let client: ApiClient;

const context = await contextOfFile();
const server = await publicOfFile(context);
beforeEach(async () => {
  ({ tenantId, client } = await owner());
});

async function owner(): Promise<{ tenantId: string; client: ApiClient }> {
  const { id } = await tenant(context);
  return { tenantId: id, client: server.api.with((await apiKey(context, id)).text) };
}

/** A delivery of such an event; its id. */
async function delivery(url: string, data: Readonly<Record<string, unknown>> = {}, eventType: EventType = 'call.completed') {
  const { id: endpointId } = await endpoint(context, tenantId, { url });
  await trigger(context, tenantId, endpointId, { eventType });
  await publish(context, event(context, tenantId, { data, eventType }));
  const [row] = await deliveriesOf(context.db.knex, tenantId);
  assert.ok(row);
  return row;
}

test('the record of the list, and the payload in the very bytes that are sent', async (t) => {
  const target = await receiverFor(t);
  const dispatcher = dispatcherFor(t, context);
  const { id } = await delivery(target.url, {
    note: 'grüß 🙂 <&>',
    metadata: new RawJson('{"2":1.50,"1":12345678901234567890,"__proto__":{}}'),
  });
  await dispatcher.deliverOnce();
  const read = await client.get(`/webhook-deliveries/${id}`);
  assert.equal(read.status, 200);
  const sent = target.received[0]?.body.toString('utf8');
  assert.ok(sent && read.raw.endsWith(`"payload":${sent}}`), read.raw);
  const { payload, attemptLog: _, ...record } = read.body;
  assert.deepEqual(record, (await client.get('/webhook-deliveries')).body.deliveries[0]);
  assert.deepEqual([record.status, payload.event], ['success', 'call.completed']);
});

for (const [eventType, days] of [
  ['call.completed', 90],
  ['sms.received', 90],
  ['sms.delivered', 30],
  ['sms.failed', 30],
] as const) {
  test(`a delivery of ${eventType} is readable for ${days} days after it finished, deleted yet or not`, async () => {
    const { id } = await delivery('https://crm.example.org/', {}, eventType);
    const at = context.clock.now();
    const failed = { status: 'failed', due_at: null, worker: null, finished_at: at, failed_at: at };
    await context.db.knex('webhook_deliveries').where({ id }).update(failed);
    context.clock.advance(days * 86_400);
    assert.equal((await client.get(`/webhook-deliveries/${id}`)).status, 200);
    context.clock.advance(0.001);
    assert.equal(codeOf(await client.get(`/webhook-deliveries/${id}`)), '404 delivery_not_found');
    assert.equal(codeOf(await client.post(`/webhook-deliveries/${id}/retry`)), '404 delivery_not_found');
  });
}

test('one that has not finished is readable however old', async () => {
  const { id } = await delivery('https://crm.example.org/');
  context.clock.advance(200 * 86_400);
  assert.equal((await client.get(`/webhook-deliveries/${id}`)).body.status, 'pending');
});

test('each attempt of whichever cycle has a line, with the beginning of its answer', async (t) => {
  const target = await receiverFor(t);
  const dispatcher = dispatcherFor(t, context);
  const { id } = await delivery(target.url);
  const log = async () => (await client.get(`/webhook-deliveries/${id}`)).body.attemptLog;
  assert.deepEqual(await log(), []);
  await dispatcher.deliverOnce();
  target.answer((response) => void response.writeHead(503).end(`é${'x'.repeat(2_000)}`));
  assert.equal((await client.post(`/webhook-deliveries/${id}/retry`)).body.status, 'retrying');
  const seen = (await log()).map(({ startedAt: _, durationMs: __, ...line }: Record<string, unknown>) => line);
  assert.deepEqual(seen, [
    { n: 1, status: 200, errorClass: null, responseHead: '' },
    { n: 2, status: 503, errorClass: 'http_5xx', responseHead: `é${'x'.repeat(1_022)}` },
  ]);
});

test('an attempt that ends while a delivery is read is in the whole answer or not at all', async (t) => {
  const target = await receiverFor(t, 500);
  const dispatcher = dispatcherFor(t, context);
  const { id } = await delivery(target.url);
  await dispatcher.deliverOnce();
  const read = async (): Promise<unknown> => {
    const answer = await client.get(`/webhook-deliveries/${id}`);
    assert.equal(answer.status, 200, answer.raw);
    const { attempts, attemptLog } = answer.body;
    return [attempts, attemptLog.map(({ n }: { n: number }) => n)];
  };
  const { requests } = context.db;
  const within = requests.within.bind(requests);
  t.mock.method(requests, 'within', (scope: Parameters<typeof within>[0]) => {
    const reading: typeof context.db.reading = async (ask) => {
      const { knex, engine } = context.db;
      const raw = async (...question: Parameters<typeof knex.raw>) => {
        context.clock.advance(120);
        await dispatcher.deliverOnce();
        return knex.raw(...question);
      };
      return ask({ engine, knex: new Proxy(knex, { get: (of, member) => (member === 'raw' ? raw : Reflect.get(of, member)) }) });
    };
    return new Proxy(within(scope), { get: (of, member) => (member === 'reading' ? reading : Reflect.get(of, member)) });
  });
  assert.deepEqual(await read(), [1, [1]]);
  t.mock.restoreAll();
  assert.deepEqual(await read(), [2, [1, 2]]);
});
