import type { Task } from './timers.ts';

/** Runs tasks, and notifies those who wait until no task is under way or to come. */
export interface TaskRuns {
  /** Counts tasks that are under way. */
  readonly size: number;
  run(task: Task): Promise<void>;
  /** Runs a task that nobody waits for. An error in it is a fault of the simulator: it is reported, and ends that task alone. */
  start(task: Task): void;
  /** Resolves once nothing is left. */
  whenIdle(): Promise<void>;
  /** Is called after a task was dropped, which may have been the last one. */
  tellIfIdle(): void;
}

/** `toCome` counts the tasks that have not begun. */
export function taskRuns(toCome: () => number): TaskRuns {
  let running = 0;
  let idleWaiters: (() => void)[] = [];
  const isIdle = (): boolean => running === 0 && toCome() === 0;
  const tellIfIdle = (): void => {
    if (!isIdle()) return;
    const waiters = idleWaiters;
    idleWaiters = [];
    for (const tell of waiters) tell();
  };
  const run = async (task: Task): Promise<void> => {
    running += 1;
    try {
      await task();
    } finally {
      running -= 1;
      tellIfIdle();
    }
  };
  return {
    get size() {
      return running;
    },
    run,
    start: (task) => void run(task).catch((error: unknown) => console.error(error)),
    whenIdle: () => (isIdle() ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
    tellIfIdle,
  };
}
