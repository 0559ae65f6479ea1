import { isSuccess, type Repeat } from './repeats.ts';
import type { Evidence, Fault, Finding } from './verdict.ts';

/** What became of one kind of fault, for the table. */
export interface Row {
  readonly fault: string;
  readonly times: number;
  readonly kills: number;
  readonly held: number;
  readonly inFlight: number;
  readonly lost: number;
  readonly duplicates: number;
  /** The median, and the longest. */
  readonly backMs: { readonly median: number; readonly longest: number } | null;
  /** The longest until the last delivery that was held had arrived. */
  readonly deliveredMs: number | null;
}

const unexplained = 'none of them';

export function rowsOf({ faults, receipts }: Evidence, repeated: readonly Repeat[], lost: readonly Finding[]): readonly Row[] {
  const repeats = repeated.map(({ fault }) => fault ?? unexplained);
  const losses = lost.map(({ subject }) => faults.findLast(({ held }) => held.has(subject))?.name ?? unexplained);
  const names = [...new Set([...faults.map(({ name }) => name), ...repeats, ...losses])];
  const times = (list: readonly string[], name: string): number => list.filter((each) => each === name).length;
  return names.map((fault) => {
    const strikes = faults.filter(({ name }) => name === fault);
    const backs = strikes.flatMap(({ backMs }) => (backMs === null ? [] : [backMs])).sort((a, b) => a - b);
    const delivered = strikes.flatMap((strike) => deliveredMs(strike, receipts));
    return {
      fault,
      times: strikes.length,
      kills: strikes.filter(({ isKill }) => isKill).length,
      held: sum(strikes.map(({ held }) => held.size)),
      inFlight: sum(strikes.map(({ inFlight }) => inFlight.size)),
      lost: times(losses, fault),
      duplicates: times(repeats, fault),
      backMs: backs.length === 0 ? null : { median: backs[backs.length >> 1] ?? 0, longest: backs.at(-1) ?? 0 },
      deliveredMs: delivered.length === 0 ? null : Math.max(...delivered),
    };
  });
}

/** From the fault to the arrival of what it held. What the receiver then refused is not counted: that wait is its own doing. */
const deliveredMs = ({ held, at }: Fault, receipts: Evidence['receipts']): readonly number[] =>
  [...held].flatMap((id) => {
    const next = (receipts.get(id) ?? []).find((receipt) => receipt.at > at);
    return next && isSuccess(next.answered) ? [next.at - at] : [];
  });

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
