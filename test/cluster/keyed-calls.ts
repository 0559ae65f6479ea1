import { setTimeout as pause } from 'node:timers/promises';
import type { Dial } from '../faults/matrix/dials.ts';
import type { Scene } from '../faults/matrix/scene.ts';

/** Calls that were placed with keys while something failed, each asked for until it was accepted. */
export interface KeyedCalls {
  readonly fault: string;
  /** One for each key. */
  readonly phoneNumbers: readonly string[];
}

const everyMs = 500;

/** Places one after the other from now on. */
export function placeKeyedCalls({ system, load, dice }: Scene, fault: string): { stop(): Promise<KeyedCalls> } {
  const phoneNumbers: string[] = [];
  const answered: Promise<void>[] = [];
  const over = new AbortController();
  const run = (async () => {
    while (!over.signal.aborted) {
      const call = load.callTo(dice.pick(system.services), dice.pick(['answered-interested', 'no-answer', 'busy']));
      phoneNumbers.push(call.phoneNumber);
      answered.push(call.answered);
      await pause(everyMs, undefined, { signal: over.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      over.abort();
      await run;
      await Promise.all(answered);
      return { fault, phoneNumbers };
    },
  };
}

/** Asked when all has come to its end: a telephone has rung once for each key. */
export function rangOtherwise(placed: readonly KeyedCalls[], dials: readonly Dial[]): readonly string[] {
  return placed.flatMap(({ fault, phoneNumbers }) => {
    const rang = phoneNumbers.map((phoneNumber) => ({
      phoneNumber,
      times: dials.filter((dial) => dial.phoneNumber === phoneNumber).length,
    }));
    return rang
      .filter(({ times }) => times !== 1)
      .map(({ phoneNumber, times }) => `${fault}: ${phoneNumber} was called with one key, and rang ${times} times`);
  });
}
