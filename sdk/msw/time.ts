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
    storiesTold: () => (isManual ? Promise.resolve() : stories.runUntilIdle()),
    advance: (ms) => stories.advance(ms),
    async runUntilIdle() {
      await stories.runUntilIdle();
      await deliveries.runUntilIdle();
    },
  };
}
