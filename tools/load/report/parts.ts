import { type Duration, durations, type PhaseFigures } from '../figures.ts';
import type { Durations } from '../histogram.ts';
import type { Count } from '../reconcile.ts';
import type { LoadRun } from '../run.ts';
import type { Judged } from '../thresholds.ts';

/** True if every threshold holds and something was sent. */
export const passed = ({ judged, whole }: LoadRun): boolean => whole.counts.sent > 0 && judged.every(({ holds }) => holds);

/** The line that every run ends with. */
export function accountLine({ reconciled: { counts } }: LoadRun): string {
  const { accepted, ended, delivered, lost, double } = counts;
  return `accepted ${accepted}, ended ${ended}, delivered ${delivered}, lost ${lost}, double ${double}`;
}

/** Returns the counts that say that something is wrong or unfinished, without those that are zero. */
export const wrongCounts = ({ reconciled }: LoadRun): readonly (readonly [Count, number])[] =>
  // The names of the counts are those of their type.
  (Object.entries(reconciled.counts) as [Count, number][]).filter(
    ([name, number]) => !['accepted', 'ended', 'delivered'].includes(name) && number > 0,
  );

/** Returns the durations that a phase has, in the order of a call's life. */
export const durationsOf = (figures: PhaseFigures): readonly (readonly [Duration, Durations])[] =>
  // The names of the durations are those of their type.
  (Object.keys(durations) as Duration[]).flatMap((name) => {
    const summary = figures.durations(name)?.summary();
    return summary ? [[name, summary] as const] : [];
  });

export const milliseconds = (ms: number): string => (ms >= 10_000 ? `${(ms / 1_000).toFixed(1)} s` : `${ms.toFixed(ms < 100 ? 1 : 0)} ms`);

/** Returns the figure that a threshold met: with its unit where it is a duration. */
export function reached({ text, value }: Judged): string {
  if (value === null) return 'no such figure in this run';
  return /^[a-z]+\./.test(text) ? milliseconds(value) : String(value);
}
