import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseCallerId } from '../../src/calls/caller-id.ts';

const numbers = [{ health: 50 }, { health: 0 }, { health: 100 }, { health: 50 }];

// holds: E-POSTCALLS-05
test('chooses by health: a number of 100 twice as often as one of 50, one of 0 never', () => {
  const counts = numbers.map(() => 0);
  for (let i = 0; i < 1_000; i++) {
    const at = numbers.indexOf(chooseCallerId(numbers, () => i / 1_000) ?? { health: -1 });
    counts[at] = (counts[at] ?? 0) + 1;
  }
  assert.deepEqual(counts, [250, 0, 500, 250]);
});

test('reaches both ends of the range', () => {
  assert.equal(
    chooseCallerId(numbers, () => 0),
    numbers[0],
  );
  assert.equal(
    chooseCallerId(numbers, () => 1 - Number.EPSILON / 2),
    numbers[3],
  );
});

test('finds none where there is none', () => {
  assert.equal(
    chooseCallerId([], () => 0.5),
    undefined,
  );
  assert.equal(
    chooseCallerId([{ health: 0 }], () => 0),
    undefined,
  );
});
