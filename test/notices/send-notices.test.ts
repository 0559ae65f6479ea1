import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { QueryConfig, QueryResult } from 'pg';
import operatorDocument from '../../src/contract/generated/operator.json' with { type: 'json' };
import { type Dispatcher, startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { sendNoticesOnce } from '../../src/notices/send-notices.ts';
import { contextFor, type TestContext, testContext } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { event, publish } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { type Receiver, receiver } from '../support/receiver.ts';

/** The operator is told of an endpoint that keeps failing, and can tell its tenant. */

const secret = 'the secret of the notices, as text';
let context: TestContext;
let dispatcher: Dispatcher;
let operator: Receiver;
let target: Receiver;
let tenantId: string;
let endpointId: string;

beforeEach(async () => {
  operator = await receiver();
  target = await receiver(503);
  context = await testContext({ env: { RINGPOST_NOTICE_URL: operator.url, RINGPOST_NOTICE_SECRET: secret } });
  dispatcher = startDispatcher(context);
  tenantId = (await tenant(context, { name: 'Alder Realty', limits: { callEventsPerMinute: 10_000 } })).id;
  endpointId = (await endpoint(context, tenantId, { url: target.url })).id;
  await trigger(context, tenantId, endpointId);
});
afterEach(async () => {
  await dispatcher.stop(0);
  await operator.close();
  await target.close();
  await context.close();
});

async function deliver(count: number, by = dispatcher): Promise<void> {
  await publish(context, ...Array.from({ length: count }, () => event(context, tenantId)));
  await by.deliverOnce();
}
/** Attempts all that failed once more, so that no retry comes among later failures. */
async function deliverRetries(): Promise<void> {
  context.clock.advance(90);
  while ((await dispatcher.deliverOnce()) > 0);
}
/** Sends what is due after some seconds, which are too few for another attempt of a delivery. */
async function tell(seconds = 6): Promise<number> {
  context.clock.advance(seconds);
  return sendNoticesOnce(context);
}
const told = () => operator.received.map(({ body }) => JSON.parse(body.toString()));
const marks = () => told().map((notice) => [notice.event, notice.data.failures]);

test('the operator is told at 5, 20 and 100 failures in a row, and of the recovery, once each', async () => {
  await deliver(4);
  assert.equal(await tell(), 0);
  await deliver(1);
  await tell();
  await tell();
  assert.deepEqual(marks(), [['endpoint.failing', 5]]);
  await deliver(14);
  await tell();
  assert.equal(operator.received.length, 1);
  await deliver(1);
  await tell();
  await deliver(80);
  await tell();
  await deliver(200);
  await tell();
  target.answer(200);
  await deliver(2);
  await tell();
  for (let n = 0; n < 3; n++) await tell();
  assert.deepEqual(marks(), [
    ['endpoint.failing', 5],
    ['endpoint.failing', 20],
    ['endpoint.failing', 100],
    ['endpoint.recovered', 100],
  ]);
  assert.equal(await tell(), 0, 'nothing is due any more');
  await deliverRetries();
  target.answer(503);
  await deliver(5);
  await tell();
  assert.deepEqual(marks().at(-1), ['endpoint.failing', 5]);
});

test('a notice is what the document says, and signed as a delivery is', async () => {
  await deliver(5);
  await tell();
  const [{ headers, body } = assert.fail()] = operator.received;
  const expected = createHmac('sha256', secret).update(`${headers['x-webhook-timestamp']}.`).update(body).digest('hex');
  assert.equal(headers['x-webhook-signature'], `sha256=${expected}`);
  assert.match(String(headers['x-webhook-delivery-id']), /^[0-9a-f-]{36}$/);
  const [notice] = told();
  assert.deepEqual(
    [notice.data.tenant, notice.data.endpoint.id, notice.data.endpoint.url, notice.data.lastError],
    [{ id: tenantId, name: 'Alder Realty' }, endpointId, target.url, 'HTTP 503'],
  );
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(operatorDocument, 'document');
  const { $ref } = operatorDocument.webhooks[notice.event as 'endpoint.failing'].post.requestBody.content['application/json'].schema;
  assert.ok(ajv.validate({ $ref: `document${$ref}` }, notice), ajv.errorsText());
});

test('a notice that is not taken comes again under its id, also after a restart, and nobody else sends it meanwhile', async () => {
  operator.answer(500);
  await deliver(5);
  assert.equal(await tell(60), 1);
  assert.equal(await sendNoticesOnce(context), 0, 'it rests for a minute');
  await dispatcher.stop(0);
  dispatcher = startDispatcher(context);
  operator.answer(200);
  assert.equal(await tell(60), 1);
  const [first, second] = operator.received.map(({ headers }) => headers['x-webhook-delivery-id']);
  assert.equal(operator.received.length, 2);
  assert.equal(first, second);
});

test('a process that has rested for longer than its claim does not write over what another has told since', async () => {
  await deliver(5);
  context.clock.advance(6);
  const held = operator.hold();
  const resting = sendNoticesOnce(context);
  const answer = await held;
  operator.answer(200);
  await tell(60);
  target.answer(200);
  await deliver(1);
  await tell();
  target.answer(503);
  await deliver(5);
  await tell();
  answer.writeHead(200).end();
  await resting;
  for (let n = 0; n < 3; n++) await tell();
  assert.deepEqual(marks(), [
    ['endpoint.failing', 5],
    ['endpoint.failing', 5],
    ['endpoint.recovered', 5],
    ['endpoint.failing', 5],
  ]);
  const ids = operator.received.map(({ headers }) => headers['x-webhook-delivery-id']);
  assert.equal(ids[0], ids[1]);
});

test('a notice that cannot be recorded neither ends the others nor keeps them from being recorded', async () => {
  const other = await endpoint(context, tenantId, { url: target.url });
  await trigger(context, tenantId, other.id);
  await deliver(5);
  context.clock.advance(6);
  const answers: ServerResponse[] = [];
  const bothCame = new Promise<void>((resolve) => operator.answer((response) => answers.push(response) === 2 && resolve()));
  const { knex } = context.db;
  let isLost = false;
  const losing = new Proxy(knex, {
    apply(_, __, [table]: [string]) {
      if (isLost) return knex(table);
      isLost = true;
      setImmediate(() => answers[1]?.writeHead(200).end());
      throw new Error('Connection terminated unexpectedly');
    },
  });
  const sending = sendNoticesOnce({ ...context, db: { ...context.db, knex: losing } });
  await bothCame;
  answers[0]?.writeHead(200).end();
  assert.equal(await sending, 2);
  operator.answer(200);
  await tell(60);
  const ids = operator.received.map(({ headers }) => headers['x-webhook-delivery-id']);
  assert.deepEqual([ids.length, ids[2]], [3, ids[0]], 'only the notice that was not recorded comes again');
});

/** The database is lost after it has taken the states of endpoints, and before it has said so, once. */
function losingAnswer(): TestContext {
  let isLost = false;
  const { engine } = context.db;
  const query = async (asked: QueryConfig): Promise<QueryResult> => {
    const answer = await engine.query(asked);
    if (isLost || asked.name !== 'update-endpoint-states') return answer;
    isLost = true;
    throw new Error('Connection terminated unexpectedly');
  };
  return { ...context, db: { ...context.db, engine: Object.create(engine, { query: { value: query } }) } };
}

test('failures that were written without a word of it are not counted twice', async (t) => {
  const losing = dispatcherFor(t, losingAnswer());
  await deliver(3, losing);
  await deliver(1, losing);
  await tell();
  assert.deepEqual(marks(), []);
  await deliver(1, losing);
  await tell();
  assert.deepEqual(marks(), [['endpoint.failing', 5]]);
});

test('failures of all processes are added up, and one that restarts goes on', async (t) => {
  const other = dispatcherFor(t, context);
  await deliver(3);
  await deliver(2, other);
  await tell();
  assert.deepEqual(marks(), [['endpoint.failing', 5]]);
});

test('a short recovery between two rows of failures is told before the second', async () => {
  await deliver(5);
  await tell();
  target.answer(200);
  await deliver(1);
  target.answer(503);
  await deliver(5);
  await tell();
  await tell();
  assert.deepEqual(marks(), [
    ['endpoint.failing', 5],
    ['endpoint.recovered', 5],
    ['endpoint.failing', 5],
  ]);
});

test('an address that the guard refuses gets nothing', async (t) => {
  const guarded = await contextFor(t, {
    env: { RINGPOST_NOTICE_URL: operator.url, RINGPOST_NOTICE_SECRET: secret, RINGPOST_ALLOW_PRIVATE_WEBHOOKS: '' },
  });
  await deliver(5);
  context.clock.advance(60);
  assert.equal(await sendNoticesOnce({ ...context, guard: guarded.guard }), 1);
  assert.equal(operator.received.length, 0);
});

test('without an address nobody is told, and the service keeps no list of what it would have told', async () => {
  await deliver(5);
  assert.equal(await sendNoticesOnce({ ...context, config: { ...context.config, notices: null } }), 0);
  assert.equal(operator.received.length, 0);
  target.answer(200);
  await deliver(1);
  await tell();
  await tell();
  assert.equal(operator.received.length, 0, 'of a recovery from what nobody was told of');
});
