import { type Answer, after, type Operation, type State } from './model.ts';

/** An operation of one client, with its answer and the time of both in milliseconds. */
export interface Performed {
  readonly operation: Operation;
  readonly answer: Answer;
  readonly begin: number;
  readonly end: number;
}

/**
 * Tells if the operations may have taken place one after the other, each at some moment between its request and its
 * answer (linearizability). All orders are tried, so there may be few operations. Returns the state after one such
 * order, or null.
 */
export function possibleOrder(state: State, performed: readonly Performed[]): State | null {
  if (performed.length === 0) return state;
  const earliestEnd = Math.min(...performed.map(({ end }) => end));
  for (const next of performed) {
    // What began after another had ended cannot come before it.
    if (next.begin > earliestEnd) continue;
    const reached = after(state, next.operation, next.answer);
    if (typeof reached === 'string') continue;
    const whole = possibleOrder(
      reached,
      performed.filter((other) => other !== next),
    );
    if (whole !== null) return whole;
  }
  return null;
}
