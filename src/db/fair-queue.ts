import { Unserved } from './unserved.ts';

/**
 * Shares out a fixed number of connections among requests. No operation gets more than its share, however many of its requests
 * wait, so an operation whose statements hang leaves connections for the others. The request with the earliest deadline comes next,
 * so that a request that has begun is finished before a younger one begins. A request gives up at its deadline.
 */
export class FairQueue {
  readonly #size: number;
  readonly #share: number;
  readonly #operations = new Map<string, Operation>();
  readonly #waiters: Waiter[] = [];
  #taken = 0;

  /** `share` is how many of the `size` connections one operation may have at once. */
  constructor({ size, share }: { readonly size: number; readonly share: number }) {
    this.#size = size;
    this.#share = share;
  }

  /** Resolves with the function that gives the connection back. Rejects with `Unserved` at the deadline. */
  async enter({ operation: name, deadline }: Pick<RequestScope, 'operation' | 'deadline'>): Promise<() => void> {
    const operation = this.#find(name);
    return this.#tryTake(operation) ?? this.#wait(operation, deadline);
  }

  /** Takes a connection at once. Null: the operation has its share, or no connection is left. */
  tryEnter(operation: string): (() => void) | null {
    return this.#tryTake(this.#find(operation));
  }

  /** Takes a connection at once, even where none is left. */
  take(operation: string): () => void {
    return this.#take(this.#find(operation));
  }

  /** Estimates how long one more request of the operation would wait, from how many wait and how long they recently held a connection. */
  expectedWaitMs(name: string): number {
    const operation = this.#operations.get(name);
    return operation ? (operation.waiting * operation.meanHeldMs) / this.#share : 0;
  }

  #find(name: string): Operation {
    const known = this.#operations.get(name);
    if (known) return known;
    const operation = { taken: 0, waiting: 0, meanHeldMs: 0 };
    this.#operations.set(name, operation);
    return operation;
  }

  #hasRoom(operation: Operation): boolean {
    return this.#taken < this.#size && operation.taken < this.#share;
  }

  #tryTake(operation: Operation): (() => void) | null {
    return this.#hasRoom(operation) ? this.#take(operation) : null;
  }

  #take(operation: Operation): () => void {
    this.#taken += 1;
    operation.taken += 1;
    const takenAt = performance.now();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      operation.meanHeldMs += weightOfLatest * (performance.now() - takenAt - operation.meanHeldMs);
      this.#giveBack(operation);
    };
  }

  #giveBack(operation: Operation): void {
    this.#taken -= 1;
    operation.taken -= 1;
    const waiter = this.#waiters.find((one) => this.#hasRoom(one.operation));
    if (!waiter) return;
    this.#remove(waiter);
    waiter.admit(this.#take(waiter.operation));
  }

  #wait(operation: Operation, deadline: number): Promise<() => void> {
    return new Promise((admit, reject) => {
      const waiter: Waiter = {
        operation,
        deadline,
        admit(leave) {
          clearTimeout(late);
          admit(leave);
        },
      };
      const giveUp = (): void => {
        this.#remove(waiter);
        reject(new Unserved('time', 'no connection was free before the deadline'));
      };
      const late = setTimeout(giveUp, Math.max(0, deadline - performance.now()));
      this.#add(waiter);
    });
  }

  #add(waiter: Waiter): void {
    this.#waiters.splice(this.#waiters.findLastIndex(({ deadline }) => deadline <= waiter.deadline) + 1, 0, waiter);
    waiter.operation.waiting += 1;
  }

  #remove(waiter: Waiter): void {
    this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
    waiter.operation.waiting -= 1;
  }
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

const weightOfLatest = 0.2;
