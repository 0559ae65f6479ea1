import type { Done } from './contender.ts';

/** The figures of one run of one contender. */
export interface Run {
  readonly count: number;
  readonly perSecond: number;
  /** Is the CPU of each delivery in µs, by process. */
  readonly cpu: Cpu;
  readonly firstByteMs: Percentiles;
  readonly recordedMs: Percentiles;
}

export interface Cpu {
  readonly service: number;
  readonly postgres: number;
  readonly redis: number;
  readonly receiver: number;
}

export interface Percentiles {
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly max: number;
}

export function runOf(done: Done, firstByteAt: Float64Array, cpuSeconds: Cpu): Run {
  const perDelivery = (seconds: number): number => (seconds * 1e6) / done.count;
  return {
    count: done.count,
    perSecond: done.count / done.seconds,
    cpu: {
      service: perDelivery(cpuSeconds.service),
      postgres: perDelivery(cpuSeconds.postgres),
      redis: perDelivery(cpuSeconds.redis),
      receiver: perDelivery(cpuSeconds.receiver),
    },
    firstByteMs: percentiles(differences(firstByteAt, done.committedAt)),
    recordedMs: percentiles(differences(done.recordedAt, done.committedAt)),
  };
}

/**
 * Returns differences of times. A first byte may be on its way before the publisher learns of its commit, which counts
 * as zero.
 */
const differences = (later: Float64Array, earlier: Float64Array): Float64Array =>
  later.map((at, index) => Math.max(0, at - (earlier[index] ?? 0)));

export function percentiles(values: Float64Array): Percentiles {
  const sorted = values.toSorted();
  const at = (part: number): number => percentile(sorted, part);
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}

/** Returns the value that this fraction of all is at or below. Of no values it is NaN. */
export const percentile = (sorted: ArrayLike<number>, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Returns the median of each figure over the runs. */
export const medianRun = (runs: readonly Run[]): Run => ({
  count: runs.reduce((sum, { count }) => sum + count, 0),
  perSecond: median(runs.map(({ perSecond }) => perSecond)),
  cpu: {
    service: median(runs.map(({ cpu }) => cpu.service)),
    postgres: median(runs.map(({ cpu }) => cpu.postgres)),
    redis: median(runs.map(({ cpu }) => cpu.redis)),
    receiver: median(runs.map(({ cpu }) => cpu.receiver)),
  },
  firstByteMs: medianPercentiles(runs.map(({ firstByteMs }) => firstByteMs)),
  recordedMs: medianPercentiles(runs.map(({ recordedMs }) => recordedMs)),
});

const medianPercentiles = (all: readonly Percentiles[]): Percentiles => ({
  p50: median(all.map(({ p50 }) => p50)),
  p90: median(all.map(({ p90 }) => p90)),
  p99: median(all.map(({ p99 }) => p99)),
  max: Math.max(...all.map(({ max }) => max)),
});

/** Returns the CPU of all processes but the receiver. */
export const cpuOf = ({ cpu }: Run): number => cpu.service + cpu.postgres + cpu.redis;
