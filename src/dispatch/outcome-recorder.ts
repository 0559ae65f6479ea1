import { setTimeout as pause } from 'node:timers/promises';
import { Batches } from '../db/batches.ts';
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

/** A batch that is not full waits this long for more outcomes. A row costs a third less in a batch of 256 than in one of 64. */
const gapMs = 5;

/**
 * Gathers outcomes and writes them in batches (`D-66`). A batch that cannot be written because the database cannot be reached is
 * tried until it can. An outcome that the database refuses is given up; its lease lapses, and its delivery is attempted again. A second
 * batch is written beside the first only if it is full. The database works on one while the other is gathered.
 */
export function outcomeRecorder({ write, onWritten, onOver, log }: OutcomeRecorderOptions): Batches<OutcomeRecord> {
  const writeUntilDone = async (batch: readonly OutcomeRecord[]): Promise<void> => {
    for (let waitMs = 50; !batches.isAbandoned; waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        onWritten(await write(batch));
        return onOver(batch);
      } catch (error) {
        if (isRefused(error)) throw error;
        log.error({ err: error, rows: batch.length }, 'outcomes could not be written, trying again');
        await pause(waitMs);
      }
    }
  };
  const batches = new Batches<OutcomeRecord>(
    {
      write: writeUntilDone,
      giveUp(batch, error) {
        for (const { delivery } of batch)
          log.error({ err: error, ...deliveryIds(delivery) }, 'an outcome was refused by the database and is given up');
        onOver(batch);
      },
    },
    { maxWeight: 256, atOnce: 2, gather: () => pause(gapMs) },
  );
  return batches;
}
