import type { Context } from '../context.ts';
import { readSummaries } from '../daily-summary/daily-summaries.ts';
import { requireRow } from '../db/require-row.ts';
import { countEndpointsInTrouble, endpointsInTrouble } from '../deliveries/endpoints-in-trouble.ts';
import { heldOfAll } from '../deliveries/sweep.ts';
import type { OperatorOperation } from '../operation.ts';

export const readStats: OperatorOperation<'readStats'> = async ({ db, clock, pacing }) => {
  const now = clock.now();
  const [counts, troubled] = await Promise.all([count(db, now), countEndpointsInTrouble(db.knex, now)]);
  return {
    status: 200,
    body: {
      stats: {
        at: now.toISOString(),
        deliveries: {
          due: counts.due,
          underWay: counts.under_way,
          scheduled: counts.scheduled,
          oldestDueSeconds: counts.oldest_due ? Math.max(0, (now.getTime() - counts.oldest_due.getTime()) / 1_000) : 0,
        },
        calls: {
          queued: counts.queued,
          ringing: counts.ringing,
          inProgress: counts.in_progress,
          awaitingAnalysis: counts.awaiting_analysis,
        },
        textsAwaitingReport: counts.texts,
        recordingsDue: counts.recordings,
        replaysRunning: counts.replays,
        endpointsInTrouble: troubled,
        pacing: pacing.health,
      },
    },
  };
};

interface Counts {
  readonly due: number;
  readonly under_way: number;
  readonly scheduled: number;
  readonly oldest_due: Date | null;
  readonly queued: number;
  readonly ringing: number;
  readonly in_progress: number;
  readonly awaiting_analysis: number;
  readonly texts: number;
  readonly recordings: number;
  readonly replays: number;
}

/**
 * Counts each from a partial index that holds only the counted rows. A delivery that has a worker and is not due yet is under
 * lease. A delivery that is leased since its insertion is in no such index, and is found among all of the last minute.
 */
async function count({ knex }: Context['db'], now: Date): Promise<Counts> {
  const { rows } = await knex.raw<{ rows: Counts[] }>(
    `select *
       from (select count(*) filter (where due_at <= :now) as due,
                    count(*) filter (where due_at > :now and worker is not null)
                      + (select count(*) from webhook_deliveries where ${heldOfAll}) as under_way,
                    count(*) filter (where due_at > :now and worker is null) as scheduled,
                    min(due_at) filter (where due_at <= :now) as oldest_due
               from webhook_deliveries
              where due_at is not null) as deliveries,
            (select count(*) filter (where status = 'queued') as queued,
                    count(*) filter (where status = 'ringing') as ringing,
                    count(*) filter (where status = 'in-progress') as in_progress
               from calls
              where status in ('queued', 'ringing', 'in-progress')) as live,
            (select count(*) as awaiting_analysis from calls where completion_due_at is not null) as ended,
            (select count(*) as texts from texts where check_at is not null) as sent,
            (select count(*) as recordings from calls where recording_due_at is not null) as fetching,
            (select count(*) as replays from webhook_replays where due_at is not null) as replaying`,
    { now },
  );
  return requireRow(rows[0]);
}

export const listEndpointsInTrouble: OperatorOperation<'listEndpointsInTrouble'> = async ({ db, clock }, { query }) => {
  const rows = await db.reading(({ knex }) => endpointsInTrouble(knex, clock.now(), query.limit ?? 50));
  const endpoints = rows.map((row) => ({
    tenant: { id: row.tenant_id, name: row.tenant_name },
    endpoint: { id: row.id, name: row.name, url: row.url, isActive: row.is_active },
    retrying: row.retrying,
    failed: row.failed,
    failingSince: row.failing_since.toISOString(),
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    lastError: row.error_message,
  }));
  return { status: 200, body: { endpoints } };
};

export const listDailySummaries: OperatorOperation<'listDailySummaries'> = async ({ db }, { query }) => ({
  status: 200,
  body: { summaries: await readSummaries(db.knex, query.limit ?? 7) },
});
