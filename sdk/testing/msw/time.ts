import { startTimers, type Task } from '../../../simulator/timers.ts';

/**
 * Schedules stories and deliveries. In manual mode one queue holds both, and each step is awaited. In immediate mode a
 * story ends before any other answer, and deliveries are sent afterwards.
 */
export interface MockTime {
  now(): Date;
  readonly stories: ReturnType<typeof startTimers>;
  /** Schedules an attempt of a delivery. */
  later(ms: number, task: Task): void;
  /** In immediate mode, resolves once every story has come as far as it can. */
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
