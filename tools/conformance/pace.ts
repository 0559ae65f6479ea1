import type { Check } from './check.ts';
import type { Answer } from './exchange.ts';
import type { World } from './world.ts';

/** Estimates how a run without an operator keeps within the budgets of the one tenant that its checks share. */

/**
 * Follows the budgets of a run. A service whose budget never has room again would keep it waiting for ever, so `waits`
 * throws where none of the tenants' requests has passed for `longestSeconds`.
 */
export function budgetWatch(longestSeconds: number): { noted(response: Pick<Answer, 'status'>): void; waits(seconds: number): void } {
  let refusedSince: number | null = null;
  return {
    noted({ status }) {
      // An answer to a request without a valid key says nothing of a tenant's budget.
      if (status !== 429 && status !== 401) refusedSince = null;
    },
    waits(seconds) {
      refusedSince ??= performance.now();
      if ((performance.now() - refusedSince) / 1_000 + seconds > longestSeconds)
        throw new Error(`no request passes the budget any more, although each was sent again after its Retry-After (${longestSeconds} s)`);
    },
  };
}

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
  ...{ E1: 59, E2: 11, E3: 58, E4: 67, E6: 101, E7: 33, E8: 9, E9: 31, E10: 22, E12: 30, E13: 30, E14: 30, E15: 30 },
  ...{ E16: 15, E17: 14, E22: 15, F3: 32, F4: 8, F5: 8, F7: 12, G1: 16, G2: 8, H8: 80, I5: 51, I6: 21 },
};
