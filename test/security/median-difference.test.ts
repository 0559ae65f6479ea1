import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dice } from '../faults/matrix/dice.ts';
import { medianDifference } from './median-difference.ts';

/** Around 10, with a pause now and then that is a thousand times as long. */
function noisy(seed: number, shift: number): number[] {
  const draws = dice(seed);
  return Array.from({ length: 1_000 }, () => 10 + shift + draws.chance() + (draws.chance() < 0.02 ? 10_000 * draws.chance() : 0));
}

test('a shift is found through noise and pauses, and none where there is none', () => {
  const shifted = medianDifference(noisy(1, 0.5), noisy(2, 0));
  assert.ok(shifted.low > 0 && shifted.low < 0.5 && shifted.high > 0.5 && shifted.high < 1, JSON.stringify(shifted));
  const same = medianDifference(noisy(1, 0), noisy(2, 0));
  assert.ok(same.low < 0 && same.high > 0 && same.high - same.low < 0.5, JSON.stringify(same));
});

test('the median of few is the middle one, or between the middle two, and the interval reaches to the ends', () => {
  assert.deepEqual(medianDifference([3, 1, 9], [0, 0, 0]), { median: 3, low: 1, high: 9 });
  assert.deepEqual(medianDifference([3, 1, 9, 5], [0, 0, 0, 0]), { median: 4, low: 1, high: 9 });
});
