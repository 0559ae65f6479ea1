import { schedule } from './schedule.ts';
import type { TaskRuns } from './task-runs.ts';
import type { Cancel, Task } from './timers.ts';

/** Holds the delayed answers of running time, each with its own timer in real time. */
export interface RealTimeHolds {
  readonly size: number;
  add(ms: number, task: Task): Cancel;
  /** Gives every answer at once. */
  clear(): void;
}

export function realTimeHolds(runs: TaskRuns): RealTimeHolds {
  const holds = new Map<Cancel, Task>();
  return {
    get size() {
      return holds.size;
    },
    add(ms, task) {
      const stop = schedule(ms, () => {
        holds.delete(cancel);
        runs.start(task);
      });
      const cancel = (): void => {
        stop();
        holds.delete(cancel);
        runs.tellIfIdle();
      };
      holds.set(cancel, task);
      return cancel;
    },
    clear() {
      for (const [cancel, task] of [...holds]) {
        cancel();
        runs.start(task);
      }
    },
  };
}
