import { setTimeout as pause } from 'node:timers/promises';
import { isRefused } from '../db/sql-state.ts';
import { deliveryIds, type Log } from '../process/log.ts';
import type { OutcomeRecord } from './record-outcomes.ts';

/**
 * Gathers outcomes and writes them in batches (`D-66`). A batch that cannot be written because the database cannot be reached is
 * tried until it can. A batch with a row that the database refuses is halved until that row is alone and is given up; its lease
 * lapses, and its delivery is attempted again.
 */
export interface OutcomeRecorder {
  add(record: OutcomeRecord): void;
  /** Resolves when everything added so far is written. */
  flush(): Promise<void>;
  /** Stops trying to write. */
  abandon(): void;
}

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

export function outcomeRecorder({ write, onWritten, onOver, log }: OutcomeRecorderOptions): OutcomeRecorder {
  let waiting: OutcomeRecord[] = [];
  const running = new Set<Promise<void>>();
  let isAbandoned = false;

  const start = (): void => {
    const run = writeAll().finally(() => {
      running.delete(run);
      // Outcomes may have been added after the writer's last look.
      if (waiting.length > 0 && running.size === 0 && !isAbandoned) start();
    });
    running.add(run);
  };

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0 && !isAbandoned) {
      if (waiting.length < maxBatch) await pause(gapMs);
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      if (batch.length > 0) await writeUntilDone(batch);
    }
  };

  const writeUntilDone = async (batch: readonly OutcomeRecord[]): Promise<void> => {
    for (let waitMs = 50; !isAbandoned; waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        onWritten(await write(batch));
        return onOver(batch);
      } catch (error) {
        if (isRefused(error)) return halve(batch, error);
        log.error({ err: error, rows: batch.length }, 'outcomes could not be written, trying again');
        await pause(waitMs);
      }
    }
  };

  const halve = async (batch: readonly OutcomeRecord[], error: unknown): Promise<void> => {
    const [only] = batch;
    if (batch.length <= 1) {
      log.error({ err: error, ...(only && deliveryIds(only.delivery)) }, 'an outcome was refused by the database and is given up');
      return onOver(batch);
    }
    const middle = Math.ceil(batch.length / 2);
    await writeUntilDone(batch.slice(0, middle));
    await writeUntilDone(batch.slice(middle));
  };

  return {
    add(record) {
      waiting.push(record);
      if (running.size === 0 || (running.size < maxWriters && waiting.length >= maxBatch)) start();
    },
    async flush() {
      while (running.size > 0) await Promise.all(running);
    },
    abandon() {
      isAbandoned = true;
    },
  };
}
