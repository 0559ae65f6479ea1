import type { components } from '../src/contract/generated/simulator.ts';
import { type LinkedClock, linkedClock } from './linked-clock.ts';
import type { ServiceBeside } from './service-beside.ts';
import { type ServiceLink, serviceClock } from './service-clock.ts';
import { timeMoves } from './time-moves.ts';
import type { Timeline } from './timeline.ts';
import { NotFrozen, newTurns, type Speed, type Timers } from './timers.ts';

/**
 * Moves time by hand, the stories' and the sandbox service's together: to the next due item on either side, then waits
 * until both have finished it, then continues. The service's clock is moved by its own operator API, so the service
 * behaves as in real time, only sooner.
 */
export interface Time {
  read(): Promise<TimeView>;
  freeze(): void;
  run(speed: number): void;
  /** Moves frozen time. */
  advance(seconds: number): Promise<Passed>;
  /** Moves frozen time step by step until a condition holds or the maximum has passed. */
  until(isSo: () => boolean, maxSeconds: number): Promise<Passed>;
  /** Runs until nothing is left; running time is frozen meanwhile. */
  runUntilIdle(options?: { readonly maxSeconds?: number }): Promise<Passed>;
  /** Sets the service whose clock moves along, once it has answered. */
  link(service: ServiceLink): Promise<void>;
  close(): Promise<void>;
}

export type TimeView = components['schemas']['TimeView'];
export type Passed = components['schemas']['Passed']['passed'];

/** Retries of one delivery end within eleven hours. What takes two days never ends. */
export const defaultMaxSeconds = 172_800;

export interface TimeOptions {
  readonly timers: Timers;
  readonly timeline: Timeline;
  readonly beside: ServiceBeside;
}

export function newTime({ timers, timeline, beside }: TimeOptions): Time {
  const clock = linkedClock(beside);
  const move = timeMoves({ timers, timeline, clock });
  /** Two moves at once would go past what is due together. */
  const inTurn = newTurns();
  const setPace = (pace: Speed): void => {
    timers.setPace(pace);
    timeline.add('time.paced', { pace: String(pace) });
  };

  return {
    read: () => readTime(timers, clock),
    freeze: () => setPace('manual'),
    run: setPace,
    advance: (toPass) =>
      inTurn(async () => {
        if (timers.pace !== 'manual') throw new NotFrozen();
        return move(toPass, { passesTheRest: true });
      }),
    until: (isSo, maxSeconds) => inTurn(() => move(maxSeconds, { isSo })),
    runUntilIdle: ({ maxSeconds = defaultMaxSeconds } = {}) =>
      inTurn(async () => {
        const before = timers.pace;
        if (before !== 'manual') setPace('manual');
        try {
          return await move(maxSeconds);
        } finally {
          if (before !== 'manual') setPace(before);
        }
      }),
    async link(to) {
      const asked = serviceClock(to);
      await asked.read().finally(() => asked.close());
      beside.linkOperator(to);
    },
    close: clock.close,
  };
}

async function readTime(timers: Timers, clock: LinkedClock): Promise<TimeView> {
  const { pace } = timers;
  const nextInMs = timers.nextInMs();
  const service = await clock.current();
  return {
    pace: pace === 'manual' ? 'frozen' : 'running',
    speed: pace === 'manual' || !Number.isFinite(pace) ? null : pace,
    elapsedSeconds: seconds(timers.elapsed()),
    waiting: timers.waiting,
    nextInSeconds: nextInMs === null ? null : seconds(nextInMs),
    service: service && { operatorUrl: service.operatorUrl, ...(await service.read()) },
  };
}

const seconds = (ms: number): number => Math.round(ms) / 1_000;
