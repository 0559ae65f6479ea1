import { setTimeout as pause } from 'node:timers/promises';
import { forgetOldEntries } from './audit/audit-log.ts';
import { completeOverdueOnce, reconcileOnce } from './calls/reconcile.ts';
import { deleteExpiredCallsOnce, removeExpiredTranscriptsOnce } from './calls/retention.ts';
import type { Context } from './context.ts';
import { summariseYesterday } from './daily-summary/summarise-yesterday.ts';
import { countRowsWithoutWeek, keepPartitionsAhead } from './db/partitions.ts';
import { deleteTenantsOnce } from './deletion/delete-tenants.ts';
import { eraseOnce } from './deletion/erase-person.ts';
import { countFinishedHalfHours, foldDeliveryCounts, forgetOldCounts } from './deliveries/delivery-counts.ts';
import { deleteExpiredDeliveriesOnce, dropExpiredWeeksOnce, forgetEventKeysOnce } from './deliveries/retention.ts';
import { forgetOldKeys } from './idempotency/idempotency-keys.ts';
import { measureDatabase } from './measures/measure-database.ts';
import { measureDisk } from './measures/measure-disk.ts';
import { measureWork } from './measures/measure-work.ts';
import { sendNoticesOnce } from './notices/send-notices.ts';
import { startLoop, whenIdle } from './process/loop.ts';
import { minuteMs } from './process/time.ts';
import { fetchRecordingOnce } from './recordings/fetch-recording.ts';
import { removeExpiredRecordingsOnce } from './recordings/retention.ts';
import { replayOnce } from './replays/bulk-replay.ts';
import { reconcileTextsOnce } from './texts/reconcile-texts.ts';
import { recoverTextsOnce } from './texts/recover-texts.ts';

/**
 * The work that is repeated, with the wait after a turn that found nothing. A test calls each function by itself. Each is safe in
 * any number of processes at once, and leaves unfinished work due.
 */
const chores = (context: Context): readonly Chore[] => [
  { name: 'reconcile calls', idleMs: 500, once: () => reconcileOnce(context) },
  // It asks nobody, so it does not wait for a provider that is silent.
  { name: 'complete calls', idleMs: 500, once: () => completeOverdueOnce(context) },
  { name: 'reconcile texts', idleMs: 1_000, once: () => reconcileTextsOnce(context) },
  { name: 'recover incoming texts', idleMs: 10_000, once: () => recoverTextsOnce(context) },
  { name: 'fetch recordings', idleMs: 1_000, once: () => fetchRecordingOnce(context), atOnce: 4 },
  { name: 'deleted tenants', idleMs: 1_000, once: () => deleteTenantsOnce(context) },
  { name: 'erasures', idleMs: 1_000, once: () => eraseOnce(context) },
  { name: 'bulk replays', idleMs: 1_000, once: () => replayOnce(context) },
  { name: 'notices to the operator', idleMs: 2_000, once: () => sendNoticesOnce(context) },
  { name: 'counts of finished slots', idleMs: 10_000, once: () => countFinishedHalfHours(context) },
  // Changes that are appended meanwhile wait for the next turn: folding a row at a time would save nothing.
  { name: 'delivery counts', idleMs: 1_000, once: () => foldDeliveryCounts(context), rests: true },
  { name: 'old delivery counts', idleMs: minuteMs, once: () => forgetOldCounts(context) },
  { name: 'restores', idleMs: 5_000, once: () => context.lostCalls.refresh(), rests: true },
  { name: 'idempotency keys', idleMs: minuteMs, once: () => forgetOldKeys(context) },
  { name: 'expired deliveries', idleMs: minuteMs, once: () => deleteExpiredDeliveriesOnce(context) },
  { name: 'expired weeks', idleMs: 10 * minuteMs, once: () => dropExpiredWeeksOnce(context) },
  { name: 'expired recordings', idleMs: minuteMs, once: () => removeExpiredRecordingsOnce(context) },
  { name: 'expired transcripts', idleMs: minuteMs, once: () => removeExpiredTranscriptsOnce(context) },
  { name: 'expired calls', idleMs: minuteMs, once: () => deleteExpiredCallsOnce(context) },
  { name: 'audit log', idleMs: 10 * minuteMs, once: () => forgetOldEntries(context) },
  { name: 'event keys', idleMs: 10 * minuteMs, once: () => forgetEventKeysOnce(context) },
  { name: 'daily summary', idleMs: minuteMs, once: () => summariseYesterday(context), rests: true },
  { name: 'partitions', idleMs: minuteMs, once: () => keepPartitions(context), rests: true },
  { name: 'measures of work', idleMs: 10_000, once: () => measureWork(context), rests: true },
  { name: 'measures of the database', idleMs: minuteMs, once: () => measureDatabase(context), rests: true },
  { name: 'measures of the disk', idleMs: minuteMs, once: () => measureDisk(context), rests: true },
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
  /** How many turns may be under way at once, so that one that takes long holds up no other. One if absent. */
  readonly atOnce?: number;
}

export function startScheduler(context: Context): Scheduler {
  const loops = chores(context).flatMap((chore) => {
    const { name, idleMs } = chore;
    const options = { name, log: context.log, once: counted(chore, context), failed: 0, pauseMs: whenIdle(idleMs) };
    return Array.from({ length: chore.atOnce ?? 1 }, () => startLoop(options));
  });
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

/** Returns the turn of a chore, which counts itself and remembers when it last succeeded. */
function counted({ name, idleMs, once, rests = false }: Chore, { clock, metrics }: Pick<Context, 'clock' | 'metrics'>) {
  const succeededNow = () => metrics.choreLastSuccess.set({ chore: name }, clock.realNow().getTime() / 1_000);
  metrics.choreIdleSeconds.set({ chore: name }, idleMs / 1_000);
  for (const result of ['done', 'failed']) metrics.choreTurns.inc({ chore: name, result }, 0);
  succeededNow();
  return async (): Promise<number> => {
    let result = 'failed';
    try {
      const found = Number(await once());
      result = 'done';
      succeededNow();
      return rests ? 0 : found;
    } finally {
      metrics.choreTurns.inc({ chore: name, result });
    }
  };
}

export interface Scheduler {
  /** Begins no other turn, and waits at most this long for turns under way. */
  stop(graceMs: number): Promise<void>;
}
