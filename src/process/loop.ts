import type { Log } from './log.ts';

export interface Loop {
  /** Makes the next turn follow without a pause. */
  wake(): void;
  /** Lets the turn under way end, and begins no other. */
  stop(): Promise<void>;
}

interface LoopOptions<Found> extends LoggedTurn<Found> {
  /** Returns the pause after a turn, in milliseconds. At 0 the next turn follows at once. */
  readonly pauseMs: (found: Found) => number;
}

/**
 * Repeats a function until it is stopped. A turn that throws is logged and tried again after its pause, for ever,
 * because a background task that dies silently is the worst of faults.
 */
export function startLoop<Found>({ pauseMs, ...options }: LoopOptions<Found>): Loop {
  let isStopped = false;
  let isWoken = false;
  let endPause = (): void => {};
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const turn = loggedTurn(options);
  const running = (async () => {
    while (!isStopped) {
      isWoken = false;
      const ms = pauseMs(await turn());
      // What woke it during the turn may have come too late to be seen.
      if (ms > 0 && !isWoken && !isStopped) await pause(ms);
    }
  })();
  return {
    wake() {
      isWoken = true;
      endPause();
    },
    async stop() {
      isStopped = true;
      endPause();
      await running;
    },
  };
}

/** Returns the pauses of a loop that rests `idleMs`, ± 20 %, after a turn that found nothing. */
export const whenIdle =
  (idleMs: number) =>
  (found: number): number =>
    found === 0 ? idleMs * (0.8 + 0.4 * Math.random()) : 0;

/**
 * Returns a turn that logs its failure and then returns `failed`. A turn that fails as the one before it is not logged again: beside a
 * database that takes no writes there would be ten lines a second.
 */
export function loggedTurn<Found>({ name, log, once, failed }: LoggedTurn<Found>): () => Promise<Found> {
  let failure = '';
  return async () => {
    try {
      const found = await once();
      failure = '';
      return found;
    } catch (error) {
      if (String(error) !== failure) log.error({ err: error, loop: name }, 'a turn failed; it is tried again');
      failure = String(error);
      return failed;
    }
  };
}

interface LoggedTurn<Found> {
  readonly name: string;
  readonly log: Log;
  /** Does the work of one turn and returns what it found. */
  readonly once: () => Promise<Found>;
  /** What a turn that failed returns. */
  readonly failed: Found;
}
