import { isRefused } from './sql-state.ts';

/**
 * Writes items in batches. An item that comes while a batch is being written waits for its end and goes with the next, together with
 * all that wait. So items do not wait in a quiet process, and a busy one makes few commits. Where enough items wait, another batch may
 * be written beside the first. A batch that the database refuses is halved until the refused item is alone, and only that is given up.
 */
export class Batches<Item> {
  readonly #writer: BatchWriter<Item>;
  readonly #limits: Required<BatchLimits<Item>>;
  readonly #running = new Set<Promise<void>>();
  #waiting: Item[] = [];
  #isAbandoned = false;

  constructor(
    writer: BatchWriter<Item>,
    { maxWeight = 256, weigh = () => 1, atOnce = 1, worthAnother = maxWeight, gather = null }: BatchLimits<Item> = {},
  ) {
    this.#writer = writer;
    this.#limits = { maxWeight, weigh, atOnce, worthAnother, gather };
  }

  add(item: Item): void {
    const { atOnce, worthAnother } = this.#limits;
    this.#waiting.push(item);
    if (this.#running.size === 0 || (this.#running.size < atOnce && this.#waiting.length >= worthAnother)) this.#start();
  }

  /** Resolves when everything added so far is written or given up. */
  async flush(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Begins no batch from now on. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  #start(): void {
    const run = this.#writeWaiting().finally(() => {
      this.#running.delete(run);
      // Items may have been added after the last look.
      if (this.#waiting.length > 0 && this.#running.size === 0 && !this.#isAbandoned) this.#start();
    });
    this.#running.add(run);
  }

  async #writeWaiting(): Promise<void> {
    const { gather } = this.#limits;
    while (this.#waiting.length > 0 && !this.#isAbandoned) {
      if (gather && !this.#isBatchFull()) await gather();
      const batch = this.#waiting.slice(0, this.#sizeOfBatch());
      this.#waiting = this.#waiting.slice(batch.length);
      if (batch.length > 0) await this.#write(batch);
    }
  }

  #isBatchFull(): boolean {
    return this.#waiting.length >= this.#limits.maxWeight || this.#sizeOfBatch() < this.#waiting.length;
  }

  #sizeOfBatch(): number {
    const { maxWeight, weigh } = this.#limits;
    let weight = 0;
    const over = this.#waiting.findIndex((item) => {
      weight += weigh(item);
      return weight > maxWeight;
    });
    return over < 0 ? this.#waiting.length : Math.max(1, over);
  }

  async #write(batch: readonly Item[]): Promise<void> {
    try {
      await this.#writer.write(batch);
    } catch (error) {
      if (batch.length === 1 || !isRefused(error)) {
        this.#writer.giveUp(batch, error);
        return;
      }
      const middle = Math.ceil(batch.length / 2);
      await this.#write(batch.slice(0, middle));
      await this.#write(batch.slice(middle));
    }
  }
}

export interface BatchWriter<Item> {
  /** Writes all items of a batch, or rejects and has written none. */
  readonly write: (batch: readonly Item[]) => Promise<void>;
  /** Called with one item that the database refuses, or with a batch that could not be written for another reason. */
  readonly giveUp: (batch: readonly Item[], error: unknown) => void;
}

export interface BatchLimits<Item> {
  /** The largest sum of `weigh` in one batch. An item that weighs more goes alone. */
  readonly maxWeight?: number;
  readonly weigh?: (item: Item) => number;
  /** The number of batches that may be written beside each other. */
  readonly atOnce?: number;
  /** This many items must wait before another batch begins beside the first: small batches cost more for each item. */
  readonly worthAnother?: number;
  /** Waits for more items before a batch is written that is not full. Without it, a batch goes at once. */
  readonly gather?: (() => Promise<unknown>) | null;
}
