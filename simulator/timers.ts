import { realTimeHolds } from './real-time-holds.ts';
import { storyClock } from './story-clock.ts';
import { StorySteps } from './story-steps.ts';
import { taskRuns } from './task-runs.ts';

/**
 * Schedules what happens in the simulator. A story's steps wait here, at a pace that can change at any time:
 *
 * - a number: real time, that many times faster; `Infinity` jumps to the next step at once;
 * - `manual`: time is frozen, and passes only by `advance` or `runUntilIdle`. Steps then run one at a time, in order of
 *   their due time, and each is awaited to its end (a callback is answered) before the next begins.
 *
 * Sockets (`hold`: a receiver that answers after 9.5 s, a provider that answers late) use real time at every speed,
 * because the other side's time limit does. Only frozen time controls them.
 */
export interface Timers {
  after(ms: number, task: Task): Cancel;
  hold(ms: number, task: Task): Cancel;
  /** Returns the story time since the start, in milliseconds. */
  elapsed(): number;
  readonly pace: Speed;
  setPace(pace: Speed): void;
  /** Counts steps and delayed answers that are still to come or under way. */
  readonly waiting: number;
  /** Counts delayed answers, for each of which a client waits. It applies to frozen time only. */
  readonly held: number;
  /** Returns the story time until the next step, or null if there is none. */
  nextInMs(): number | null;
  /** Lets this much story time pass step by step, in frozen time only. */
  advance(ms: number): Promise<void>;
  /** Runs all steps if time is frozen, otherwise waits until nothing is left. */
  runUntilIdle(): Promise<void>;
  /** Drops steps that wait, lets running ones end, and gives delayed answers at once, for each of which a client waits. */
  clear(): void;
  /** Counts the calls of `clear`. What began in an earlier era is over. */
  readonly era: number;
}

export type Task = () => Promise<void> | void;
export type Cancel = () => void;
export type Speed = number | 'manual';

export class NotFrozen extends Error {
  override readonly message = 'Time passes by itself. Freeze it first (the speed "manual") to move it by hand.';
}

export function startTimers(initialPace: Speed): Timers {
  const clock = storyClock(initialPace);
  const runs = taskRuns(() => steps.size + holds.size);
  const steps = new StorySteps(clock, runs);
  const holds = realTimeHolds(runs);
  const inTurn = newTurns();
  let era = 0;

  return {
    after: (ms, task) => steps.add(ms, { task, isHeld: false }),
    hold: (ms, task) => (clock.pace === 'manual' ? steps.add(ms, { task, isHeld: true }) : holds.add(ms, task)),
    elapsed: clock.elapsed,
    get pace() {
      return clock.pace;
    },
    setPace(next) {
      clock.setPace(next);
      steps.arm();
    },
    get waiting() {
      return steps.size + holds.size + runs.size;
    },
    get held() {
      return steps.held;
    },
    nextInMs() {
      const due = steps.next();
      return due === null ? null : Math.max(0, due - clock.elapsed());
    },
    async advance(ms) {
      if (clock.pace !== 'manual') throw new NotFrozen();
      await inTurn(async () => {
        const until = clock.base + ms;
        await steps.runUntil(until);
        clock.moveTo(until);
      });
    },
    runUntilIdle: () => (clock.pace === 'manual' ? inTurn(() => steps.runUntil(Number.POSITIVE_INFINITY)) : runs.whenIdle()),
    get era() {
      return era;
    },
    clear() {
      era += 1;
      steps.clear();
      holds.clear();
      runs.tellIfIdle();
    },
  };
}

/** Runs concurrent uses of something one after another: none begins inside another. */
export function newTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let turn: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = turn.then(work, work);
    turn = mine;
    return mine;
  };
}
