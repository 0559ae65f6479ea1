import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from '../../src/db/fair-queue.ts';
import { Unserved } from '../../src/db/unserved.ts';

const farAway = (): number => performance.now() + 60_000;
const enter = (queue: FairQueue, operation: string, deadline = farAway()): Promise<() => void> => queue.enter({ operation, deadline });

/** Who has been let in by now. */
function watched(queue: FairQueue) {
  const inside: string[] = [];
  const leaveBy = new Map<string, () => void>();
  const come = (name: string, operation: string): void => {
    void enter(queue, operation).then((leave) => {
      inside.push(name);
      leaveBy.set(name, leave);
    });
  };
  return { inside, come, leave: (name: string) => leaveBy.get(name)?.() };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('one operation has its share at most, and who waits comes in the order of arrival', async () => {
  const { inside, come, leave } = watched(new FairQueue({ size: 4, share: 2 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) come(name, 'a');
  await settled();
  assert.deepEqual(inside, ['a1', 'a2'], 'two places are free, and not for this operation');
  for (const name of ['b1', 'c1', 'b2']) come(name, name[0] ?? '');
  await settled();
  assert.deepEqual(inside, ['a1', 'a2', 'b1', 'c1']);
  leave('b1');
  await settled();
  assert.deepEqual(inside.slice(4), ['b2'], 'a3 came earlier, and its operation has its share');
  leave('a1');
  leave('a2');
  await settled();
  assert.deepEqual(inside.slice(5), ['a3', 'a4']);
});

test('who has the earliest deadline comes first', async () => {
  const queue = new FairQueue({ size: 1, share: 1 });
  const leave = await enter(queue, 'a');
  const order: string[] = [];
  const come = (name: string, deadline: number) =>
    enter(queue, name, deadline).then((leaveAgain) => {
      order.push(name);
      leaveAgain();
    });
  const now = farAway();
  const all = Promise.all([come('young', now + 30), come('old', now + 10), come('middle', now + 20), come('as old', now + 10)]);
  leave();
  await all;
  assert.deepEqual(order, ['old', 'as old', 'middle', 'young']);
});

test('a place that is given back twice is free once', async () => {
  const queue = new FairQueue({ size: 1, share: 1 });
  const leave = await enter(queue, 'a');
  leave();
  await enter(queue, 'a');
  leave();
  assert.equal(queue.tryEnter('a'), null);
});

test('who waits gives up at the deadline, and takes no place after it', async () => {
  const queue = new FairQueue({ size: 1, share: 1 });
  const leave = await enter(queue, 'a');
  const waiting = enter(queue, 'b', performance.now() + 5);
  await assert.rejects(waiting, (error) => error instanceof Unserved && error.reason === 'time');
  leave();
  assert.ok(queue.tryEnter('c'));
});

test('how long one more would wait follows from how many wait and how long places were held lately', async (t) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const queue = new FairQueue({ size: 4, share: 2 });
  const hold = async (operation: string, ms: number): Promise<void> => {
    const leave = await enter(queue, operation);
    now += ms;
    leave();
  };
  for (let n = 0; n < 50; n++) await hold('a', 100);
  assert.equal(queue.expectedWaitMs('a'), 0, 'nobody waits');
  const leaves = [await enter(queue, 'a'), await enter(queue, 'a')];
  const waiting = Array.from({ length: 6 }, () => enter(queue, 'a'));
  assert.equal(Math.round(queue.expectedWaitMs('a')), 300);
  assert.equal(queue.expectedWaitMs('b'), 0, 'another operation waits for nobody');
  for (const leave of leaves) leave();
  for (const one of waiting) (await one)();
  assert.equal(queue.expectedWaitMs('a'), 0);
});

test('a place may be taken beyond all that there are, and counts', () => {
  const queue = new FairQueue({ size: 1, share: 1 });
  const leaves = [queue.take('a'), queue.take('a')];
  assert.equal(queue.tryEnter('a'), null);
  leaves[0]?.();
  assert.equal(queue.tryEnter('a'), null, 'one is still taken');
  leaves[1]?.();
  assert.ok(queue.tryEnter('a'));
});
