import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pool, QueryConfig } from 'pg';
import { endpointCache } from '../../src/dispatch/endpoint-cache.ts';
import { type EndpointCheck, endpointCheck } from '../../src/dispatch/endpoint-check.ts';
import { contextOfFile } from '../support/context.ts';
import { endpoint, tenant, trigger } from '../support/fixtures.ts';
import { latch } from '../support/latch.ts';

const context = await contextOfFile();

/** A check, a target as it was read once, and how many questions were asked. */
async function checked(): Promise<{ check: EndpointCheck; id: string; target: Target; questions: () => number }> {
  const { id } = await endpoint(context, (await tenant(context)).id, { url: 'https://crm.example.org/' });
  const cache = endpointCache(context.db.engine, context.secrets, context.log);
  const target = (await cache.targets([{ endpointId: id, endpointVersion: 1 }])).get(id);
  assert.ok(target);
  let asked = 0;
  const counting = {
    query: (question: object) => {
      asked += 1;
      return context.db.engine.query(question as QueryConfig);
    },
  };
  return { check: endpointCheck(counting as unknown as Pool, cache), id, target, questions: () => asked };
}

type Target = Parameters<EndpointCheck>[0];

const change = (id: string, columns: object) => context.db.knex('webhook_endpoints').where({ id }).update(columns);

test('what has not changed is what it was', async () => {
  const { check, target } = await checked();
  assert.equal(await check(target, 'trg_1'), target);
});

test('a new secret is there for the very next attempt', async () => {
  const { check, id, target } = await checked();
  await change(id, { secret: context.secrets.seal('f'.repeat(64), 'webhook_endpoints.secret'), version: 2 });
  const current = await check(target, 'trg_1');
  assert.ok(typeof current === 'object');
  assert.deepEqual([current.key.export().toString(), current.version], ['f'.repeat(64), 2]);
});

test('an endpoint that is off or gone is told apart', async () => {
  const { check, id, target } = await checked();
  await change(id, { is_active: false, version: 2 });
  assert.equal(await check(target, 'trg_1'), 'inactive');
  await context.db.knex('webhook_endpoints').where({ id }).delete();
  assert.equal(await check(target, 'trg_1'), 'gone');
});

test('a trigger that is off takes its own deliveries with it, and one that is gone does not', async () => {
  const { check, id, target } = await checked();
  const { tenant_id } = await context.db.knex('webhook_endpoints').where({ id }).first();
  const [on, off] = [await trigger(context, tenant_id, id), await trigger(context, tenant_id, id, { isActive: false })];
  assert.deepEqual(await Promise.all([check(target, on), check(target, off), check(target, 'trg_gone')]), [target, 'inactive', target]);
});

test('attempts that begin together ask once, and those that come meanwhile ask once more', async () => {
  const { check, target, questions } = await checked();
  const together = Array.from({ length: 20 }, () => check(target, 'trg_1'));
  await Promise.resolve();
  assert.equal(questions(), 1);
  const meanwhile = Array.from({ length: 20 }, () => check(target, 'trg_1'));
  await Promise.all([...together, ...meanwhile]);
  assert.equal(questions(), 2);
});

test('a database that does not answer fails those who asked, and the next are asked for again', async () => {
  const { target } = await checked();
  const cache = endpointCache(context.db.engine, context.secrets, context.log);
  let isDown = true;
  const flaky = {
    query: async (question: object) => {
      if (isDown) throw new Error('the database is away');
      return context.db.engine.query(question as QueryConfig);
    },
  };
  const check = endpointCheck(flaky as unknown as Pool, cache);
  await assert.rejects(check(target, 'trg_1'), /away/);
  isDown = false;
  assert.equal(await check(target, 'trg_1'), target);
});

test('what a batch knows is not forgotten while it reads the others, although another batch reads it anew', async () => {
  const tenantId = (await tenant(context)).id;
  const [known, unknown] = [
    (await endpoint(context, tenantId, { url: 'https://crm.example.org/' })).id,
    (await endpoint(context, tenantId, { url: 'https://erp.example.org/' })).id,
  ];
  const held: Promise<void>[] = [];
  const slow = {
    async query(question: object) {
      const hold = held.pop();
      const answer = await context.db.engine.query(question as QueryConfig);
      await hold;
      return answer;
    },
  };
  const cache = endpointCache(slow as unknown as Pool, context.secrets, context.log);
  await cache.targets([{ endpointId: known, endpointVersion: 1 }]);
  await change(known, { version: 2 });
  const first = cache.targets([known, unknown].map((endpointId) => ({ endpointId, endpointVersion: 1 })));
  const { give: goOn, given } = latch();
  held.push(given);
  const second = cache.targets([{ endpointId: known, endpointVersion: 2 }]);
  assert.deepEqual([...(await first).keys()].sort(), [known, unknown].sort());
  goOn();
  assert.equal((await second).get(known)?.version, 2);
});
