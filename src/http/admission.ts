import type { RequestConnections } from '../db/database.ts';
import { FairQueue } from '../db/fair-queue.ts';
import { Unserved } from '../db/unserved.ts';

/**
 * Limits the requests under way. A request that would only wait until its deadline is refused at once, before any work
 * is done for it, so that an overloaded service spends its time on requests that it can answer.
 */
export interface Admission {
  /** Admits a request, or throws `Unserved` if there is no room for the operation. */
  enter(operation: string): Admitted;
}

export interface Admitted {
  /** Gives the room back while the service waits for the caller, which may be slow. */
  whileWaiting<Result>(wait: () => Promise<Result>): Promise<Result>;
  leave(): void;
}

export function admission({ expectedWaitMs, deadlineMs }: Pick<RequestConnections, 'expectedWaitMs' | 'deadlineMs'>): Admission {
  const underWay = new FairQueue({ size: mostUnderWay, share: mostOfOneOperation });
  return {
    enter(operation) {
      // A request may wait for a connection more than once. Its later waits are shorter, since it comes before younger
      // requests.
      const leave = expectedWaitMs(operation) < deadlineMs / 2 ? underWay.tryEnter(operation) : null;
      if (!leave) throw new Unserved('room', `too many requests of ${operation}`);
      let current = leave;
      return {
        async whileWaiting(wait) {
          current();
          try {
            return await wait();
          } finally {
            current = underWay.take(operation);
          }
        },
        leave: () => current(),
      };
    },
  };
}

/**
 * The limit applies to one API in one process. Requests that wait for a provider's answer count as well: at 400 calls a
 * second, half a second of waiting makes 200.
 */
const mostUnderWay = 512;
const mostOfOneOperation = 384;
