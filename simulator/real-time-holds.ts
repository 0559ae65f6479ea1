import { schedule } from './schedule.ts';
import type { TaskRuns } from './task-runs.ts';
import type { Cancel, Task } from './timers.ts';

/** Holds the delayed answers of running time, each with its own timer in real time. */
export interface RealTimeHolds {
  readonly size: number;
  add(ms: number, task: Task): Cancel;
  clear(): void;
}

export function realTimeHolds(runs: TaskRuns): RealTimeHolds {
  const holds = new Set<Cancel>();
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
      holds.add(cancel);
      return cancel;
    },
    clear() {
      for (const cancel of [...holds]) cancel();
    },
  };
}
