import type { Log } from './log.ts';

export interface Loop {
  /** Lets the turn under way end, and begins no other. */
  stop(): Promise<void>;
}

export interface LoopOptions {
  readonly name: string;
  readonly log: Log;
  /** Does the work of one turn and returns how much there was. */
  readonly once: () => Promise<number>;
  /** Is the pause after a turn that found nothing, in milliseconds, ± 20 %. A turn that found something is followed at once. */
  readonly idleMs: number;
}

/**
 * Repeats a function until it is stopped. A turn that throws is logged and tried again after the idle time, for ever,
 * because a background task that dies silently is the worst of faults.
 */
export function startLoop({ name, log, once, idleMs }: LoopOptions): Loop {
  let stopped = false;
  let wakeUp = (): void => {};
  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, idleMs * (0.8 + 0.4 * Math.random()));
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const turn = loggedTurn({ name, log, once, failed: 0 });
  const running = (async () => {
    while (!stopped) {
      const found = await turn();
      if (found === 0 && !stopped) await idle();
    }
  })();
  return {
    async stop() {
      stopped = true;
      wakeUp();
      await running;
    },
  };
}

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
  readonly once: () => Promise<Found>;
  readonly failed: Found;
}
