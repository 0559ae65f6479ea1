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
      const [then, since] = [other, phase].map((each) => new Map(Object.entries(each?.durations ?? {})).get(name)?.p95OfTenths ?? []);
      return then && since ? [`${phase.name}, ${name}: ${difference(then, since)}`] : [];
    });
  });
  return [...sentences, ...rows.filter((row) => !row.endsWith(nothing))];
}

const nothing = 'nothing to compare';

/** Each list has the figure of each tenth of a phase, in milliseconds. */
export function difference(before: readonly number[], now: readonly number[]): string {
  if (before.length < fewest || now.length < fewest) return before.length + now.length === 0 ? nothing : 'too few to compare';
  const [then, since] = [spreadOf(before), spreadOf(now)];
  const moved = since.median - then.median;
  const noise = 3 * Math.hypot(then.error, since.error);
  const from = `p95 ${then.median.toFixed(1)} ms, now ${since.median.toFixed(1)} ms`;
  if (Math.abs(moved) <= noise || Math.abs(moved) < then.median / 20) return `${from}: no more than noise (±${noise.toFixed(1)} ms)`;
  return `${from}: ${moved > 0 ? 'SLOWER' : 'faster'} by ${Math.abs(moved).toFixed(1)} ms (noise ±${noise.toFixed(1)} ms)`;
}

const fewest = 5;

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
