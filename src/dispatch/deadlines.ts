import { endAtDeadline, forgetDeadline } from '../process/deadlines.ts';

/**
 * Keeps deadlines of one length. An `AbortSignal` for each would cost more than half as much CPU again as the request (`D-105`). An
 * answer that has arrived by its deadline counts, also where this process was busy or paused and has not read it.
 */
export interface Deadlines {
  readonly ms: number;
  /** Calls `expire` once, `ms` from now, unless the returned function is called first. */
  begin(expire: () => void): () => void;
}

export const deadlines = (ms: number): Deadlines => ({
  ms,
  begin(expire) {
    let passing: NodeJS.Immediate | undefined;
    const end = (): void => {
      // The event loop reads what has arrived after its timers and before its immediates.
      passing = setImmediate(expire);
    };
    const limited = { deadline: performance.now() + ms, end };
    endAtDeadline(limited);
    return () => {
      forgetDeadline(limited);
      clearImmediate(passing);
    };
  },
});
