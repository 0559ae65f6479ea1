import type { Verdict } from '../faults/matrix/verdict.ts';

/** What a client saw while a fault struck and was mended. */
export interface Window {
  readonly fault: string;
  readonly requests: number;
  /** Answered with 5xx, or not at all; each was sent again and accepted in the end. */
  readonly failed: number;
  readonly pauseMs: number;
}

export interface Outcome {
  readonly verdict: Verdict;
  readonly windows: readonly Window[];
  /** What a tenant had made and did not find in the list that he asked for next. */
  readonly missed: readonly string[];
  /** Keys of either cell that nginx brought to the wrong one. */
  readonly misrouted: readonly string[];
}

export const hasPassed = ({ verdict, missed, misrouted }: Outcome): boolean =>
  verdict.passed && missed.length === 0 && misrouted.length === 0;

/** A row for each fault, and all together below. */
export function outcomeTable({ verdict, windows, missed, misrouted }: Outcome): string {
  const head = ['fault', 'requests', 'failed to the client', 'lost', 'double dials', 'duplicates', 'bound', 'pause'];
  const rows = windows.map(({ fault, requests, failed, pauseMs }) => {
    const row = verdict.rows.find((each) => each.fault === fault);
    const [lost = 0, duplicates = 0, bound = 0] = [row?.lost, row?.duplicates, row?.inFlight];
    // A call that was dialled twice does not say by which fault; they are counted below.
    return [fault, requests, failed, lost, '', duplicates, bound, `${Math.round(pauseMs)} ms`];
  });
  const all = [
    'all',
    total(windows, 'requests'),
    total(windows, 'failed'),
    verdict.lost.length + missed.length,
    verdict.doubleDials.length,
    verdict.duplicates,
    verdict.bound,
    `${Math.round(Math.max(0, ...windows.map(({ pauseMs }) => pauseMs)))} ms`,
  ];
  const findings = [
    ...[...verdict.lost, ...verdict.doubleDials, ...verdict.wrong].map(({ what, subject }) => `${subject}: ${what}`),
    ...missed.map((id) => `${id}: made, and not in the list asked for next`),
    ...misrouted,
  ];
  return [...aligned([head, ...rows, all]), ...(findings.length > 0 ? ['', ...findings] : [])].join('\n');
}

const total = (windows: readonly Window[], what: 'requests' | 'failed'): number => windows.reduce((sum, window) => sum + window[what], 0);

function aligned(lines: readonly (readonly (string | number)[])[]): readonly string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => String(line[column]).length)));
  return lines.map((line) =>
    line.map((cell, n) => (n === 0 ? String(cell).padEnd(widths[n] ?? 0) : String(cell).padStart(widths[n] ?? 0))).join('  '),
  );
}
