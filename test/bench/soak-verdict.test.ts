import assert from 'node:assert/strict';
import { test } from 'node:test';
import { riseOf } from '../../bench/soak/rise.ts';
import type { Sample } from '../../bench/soak/samples.ts';
import { fewestSamples, judgeSoak } from '../../bench/soak/verdict.ts';

/** Of thirty samples the first six are a warm-up. */
const count = 30;
const even: Omit<Sample, 'minute'> = {
  rssMB: 200,
  heapMB: 50,
  handles: 100,
  queued: 0,
  cores: 0.5,
  p50: 5,
  p99: 20,
  apiP99: 20,
  handed: { perSecond: 1_000, perCpuSecond: 900 },
  claimed: { perSecond: 1_000, perCpuSecond: 900 },
  dead: 1_000,
  diskPerDelivery: 1_500,
  walPerDelivery: 4_000,
};

type Series = Partial<Record<'rssMB' | 'heapMB' | 'handles' | 'dead' | 'diskPerDelivery' | 'walPerDelivery', (n: number) => number>>;

function judged(series: Series, isHeld = false, brokeOff: string | null = null, length = count) {
  const samples = Array.from({ length }, (_, n) => ({
    ...even,
    minute: n,
    ...Object.fromEntries(Object.entries(series).map(([what, of]) => [what, of(n)])),
  }));
  const failed = { publications: 0, requests: 0 };
  const soaked = { machine: 'a machine', setting: 'an hour', samples, failed, brokeOff, calls: 'calls placed 1' };
  const { holds, report } = judgeSoak({ ...soaked, isHeld });
  return { holds, verdict: report.verdict.join() };
}

/** Deterministic, between -1 and 1, without a trend. */
const noise = (n: number): number => Math.sin(n * 12.9898) * Math.cos(n * 78.233);
const rising = (from: number, part: number) => (n: number) => from * (1 + (part * n) / count);
const noisy = (around: number, part: number) => (n: number) => around * (1 + part * noise(n));
const both = (from: number, part: number, around: number) => (n: number) => rising(from, part)(n) * (1 + around * noise(n));

test('a flat run holds, and one with a little noise', () => {
  assert.equal(judged({}).holds, true);
  const { holds, verdict } = judged({ rssMB: noisy(200, 0.05), heapMB: noisy(50, 0.05), handles: noisy(100, 0.05) });
  assert.equal(holds, true, verdict);
});

for (const [what, name] of [
  ['rssMB', 'RSS'],
  ['heapMB', 'heap'],
  ['handles', 'handles'],
  ['dead', 'dead rows'],
  ['diskPerDelivery', 'disk for each delivery'],
  ['walPerDelivery', 'WAL for each delivery'],
] as const)
  test(`${name} that rises by a half fails, also under noise`, () => {
    for (const series of [rising(even[what], 0.5), both(even[what], 0.5, 0.1)]) {
      const { holds, verdict } = judged({ [what]: series });
      assert.equal(holds, false);
      assert.match(verdict, new RegExp(`${name} RISES`));
    }
  });

test('memory that is too noisy to be called flat is not called so, and dead rows in saw-teeth are', () => {
  const wild = judged({ rssMB: noisy(200, 0.6) });
  assert.equal(wild.holds, false);
  assert.match(wild.verdict, /RSS NOT SHOWN FLAT/);
  const sawTeeth = judged({ dead: (n) => 200 + 400 * (n % 5) });
  assert.equal(sawTeeth.holds, true, sawTeeth.verdict);
});

test('a run that broke off is judged by what it has, says so, and does not hold', () => {
  const { holds, verdict } = judged({ heapMB: rising(50, 20) }, false, 'It broke off.', fewestSamples);
  assert.equal(holds, false);
  assert.match(verdict, /^It broke off\.,failed publications 0, failed requests 0, heap RISES, lag flat$/);
  assert.equal(judged({}, false, 'It broke off.').holds, false);
});

test('a rise of a twentieth is flat, if it is certain that it is no more', () =>
  assert.equal(judged({ rssMB: rising(200, 0.05) }).holds, true));

test('under a held snapshot dead rows may rise', () => assert.equal(judged({ dead: rising(1_000, 5) }, true).holds, true));

test('the bounds are those of the textbook', () => {
  // Five points: slope 0.6, its standard error √(2.4 / 3 / 10), t(3) = 3.18, of which the expansion has 3.06.
  const { low, is, high } = riseOf([2, 4, 5, 4, 5]);
  assert.ok(Math.abs(is - (0.6 * 4) / 4) < 1e-9);
  assert.ok(Math.abs(high - is - (3.064 * Math.sqrt(0.08) * 4) / 4) < 1e-3);
  assert.ok(Math.abs(is - low - (high - is)) < 1e-9);
  assert.throws(() => riseOf([1, 2]), RangeError);
});
