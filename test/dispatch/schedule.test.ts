import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterAttempt, retryDelayMs } from '../../src/dispatch/schedule.ts';
import { maxAttempts, retryDelaysSeconds, retryStartMs } from '../../src/process/limits.ts';
import { runs } from '../support/properties.ts';

const now = new Date('2026-03-02T12:00:00.000Z');
const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

// holds: V-SEND-04
test('every delay is within a quarter of the published one and leaves time to start, whatever the dice say', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 }), chance, (failures, dice) => {
      const delay = retryDelaysSeconds[failures] ?? Number.NaN;
      const ms = retryDelayMs(failures, dice);
      assert.ok(ms >= delay * 750 && ms <= delay * 1_250 - retryStartMs);
    }),
    runs(1_000),
  );
});

test('the dice reach both ends and the middle', () => {
  assert.equal(retryDelayMs(0, 0), 45_000);
  assert.equal(retryDelayMs(0, 0.5), 59_000);
  assert.equal(retryDelayMs(0, 0.999_999), 73_000);
});

// holds: V-SEND-04, V-SEND-05, L-ATTEMPTS-01, T-DELIVERY-04
test('five failures retry after 1, 5, 30 minutes, 2 and 6 hours, and the sixth is the last', () => {
  const delays = Array.from({ length: maxAttempts - 1 }, (_, failures) => {
    const next = afterAttempt(false, failures, now, 0.5);
    assert.equal(next.status, 'retrying');
    return next.status === 'retrying' ? (next.at.getTime() - now.getTime()) / 1_000 : null;
  });
  assert.deepEqual(
    delays,
    [60, 300, 1_800, 7_200, 21_600].map((seconds) => seconds - retryStartMs / 2_000),
  );
  assert.deepEqual(afterAttempt(false, 5, now, 0.5), { status: 'failed' });
});

test('a success is a success at any attempt', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 }), chance, (failures, dice) => afterAttempt(true, failures, now, dice).status === 'success'),
    runs(100),
  );
});

test('a cycle of failures ends after six, each later than the one before, and never within a quarter less than the schedule', () => {
  fc.assert(
    fc.property(fc.array(chance, { minLength: maxAttempts, maxLength: maxAttempts }), (dice) => {
      let at = now;
      const states = dice.map((each, failures) => {
        const next = afterAttempt(false, failures, at, each);
        if (next.status !== 'retrying') return next.status;
        assert.ok(next.at.getTime() - at.getTime() >= (retryDelaysSeconds[failures] ?? Number.NaN) * 750);
        at = next.at;
        return next.status;
      });
      assert.deepEqual(states, ['retrying', 'retrying', 'retrying', 'retrying', 'retrying', 'failed']);
      const wholeMs = retryDelaysSeconds.slice(0, maxAttempts - 1).reduce((sum, seconds) => sum + seconds * 1_000, 0);
      assert.ok(Math.abs(at.getTime() - now.getTime() - wholeMs) <= wholeMs / 4);
    }),
    runs(500),
  );
});

test('the dice fall evenly: a quarter of the delays lies in each quarter of the range', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 3 }), chance, (failures, quarter, dice) => {
      const seconds = retryDelaysSeconds[failures] ?? Number.NaN;
      const range = seconds / 2 - retryStartMs / 1_000;
      const part = (retryDelayMs(failures, (quarter + dice) / 4) / 1_000 - seconds * 0.75) / range;
      assert.ok(part >= quarter / 4 - 1e-4 && part <= (quarter + 1) / 4 + 1e-4);
    }),
    runs(500),
  );
});
