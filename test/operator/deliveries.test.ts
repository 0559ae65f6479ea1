import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type SearchPosition, searchDeliveries } from '../../src/deliveries/delivery-search.ts';
import { operatorOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { event, publish } from '../support/events.ts';
import { endpoint, freezeTenant, tenant, trigger } from '../support/fixtures.ts';
import { receiver, receiverFor } from '../support/receiver.ts';

const context = await contextOfFile();
const operator = await operatorOfFile(context);
const good = await receiverFor({ after });
const bad = await receiverFor({ after });
bad.answer((response) => void response.writeHead(503, { 'content-type': 'text/plain' }).end('grüße 🙂\0'));
const dispatcher = dispatcherFor({ after }, context);

/** A tenant whose calls go to both receivers and whose leads go to the good one. */
async function subscriber(): Promise<{ tenantId: string; goodId: string; badId: string }> {
  const { id: tenantId } = await tenant(context);
  const { id: goodId } = await endpoint(context, tenantId, { url: good.url });
  const { id: badId } = await endpoint(context, tenantId, { url: bad.url });
  await trigger(context, tenantId, goodId);
  await trigger(context, tenantId, goodId, { eventType: 'lead.qualified' });
  await trigger(context, tenantId, badId);
  return { tenantId, goodId, badId };
}

const search = async (query: Record<string, string | number>): Promise<{ ids: string[]; next: string | null; found: Found[] }> => {
  const params = new URLSearchParams(Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]));
  const { status, body } = await operator.api.get(`/deliveries?${params}`);
  assert.equal(status, 200);
  return { ids: body.deliveries.map(({ id }: Found) => id), next: body.nextCursor, found: body.deliveries };
};

interface Found {
  readonly id: string;
  readonly tenantId: string;
  readonly status: string;
  readonly eventType: string;
  readonly endpoint: { readonly id: string };
  readonly createdAt: string;
}

test('a filter that is misspelt is refused, and not a list of everything', async () => {
  const refused = await operator.api.get('/deliveries?webhookEndpointId=whe_1');
  assert.equal(refused.status, 400);
  const [{ path, message }] = refused.body.error.details.errors;
  assert.equal(path, '/query/webhookEndpointId');
  assert.match(message, /did you mean endpointId\?$/);
});

test('deliveries are found over all tenants, and by each filter', async () => {
  const [a, b] = [await subscriber(), await subscriber()];
  await publish(context, event(context, a.tenantId), event(context, b.tenantId));
  await publish(context, event(context, a.tenantId, { eventType: 'lead.qualified', dedupeKey: 'lead-1', outcome: null }));
  await dispatcher.deliverOnce();
  assert.equal((await search({})).ids.length, 5);
  assert.equal((await search({ tenantId: a.tenantId })).ids.length, 3);
  for (const { endpoint } of (await search({ endpointId: b.badId })).found) assert.equal(endpoint.id, b.badId);
  assert.deepEqual((await search({ status: 'retrying' })).found.map(({ endpoint }) => endpoint.id).sort(), [a.badId, b.badId].sort());
  assert.deepEqual(
    (await search({ eventType: 'lead.qualified' })).found.map(({ tenantId, status }) => [tenantId, status]),
    [[a.tenantId, 'success']],
  );
  assert.deepEqual((await search({ tenantId: a.tenantId, endpointId: b.badId })).ids, []);
  assert.deepEqual((await search({ tenantId: 'ten_nobody' })).ids, []);
});

test('pages go newest first without a gap or a repeat, for one tenant and for all', async () => {
  const { tenantId } = await subscriber();
  const since = new Date(context.clock.now().getTime() + 60_000).toISOString();
  context.clock.advance(60);
  for (let n = 0; n < 12; n++) {
    if (n % 3 === 0) context.clock.advance(1);
    await publish(context, event(context, tenantId, { eventType: 'lead.qualified', dedupeKey: `page-${n}`, outcome: null }));
  }
  for (const scope of [{ tenantId }, {}]) {
    const seen: Found[] = [];
    let cursor: string | null = null;
    do {
      const page = await search({ ...scope, since, limit: 5, ...(cursor && { cursor }) });
      assert.ok(page.ids.length <= 5);
      seen.push(...page.found);
      cursor = page.next;
    } while (cursor);
    assert.equal(new Set(seen.map(({ id }) => id)).size, 12);
    assert.equal(seen.length, 12);
    const times = seen.map(({ createdAt }) => createdAt);
    assert.deepEqual(times, times.toSorted().reverse());
  }
  await dispatcher.deliverOnce();
});

test('`since` is included and `until` is not', async () => {
  context.clock.advance(60);
  const { tenantId } = await subscriber();
  const at = context.clock.now();
  await publish(context, event(context, tenantId, { eventType: 'lead.qualified', dedupeKey: 'edge', outcome: null }));
  const next = new Date(at.getTime() + 1);
  for (const scope of [{ tenantId }, {}]) {
    assert.equal((await search({ ...scope, since: at.toISOString(), until: next.toISOString() })).ids.length, 1);
    assert.equal((await search({ ...scope, since: next.toISOString() })).ids.length, 0);
    assert.equal((await search({ tenantId, until: at.toISOString() })).ids.length, 0);
  }
  await dispatcher.deliverOnce();
});

test('an event reported late is found among all tenants’ by when its delivery was made', async () => {
  context.clock.advance(60);
  const { tenantId } = await subscriber();
  const occurredAt = new Date(context.clock.now().getTime() - 7 * 86_400_000);
  await publish(context, event(context, tenantId, { occurredAt, eventType: 'lead.qualified', dedupeKey: 'late', outcome: null }));
  const found = await search({ since: context.clock.now().toISOString() });
  assert.deepEqual(
    found.found.map((delivery) => delivery.tenantId),
    [tenantId],
  );
  await dispatcher.deliverOnce();
});

test('a page looks through a bounded number of deliveries and says where it stopped', async () => {
  context.clock.advance(60);
  const since = context.clock.now();
  const { tenantId } = await subscriber();
  for (let n = 0; n < 5; n++)
    await publish(context, event(context, tenantId, { eventType: 'lead.qualified', dedupeKey: `bound-${n}`, outcome: null }));
  for (const scope of [tenantId, null]) {
    const pages: number[] = [];
    let cursor: SearchPosition | null = null;
    do {
      const until = new Date(since.getTime() + 1);
      const wanted = { tenantId: scope, endpointId: null, status: 'failed', eventType: null, since, until, cursor, limit: 10 };
      const page = await searchDeliveries(context.db.knex, wanted, 2);
      pages.push(page.rows.length);
      cursor = page.next;
    } while (cursor);
    assert.deepEqual(pages, [0, 0, 0]);
  }
  await dispatcher.deliverOnce();
});

test('a delivery is read with each attempt, whose answer is text', async () => {
  const { tenantId, badId } = await subscriber();
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  const [id] = (await search({ endpointId: badId })).ids;
  context.clock.advance(80);
  await dispatcher.deliverOnce();
  const { status, body } = await operator.api.get(`/deliveries/${id}`);
  assert.equal(status, 200);
  assert.deepEqual([body.delivery.id, body.delivery.tenantId, body.delivery.status, body.delivery.attempts], [id, tenantId, 'retrying', 2]);
  assert.deepEqual(
    body.attempts.map((attempt: Record<string, unknown>) => [
      attempt['n'],
      attempt['status'],
      attempt['errorClass'],
      attempt['responseHead'],
    ]),
    [
      [1, 503, 'http_5xx', 'grüße 🙂\0'],
      [2, 503, 'http_5xx', 'grüße 🙂\0'],
    ],
  );
});

test('no answer at all has no head, and a success no error', async () => {
  const gone = await receiver();
  await gone.close();
  const { tenantId, goodId } = await subscriber();
  const { id: goneId } = await endpoint(context, tenantId, { url: gone.url });
  await trigger(context, tenantId, goneId);
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  const attemptTo = async (endpointId: string) => {
    const [id] = (await search({ endpointId })).ids;
    const [attempt] = (await operator.api.get(`/deliveries/${id}`)).body.attempts;
    return [attempt.status, attempt.errorClass, attempt.responseHead];
  };
  assert.deepEqual(await attemptTo(goneId), [null, 'connect', null]);
  assert.deepEqual(await attemptTo(goodId), [200, null, '']);
});

test('what is no delivery is delivery_not_found, and what is no filter is refused', async () => {
  for (const id of ['nothing', '019b83f0-7c40-8a31-9c2e-5d3f1b7a9e04', '019B83F0-7C40-8A31-9C2E-5D3F1B7A9E04']) {
    const { status, body } = await operator.api.get(`/deliveries/${id}`);
    assert.deepEqual([status, body.error.code], [404, 'delivery_not_found']);
  }
  for (const query of ['status=lost', 'eventType=call.started', 'since=yesterday', 'limit=0', 'limit=201', 'cursor=!!'])
    assert.equal((await operator.api.get(`/deliveries?${query}`)).status, 400, query);
});

test('a delivery past its retention is gone for the operator too', async () => {
  const { tenantId, goodId } = await subscriber();
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  const [id] = (await search({ endpointId: goodId })).ids;
  context.clock.advance(90 * 86_400 + 1);
  assert.equal((await operator.api.get(`/deliveries/${id}`)).status, 404);
  assert.deepEqual((await search({ endpointId: goodId, since: '2026-01-01T00:00:00Z' })).ids, []);
});

test('a delivery is read with the bytes that every attempt sends', async () => {
  const { tenantId, goodId } = await subscriber();
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  const [id] = (await search({ tenantId, endpointId: goodId })).ids;
  const { payload } = (await operator.api.get(`/deliveries/${id}`)).body;
  assert.equal(payload, good.received.find(({ headers }) => headers['x-webhook-delivery-id'] === id)?.body.toString());
});

test('a finished delivery is sent again at once; one that is not finished, or unknown, is not', async () => {
  const { tenantId, goodId, badId } = await subscriber();
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  const [[delivered], [retrying]] = [
    (await search({ tenantId, endpointId: goodId })).ids,
    (await search({ tenantId, endpointId: badId })).ids,
  ];
  const { status, body } = await operator.api.post(`/deliveries/${delivered}/retry`);
  assert.deepEqual([status, body.delivery.status, body.delivery.attempts], [200, 'success', 2]);
  assert.equal(good.received.filter(({ headers }) => headers['x-webhook-delivery-id'] === delivered).length, 2);
  assert.deepEqual((await operator.api.post(`/deliveries/${retrying}/retry`)).body.error.code, 'invalid_request');
  assert.deepEqual((await operator.api.post('/deliveries/unknown/retry')).body.error.code, 'delivery_not_found');

  await freezeTenant(context, tenantId);
  assert.equal((await operator.api.post(`/deliveries/${delivered}/retry`)).body.error.code, 'tenant_frozen');
});
