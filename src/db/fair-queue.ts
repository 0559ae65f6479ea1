import { Unserved } from './unserved.ts';

/**
 * Shares out a fixed number of connections among requests. No operation gets more than its share, however many of its requests
 * wait, so an operation whose statements hang leaves connections for the others. The request with the earliest deadline comes next,
 * so that a request that has begun is finished before a younger one begins. A request gives up at its deadline.
 */
export interface FairQueue {
  /** Resolves with the function that gives the connection back. Rejects with `Unserved` at the deadline. */
  enter(scope: Pick<RequestScope, 'operation' | 'deadline'>): Promise<() => void>;
  /** Takes a connection at once. Null: the operation has its share, or no connection is left. */
  tryEnter(operation: string): (() => void) | null;
  /** Takes a connection at once, even where none is left. */
  take(operation: string): () => void;
  /** Estimates how long one more request of the operation would wait, from how many wait and how long they recently held a connection. */
  expectedWaitMs(operation: string): number;
}

/** The scope says what a request may use the database for, and until when. */
export interface RequestScope {
  /** Requests of one operation share its connections. */
  readonly operation: string;
  /** The deadline is a time of `performance.now()`. */
  readonly deadline: number;
  /** True where the statements change nothing, so that a lost connection leaves nothing behind. */
  readonly isReading: boolean;
}

interface Operation {
  taken: number;
  waiting: number;
  meanHeldMs: number;
}

interface Waiter {
  readonly operation: Operation;
  readonly deadline: number;
  readonly admit: (leave: () => void) => void;
}

/** `share` is how many of the `size` connections one operation may have at once. */
export function fairQueue({ size, share }: { readonly size: number; readonly share: number }): FairQueue {
  const operations = new Map<string, Operation>();
  const waiters: Waiter[] = [];
  let taken = 0;

  const find = (name: string): Operation => {
    const known = operations.get(name);
    if (known) return known;
    const operation = { taken: 0, waiting: 0, meanHeldMs: 0 };
    operations.set(name, operation);
    return operation;
  };
  const hasRoom = (operation: Operation): boolean => taken < size && operation.taken < share;

  const take = (operation: Operation): (() => void) => {
    taken += 1;
    operation.taken += 1;
    const takenAt = performance.now();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      operation.meanHeldMs += weightOfLatest * (performance.now() - takenAt - operation.meanHeldMs);
      giveBack(operation);
    };
  };

  const giveBack = (operation: Operation): void => {
    taken -= 1;
    operation.taken -= 1;
    const next = waiters.findIndex((waiter) => hasRoom(waiter.operation));
    const waiter = waiters[next];
    if (!waiter) return;
    remove(waiter);
    waiter.admit(take(waiter.operation));
  };

  const add = (waiter: Waiter): void => {
    waiters.splice(waiters.findLastIndex(({ deadline }) => deadline <= waiter.deadline) + 1, 0, waiter);
    waiter.operation.waiting += 1;
  };
  const remove = (waiter: Waiter): void => {
    waiters.splice(waiters.indexOf(waiter), 1);
    waiter.operation.waiting -= 1;
  };

  const wait = (operation: Operation, deadline: number): Promise<() => void> =>
    new Promise((admit, reject) => {
      const waiter: Waiter = {
        operation,
        deadline,
        admit(leave) {
          clearTimeout(late);
          admit(leave);
        },
      };
      const giveUp = (): void => {
        remove(waiter);
        reject(new Unserved('time', 'no connection was free before the deadline'));
      };
      const late = setTimeout(giveUp, Math.max(0, deadline - performance.now()));
      add(waiter);
    });

  const tryTake = (operation: Operation): (() => void) | null => (hasRoom(operation) ? take(operation) : null);

  return {
    async enter({ operation: name, deadline }) {
      const operation = find(name);
      return tryTake(operation) ?? wait(operation, deadline);
    },
    tryEnter: (name) => tryTake(find(name)),
    take: (name) => take(find(name)),
    expectedWaitMs(name) {
      const operation = operations.get(name);
      return operation ? (operation.waiting * operation.meanHeldMs) / share : 0;
    },
  };
}

const weightOfLatest = 0.2;
