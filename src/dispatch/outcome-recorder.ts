import { setTimeout as pause } from 'node:timers/promises';
import { isRefused } from '../db/sql-state.ts';
import { deliveryIds, type Log } from '../process/log.ts';
import type { OutcomeRecord } from './record-outcomes.ts';

export interface OutcomeRecorderOptions {
  readonly write: (batch: readonly OutcomeRecord[]) => Promise<readonly OutcomeRecord[]>;
  readonly onWritten: (recorded: readonly OutcomeRecord[]) => void;
  /** Called with outcomes that are written or given up. */
  readonly onOver: (batch: readonly OutcomeRecord[]) => void;
  readonly log: Log;
}

const maxBatch = 256;
/** A second batch is written beside the first only if it is full. The database works on one while the other is gathered. */
const maxWriters = 2;
/** A batch that is not full waits this long for more outcomes. A row costs a third less in a batch of 256 than in one of 64. */
const gapMs = 10;

/**
 * Gathers outcomes and writes them in batches (`D-66`). A batch that cannot be written because the database cannot be reached is
 * tried until it can. A batch with a row that the database refuses is halved until that row is alone and is given up; its lease
 * lapses, and its delivery is attempted again.
 */
export class OutcomeRecorder {
  readonly #options: OutcomeRecorderOptions;
  readonly #running = new Set<Promise<void>>();
  #waiting: OutcomeRecord[] = [];
  #isAbandoned = false;

  constructor(options: OutcomeRecorderOptions) {
    this.#options = options;
  }

  add(record: OutcomeRecord): void {
    this.#waiting.push(record);
    if (this.#running.size === 0 || (this.#running.size < maxWriters && this.#waiting.length >= maxBatch)) this.#start();
  }

  /** Resolves when everything added so far is written. */
  async flush(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Stops trying to write. */
  abandon(): void {
    this.#isAbandoned = true;
  }

  #start(): void {
    const run = this.#writeAll().finally(() => {
      this.#running.delete(run);
      // Outcomes may have been added after the writer's last look.
      if (this.#waiting.length > 0 && this.#running.size === 0 && !this.#isAbandoned) this.#start();
    });
    this.#running.add(run);
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#isAbandoned) {
      if (this.#waiting.length < maxBatch) await pause(gapMs);
      const batch = this.#waiting.slice(0, maxBatch);
      this.#waiting = this.#waiting.slice(maxBatch);
      if (batch.length > 0) await this.#writeUntilDone(batch);
    }
  }

  async #writeUntilDone(batch: readonly OutcomeRecord[]): Promise<void> {
    const { write, onWritten, onOver, log } = this.#options;
    for (let waitMs = 50; !this.#isAbandoned; waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        onWritten(await write(batch));
        return onOver(batch);
      } catch (error) {
        if (isRefused(error)) return this.#halve(batch, error);
        log.error({ err: error, rows: batch.length }, 'outcomes could not be written, trying again');
        await pause(waitMs);
      }
    }
  }

  async #halve(batch: readonly OutcomeRecord[], error: unknown): Promise<void> {
    const { onOver, log } = this.#options;
    const [only] = batch;
    if (batch.length <= 1) {
      log.error({ err: error, ...(only && deliveryIds(only.delivery)) }, 'an outcome was refused by the database and is given up');
      return onOver(batch);
    }
    const middle = Math.ceil(batch.length / 2);
    await this.#writeUntilDone(batch.slice(0, middle));
    await this.#writeUntilDone(batch.slice(middle));
  }
}
