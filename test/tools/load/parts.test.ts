import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadFile } from '../../../simulator/placed-file.ts';
import { difference } from '../../../tools/load/compare.ts';
import { Histogram } from '../../../tools/load/histogram.ts';
import { includedProfile, includedProfiles, readProfile } from '../../../tools/load/profile.ts';
import { nextDue, Turns } from '../../../tools/load/schedule.ts';
import { judge, threshold } from '../../../tools/load/thresholds.ts';

function mistakesOf(yaml: string): readonly string[] {
  try {
    readProfile(yaml);
    return [];
  } catch (error) {
    if (error instanceof BadFile) return error.mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`);
    throw error;
  }
}

test('the included profiles can be read', () => {
  for (const name of includedProfiles) assert.deepEqual(mistakesOf(includedProfile(name)), [], name);
});

test('a mistake in a profile is told with its line and its column', () => {
  assert.deepEqual(mistakesOf('title: A\nphases:\n  - name: a\n    for: soon\n    rate: 5\nmix: { call: 1 }\n'), [
    '4:10 for takes a length of time such as 500ms, 10s or 2m.',
  ]);
  assert.deepEqual(mistakesOf('title: A\nphases:\n  - { name: a, for: 1s, rate: 5 }\nmix: { cal: 1 }\n'), [
    '4:8 there is no cal here. Did you mean call?',
  ]);
  assert.deepEqual(mistakesOf('title: A\nphases:\n  - { name: a, for: 1s, rate: 5 }\nmix: { call: 1 }\nthresholds:\n  - lost < few\n'), [
    '6:5 lost < few is no threshold. Some are call.accept.p95 < 200ms, webhook.lag.p99 < 2s at 50/s and lost == 0.',
  ]);
  assert.match(mistakesOf('title: A\nmix: { call: 1 }\n').join(), /phases is missing/);
});

test('a threshold names a figure, a limit with its unit, and perhaps a rate', () => {
  const asked = threshold('webhook.lag.p99 < 2s at 50/s');
  assert.deepEqual([asked.figure, asked.comparison, asked.limit, asked.atRate], ['webhook.lag.p99', '<', 2_000, 50]);
  assert.equal(judge(asked, () => 1_999).holds, true);
  assert.equal(judge(asked, () => 2_000).holds, false);
  assert.equal(judge(asked, () => null).holds, false);
});

test('arrivals are due at the rate, which may rise and be multiplied while they come', () => {
  const phase = { rate: 10, to: 30, ms: 1_000 };
  assert.equal(nextDue(phase, 0, 1), 100);
  assert.equal(nextDue(phase, 500, 1), 550);
  assert.equal(nextDue(phase, 0, 2), 50);
  assert.equal(nextDue({ ...phase, to: 10 }, 900, 1), 1_000);
});

test('operations come as often as their weights say, evenly', () => {
  const turns = new Turns({ call: 1, read: 2, event: 1 });
  const given = Array.from({ length: 8 }, () => turns.next());
  assert.deepEqual(given, ['read', 'call', 'event', 'read', 'read', 'call', 'event', 'read']);
});

test('a histogram gives percentiles with three digits', () => {
  const histogram = new Histogram();
  for (let ms = 1; ms <= 1_000; ms++) histogram.record(ms);
  const { count, p50, p99, max } = histogram.summary();
  assert.deepEqual([count, Math.round(p50), Math.round(p99), Math.round(max)], [1_000, 500, 990, 1_000]);
  assert.equal(new Histogram().at(0.5), 0);
});

test('two runs differ only by more than their noise', () => {
  const even = [10, 11, 9, 10, 10, 11, 9, 10, 10, 10];
  assert.match(difference(even, even), /no more than noise/);
  assert.match(
    difference(
      even,
      even.map((ms) => 2 * ms),
    ),
    /SLOWER by 10\.0 ms/,
  );
  assert.match(
    difference(
      even.map((ms) => 2 * ms),
      even,
    ),
    /faster by 10\.0 ms/,
  );
  const wide = [5, 50, 10, 90, 20, 70, 8, 60, 30, 40];
  assert.match(
    difference(
      wide,
      wide.map((ms) => ms + 5),
    ),
    /no more than noise/,
  );
  assert.equal(difference([1, 2], even), 'too few to compare');
});
