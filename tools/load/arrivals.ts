import { setTimeout as delay } from 'node:timers/promises';
import { nextDue, type Rates } from './schedule.ts';

export interface Arrivals {
  /** Sends a request that was due at this time by `performance.now()`. It does not reject. */
  readonly send: (due: number) => Promise<void>;
  /** Is called for an arrival that is left out, because as many requests are under way as may be. */
  readonly dropped: () => void;
  readonly inFlight: number;
  /** Ends the arrivals before their time. */
  readonly isEnough: () => boolean;
  /** What the rate is multiplied with; it may change at any time. */
  readonly factor: () => number;
  readonly stop: AbortSignal;
}

/** The seconds that arrivals took. `isCut` is true if they ended before their time. */
export interface Arrived {
  readonly seconds: number;
  readonly isCut: boolean;
}

/** Sends requests when they are due, whatever became of the earlier ones, and waits for the answers. */
export async function arrive(phase: Rates, arrivals: Arrivals): Promise<Arrived> {
  const { send, dropped, inFlight, isEnough, factor, stop } = arrivals;
  const underWay = new Set<Promise<void>>();
  const begun = performance.now();
  let due = 0;
  for (; due < phase.ms && !isEnough(); due = nextDue(phase, due, factor())) {
    await until(begun + due, stop);
    if (stop.aborted) break;
    if (underWay.size >= inFlight) {
      dropped();
      continue;
    }
    const sending: Promise<void> = send(begun + due).finally(() => underWay.delete(sending));
    underWay.add(sending);
  }
  await Promise.all(underWay);
  const isCut = due < phase.ms;
  return { seconds: Math.max(isCut ? 0 : phase.ms, performance.now() - begun) / 1_000, isCut };
}

/** A timer may end up to a millisecond early, and what is sent before it is due would seem to be answered faster than it is. */
async function until(time: number, signal: AbortSignal): Promise<void> {
  for (let early = time - performance.now(); early > 0 && !signal.aborted; early = time - performance.now())
    await delay(early, undefined, { signal }).catch(() => undefined);
}
