import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../src/process/iso-time.ts';

const times = [
  0,
  1,
  10,
  100,
  59_999,
  86_399_999,
  86_400_000,
  -1,
  Date.UTC(2028, 1, 29, 23, 59, 59, 999),
  Date.UTC(2100, 0, 1),
  Date.UTC(1969, 11, 31, 12),
  Date.UTC(12_026, 5, 1, 7, 8, 9, 10),
];

test('a time is written as toISOString writes it, whatever was written before', () => {
  for (const ms of [...times, ...times.toReversed()]) {
    assert.equal(isoTime(ms), new Date(ms).toISOString());
    assert.equal(isoTime(new Date(ms)), new Date(ms).toISOString());
  }
});

test('what is no time is refused, and the next one is right', () => {
  assert.throws(() => isoTime(new Date(Number.NaN)), RangeError);
  assert.throws(() => isoTime(8_640_000_000_000_001), RangeError);
  assert.equal(isoTime(0), '1970-01-01T00:00:00.000Z');
});
