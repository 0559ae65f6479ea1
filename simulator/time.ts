import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceBeside } from './service-beside.ts';
import { type ServiceClock, type ServiceLink, type ServiceTime, serviceClock } from './service-clock.ts';
import type { Timeline } from './timeline.ts';
import { NotFrozen, type Speed, type Timers } from './timers.ts';

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

export interface TimeView {
  readonly pace: 'running' | 'frozen';
  readonly speed: number | null;
  readonly elapsedSeconds: number;
  readonly waiting: number;
  readonly nextInSeconds: number | null;
  readonly service: (ServiceTime & { readonly operatorUrl: string }) | null;
}

export interface Passed {
  readonly seconds: number;
  /** Is the number of moves to a next due item. */
  readonly steps: number;
  readonly stoppedBy: 'idle' | 'limit' | 'busy';
}

/** Retries of one delivery end within eleven hours. What takes two days never ends. */
export const defaultMaxSeconds = 172_800;
/** A service that has had a delivery in hand for this long waits for something that the simulator cannot cause. */
const patienceMs = 30_000;
const lookEveryMs = 15;

export interface TimeOptions {
  readonly timers: Timers;
  readonly timeline: Timeline;
  readonly beside: ServiceBeside;
}

export function newTime({ timers, timeline, beside }: TimeOptions): Time {
  let linked: { readonly to: ServiceLink; readonly clock: ServiceClock } | null = null;
  const clock = async (): Promise<ServiceClock | null> => {
    const to = beside.operator;
    if (to?.operatorUrl === linked?.to.operatorUrl && to?.operatorToken === linked?.to.operatorToken) return linked?.clock ?? null;
    const before = linked;
    linked = to && { to, clock: serviceClock(to) };
    await before?.clock.close();
    return linked?.clock ?? null;
  };

  const setPace = (pace: Speed): void => {
    timers.setPace(pace);
    timeline.add('time.paced', { pace: String(pace) });
  };

  /** Waits until the service has nothing in hand and nothing due. Delayed answers that it waits for are released. */
  const untilQuiet = async (): Promise<ServiceTime | 'busy' | null> => {
    const service = await clock();
    if (!service) return null;
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const state = await service.read();
      if (!state.isBusy && state.nextInSeconds !== 0) return state;
      if (performance.now() > deadline) return 'busy';
      if (state.isBusy && timers.held > 0) await timers.advance(timers.nextInMs() ?? 0);
      else await pause(lookEveryMs);
    }
  };

  const moveTo = async (limitSeconds: number, isSo = never): Promise<Passed> => {
    let passedMs = 0;
    let owedMs = 0;
    let steps = 0;
    const passed = (stoppedBy: Passed['stoppedBy']): Passed => ({ seconds: Math.round(passedMs) / 1_000, steps, stoppedBy });
    const move = async (ms: number): Promise<void> => {
      const before = timers.elapsed();
      await timers.advance(ms);
      passedMs += Math.max(ms, timers.elapsed() - before);
      // The service's clock moves in whole seconds; the remainder is added to the next move.
      owedMs += ms;
      const seconds = Math.floor(owedMs / 1_000 + 1e-6);
      if (seconds >= 1) await (await clock())?.advance(seconds);
      owedMs = Math.max(0, owedMs - seconds * 1_000);
      timeline.add('time.moved', { seconds: ms / 1_000, elapsedSeconds: timers.elapsed() / 1_000 });
    };
    for (;;) {
      const state = await untilQuiet();
      if (state === 'busy') return passed('busy');
      if (isSo()) return passed('idle');
      const next = earliest(timers.nextInMs(), state?.nextInSeconds ?? null, owedMs);
      const leftMs = limitSeconds * 1_000 - passedMs;
      if (next === null) return passed('idle');
      if (next > leftMs) {
        if (leftMs > 0) await move(leftMs);
        return passed('limit');
      }
      await move(next);
      steps += 1;
    }
  };

  return {
    async read() {
      const { pace } = timers;
      const nextInMs = timers.nextInMs();
      const service = await clock();
      return {
        pace: pace === 'manual' ? 'frozen' : 'running',
        speed: pace === 'manual' || !Number.isFinite(pace) ? null : pace,
        elapsedSeconds: seconds(timers.elapsed()),
        waiting: timers.waiting,
        nextInSeconds: nextInMs === null ? null : seconds(nextInMs),
        service: service && { operatorUrl: service.operatorUrl, ...(await service.read()) },
      };
    },
    freeze: () => setPace('manual'),
    run: setPace,
    async advance(toPass) {
      if (timers.pace !== 'manual') throw new NotFrozen('Time passes by itself. Freeze it first (the speed "manual") to move it by hand.');
      const moved = await moveTo(toPass);
      if (moved.stoppedBy !== 'idle') return moved;
      // Nothing is due in the remaining time, so one move covers it.
      const left = toPass - moved.seconds;
      if (left > 0) await timers.advance(left * 1_000);
      if (Math.floor(left) >= 1) await (await clock())?.advance(Math.floor(left));
      timeline.add('time.moved', { seconds: left, elapsedSeconds: timers.elapsed() / 1_000 });
      return { ...moved, seconds: toPass, stoppedBy: 'limit' };
    },
    until: (isSo, maxSeconds) => moveTo(maxSeconds, isSo),
    async runUntilIdle({ maxSeconds = defaultMaxSeconds } = {}) {
      const before = timers.pace;
      if (before !== 'manual') setPace('manual');
      try {
        return await moveTo(maxSeconds);
      } finally {
        if (before !== 'manual') setPace(before);
      }
    },
    async link(to) {
      const asked = serviceClock(to);
      await asked.read().finally(() => asked.close());
      beside.linkOperator(to);
    },
    async close() {
      await linked?.clock.close();
    },
  };
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

const seconds = (ms: number): number => Math.round(ms) / 1_000;
