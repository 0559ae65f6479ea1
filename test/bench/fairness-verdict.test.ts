import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf, lagsOfAll, type Part, worstP99 } from '../../bench/fairness/verdict.ts';

const part = (differs: Partial<Part> = {}): Part => ({ name: 'burst', lags: [10, 20], isDone: true, ...differs });

test('a quiet event that did not arrive is a fault of the bench of fairness, and counts as a lag of infinity', () => {
  const lags = lagsOfAll([20, 10], 3);
  assert.deepEqual(lags, [10, 20, Number.POSITIVE_INFINITY]);
  assert.equal(worstP99([part(), part({ lags })]), Number.POSITIVE_INFINITY);
  assert.deepEqual(faultsOf([part({ lags })], 2), ['burst: 1 of 3 quiet events did not arrive.', 'The quiet p99 lag is not below 2 s.']);
  // One of a thousand is not in the p99.
  const most = lagsOfAll(
    Array.from({ length: 999 }, () => 10),
    1_000,
  );
  assert.deepEqual(faultsOf([part({ lags: most })], 2), ['burst: 1 of 1000 quiet events did not arrive.']);
});

test('a part that was not done in its time is a fault, and so are no quiet events', () => {
  assert.deepEqual(faultsOf([part(), part({ lags: lagsOfAll([5], 1) })], 2), []);
  assert.deepEqual(faultsOf([part({ isDone: false })], 2), ['burst: not all was delivered when its time was over.']);
  assert.deepEqual(faultsOf([part({ lags: [] })], 2), ['The quiet p99 lag is not below 2 s.']);
});
