import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TenantTurns } from '../../src/process/tenant-turns.ts';

test('tenants take turns, each with one item under way', () => {
  const turns = new TenantTurns<string>(2);
  for (const item of ['a1', 'a2', 'a3']) turns.add('a', item);
  turns.add('b', 'b1');
  assert.deepEqual(turns.next(), { tenantId: 'a', item: 'a1' });
  assert.deepEqual(turns.next(), { tenantId: 'b', item: 'b1' });
  turns.add('c', 'c1');
  assert.equal(turns.next(), null, 'two are under way');
  turns.done('b');
  assert.deepEqual(turns.next(), { tenantId: 'c', item: 'c1' });
  turns.done('a');
  turns.done('c');
  turns.add('b', 'b2');
  assert.deepEqual(turns.next(), { tenantId: 'a', item: 'a2' }, 'of those that wait, a was served longest ago');
  assert.deepEqual(turns.next(), { tenantId: 'b', item: 'b2' });
});

test('a tenant alone does not take the second place', () => {
  const turns = new TenantTurns<number>(2);
  turns.add('a', 1);
  turns.add('a', 2);
  assert.deepEqual(turns.next()?.item, 1);
  assert.equal(turns.next(), null);
  assert.equal(turns.waiting('a'), 1);
  turns.done('a');
  assert.deepEqual(turns.next()?.item, 2);
  assert.equal(turns.waiting('a'), 0);
});

test('what waits can be taken out, in its order', () => {
  const turns = new TenantTurns<number>(2);
  turns.add('a', 1);
  turns.add('b', 2);
  turns.add('a', 3);
  assert.deepEqual(turns.clear(), [1, 3, 2]);
  assert.equal(turns.next(), null);
});
