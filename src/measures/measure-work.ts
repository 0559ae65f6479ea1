import type { Context } from '../context.ts';
import { secondsSince } from '../process/time.ts';
import { findLookedUntil } from '../texts/looks-for-texts.ts';
import { countAll } from './counts.ts';

/** Measures the calls, recordings, texts and deletions under way for the gauges. */
export async function measureWork({ db, clock, metrics, texts }: Pick<Context, 'db' | 'clock' | 'metrics' | 'texts'>): Promise<void> {
  const now = clock.now();
  const counts = await countAll(db, now);
  const live = [
    { status: 'queued', count: counts.queued, silentSince: counts.silent_queued },
    { status: 'ringing', count: counts.ringing, silentSince: counts.silent_ringing },
    { status: 'in-progress', count: counts.in_progress, silentSince: counts.silent_in_progress },
  ];
  for (const { status, count, silentSince } of live) {
    metrics.callsLive.set({ status }, count);
    metrics.callsOldestSilentSeconds.set({ status }, secondsSince(silentSince, now));
  }
  metrics.callsAwaitingAnalysis.set(counts.awaiting_analysis);
  metrics.recordingsDue.set(counts.recordings);
  metrics.textsAwaitingReport.set(counts.texts);
  metrics.textsLookedUntilSeconds.set(secondsSince((await findLookedUntil(db.knex, texts.name)) ?? null, clock.realNow()));
  metrics.deletionOldestSeconds.set({ of: 'tenant' }, secondsSince(counts.deleting_since, clock.realNow()));
  metrics.deletionOldestSeconds.set({ of: 'person' }, secondsSince(counts.erasing_since, now));
}
