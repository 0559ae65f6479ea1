import type { Knex } from 'knex';
import { dialLeaseMs } from '../process/limits.ts';

/** Gives a claim up on a connection without a deadline, since the request's deadline may have passed. */
export type GiveUp = (knex: Knex) => Promise<void>;

interface Kept {
  readonly giveUp: GiveUp;
  /** Is the latest end of the lease, in terms of `performance.now()`. */
  readonly until: number;
}

const mostKept = 1_000;
const everyMs = 250;

/**
 * Keeps claims that could not be given up, and tries them again every quarter of a second until their leases have run
 * out. Claims beyond a thousand end with their leases.
 */
export function createGiveUpLater(knex: Knex): (giveUp: GiveUp) => void {
  const kept = new Set<Kept>();
  let isTrying = false;

  /**
   * Gives up one claim at a time, and stops this turn at a failure, so that a returning database does not get all of
   * them at once.
   */
  async function tryAll(): Promise<void> {
    isTrying = true;
    while (kept.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, everyMs).unref());
      for (const one of [...kept]) {
        kept.delete(one);
        const isGivenUp = await one.giveUp(knex).then(
          () => true,
          () => false,
        );
        if (isGivenUp) continue;
        if (performance.now() < one.until) kept.add(one);
        break;
      }
    }
    isTrying = false;
  }

  return (giveUp) => {
    if (kept.size >= mostKept) return;
    kept.add({ giveUp, until: performance.now() + dialLeaseMs });
    if (!isTrying) void tryAll();
  };
}
