import type { OpenPhase, Operation, Profile } from './profile.ts';

/** How the arrivals of a phase come: the rate goes evenly from `rate` to `to` a second. */
export type Rates = Pick<OpenPhase, 'rate' | 'to' | 'ms'>;

/** Returns the arrivals a second at a time since the beginning of the phase; `factor` changes them while the load runs. */
export const rateAt = ({ rate, to, ms }: Rates, atMs: number, factor: number): number =>
  (rate + (to - rate) * Math.min(1, atMs / ms)) * factor;

/**
 * Returns when the next request is due, in milliseconds since the beginning of its phase: arrivals do not wait for answers.
 * One is due each time that the rate has added up to one, as it rises or falls meanwhile.
 */
export function nextDue(rates: Rates, dueMs: number, factor: number): number {
  const rate = rateAt(rates, dueMs, factor) / 1_000;
  const growth = ((rates.to - rates.rate) * factor) / 1_000 / rates.ms;
  const square = rate ** 2 + 2 * growth;
  return square < 0 ? Infinity : dueMs + 2 / (rate + Math.sqrt(square));
}

/** Gives out operations so that each comes as often as its weight says, as evenly as can be, and always in the same order. */
export class Turns {
  readonly #entries: readonly { readonly operation: Operation; readonly weight: number; owed: number }[];
  readonly #total: number;

  /** `mix` has at least one weight above zero. */
  constructor(mix: Profile['mix']) {
    // The names of a mix are those of its type.
    const entries = Object.entries(mix) as [Operation, number][];
    this.#entries = entries.map(([operation, weight]) => ({ operation, weight, owed: 0 }));
    this.#total = this.#entries.reduce((sum, { weight }) => sum + weight, 0);
  }

  next(): Operation {
    for (const entry of this.#entries) entry.owed += entry.weight;
    const chosen = this.#entries.reduce((most, entry) => (entry.owed > most.owed ? entry : most));
    chosen.owed -= this.#total;
    return chosen.operation;
  }
}
