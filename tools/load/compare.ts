import { durations } from './figures.ts';
import type { LoadJson } from './report/json.ts';

/**
 * Compares two runs by the 95th percentiles of their phases. Each phase is kept in tenths, so that it is known how much the figure varies
 * within one run: a difference is called one only if it is larger than three standard errors of both, and than a twentieth.
 */
export function compare(before: LoadJson, now: LoadJson): readonly string[] {
  const sentences = before.machine.split(', load')[0] === now.machine.split(', load')[0] ? [] : ['The runs are of different machines.'];
  if (before.title !== now.title)
    return [...sentences, `The runs are of different profiles (${before.title}; ${now.title}): nothing is compared.`];
  const rows = now.phases.flatMap((phase) => {
    const other = before.phases.find(({ name }) => name === phase.name);
    return Object.keys(durations).flatMap((name) => {
      const [then, since] = [other, phase].map((each) => each?.durations?.[name]);
      return then || since ? [`${phase.name}, ${name}: ${difference(then ?? none, since ?? none)}`] : [];
    });
  });
  return [...sentences, ...rows];
}

/** A figure of a phase, as far as a comparison needs it. */
export interface Sampled {
  readonly count: number;
  /** Holds the 95th percentile of each tenth of the phase that has one, in milliseconds. */
  readonly p95OfTenths: readonly number[];
}
const none: Sampled = { count: 0, p95OfTenths: [] };

/** A 95th percentile has one of twenty values above it, and half of the tenths of a phase tell how much it varies. */
const fewest = { count: 20, tenths: 5 };
const isEnough = ({ count, p95OfTenths }: Sampled): boolean => count >= fewest.count && p95OfTenths.length >= fewest.tenths;

/** Says in a sentence how a figure differs between two runs, or that one of them has too few values of it. */
export function difference(before: Sampled, now: Sampled): string {
  if (!isEnough(before) || !isEnough(now))
    return `too few values to compare: ${before.count} in ${before.p95OfTenths.length} tenths of the phase, now ${now.count} in ${now.p95OfTenths.length}; each run needs ${fewest.count} in ${fewest.tenths}`;
  const [then, since] = [spreadOf(before.p95OfTenths), spreadOf(now.p95OfTenths)];
  const moved = since.median - then.median;
  const noise = 3 * Math.hypot(then.error, since.error);
  const from = `p95 ${then.median.toFixed(1)} ms, now ${since.median.toFixed(1)} ms`;
  if (Math.abs(moved) <= noise || Math.abs(moved) < then.median / 20) return `${from}: no more than noise (±${noise.toFixed(1)} ms)`;
  return `${from}: ${moved > 0 ? 'SLOWER' : 'faster'} by ${Math.abs(moved).toFixed(1)} ms (noise ±${noise.toFixed(1)} ms)`;
}

function spreadOf(values: readonly number[]): { readonly median: number; readonly error: number } {
  const median = medianOf(values);
  const deviation = 1.4826 * medianOf(values.map((value) => Math.abs(value - median)));
  // The standard error of a median of normal values.
  return { median, error: (1.2533 * deviation) / Math.sqrt(values.length) };
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}
