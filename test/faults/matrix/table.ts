import { tableText } from '../../../tools/load/report/table.ts';
import type { Row } from './rows.ts';
import type { Finding, Verdict } from './verdict.ts';

const shownFindings = 20;

/** A row for each kind of fault, and whatever does not agree. */
export function table(verdict: Verdict): string {
  const head = ['fault', 'times', 'kills', 'held', 'in flight', 'lost', 'duplicates', 'back, median', 'longest', 'all delivered'];
  return [
    tableText([head, ...verdict.rows.map(cells)]),
    ...findings('lost', verdict.lost),
    ...findings('double dials', verdict.doubleDials),
    ...findings('unasked dials', verdict.unaskedDials),
    ...findings('permits', verdict.permits),
    ...findings('wallets', verdict.wallets),
    ...findings('counts', verdict.counts),
    ...findings('recordings', verdict.recordings),
    ...findings('budgets', verdict.budgets),
    ...findings('retention', verdict.retention),
    ...findings('wrong', verdict.wrong),
  ].join('\n');
}

const cells = ({ fault, times, kills, held, inFlight, lost, duplicates, backMs, deliveredMs }: Row): readonly string[] => [
  fault,
  ...[times, kills, held, inFlight, lost, duplicates].map(String),
  seconds(backMs?.median),
  seconds(backMs?.longest),
  seconds(deliveredMs),
];

const seconds = (ms: number | null | undefined): string => (ms === null || ms === undefined ? '-' : `${(ms / 1_000).toFixed(1)} s`);

function findings(title: string, all: readonly Finding[]): readonly string[] {
  if (all.length === 0) return [];
  const more = all.length > shownFindings ? [`  … and ${all.length - shownFindings} more`] : [];
  return ['', `${title} (${all.length}):`, ...all.slice(0, shownFindings).map(({ what, subject }) => `  ${subject}: ${what}`), ...more];
}
