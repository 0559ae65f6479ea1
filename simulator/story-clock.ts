import type { Speed } from './timers.ts';

/** Tells the story time, which passes at a pace that can change at any time, or is frozen. */
export interface StoryClock {
  readonly pace: Speed;
  /** Is the story time when the pace was last set or frozen time was last moved, in milliseconds. */
  readonly base: number;
  /** Returns the story time since the start, in milliseconds. */
  elapsed(): number;
  setPace(pace: Speed): void;
  /** Moves the base to a later story time. */
  moveTo(time: number): void;
}

export function storyClock(initialPace: Speed): StoryClock {
  let pace = initialPace;
  let base = 0;
  /** Is the real time at `base`. */
  let mark = performance.now();
  const elapsed = (): number => (typeof pace === 'number' && Number.isFinite(pace) ? base + (performance.now() - mark) * pace : base);
  return {
    get pace() {
      return pace;
    },
    get base() {
      return base;
    },
    elapsed,
    setPace(next) {
      base = elapsed();
      mark = performance.now();
      pace = next;
    },
    moveTo(time) {
      base = Math.max(base, time);
    },
  };
}
