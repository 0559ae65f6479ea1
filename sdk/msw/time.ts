import { startTimers, type Task } from '../../simulator/timers.ts';

/**
 * When things happen. Manual: one queue for stories and deliveries, each step waited for. Immediate: stories are over before
 * anything else is answered, deliveries go out behind them.
 */
export interface MockTime {
  now(): Date;
  readonly stories: ReturnType<typeof startTimers>;
  /** A delivery's attempt. */
  later(ms: number, task: Task): void;
  /** Immediate only: until every story has come as far as it can. */
  storiesTold(): Promise<void>;
  advance(ms: number): Promise<void>;
  runUntilIdle(): Promise<void>;
}

export function newTime(kind: 'immediate' | 'manual', began: Date): MockTime {
  const isManual = kind === 'manual';
  const stories = startTimers(isManual ? 'manual' : Number.POSITIVE_INFINITY);
  const deliveries = isManual ? stories : startTimers(Number.POSITIVE_INFINITY);
  return {
    now: () => (isManual ? new Date(began.getTime() + stories.elapsed()) : new Date()),
    stories,
    later: (ms, task) => void deliveries.after(ms, task),
    storiesTold: () => (isManual ? Promise.resolve() : awake(stories.runUntilIdle)),
    advance: (ms) => awake(() => stories.advance(ms)),
    runUntilIdle: () =>
      awake(async () => {
        await stories.runUntilIdle();
        await deliveries.runUntilIdle();
      }),
  };
}

/** The simulator's timers keep no process alive. Here somebody waits, perhaps with no socket open. */
async function awake(work: () => Promise<void>): Promise<void> {
  const alive = setInterval(() => undefined, 60_000);
  try {
    await work();
  } finally {
    clearInterval(alive);
  }
}
