import type { RequestConnections } from '../db/database.ts';
import { fairQueue } from '../db/fair-queue.ts';
import { Unserved } from '../db/unserved.ts';

/**
 * Who is let in. A request that would only wait until its deadline is refused at once, before anything is done for it,
 * so that a service with more requests than it can serve spends its time on those that it serves.
 */
export interface Admission {
  /** Throws `Unserved` where there is no room for the operation. */
  enter(operation: string): Admitted;
}

export interface Admitted {
  /** Gives the room back while the service waits for the caller, who may be slow. */
  whileWaiting<Result>(wait: () => Promise<Result>): Promise<Result>;
  leave(): void;
}

export function admission({ expectedWaitMs, deadlineMs }: Pick<RequestConnections, 'expectedWaitMs' | 'deadlineMs'>): Admission {
  const underWay = fairQueue({ size: mostUnderWay, share: mostOfOneOperation });
  return {
    enter(operation) {
      // It may wait for a connection more than once; its later waits are shorter, since it comes before younger requests.
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

/** Of one API in one process. What waits for a provider's answer counts as well: at 400 calls a second, half a second of it is 200. */
const mostUnderWay = 512;
const mostOfOneOperation = 384;
