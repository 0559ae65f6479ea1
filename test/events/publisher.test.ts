import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { startDispatcher } from '../../src/dispatch/dispatcher.ts';
import { contextOfFile } from '../support/context.ts';
import { dispatcherFor } from '../support/dispatcher.ts';
import { deliveriesOf, event, forgetDeliveries } from '../support/events.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { receiverFor } from '../support/receiver.ts';

const context = await contextOfFile();
beforeEach(() => forgetDeliveries(context));

async function subscriber(url = 'https://crm.example.org/hook', triggers = 1): Promise<{ tenantId: string; endpointId: string }> {
  const tenantId = (await tenant(context)).id;
  const endpointId = (await endpoint(context, tenantId, { url })).id;
  for (let n = 0; n < triggers; n++) await trigger(context, tenantId, endpointId);
  return { tenantId, endpointId };
}

const publish = (tenantId: string, dedupeKey?: string) =>
  context.publisher.publish(tenantId, [event(context, tenantId, dedupeKey === undefined ? {} : { dedupeKey })]);

test('what many publish at once is there for each of them, and goes out', async (t) => {
  const target = await receiverFor(t);
  const dispatcher = dispatcherFor(t, context);
  const subscribers = await Promise.all(Array.from({ length: 8 }, (_, n) => subscriber(target.url, (n % 3) + 1)));
  const nobody = (await tenant(context)).id;
  const answers = await Promise.all([...subscribers, ...subscribers].map(({ tenantId }) => publish(tenantId)));
  const [unwanted] = await publish(nobody);
  assert.deepEqual([unwanted?.isNew, unwanted?.deliveries], [true, 0]);
  assert.deepEqual(
    answers.map(([answer]) => [answer?.isNew, answer?.deliveries]),
    [...subscribers, ...subscribers].map((_, n) => [true, ((n % 8) % 3) + 1]),
  );
  assert.equal(new Set(answers.map(([answer]) => answer?.eventId)).size, 16);
  const made = (await Promise.all(subscribers.map(({ tenantId }) => deliveriesOf(context.db.knex, tenantId)))).flat();
  assert.ok(made.every(({ worker, lease, status }) => worker === dispatcher.worker && lease === 1 && status === 'pending'));
  assert.equal(await dispatcher.deliverOnce(), made.length);
  assert.equal(target.received.length, made.length);
});

test('one key from many at once is one event, and all are told its id', async () => {
  const { tenantId } = await subscriber();
  const answers = (await Promise.all(Array.from({ length: 10 }, () => publish(tenantId, 'race')))).flat();
  assert.equal(new Set(answers.map(({ eventId }) => eventId)).size, 1);
  assert.equal(answers.filter(({ isNew }) => isNew).length, 1);
  assert.equal((await deliveriesOf(context.db.knex, tenantId)).length, 1);
});

test('a subscription that changes while it is published by is read anew, and holds up nobody', async () => {
  const changed = await subscriber();
  const free = await subscriber();
  await Promise.all([publish(changed.tenantId), publish(free.tenantId)]);
  await trigger(context, changed.tenantId, changed.endpointId);
  const [[ofChanged], [ofFree]] = await Promise.all([publish(changed.tenantId), publish(free.tenantId)]);
  assert.deepEqual([ofChanged?.deliveries, ofFree?.deliveries], [2, 1]);
});

test('what is published for a tenant that is gone is refused, and holds up nobody', async () => {
  const { tenantId } = await subscriber();
  const answers = await Promise.allSettled([publish('ten_gone'), publish(tenantId)]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  );
});

test('whoever gives a text that the database refuses is refused alone', async () => {
  const subscribers = await Promise.all(Array.from({ length: 4 }, () => subscriber()));
  const answers = await Promise.allSettled(subscribers.map(({ tenantId }, n) => publish(tenantId, n === 1 ? 'nul\u0000' : 'fine')));
  assert.deepEqual(
    answers.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
});

test('what starts in the moment it is handed over is not asked about again', async (t) => {
  const target = await receiverFor(t);
  const { tenantId } = await subscriber(target.url);
  const names: unknown[] = [];
  const engine = new Proxy(context.db.engine, {
    get(pool, name) {
      if (name !== 'query') return Reflect.get(pool, name);
      return (query: { name?: string }) => {
        names.push(query.name);
        return Reflect.apply(pool.query, pool, [query]);
      };
    },
  });
  const dispatcher = startDispatcher({ ...context, db: { ...context.db, engine } });
  t.after(() => dispatcher.stop(1_000));
  dispatcher.run();
  const received = new Promise<void>((fulfil) =>
    target.answer((response) => {
      response.writeHead(200).end();
      fulfil();
    }),
  );
  await publish(tenantId);
  await received;
  assert.ok(!names.includes('check-endpoints'));
});
