import { setTimeout as pause } from 'node:timers/promises';
import type { LinkedClock } from './linked-clock.ts';
import type { ServiceTime } from './service-clock.ts';
import type { Passed } from './time.ts';
import type { Timeline } from './timeline.ts';
import type { Timers } from './timers.ts';

const lookEveryMs = 15;
/**
 * A service that is found busy so many times in a row, which takes half a minute, waits for something that the simulator cannot cause.
 * The looks are counted, not the time: a service on a starved machine answers them as slowly as it works.
 */
const mostLooks = 2_000;

export interface TimeMovesOptions {
  readonly timers: Timers;
  readonly timeline: Pick<Timeline, 'add'>;
  readonly clock: Pick<LinkedClock, 'current'>;
}

/** Moves frozen time from one due item to the next, until a condition holds, nothing is left or the limit is reached. */
export type TimeMoves = (limitSeconds: number, options?: MoveOptions) => Promise<Passed>;

export interface MoveOptions {
  readonly isSo?: () => boolean;
  /** Lets the rest of the time pass where nothing is left. */
  readonly passesTheRest?: boolean;
}

export function timeMoves({ timers, timeline, clock }: TimeMovesOptions): TimeMoves {
  /** The service's clock moves in whole seconds. What it still lacks is added to the next move, also to that of a later request. */
  const owed: Owed = { ms: 0 };
  return async (limitSeconds, { isSo = never, passesTheRest = false } = {}) => {
    const passage = newPassage({ timers, timeline, clock }, owed);
    let steps = 0;
    const passed = (stoppedBy: Passed['stoppedBy']): Passed => ({ seconds: Math.round(passage.passedMs) / 1_000, steps, stoppedBy });
    for (;;) {
      const state = await untilQuiet(timers, clock);
      if (state === 'busy') return passed('busy');
      if (isSo()) return passed('idle');
      const next = earliest(timers.nextInMs(), state?.nextInSeconds ?? null, owed.ms);
      const leftMs = limitSeconds * 1_000 - passage.passedMs;
      if (next === null && !passesTheRest) return passed('idle');
      if (next === null || next > leftMs) {
        if (leftMs > 0) await passage.move(leftMs);
        return passed('limit');
      }
      await passage.move(next);
      steps += 1;
    }
  };
}

/** The time that has passed in one move from item to item, on both clocks. */
interface Passage {
  readonly passedMs: number;
  move(ms: number): Promise<void>;
}

/** The remainder of a second that the service's clock still lacks. */
interface Owed {
  ms: number;
}

function newPassage({ timers, timeline, clock }: TimeMovesOptions, owed: Owed): Passage {
  let passedMs = 0;
  return {
    get passedMs() {
      return passedMs;
    },
    async move(ms) {
      const before = timers.elapsed();
      await timers.advance(ms);
      passedMs += Math.max(ms, timers.elapsed() - before);
      owed.ms += ms;
      const seconds = Math.floor(owed.ms / 1_000 + 1e-6);
      if (seconds >= 1) await (await clock.current())?.advance(seconds);
      owed.ms = Math.max(0, owed.ms - seconds * 1_000);
      timeline.add('time.moved', { seconds: ms / 1_000, elapsedSeconds: timers.elapsed() / 1_000 });
    },
  };
}

/** Waits until the service has nothing in hand and nothing due. Delayed answers that it waits for are released. */
async function untilQuiet(timers: Timers, clock: TimeMovesOptions['clock']): Promise<ServiceTime | 'busy' | null> {
  const service = await clock.current();
  if (!service) return null;
  for (let looks = 1; ; looks++) {
    const state = await service.read();
    if (!state.isBusy && state.nextInSeconds !== 0) return state;
    if (looks === mostLooks) return 'busy';
    if (state.isBusy && timers.held > 0) await timers.advance(timers.nextInMs() ?? 0);
    else await pause(lookEveryMs);
  }
}

const never = (): boolean => false;

/**
 * Returns the milliseconds to the earlier of the two. The remainder that the service's clock still lacks does not bring
 * its next moment nearer.
 */
function earliest(storyMs: number | null, serviceSeconds: number | null, owedMs: number): number | null {
  const serviceMs = serviceSeconds === null ? null : Math.max(0, Math.ceil(serviceSeconds) * 1_000 - owedMs);
  if (storyMs === null || serviceMs === null) return storyMs ?? serviceMs;
  return Math.min(storyMs, serviceMs);
}
