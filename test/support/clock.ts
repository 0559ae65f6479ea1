import type { Clock } from '../../src/process/clock.ts';

/** Where tests begin; the template database has partitions around it. */
export const testEpoch = new Date('2026-03-02T12:00:00.000Z');

/** A clock that stands still until a test moves it. */
export function manualClock(start: Date | string = testEpoch): ManualClock {
  let real = new Date(start).getTime();
  let offset = 0;
  return {
    now: () => new Date(real + offset),
    realNow: () => new Date(real),
    refresh: async () => {},
    advance(seconds) {
      real += Math.round(seconds * 1_000);
    },
    advanceService(seconds) {
      offset += Math.round(seconds * 1_000);
    },
    setReal(to) {
      real = new Date(to).getTime();
    },
  };
}

export interface ManualClock extends Clock {
  /** Time passes: the service's and the real one. */
  advance(seconds: number): void;
  /** Only the service's time, as when the sandbox clock is advanced. */
  advanceService(seconds: number): void;
  setReal(to: Date | string): void;
}
