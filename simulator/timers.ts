import { dueQueue } from './due-queue.ts';

/**
 * Schedules what happens in the simulator. A story's steps wait here, at a pace that can change at any time:
 *
 * - a number: real time, that many times faster; `Infinity` runs each step as soon as the one before it is done;
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
  /** Drops steps that wait, and lets running ones end. */
  clear(): void;
}

export type Task = () => Promise<void> | void;
export type Cancel = () => void;
export type Speed = number | 'manual';

export class NotFrozen extends Error {}

/** `setTimeout` turns a longer wait into none at all. */
const longestTimeoutMs = 2 ** 31 - 1;

export function startTimers(initialPace: Speed): Timers {
  const queue = dueQueue<{ readonly task: Task; readonly isHeld: boolean }>();
  /** Holds delayed answers of running time, each with its own timer. */
  const holds = new Set<Cancel>();
  let pace = initialPace;
  /** Is the story time at `mark`, which is real time. */
  let base = 0;
  let mark = performance.now();
  let running = 0;
  let held = 0;
  let idleWaiters: (() => void)[] = [];
  let turn: Promise<void> = Promise.resolve();
  let disarm: Cancel = nothing;

  const elapsed = (): number => (typeof pace === 'number' && Number.isFinite(pace) ? base + (performance.now() - mark) * pace : base);
  const tellIfIdle = (): void => {
    if (running > 0 || queue.size > 0 || holds.size > 0) return;
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
  /** Schedules the next due step while time runs by itself. */
  const arm = (): void => {
    disarm();
    const due = queue.next();
    if (pace === 'manual' || due === null) return;
    disarm = schedule(Number.isFinite(pace) ? (due - elapsed()) / pace : 0, () => {
      const until = pace === Number.POSITIVE_INFINITY ? pace : elapsed();
      for (let entry = take(until); entry; entry = take(until)) void run(entry.item.task);
      arm();
    });
  };
  const take = (until: number) => {
    const entry = queue.take(until);
    if (entry?.item.isHeld) held -= 1;
    return entry;
  };
  const queued = (ms: number, task: Task, isHeld: boolean): Cancel => {
    const due = elapsed() + Math.max(0, ms);
    const previous = queue.next();
    const remove = queue.add(due, { task, isHeld });
    if (isHeld) held += 1;
    if (previous === null || due < previous) arm();
    return () => {
      if (!remove()) return;
      if (isHeld) held -= 1;
      tellIfIdle();
    };
  };
  const holdInRealTime = (ms: number, task: Task): Cancel => {
    const stop = schedule(ms, () => {
      holds.delete(cancel);
      void run(task);
    });
    const cancel = (): void => {
      stop();
      holds.delete(cancel);
      tellIfIdle();
    };
    holds.add(cancel);
    return cancel;
  };
  const runUntil = async (until: number): Promise<void> => {
    for (let entry = take(until); entry; entry = take(until)) {
      base = Math.max(base, entry.due);
      await run(entry.item.task);
    }
  };
  /** Runs concurrent uses of the stepper one after another: a step never begins inside another. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work, work);
    return turn;
  };

  return {
    after: (ms, task) => queued(ms, task, false),
    hold: (ms, task) => (pace === 'manual' ? queued(ms, task, true) : holdInRealTime(ms, task)),
    elapsed,
    get pace() {
      return pace;
    },
    setPace(next) {
      base = elapsed();
      mark = performance.now();
      pace = next;
      arm();
    },
    get waiting() {
      return queue.size + holds.size + running;
    },
    get held() {
      return held;
    },
    nextInMs() {
      const due = queue.next();
      return due === null ? null : Math.max(0, due - elapsed());
    },
    async advance(ms) {
      if (pace !== 'manual') throw new NotFrozen('Time passes by itself. Freeze it first (the speed "manual") to move it by hand.');
      await inTurn(async () => {
        const until = base + ms;
        await runUntil(until);
        base = Math.max(base, until);
      });
    },
    runUntilIdle() {
      if (pace === 'manual') return inTurn(() => runUntil(Number.POSITIVE_INFINITY));
      if (running === 0 && queue.size === 0 && holds.size === 0) return Promise.resolve();
      return new Promise((resolve) => idleWaiters.push(resolve));
    },
    clear() {
      queue.clear();
      held = 0;
      for (const cancel of [...holds]) cancel();
      disarm();
      tellIfIdle();
    },
  };
}

const nothing = (): void => undefined;

/**
 * Schedules a function. A wait is unref'd, so that a story that nobody waits for keeps no process alive. A due step is
 * not: the event loop does not run an unref'd immediate until something else wakes it.
 */
function schedule(ms: number, fire: () => void): Cancel {
  if (ms > 0) {
    const timeout = setTimeout(fire, Math.min(ms, longestTimeoutMs)).unref();
    return () => clearTimeout(timeout);
  }
  const immediate = setImmediate(fire);
  return () => clearImmediate(immediate);
}
