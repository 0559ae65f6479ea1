import type { OpenPhase, Operation, Profile } from './profile.ts';

/**
 * Returns when the next request is due, in milliseconds since the beginning of its phase: arrivals do not wait for answers. The rate
 * goes evenly from `rate` to `to`; `factor` changes it while the load runs.
 */
export function nextDue({ rate, to, ms }: Pick<OpenPhase, 'rate' | 'to' | 'ms'>, dueMs: number, factor: number): number {
  const now = rate + (to - rate) * Math.min(1, dueMs / ms);
  return dueMs + 1_000 / (now * factor);
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
