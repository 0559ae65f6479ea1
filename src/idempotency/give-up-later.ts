import type { Knex } from 'knex';
import { dialLeaseMs } from '../process/limits.ts';

/** It is asked of a connection that knows no deadline, since the request's may have passed. */
export type GiveUp = (knex: Knex) => Promise<void>;

interface Kept {
  readonly giveUp: GiveUp;
  /** By `performance.now()`: until then the lease could last. */
  readonly until: number;
}

const mostKept = 1_000;
const everyMs = 250;

/**
 * Keeps claims that could not be given up, and tries them again every quarter of a second until their leases have run out. More than
 * a thousand are left to their leases.
 */
export function createGiveUpLater(knex: Knex): (giveUp: GiveUp) => void {
  const kept = new Set<Kept>();
  let isTrying = false;

  /** One at a time, and none more in this turn once one has failed: a database that comes back is not met by a crowd. */
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
