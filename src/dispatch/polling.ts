import type { Log } from '../process/log.ts';
import { loggedTurn } from '../process/loop.ts';

/** Looks for due work until it is stopped: often while there is some, seldom and at irregular times while there is none. */
export interface Polling {
  /** Makes it look now. */
  wake(): void;
  stop(): Promise<void>;
}

/** Starts polling. `look` returns how much it found; after `more` there is no pause. */
export function poll(look: () => Promise<'more' | 'some' | 'none'>, random: () => number, log: Log): Polling {
  let isStopped = false;
  let isWoken = false;
  let endPause: (() => void) | null = null;
  const turn = loggedTurn({ name: 'due deliveries', log, once: look, failed: 'none' });

  const pause = (ms: number): Promise<void> =>
    new Promise((fulfil) => {
      const timer = setTimeout(end, ms);
      function end(): void {
        clearTimeout(timer);
        endPause = null;
        fulfil();
      }
      endPause = end;
    });

  const run = async (): Promise<void> => {
    while (!isStopped) {
      isWoken = false;
      const found = await turn();
      // If it was woken while it looked, the cause may have come too late to be seen, so it looks again.
      if (isStopped || isWoken || found === 'more') continue;
      await pause(found === 'some' ? busyMs : idleMs.least + random() * (idleMs.most - idleMs.least));
    }
  };
  const running = run();

  return {
    wake() {
      isWoken = true;
      endPause?.();
    },
    async stop() {
      isStopped = true;
      endPause?.();
      await running;
    },
  };
}

const busyMs = 50;
/** The pause is random between these, so that processes do not poll in step. */
const idleMs = { least: 250, most: 1_000 };
