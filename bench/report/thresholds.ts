import { readFileSync } from 'node:fs';
import type { Table } from '../../tools/load/report/table.ts';

export interface Finding {
  readonly figure: string;
  readonly is: string;
  readonly bound: string;
  readonly verdict: 'held' | 'MISSED' | 'not measured';
}

/** Compares the figures of a run with `thresholds.json`. */
export function judge(figures: Readonly<Record<string, number>>, thresholds: readonly Threshold[] = readThresholds()): readonly Finding[] {
  return thresholds.map(({ figure, atLeast, reached, atMost = reached && reached * tolerated }) => {
    const is = figures[figure];
    const bound = [
      ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
      ...(atMost === undefined ? [] : [`at most ${Number(atMost.toFixed(2))}`]),
    ].join(', ');
    // What is divided by nothing is no number, and comes as null from another process.
    if (is === undefined || !Number.isFinite(is)) return { figure, is: '-', bound, verdict: 'not measured' };
    const isHeld = is >= (atLeast ?? Number.NEGATIVE_INFINITY) && is <= (atMost ?? Number.POSITIVE_INFINITY);
    return { figure, is: is.toFixed(2), bound, verdict: isHeld ? 'held' : 'MISSED' };
  });
}

/** Says how many thresholds hold, are missed and were not measured. */
export function heldSentence(findings: readonly Finding[]): string {
  const count = (wanted: Finding['verdict']): number => findings.filter(({ verdict }) => verdict === wanted).length;
  const [missed, unmeasured] = [count('MISSED'), count('not measured')];
  return [
    `${count('held')} of ${findings.length} thresholds hold`,
    ...(missed > 0 ? [`${missed} missed`] : []),
    ...(unmeasured > 0 ? [`${unmeasured} not measured`] : []),
  ].join(', ');
}

export const findingsTable = (findings: readonly Finding[]): Table => [
  ['', 'verdict', 'is', 'should be'],
  ...findings.map(({ figure, verdict, is, bound }) => [figure, verdict, is, bound]),
];

export interface Threshold {
  readonly figure: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Is the value of a quiet machine, for figures where less is better; a fifth more is allowed. */
  readonly reached?: number;
}

const tolerated = 1.2;

const readThresholds = (): readonly Threshold[] => JSON.parse(readFileSync(new URL('../thresholds.json', import.meta.url), 'utf8'));
