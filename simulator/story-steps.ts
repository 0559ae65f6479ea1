import { DueQueue, type Waiting } from './due-queue.ts';
import { schedule } from './schedule.ts';
import type { StoryClock } from './story-clock.ts';
import type { TaskRuns } from './task-runs.ts';
import type { Cancel, Task } from './timers.ts';

/** The tasks that wait for their story time: steps of stories, and the delayed answers of frozen time. */
export class StorySteps {
  readonly #clock: StoryClock;
  readonly #runs: TaskRuns;
  readonly #queue = new DueQueue<Step>();
  #held = 0;
  #disarm: Cancel = nothing;

  constructor(clock: StoryClock, runs: TaskRuns) {
    this.#clock = clock;
    this.#runs = runs;
  }

  get size(): number {
    return this.#queue.size;
  }

  /** Counts delayed answers. */
  get held(): number {
    return this.#held;
  }

  add(ms: number, step: Step): Cancel {
    const due = this.#clock.elapsed() + Math.max(0, ms);
    const previous = this.next();
    const remove = this.#queue.add(due, step);
    if (step.isHeld) this.#held += 1;
    if (previous === null || due < previous) this.arm();
    return () => {
      if (!remove()) return;
      if (step.isHeld) this.#held -= 1;
      this.#runs.tellIfIdle();
    };
  }

  /** Returns the story time at which the next step is due, or null if there is none. */
  next(): number | null {
    return this.#queue.next();
  }

  /** Schedules the next due step while time runs by itself, and none while it is frozen. */
  arm(): void {
    this.#disarm();
    const due = this.next();
    const { pace } = this.#clock;
    if (pace === 'manual' || due === null) return;
    this.#disarm = schedule(Number.isFinite(pace) ? (due - this.#clock.elapsed()) / pace : 0, () => {
      // At infinite speed time jumps to the next step alone. What is due later waits: this step may bring something that comes before it.
      if (pace === Number.POSITIVE_INFINITY) this.#clock.moveTo(due);
      const until = this.#clock.elapsed();
      for (let entry = this.#take(until); entry; entry = this.#take(until)) this.#runs.start(entry.item.task);
      this.arm();
    });
  }

  /** Runs the steps that are due by then, one at a time, and moves the clock to each. */
  async runUntil(time: number): Promise<void> {
    for (let entry = this.#take(time); entry; entry = this.#take(time)) {
      this.#clock.moveTo(entry.due);
      await this.#runs.run(entry.item.task);
    }
  }

  /** Drops the steps, and gives the delayed answers. */
  clear(): void {
    this.#disarm();
    const answers: Task[] = [];
    for (let entry = this.#take(Number.POSITIVE_INFINITY); entry; entry = this.#take(Number.POSITIVE_INFINITY))
      if (entry.item.isHeld) answers.push(entry.item.task);
    for (const answer of answers) this.#runs.start(answer);
  }

  #take(until: number): Waiting<Step> | null {
    const entry = this.#queue.take(until);
    if (entry?.item.isHeld) this.#held -= 1;
    return entry;
  }
}

export interface Step {
  readonly task: Task;
  /** Is true for a delayed answer. */
  readonly isHeld: boolean;
}

function nothing(): void {}
