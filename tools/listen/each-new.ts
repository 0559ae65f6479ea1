import { setTimeout as pause } from 'node:timers/promises';
import { pauseForBudget } from '../../sdk/client/rate-limits.ts';
import type { Client } from '../../sdk/client.ts';
import { type Delivery, NewDeliveries } from './new-deliveries.ts';
import { untilReachable } from './until-reachable.ts';

/** By default a tenant may read 120 times a minute: looking takes a sixth of that. */
const lookEveryMs = 3_000;

export interface Following {
  /** Deliveries that were created since then are new; null: those that are created from now on. */
  readonly since: Date | null;
  /** What the read budget cannot keep up with is left out, and does not wait. */
  readonly leavesOut: boolean;
  readonly isWanted: (delivery: Delivery) => boolean;
  readonly signal: AbortSignal;
  /** Is called once: whatever is made from then on will be found. */
  readonly hasBegun: () => void;
  /** Is told each time that the read budget is too small for what comes, with how many deliveries wait, or are left out. */
  readonly isBehind: (waiting: number) => void;
  /** Is told each time that the service has not answered for a minute. */
  readonly isAway: (error: Error) => void;
}

/**
 * Yields each new delivery of a tenant that is wanted, in the order of their creation, and waits where the read budget would go below a quarter. Throws
 * once `signal` is aborted. Each delivery may cost its user one more read.
 */
export async function* eachNewDelivery(
  api: Client,
  { since, leavesOut, isWanted, signal, hasBegun, isBehind, isAway }: Following,
): AsyncGenerator<Delivery, never> {
  const news = new NewDeliveries(api, since);
  let waited = false;
  let looks = 0;
  for (;;) {
    await pause(pauseForBudget(api.rateLimits.read), undefined, { signal });
    const found = (await untilReachable(() => news.look(signal), { signal, isAway })).filter(isWanted);
    looks += 1;
    if (looks === 1) hasBegun();
    for (const [index, delivery] of found.entries()) {
      const ms = pauseForBudget(api.rateLimits.read);
      if (ms > 0 && !waited) isBehind(found.length - index);
      if (ms > 0 && leavesOut) break;
      waited = ms > 0;
      await pause(ms, undefined, { signal });
      yield delivery;
    }
    await pause(lookEveryMs, undefined, { signal });
  }
}
