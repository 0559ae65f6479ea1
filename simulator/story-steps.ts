import { dueQueue } from './due-queue.ts';
import { schedule } from './schedule.ts';
import type { StoryClock } from './story-clock.ts';
import type { TaskRuns } from './task-runs.ts';
import type { Cancel, Task } from './timers.ts';

/** The tasks that wait for their story time: steps of stories, and the delayed answers of frozen time. */
export interface StorySteps {
  readonly size: number;
  /** Counts delayed answers. */
  readonly held: number;
  add(ms: number, step: Step): Cancel;
  /** Returns the story time at which the next step is due, or null if there is none. */
  next(): number | null;
  /** Schedules the next due step while time runs by itself, and none while it is frozen. */
  arm(): void;
  /** Runs the steps that are due by then, one at a time, and moves the clock to each. */
  runUntil(time: number): Promise<void>;
  clear(): void;
}

export interface Step {
  readonly task: Task;
  /** Is true for a delayed answer. */
  readonly isHeld: boolean;
}

export function storySteps(clock: StoryClock, runs: TaskRuns): StorySteps {
  const queue = dueQueue<Step>();
  let held = 0;
  let disarm: Cancel = nothing;

  const take = (until: number) => {
    const entry = queue.take(until);
    if (entry?.item.isHeld) held -= 1;
    return entry;
  };
  const arm = (): void => {
    disarm();
    const due = queue.next();
    const { pace } = clock;
    if (pace === 'manual' || due === null) return;
    disarm = schedule(Number.isFinite(pace) ? (due - clock.elapsed()) / pace : 0, () => {
      const until = pace === Number.POSITIVE_INFINITY ? pace : clock.elapsed();
      for (let entry = take(until); entry; entry = take(until)) void runs.run(entry.item.task);
      arm();
    });
  };

  return {
    get size() {
      return queue.size;
    },
    get held() {
      return held;
    },
    add(ms, step) {
      const due = clock.elapsed() + Math.max(0, ms);
      const previous = queue.next();
      const remove = queue.add(due, step);
      if (step.isHeld) held += 1;
      if (previous === null || due < previous) arm();
      return () => {
        if (!remove()) return;
        if (step.isHeld) held -= 1;
        runs.tellIfIdle();
      };
    },
    next: queue.next,
    arm,
    async runUntil(time) {
      for (let entry = take(time); entry; entry = take(time)) {
        clock.moveTo(entry.due);
        await runs.run(entry.item.task);
      }
    },
    clear() {
      queue.clear();
      held = 0;
      disarm();
    },
  };
}

const nothing = (): void => undefined;
