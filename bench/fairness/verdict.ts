import { percentile } from '../dispatch/figures.ts';

/** What was seen of the quiet tenants during one part. */
export interface Part {
  readonly name: string;
  /** Sorted, in ms. An event that did not arrive has a lag of infinity. */
  readonly lags: readonly number[];
  /** False if the deliveries of the part were not done when its time was over. */
  readonly isDone: boolean;
}

/** Returns the sorted lags of all events that were published: infinity for each that did not arrive. */
export const lagsOfAll = (arrived: readonly number[], published: number): readonly number[] => [
  ...arrived.toSorted((a, b) => a - b),
  ...Array.from({ length: Math.max(0, published - arrived.length) }, () => Number.POSITIVE_INFINITY),
];

/** Returns the p99 lag of the worst part in seconds. */
export const worstP99 = (parts: readonly Part[]): number => Math.max(...parts.map(({ lags }) => percentile(lags, 0.99))) / 1_000;

/** Says what is wrong, in a sentence each. */
export function faultsOf(parts: readonly Part[], goalSeconds: number): readonly string[] {
  const p99 = worstP99(parts);
  return [
    ...parts.flatMap(({ name, lags, isDone }) => {
      const missing = lags.filter((lag) => lag === Number.POSITIVE_INFINITY).length;
      return [
        ...(missing > 0 ? [`${name}: ${missing} of ${lags.length} quiet events did not arrive.`] : []),
        ...(isDone ? [] : [`${name}: not all was delivered when its time was over.`]),
      ];
    }),
    // Of no events it is NaN.
    ...(p99 < goalSeconds ? [] : [`The quiet p99 lag is not below ${goalSeconds} s.`]),
  ];
}
