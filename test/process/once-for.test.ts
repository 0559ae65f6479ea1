import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onceFor } from '../../src/process/once-for.ts';

test('a thing is made once for each object, and anew after a promise of it has failed', async () => {
  let asked = 0;
  const nameOf = onceFor(async ({ name }: { name: string }) => {
    asked += 1;
    if (asked === 1) throw new Error('the first question fails');
    return name;
  });
  const [one, other] = [{ name: 'one' }, { name: 'other' }];
  await assert.rejects(nameOf(one));
  assert.deepEqual(await Promise.all([nameOf(one), nameOf(one), nameOf(other)]), ['one', 'one', 'other']);
  assert.equal(asked, 3);
});
