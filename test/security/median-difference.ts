/** By how much paired measurements differ: the median of the differences, and where it is with a confidence of 99.9 %. */
export interface Difference {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** The normal distribution's quantile for 99.9 %, two-sided. */
const z = 3.29;

/**
 * The interval is between two of the sorted differences (the sign test's): it asks nothing of how they are distributed, and
 * the pauses of a collector or of other processes do not widen it.
 */
export function medianDifference(a: readonly number[], b: readonly number[]): Difference {
  const count = Math.min(a.length, b.length);
  const sorted = Float64Array.from({ length: count }, (_, n) => at(a, n) - at(b, n)).sort();
  const reach = (z * Math.sqrt(count)) / 2;
  return {
    median: (at(sorted, Math.floor((count - 1) / 2)) + at(sorted, Math.ceil((count - 1) / 2))) / 2,
    low: at(sorted, Math.max(0, Math.floor(count / 2 - reach) - 1)),
    high: at(sorted, Math.min(count - 1, Math.ceil(count / 2 + reach))),
  };
}

function at(values: ArrayLike<number>, place: number): number {
  const value = values[place];
  if (value === undefined) throw new RangeError('Nothing was measured.');
  return value;
}
