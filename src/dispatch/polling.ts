import type { Log } from '../process/log.ts';
import type { Random } from '../process/random.ts';

/** Looks for due work for as long as the process lives: often while there is some, seldom and irregularly while there is none. */
export interface Polling {
  /** Look now. */
  wake(): void;
  stop(): Promise<void>;
}

/** `look` reports what it found; after `more` there is no pause. */
export function poll(look: () => Promise<'more' | 'some' | 'none'>, random: Random, log: Log): Polling {
  let isStopped = false;
  let isWoken = false;
  let endPause: (() => void) | null = null;

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
      const found = await look().catch((error: unknown) => {
        log.error({ err: error }, 'looking for due deliveries failed');
        return 'none' as const;
      });
      // Woken while it looked: what woke it may have come too late to be seen.
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
/** Jittered, so that processes do not fall into step. */
const idleMs = { least: 250, most: 1_000 };
