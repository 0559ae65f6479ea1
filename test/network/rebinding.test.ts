import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, afterEach, beforeEach, test } from 'node:test';
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { type ApiClient, listenOfFile, publicOfFile } from '../support/api.ts';
import { contextOfFile } from '../support/context.ts';
import { dnsServer } from '../support/dns-server.ts';
import { event, publish } from '../support/events.ts';
import { apiKey, tenant, trigger } from '../support/fixtures.ts';
import { receiver } from '../support/receiver.ts';

/**
 * A tenant who owns a name server, whose answers are good while we look and bad when we act. All of it is real but the
 * telephone network: the name server, the API, the engine, and a listener on loopback that counts who knocks. 127.0.0.2
 * stands for the outside and is allowed; 127.0.0.1 is the inside.
 */
let knocks = 0;
let client: ApiClient;
let tenantId: string;
let dispatcher: Dispatcher;

const names = await dnsServer();
after(() => names.close());
const { port } = await listenOfFile(
  createServer((socket) => {
    knocks += 1;
    socket.destroy();
  }),
);
const outside = await receiver(200, { host: '127.0.0.2', port });
after(outside.close);
const context = await contextOfFile({ env: { RINGPOST_DNS_SERVERS: names.address, RINGPOST_ALLOW_PRIVATE_WEBHOOKS: '127.0.0.2' } });
const server = await publicOfFile(context);
beforeEach(async () => {
  tenantId = (await tenant(context)).id;
  client = server.api.with((await apiKey(context, tenantId)).text);
  dispatcher = startDispatcher(context);
});
afterEach(() => dispatcher.stop(0));

const outsideAddress = ['127.0.0.2'];
const insideAddress = ['127.0.0.1'];

/** Through the API, as a tenant would. */
async function createEndpoint(name: string): Promise<void> {
  const made = await client.post('/webhooks', { name: 'CRM', url: `http://${name}:${port}/hook` });
  assert.equal(made.status, 201, made.raw);
  await trigger(context, tenantId, made.body.endpoint.id);
}

/** What the delivery of one more event came to. */
async function deliver(): Promise<string> {
  await publish(context, event(context, tenantId));
  await dispatcher.deliverOnce();
  const { body } = await client.get('/webhook-deliveries');
  return body.deliveries[0].errorMessage ?? body.deliveries[0].status;
}

const lookUps = (name: string): number => names.questions.filter((question) => question === `A ${name}`).length;

test('a name that was public when its endpoint was made and is private when it is called', async () => {
  const name = 'turns.example.org';
  names.answer(name, ['93.184.215.14'], insideAddress);
  await createEndpoint(name);
  context.clock.advance(5);
  assert.equal(await deliver(), 'blocked address');
  assert.equal(lookUps(name), 2);
  assert.equal(knocks, 0);
});

test('the same, with a mixed answer and with the other family', async () => {
  for (const [name, answer] of [
    ['mixes.example.org', ['93.184.215.14', ...insideAddress]],
    ['six.example.org', ['::1']],
    ['mapped.example.org', ['::ffff:7f00:1']],
  ] as const) {
    names.answer(name, ['93.184.215.14'], answer);
    await createEndpoint(name);
    context.clock.advance(5);
    assert.equal(await deliver(), 'blocked address', name);
  }
  assert.equal(knocks, 0);
});

test('a name that changes its mind between each question and the next: it is asked once, and the socket goes where it said', async () => {
  const name = 'flips.example.org';
  names.answer(name, outsideAddress, outsideAddress, insideAddress);
  await createEndpoint(name);
  context.clock.advance(5);
  const heard = outside.received.length;
  assert.equal(await deliver(), 'success');
  assert.equal(lookUps(name), 2, 'once to create, once to connect');
  assert.equal(outside.received.length, heard + 1);
  assert.equal(outside.received.at(-1)?.headers.host, `${name}:${port}`);
  assert.equal(knocks, 0);
});

test('a name that comes back is good again, and every connection is judged anew', async () => {
  const name = 'returns.example.org';
  names.answer(name, outsideAddress, outsideAddress, insideAddress, outsideAddress);
  await createEndpoint(name);
  const outcomes: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    context.clock.advance(5);
    outside.hangUp();
    outcomes.push(await deliver());
  }
  assert.deepEqual(outcomes, ['success', 'blocked address', 'success']);
  assert.equal(knocks, 0);
});

test('a name that turns private while it is remembered gains nothing: what is remembered is what is connected to', async () => {
  const name = 'quick.example.org';
  names.answer(name, outsideAddress, insideAddress);
  await createEndpoint(name);
  assert.equal(await deliver(), 'success');
  assert.equal(lookUps(name), 1);
  assert.equal(knocks, 0);
});

test('a name server that fails or falls silent after the endpoint was made is no way in', async () => {
  for (const [name, then] of [
    ['fails.example.org', 'server failure'],
    ['gone.example.org', 'no such name'],
    ['silent.example.org', 'silence'],
  ] as const) {
    names.answer(name, outsideAddress, then);
    await createEndpoint(name);
    context.clock.advance(5);
    outside.hangUp();
    assert.equal(await deliver(), 'the host name does not resolve', name);
  }
  assert.equal(knocks, 0);
});
