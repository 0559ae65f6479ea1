import type { Check } from './check.ts';
import type { World } from './world.ts';

/** Estimates how a run without an operator keeps within the budgets of the one tenant that its checks share. */

/**
 * Returns how many random requests a check makes: many if its tenant's limits were raised, few if each one waits for a
 * budget.
 */
export const randomRequests = (world: Pick<World, 'has'>): number => (world.has('operator') ? 200 : 30);

/**
 * Estimates the duration of these checks for a tenant with `writesPerMinute` writes, of which `left` are available now.
 * The estimate is only shown.
 */
export function secondsFor(checks: readonly Pick<Check, 'id'>[], writesPerMinute: number, left: number): number {
  const writes = checks.reduce((sum, { id }) => sum + (manyWrites[id] ?? usualWrites), 0);
  return Math.max(0, ((writes - left) / writesPerMinute) * 60);
}

/** The figures were counted in runs of the profile `full`. */
const usualWrites = 4;
const manyWrites: Readonly<Record<string, number>> = {
  ...{ D1: 24, D3: 32, D4: 31, D6: 30 },
  ...{
    E1: 59,
    E2: 11,
    E3: 58,
    E4: 67,
    E6: 101,
    E7: 33,
    E8: 9,
    E9: 31,
    E10: 22,
    E12: 30,
    E13: 30,
    E14: 30,
    E15: 30,
    E16: 15,
    E17: 14,
    E22: 15,
  },
  ...{ F3: 32, F4: 8, F5: 8, F7: 12, G1: 16, G2: 8, H8: 80, I5: 51, I6: 21 },
};
