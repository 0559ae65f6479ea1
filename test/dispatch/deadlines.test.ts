import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deadlines } from '../../src/dispatch/deadlines.ts';

/** Begins these deadlines, ends some, and waits for the last; in which order they passed. */
function passed(names: string, end: (ends: ReadonlyMap<string, () => void>) => void): Promise<string> {
  const limit = deadlines(5);
  const order: string[] = [];
  return new Promise((resolve) => {
    const ends = new Map([...names].map((name) => [name, limit(() => void order.push(name))]));
    limit(() => resolve(order.join('')));
    end(ends);
  });
}

test('deadlines pass in the order in which they began', async () => {
  assert.equal(await passed('abcd', () => {}), 'abcd');
});

test('one that has ended does not pass, wherever it stands, and may end twice', async () => {
  const order = await passed('abcdef', (ends) => {
    for (const name of 'cafc') ends.get(name)?.();
  });
  assert.equal(order, 'bde');
});

test('one that ends or begins while others pass changes nothing else', async () => {
  const limit = deadlines(5);
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    let endSecond = (): void => {};
    limit(() => {
      order.push('first');
      endSecond();
      limit(resolve);
    });
    endSecond = limit(() => order.push('second'));
    limit(() => order.push('third'));
  });
  assert.deepEqual(order, ['first', 'third']);
});

test('when all have ended, the next one passes all the same', async () => {
  const limit = deadlines(5);
  limit(() => assert.fail('it has ended'))();
  await new Promise<void>((resolve) => void limit(resolve));
});
