import type { Verdict } from '../faults/matrix/verdict.ts';

/** What a client saw while a fault struck and was mended. */
export interface Window {
  readonly fault: string;
  readonly requests: number;
  /** Answered with 5xx, or not at all; each was sent again and accepted in the end. */
  readonly failed: number;
  /** What they were told, and when. */
  readonly refusals: readonly string[];
  /** The longest that one of them was refused for. */
  readonly longestMs: number;
  /** The longest in which no write of somebody who writes all the time succeeded. */
  readonly pauseMs: number;
  /** Work that clients must not see. */
  readonly isPlanned: boolean;
}

export interface Outcome {
  /** Null where nothing failed under load. */
  readonly verdict: Verdict | null;
  readonly windows: readonly Window[];
  /** Holds what a tenant had made and did not find in the next list. */
  readonly missed: readonly string[];
  /** Keys of either cell that nginx brought to the wrong one. */
  readonly misrouted: readonly string[];
  /** What did not hold in the drill of a restore. */
  readonly drilled: readonly string[];
}

export const nothingSeen: Outcome = { verdict: null, windows: [], missed: [], misrouted: [], drilled: [] };

export const hasPassed = ({ verdict, windows, missed, misrouted, drilled }: Outcome): boolean =>
  verdict?.passed !== false &&
  missed.length === 0 &&
  misrouted.length === 0 &&
  drilled.length === 0 &&
  refusedWithoutNeed(windows).length === 0;

const refusedWithoutNeed = (windows: readonly Window[]): readonly string[] =>
  windows.filter(({ isPlanned }) => isPlanned).flatMap(({ fault, refusals }) => refusals.map((refusal) => `${fault}: ${refusal}`));

/** A row for each fault, all together below, and what was found. */
export function outcomeTable(outcome: Outcome): string {
  const { verdict, windows } = outcome;
  const findings = [...(verdict === null ? [] : verdictFindings(verdict)), ...otherFindings(outcome)];
  const table = verdict === null ? [] : tableOf(verdict, windows, outcome.missed.length);
  return [
    ...table,
    ...(findings.length > 0 ? ['', ...findings] : []),
    ...(verdict === null && findings.length === 0 ? ['all of it holds'] : []),
  ].join('\n');
}

function tableOf(verdict: Verdict, windows: readonly Window[], missed: number): readonly string[] {
  const head = ['fault', 'requests', 'refused', 'lost', 'double dials', 'unasked dials', 'duplicates', 'bound', 'pause', 'one refused for'];
  const rows = windows.map(({ fault, requests, failed, pauseMs, longestMs }) => {
    const row = verdict.rows.find((each) => each.fault === fault);
    const [lost = 0, duplicates = 0, bound = 0] = [row?.lost, row?.duplicates, row?.inFlight];
    // A call that was dialled twice, or unasked, does not say by which fault; they are counted below.
    return [fault, requests, failed, lost, '', '', duplicates, bound, rounded(pauseMs), rounded(longestMs)];
  });
  const all = [
    'all',
    total(windows, 'requests'),
    total(windows, 'failed'),
    verdict.lost.length + missed,
    verdict.doubleDials.length,
    verdict.unaskedDials.length,
    verdict.duplicates,
    verdict.bound,
    rounded(Math.max(0, ...windows.map(({ pauseMs }) => pauseMs))),
    rounded(Math.max(0, ...windows.map(({ longestMs }) => longestMs))),
  ];
  return aligned([head, ...rows, all]);
}

const verdictFindings = (verdict: Verdict): readonly string[] =>
  [
    ...verdict.lost,
    ...verdict.doubleDials,
    ...verdict.unaskedDials,
    ...verdict.permits,
    ...verdict.wallets,
    ...verdict.counts,
    ...verdict.recordings,
    ...verdict.budgets,
    ...verdict.retention,
    ...verdict.wrong,
  ].map(({ what, subject }) => `${subject}: ${what}`);

const otherFindings = ({ windows, missed, misrouted, drilled }: Outcome): readonly string[] => [
  ...missed.map((id) => `${id}: made, and not in the list asked for next`),
  ...misrouted,
  ...drilled,
  ...refusedWithoutNeed(windows),
];

const rounded = (ms: number): string => `${Math.round(ms)} ms`;

const total = (windows: readonly Window[], what: 'requests' | 'failed'): number => windows.reduce((sum, window) => sum + window[what], 0);

function aligned(lines: readonly (readonly (string | number)[])[]): readonly string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)));
  return lines.map((line) =>
    line.map((cell, n) => (n === 0 ? String(cell).padEnd(widths[n] ?? 0) : String(cell).padStart(widths[n] ?? 0))).join('  '),
  );
}
