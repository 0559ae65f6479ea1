import { createHash } from 'node:crypto';

/**
 * Reproducible random numbers. Every draw is a hash of the seed, the name of its owner and the number of earlier draws,
 * so that call 7 draws the same whether or not calls 1 to 6 still run.
 */
export interface Draws {
  /** Returns a number in [0, 1). */
  next(): number;
  /** Returns a whole number, both ends included. */
  between(min: number, max: number): number;
  /** Returns one of a list, which must not be empty. */
  pick<T>(from: readonly [T, ...(readonly T[])] | readonly T[]): T;
  uuid(): string;
}

export function draws(seed: number, whose: string): Draws {
  let drawn = 0;
  const bytes = (): Buffer => createHash('sha256').update(`${seed}/${whose}/${drawn++}`).digest();
  const next = (): number => bytes().readUIntBE(0, 6) / 2 ** 48;
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    pick(from) {
      const chosen = from[between(0, from.length - 1)];
      if (chosen === undefined) throw new Error('Nothing to pick from.');
      return chosen;
    },
    uuid: () => uuidOf(bytes()),
  };
}

/** Formats sixteen bytes as a UUIDv4, the form of Vapi's ids. */
function uuidOf(bytes: Buffer): string {
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x40;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
