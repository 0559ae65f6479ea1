import type { Clock } from '../../src/process/clock.ts';

/** Tests begin at this time. Their databases have partitions around it. */
export const testEpoch = new Date('2026-03-02T12:00:00.000Z');

/** Returns a clock that stands still until a test moves it. */
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
  /** Moves the service's time and the real time. */
  advance(seconds: number): void;
  /** Moves only the service's time, as advancing the sandbox clock does. */
  advanceService(seconds: number): void;
  setReal(to: Date | string): void;
}
