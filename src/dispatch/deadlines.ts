import { endAtDeadline, forgetDeadline } from '../process/deadlines.ts';

/** Begins a deadline: calls `expire` once when it passes, unless the returned function is called first. */
export type Deadlines = (expire: () => void) => () => void;

/** Begins deadlines of one length. An `AbortSignal` for each would cost more than half as much CPU again as the request (`D-105`). */
export const deadlines =
  (ms: number): Deadlines =>
  (expire) => {
    const limited = { deadline: performance.now() + ms, end: expire };
    endAtDeadline(limited);
    return () => forgetDeadline(limited);
  };
