import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { asyncApiDocument } from '../../src/contract/documents.ts';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { type ApiClient, operatorOfFile, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { event, forgetDeliveries, publish } from '../support/events.ts';
import { apiKey, tenant, trigger } from '../support/fixtures.ts';
import { type Received, type Receiver, receiver } from '../support/receiver.ts';

/** The headers of Standard Webhooks, as the libraries that others wrote for it judge them. */
let target: Receiver;
let dispatcher: Dispatcher;
let tenantId: string;
let api: ApiClient;

const context = await contextOfFile();
const open = await publicOfFile(context);
const operator = await operatorOfFile(context);
beforeEach(async () => {
  target = await receiver();
  dispatcher = startDispatcher(context);
  tenantId = (await tenant(context)).id;
  api = open.api.with((await apiKey(context, tenantId)).text);
});
afterEach(async () => {
  await dispatcher.stop(0);
  await target.close();
  await forgetDeliveries(context);
});

interface Endpoint {
  readonly id: string;
  readonly signingSecret: string;
  readonly headers: object;
  readonly standardWebhooks: boolean;
}

async function subscribed(body: object): Promise<Endpoint> {
  const made = await api.post('/webhooks', { name: 'CRM', url: target.url, ...body });
  assert.equal(made.status, 201, made.raw);
  await trigger(context, tenantId, made.body.endpoint.id);
  return made.body.endpoint;
}

async function delivered(): Promise<Received> {
  await publish(context, event(context, tenantId, { data: { call_id: 'call_test', notes: 'Grüße, Søren 👋' } }));
  await dispatcher.deliverOnce();
  return newest();
}

function newest(): Received {
  const last = target.received.at(-1);
  assert.ok(last, 'nothing was delivered');
  return last;
}

const standardNames = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const;

function standardHeaders({ headers }: Received): Record<(typeof standardNames)[number], string> {
  const [id, timestamp, signature] = standardNames.map((name) => String(headers[name]));
  return { 'webhook-id': id ?? '', 'webhook-timestamp': timestamp ?? '', 'webhook-signature': signature ?? '' };
}

/** Returns the secret in the form that the libraries take, as the documents say. */
const standardSecret = (signingSecret: string): string => `whsec_${Buffer.from(signingSecret, 'utf8').toString('base64')}`;

const libraries = { standardwebhooks: Webhook, svix: SvixWebhook };

/** Calls a library while `Date`, from which it reads the time, stands at `at`. */
function atTime<T>(at: Date, call: () => T): T {
  mock.timers.enable({ apis: ['Date'], now: at });
  try {
    return call();
  } finally {
    mock.timers.reset();
  }
}

/** Throws as the library does. */
const verify = (name: keyof typeof libraries, secret: string, body: Buffer, headers: Record<string, string>, at: Date): unknown =>
  atTime(at, () => new libraries[name](secret).verify(body.toString('utf8'), headers));

for (const library of ['standardwebhooks', 'svix'] as const) {
  test(`${library} accepts a delivery, and refuses another body, id, timestamp, secret or time`, async () => {
    const { signingSecret } = await subscribed({ standardWebhooks: true });
    const received = await delivered();
    const secret = standardSecret(signingSecret);
    const headers = standardHeaders(received);
    const now = context.clock.realNow();
    assert.deepEqual(verify(library, secret, received.body, headers, now), JSON.parse(received.body.toString('utf8')));

    const timestamp = Number(headers['webhook-timestamp']);
    const other = { ...headers, 'webhook-id': '019b8399-6188-8c3e-9d5a-4b8f0e2a7c61' };
    const later = { ...headers, 'webhook-timestamp': String(timestamp + 1) };
    const changed = Buffer.concat([received.body, Buffer.from(' ')]);
    assert.throws(() => verify(library, secret, changed, headers, now), /No matching signature/);
    assert.throws(() => verify(library, secret, received.body, other, now), /No matching signature/);
    assert.throws(() => verify(library, secret, received.body, later, now), /No matching signature/);
    assert.throws(() => verify(library, standardSecret('a'.repeat(64)), received.body, headers, now), /No matching signature/);
    assert.throws(() => verify(library, secret, received.body, headers, new Date((timestamp + 301) * 1_000)), /too old/);
  });

  test(`${library} accepts the published vectors`, () => {
    for (const { secret, standardSecret: given, timestamp, deliveryId, bodyBase64, standardHeader } of asyncApiDocument()['x-signature']
      .vectors) {
      assert.equal(given, standardSecret(secret));
      const headers = { 'webhook-id': deliveryId, 'webhook-timestamp': timestamp, 'webhook-signature': standardHeader };
      verify(library, given, Buffer.from(bodyBase64, 'base64'), headers, new Date(Number(timestamp) * 1_000));
    }
  });
}

test("the document's own code takes a delivery, and nothing else", async () => {
  const [, code = ''] =
    /```js\nimport \{ Webhook \} from 'standardwebhooks';\n(.*?)```/s.exec(asyncApiDocument().info.description ?? '') ?? [];
  // A module from a string could not import a package.
  const standardEvent = new Function('Webhook', `${code}; return standardEvent;`)(Webhook);
  const { signingSecret } = await subscribed({ standardWebhooks: true });
  const { body, headers } = await delivered();
  const read = (secret: string) => atTime(context.clock.realNow(), () => standardEvent(body.toString('utf8'), headers, secret));
  assert.equal(read(signingSecret).event, 'call.completed');
  assert.throws(() => read('a'.repeat(64)), /No matching signature/);
});

test('the headers stand beside the specified ones, with the same id and time, on every attempt', async () => {
  const { signingSecret, standardWebhooks } = await subscribed({ standardWebhooks: true, method: 'PUT' });
  assert.equal(standardWebhooks, true);
  target.answer(503);
  const first = await delivered();
  context.clock.advance(80);
  target.answer(200);
  await dispatcher.deliverOnce();
  assert.equal(target.received.length, 2);
  for (const received of [first, newest()]) {
    assert.equal(received.headers['webhook-id'], received.headers['x-webhook-delivery-id']);
    assert.equal(received.headers['webhook-timestamp'], received.headers['x-webhook-timestamp']);
    assert.match(String(received.headers['x-webhook-signature']), /^sha256=[0-9a-f]{64}$/);
  }
  assert.equal(newest().headers['webhook-id'], first.headers['webhook-id']);
  assert.notEqual(newest().headers['webhook-timestamp'], first.headers['webhook-timestamp']);
  verify('svix', standardSecret(signingSecret), newest().body, standardHeaders(newest()), context.clock.realNow());
});

test('an endpoint that did not ask for them gets none, and may send headers of these names itself', async () => {
  const made = await subscribed({ headers: { 'Webhook-Id': 'mine' } });
  assert.deepEqual([made.standardWebhooks, made.headers], [false, { 'Webhook-Id': 'mine' }]);
  const { headers } = await delivered();
  assert.deepEqual(
    standardNames.map((name) => headers[name]),
    ['mine', undefined, undefined],
  );
});

test('extra headers of these names are dropped where the endpoint has Standard Webhooks', async () => {
  const made = await subscribed({
    standardWebhooks: true,
    headers: { 'Webhook-Id': 'mine', webhook_signature: 'mine', 'Webhook-Ids': 'kept' },
  });
  assert.deepEqual(made.headers, { 'Webhook-Ids': 'kept' });
});

test('the operator switches them for an endpoint that is there, whose own headers of these names give way', async () => {
  const { id, signingSecret } = await subscribed({ headers: { 'WEBHOOK-ID': 'mine' } });
  const path = `/tenants/${tenantId}/webhook-endpoints/${id}`;
  assert.equal((await delivered()).headers['webhook-id'], 'mine');

  const switched = await operator.api.request('PATCH', path, { body: { standardWebhooks: true } });
  assert.deepEqual([switched.status, switched.body.endpoint.standardWebhooks, switched.body.endpoint.isActive], [200, true, true]);
  assert.equal((await api.get('/webhooks')).body.endpoints[0].standardWebhooks, true);
  const received = await delivered();
  verify('standardwebhooks', standardSecret(signingSecret), received.body, standardHeaders(received), context.clock.realNow());

  await operator.api.request('PATCH', path, { body: { standardWebhooks: false } });
  assert.equal((await delivered()).headers['webhook-signature'], undefined);
  assert.equal((await operator.api.request('PATCH', path, { body: {} })).status, 400);
});

test('after a rotation only the new secret signs', async () => {
  const { id, signingSecret } = await subscribed({ standardWebhooks: true });
  const rotated = await operator.api.post(`/tenants/${tenantId}/webhook-endpoints/${id}/rotate-secret`);
  const received = await delivered();
  const check = (secret: string) =>
    verify('svix', standardSecret(secret), received.body, standardHeaders(received), context.clock.realNow());
  assert.match(String(received.headers['webhook-signature']), /^v1,[^ ]+$/);
  check(rotated.body.endpoint.signingSecret);
  assert.throws(() => check(signingSecret), /No matching signature/);
});
