/**
 * When things happen in the simulator. A story's steps wait here, at one of three paces:
 *
 * - a number: real time, that many times faster; `Infinity` runs each step as soon as the one before it is done;
 * - `manual`: nothing happens until `advance` or `runUntilIdle` says so. Steps then run one at a time, in order of their
 *   due time, and each is waited for to the end (a callback is answered) before the next begins.
 *
 * Sockets (`hold`: a receiver that answers after 9.5 s, a provider that answers late) keep real time at every speed,
 * because the other side's time limit does; only `manual` takes them into its hand.
 */
export interface Timers {
  after(ms: number, task: Task): Cancel;
  hold(ms: number, task: Task): Cancel;
  /** How far the story's time has come since the start, in milliseconds. */
  elapsed(): number;
  /** Manual only: lets this much story time pass, step by step. */
  advance(ms: number): Promise<void>;
  /** Manual: goes on to the last step there is. Otherwise: waits until nothing is left to do. */
  runUntilIdle(): Promise<void>;
  /** Drops what is due, lets what runs come to its end. */
  clear(): void;
}

export type Task = () => Promise<void> | void;
export type Cancel = () => void;
export type Speed = number | 'manual';

/** `setTimeout` turns a longer wait into none at all. */
const longestTimeoutMs = 2 ** 31 - 1;

export const startTimers = (speed: Speed): Timers => (speed === 'manual' ? manualTimers() : realTimers(speed));

interface Waiting {
  readonly due: number;
  readonly order: number;
  readonly task: Task;
}

function manualTimers(): Timers {
  let now = 0;
  let order = 0;
  let waiting: Waiting[] = [];
  let turn: Promise<void> = Promise.resolve();

  const after = (ms: number, task: Task): Cancel => {
    const entry: Waiting = { due: now + Math.max(0, ms), order: order++, task };
    waiting.push(entry);
    return () => {
      waiting = waiting.filter((other) => other !== entry);
    };
  };
  const nextDue = (until: number): Waiting | undefined =>
    waiting.filter((entry) => entry.due <= until).sort((a, b) => a.due - b.due || a.order - b.order)[0];
  const runUntil = async (until: number): Promise<void> => {
    for (let entry = nextDue(until); entry; entry = nextDue(until)) {
      const taken = entry;
      waiting = waiting.filter((other) => other !== taken);
      now = Math.max(now, taken.due);
      await taken.task();
    }
  };
  /** Two hands on the stepper take turns: a step never begins inside another. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    turn = turn.then(work, work);
    return turn;
  };

  return {
    after,
    hold: after,
    elapsed: () => now,
    advance: (ms) =>
      inTurn(async () => {
        const until = now + ms;
        await runUntil(until);
        now = Math.max(now, until);
      }),
    runUntilIdle: () => inTurn(() => runUntil(Number.POSITIVE_INFINITY)),
    clear() {
      waiting = [];
    },
  };
}

function realTimers(speed: number): Timers {
  const startedAt = performance.now();
  const pending = new Set<Cancel>();
  let running = 0;
  let idleWaiters: (() => void)[] = [];

  const tellIfIdle = (): void => {
    if (running > 0 || pending.size > 0) return;
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
  const wait = (ms: number, task: Task): Cancel => {
    const stop = schedule(ms, () => {
      pending.delete(cancel);
      void run(task);
    });
    const cancel = (): void => {
      stop();
      pending.delete(cancel);
      tellIfIdle();
    };
    pending.add(cancel);
    return cancel;
  };

  return {
    after: (ms, task) => wait(ms / speed, task),
    hold: wait,
    elapsed: () => (Number.isFinite(speed) ? (performance.now() - startedAt) * speed : 0),
    advance: () => Promise.reject(new Error('Only a simulator with speed "manual" can be advanced.')),
    runUntilIdle: () => (running === 0 && pending.size === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
    clear() {
      for (const cancel of [...pending]) cancel();
    },
  };
}

/** Unref'd: a story that nobody waits for never keeps a process alive. */
function schedule(ms: number, fire: () => void): Cancel {
  if (ms > 0) {
    const timeout = setTimeout(fire, Math.min(ms, longestTimeoutMs)).unref();
    return () => clearTimeout(timeout);
  }
  const immediate = setImmediate(fire).unref();
  return () => clearImmediate(immediate);
}
