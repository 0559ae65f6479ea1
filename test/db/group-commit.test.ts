import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupCommit } from '../../src/db/group-commit.ts';

/** Commits that end when the test says so. */
function held() {
  const batches: (readonly number[])[] = [];
  const ends: (() => void)[] = [];
  const add = groupCommit<number, number>(
    (items) => {
      batches.push(items);
      return new Promise((resolve) => ends.push(() => resolve(items.map((item) => item * 10))));
    },
    { maxWeight: 3 },
  );
  const end = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { batches, add, end };
}

test('the first goes at once and alone; who comes meanwhile goes together, in order, so many at a time', async () => {
  const { batches, add, end } = held();
  for (const n of [1, 2, 3, 4, 5]) void add(n);
  assert.deepEqual(batches, [[1]]);
  await end();
  assert.deepEqual(batches, [[1], [2, 3, 4]]);
  await end();
  await end();
  assert.deepEqual(batches, [[1], [2, 3, 4], [5]]);
  void add(6);
  assert.deepEqual(batches.at(-1), [6], 'idle again, it waits for nobody');
});

test('nobody is told before their own transaction has committed', async () => {
  const { add, end } = held();
  const told: number[] = [];
  for (const n of [1, 2, 3]) void add(n).then((result) => told.push(result));
  await end();
  assert.deepEqual(told, [10]);
  await end();
  assert.deepEqual(told, [10, 20, 30], 'each its own result');
});

test('one that the database refuses fails alone', async () => {
  const committed: number[] = [];
  const add = groupCommit<number, number>(
    async (items) => {
      if (items.includes(6)) throw Object.assign(new Error('no'), { code: '23505' });
      committed.push(...items);
      return items;
    },
    { maxWeight: 100 },
  );
  const results = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map(add));
  assert.deepEqual(
    results.map(({ status }) => status),
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => (n === 6 ? 'rejected' : 'fulfilled')),
  );
  assert.deepEqual(committed, [1, 2, 3, 4, 5, 7, 8]);
});

test('a database that is away fails all of a batch at once, and the next is tried again', async () => {
  let tries = 0;
  const add = groupCommit<number, number>(
    async (items) => {
      tries += 1;
      if (tries <= 2) throw new Error('connection lost');
      return items;
    },
    { maxWeight: 100 },
  );
  const results = await Promise.allSettled([add(1), add(2), add(3)]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.equal(tries, 2, 'not one by one');
  await add(4);
});
