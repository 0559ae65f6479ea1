import type { Knex } from 'knex';
import { dialLeaseMs } from '../process/limits.ts';

/** Works on a connection without a deadline, since the request's deadline may have passed. */
export type Work = (knex: Knex) => Promise<unknown>;

export type TryLater = (work: Work) => void;

interface Kept {
  readonly work: Work;
  /** Is the latest end of the lease, in terms of `performance.now()`. */
  readonly until: number;
}

const mostKept = 1_000;
const everyMs = 250;

/**
 * Keeps work that must be done after a request and could not, such as giving up its claim, and tries it again every quarter of a second
 * until the leases have run out by which others wait for it. Work beyond a thousand is left to them.
 */
export function createTryLater(knex: Knex): TryLater {
  const kept = new Set<Kept>();
  let isTrying = false;

  /** Does one at a time, and stops this turn at a failure, so that a returning database does not get all of them at once. */
  async function tryAll(): Promise<void> {
    isTrying = true;
    while (kept.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, everyMs).unref());
      for (const one of [...kept]) {
        kept.delete(one);
        const isDone = await one.work(knex).then(
          () => true,
          () => false,
        );
        if (isDone) continue;
        if (performance.now() < one.until) kept.add(one);
        break;
      }
    }
    isTrying = false;
  }

  return (work) => {
    if (kept.size >= mostKept) return;
    kept.add({ work, until: performance.now() + dialLeaseMs });
    if (!isTrying) void tryAll();
  };
}
