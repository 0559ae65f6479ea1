import { createHash } from 'node:crypto';

/** Draws that a seed fixes. Mulberry32: small, and good enough to shuffle faults with. */
export interface Dice {
  /** In [0, 1). */
  chance(): number;
  /** A whole number from `least` up to and with `most`. */
  between(least: number, most: number): number;
  pick<T>(from: readonly T[]): T;
  shuffled<T>(from: readonly T[]): readonly T[];
}

export function dice(seed: number): Dice {
  let state = seed >>> 0;
  const chance = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => least + Math.floor(chance() * (most - least + 1));
  return {
    chance,
    between,
    pick(from) {
      const picked = from[between(0, from.length - 1)];
      if (picked === undefined) throw new RangeError('Nothing to pick from.');
      return picked;
    },
    shuffled(from) {
      return from
        .map((item) => ({ item, place: chance() }))
        .sort((a, b) => a.place - b.place)
        .map(({ item }) => item);
    },
  };
}

/** A draw that hangs on a text alone, whoever asks and in whatever order: in [0, below). */
export const drawOf = (seed: number, text: string, below: number): number =>
  createHash('sha256').update(`${seed}:${text}`).digest().readUInt32BE() % below;
