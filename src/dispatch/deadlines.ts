import { endAtDeadline, forgetDeadline } from '../process/deadlines.ts';

/** Keeps deadlines of one length. An `AbortSignal` for each would cost more than half as much CPU again as the request (`D-105`). */
export interface Deadlines {
  readonly ms: number;
  /** Calls `expire` once, `ms` from now, unless the returned function is called first. */
  begin(expire: () => void): () => void;
}

export const deadlines = (ms: number): Deadlines => ({
  ms,
  begin(expire) {
    const limited = { deadline: performance.now() + ms, end: expire };
    endAtDeadline(limited);
    return () => forgetDeadline(limited);
  },
});
