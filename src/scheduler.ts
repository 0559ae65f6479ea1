import { setTimeout as pause } from 'node:timers/promises';
import { reconcileOnce } from './calls/reconcile.ts';
import type { Context } from './context.ts';
import { summariseYesterday } from './daily-summary/summarise-yesterday.ts';
import { countRowsWithoutWeek, keepPartitionsAhead } from './db/partitions.ts';
import { deleteTenantsOnce } from './deletion/delete-tenants.ts';
import { countFinishedHalfHours, foldDeliveryCounts, forgetOldCounts } from './deliveries/delivery-counts.ts';
import { deleteExpiredDeliveriesOnce, dropExpiredWeeksOnce, forgetEventKeysOnce } from './deliveries/retention.ts';
import { forgetOldKeys } from './idempotency/idempotency-keys.ts';
import { startLoop } from './process/loop.ts';
import { minuteMs } from './process/time.ts';
import { fetchRecordingsOnce } from './recordings/fetch-recording.ts';
import { replayOnce } from './replays/bulk-replay.ts';
import { reconcileTextsOnce } from './texts/reconcile-texts.ts';

/**
 * The work that is repeated, with the wait after a turn that found nothing. A test calls each function by itself. Each is safe in
 * any number of processes at once, and leaves unfinished work due.
 */
const chores = (context: Context): readonly Chore[] => [
  { name: 'reconcile calls', idleMs: 500, once: () => reconcileOnce(context) },
  { name: 'reconcile texts', idleMs: 1_000, once: () => reconcileTextsOnce(context) },
  { name: 'fetch recordings', idleMs: 500, once: () => fetchRecordingsOnce(context) },
  { name: 'deleted tenants', idleMs: 1_000, once: () => deleteTenantsOnce(context) },
  { name: 'bulk replays', idleMs: 1_000, once: () => replayOnce(context) },
  { name: 'counts of finished slots', idleMs: 10_000, once: () => countFinishedHalfHours(context) },
  // Changes that are appended meanwhile wait for the next turn: folding a row at a time would save nothing.
  { name: 'delivery counts', idleMs: 1_000, once: () => foldDeliveryCounts(context), rests: true },
  { name: 'old delivery counts', idleMs: minuteMs, once: () => forgetOldCounts(context) },
  { name: 'idempotency keys', idleMs: minuteMs, once: () => forgetOldKeys(context) },
  { name: 'expired deliveries', idleMs: minuteMs, once: () => deleteExpiredDeliveriesOnce(context) },
  { name: 'expired weeks', idleMs: 10 * minuteMs, once: () => dropExpiredWeeksOnce(context) },
  { name: 'event keys', idleMs: 10 * minuteMs, once: () => forgetEventKeysOnce(context) },
  { name: 'daily summary', idleMs: minuteMs, once: () => summariseYesterday(context), rests: true },
  { name: 'partitions', idleMs: minuteMs, once: () => keepPartitions(context), rests: true },
];

/** Makes the weeks ahead, and raises an alarm where one came too late. */
export async function keepPartitions({ db, clock, metrics }: Pick<Context, 'db' | 'clock' | 'metrics'>): Promise<void> {
  await keepPartitionsAhead(db.knex, clock.now());
  metrics.defaultPartitionRows.set(await countRowsWithoutWeek(db.knex));
}

interface Chore {
  readonly name: string;
  readonly idleMs: number;
  readonly once: () => Promise<unknown>;
  /** True where it also waits after a turn that found something. */
  readonly rests?: boolean;
}

export function startScheduler(context: Context): Scheduler {
  const loops = chores(context).map(({ name, idleMs, once, rests = false }) =>
    startLoop({ name, idleMs, log: context.log, once: async () => (rests ? await once().then(() => 0) : Number(await once())) }),
  );
  return {
    async stop(graceMs) {
      const patience = new AbortController();
      const late = pause(graceMs, 'late' as const, { signal: patience.signal }).catch(() => 'stopped' as const);
      const end = await Promise.race([Promise.all(loops.map((loop) => loop.stop())), late]);
      patience.abort();
      if (end === 'late')
        context.log.warn({ graceMs }, 'a chore is still at work and is left where it is: what it did not finish stays due');
    },
  };
}

export interface Scheduler {
  /** Begins no other turn, and waits at most this long for turns under way. */
  stop(graceMs: number): Promise<void>;
}
