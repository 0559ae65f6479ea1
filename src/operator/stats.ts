import type { Context } from '../context.ts';
import { readSummaries } from '../daily-summary/daily-summaries.ts';
import { countsOfHalfHours } from '../deliveries/delivery-counts.ts';
import { countEndpointsInTrouble, endpointsInTrouble } from '../deliveries/endpoints-in-trouble.ts';
import { countAll } from '../measures/counts.ts';
import { errorBudgetUsed } from '../measures/objective.ts';
import { countByTenant } from '../measures/tenant-counts.ts';
import type { OperatorOperation } from '../operation.ts';
import { before, dayMs, secondsSince } from '../process/time.ts';

export const readStats: OperatorOperation<'readStats'> = async ({ db, clock, pacing, metrics, minutes }) => {
  const now = clock.now();
  const [counts, troubled] = await Promise.all([countAll(db, now), countEndpointsInTrouble(db.knex, now)]);
  return {
    status: 200,
    body: {
      stats: {
        at: now.toISOString(),
        deliveries: {
          due: counts.due,
          underWay: counts.under_way,
          scheduled: counts.scheduled,
          oldestDueSeconds: secondsSince(counts.oldest_due, now),
        },
        calls: {
          queued: counts.queued,
          ringing: counts.ringing,
          inProgress: counts.in_progress,
          awaitingAnalysis: counts.awaiting_analysis,
          oldestSilentSeconds: Math.max(
            ...[counts.silent_queued, counts.silent_ringing, counts.silent_in_progress].map((time) => secondsSince(time, now)),
          ),
          endedByReconciler: counts.ended_by_reconciler,
        },
        textsAwaitingReport: counts.texts,
        recordingsDue: counts.recordings,
        replaysRunning: counts.replays,
        endpointsInTrouble: troubled,
        callbacks: await callbacksOf(metrics),
        providerDrift: (await metrics.providerDrift.counts()).toSorted((one, other) => other.count - one.count),
        placements: await placementsOf(metrics),
        objective: objectiveOf(minutes),
        poolWaits: await poolWaitsOf(metrics),
        chores: await choresOf(metrics, clock.realNow()),
        voiceBreaker: (await metrics.voiceBreakerOpen.get()).values.some(({ value }) => value > 0) ? 'open' : 'closed',
        pacing: pacing.health,
      },
    },
  };
};

/** Sums up the callbacks that this process has counted. */
async function callbacksOf({ callbacks }: Pick<Context['metrics'], 'callbacks'>) {
  const { values } = await callbacks.get();
  return [...new Set(values.map(({ labels }) => String(labels.provider)))].map((provider) => {
    const counts = values
      .filter(({ labels, value }) => labels.provider === provider && value > 0)
      .map(({ labels, value }) => ({ reason: String(labels.result), count: value }));
    const refusals = counts.filter(({ reason }) => reason !== 'accepted');
    return {
      provider,
      accepted: counts.find(({ reason }) => reason === 'accepted')?.count ?? 0,
      refused: refusals.reduce((sum, { count }) => sum + count, 0),
      refusals,
    };
  });
}

async function placementsOf({ callsPlaced }: Pick<Context['metrics'], 'callsPlaced'>) {
  const { values } = await callsPlaced.get();
  const of = (result: string): number => values.find(({ labels }) => labels.result === result)?.value ?? 0;
  return { placed: of('placed'), notDialled: of('not_dialled'), unknown: of('unknown') };
}

/** Returns how the attempts of the minutes that are kept stand to the objective (D-207). */
function objectiveOf(minutes: Context['minutes']) {
  const [attemptsBegun, attemptsLate] = [minutes.total('attemptsBegun'), minutes.total('attemptsLate')];
  return { attemptsBegun, attemptsLate, errorBudgetUsed: errorBudgetUsed(attemptsBegun, attemptsLate) };
}

/** Returns what the pools of this process have waited, and nothing of those that never waited. */
async function poolWaitsOf({ poolWaitSeconds }: Pick<Context['metrics'], 'poolWaitSeconds'>) {
  const { values }: { readonly values: readonly PartOfHistogram[] } = await poolWaitSeconds.get();
  return [...new Set(values.map(({ labels }) => String(labels.pool)))].map((pool) => {
    const ofPool = values.filter(({ labels }) => labels.pool === pool);
    const valueOfPart = (part: string, le?: number): number =>
      ofPool.find(({ metricName, labels }) => metricName?.endsWith(part) && labels.le === le)?.value ?? 0;
    const waits = valueOfPart('_count');
    return { pool, waits, long: waits - valueOfPart('_bucket', longWaitSeconds), totalSeconds: valueOfPart('_sum') };
  });
}

interface PartOfHistogram {
  readonly metricName?: string;
  readonly labels: Partial<Record<'pool' | 'le', string | number>>;
  readonly value: number;
}

/** Is a bucket of the histogram, and the one of the alert RingpostPoolWaits. */
const longWaitSeconds = 0.5;

/** Returns what the scheduler of this process has counted, those chores first that have not succeeded for longest. */
async function choresOf({ choreLastSuccess, choreTurns }: Pick<Context['metrics'], 'choreLastSuccess' | 'choreTurns'>, now: Date) {
  const [{ values: successes }, { values: turns }] = await Promise.all([choreLastSuccess.get(), choreTurns.get()]);
  return successes
    .map(({ labels: { chore }, value }) => {
      const ofChore = turns.filter(({ labels }) => labels.chore === chore);
      const failed = ofChore.find(({ labels }) => labels.result === 'failed')?.value ?? 0;
      return {
        chore: String(chore),
        turns: ofChore.reduce((sum, { value }) => sum + value, 0),
        failed,
        sinceSuccessSeconds: secondsSince(new Date(value * 1_000), now),
      };
    })
    .sort((a, b) => b.sinceSuccessSeconds - a.sinceSuccessSeconds);
}

export const readDeliveryHistory: OperatorOperation<'readDeliveryHistory'> = async ({ db, clock }) => {
  const halfHours = await db.reading(({ knex }) => countsOfHalfHours(knex, before(clock.now(), dayMs)));
  return { status: 200, body: { halfHours: halfHours.map(({ from, ...counts }) => ({ from: from.toISOString(), ...counts })) } };
};

export const readMeasures: OperatorOperation<'readMeasures'> = async ({ minutes }) => ({ status: 200, body: minutes.read() });

export const listTenantStats: OperatorOperation<'listTenantStats'> = async ({ db, clock }, { query }) => {
  const now = clock.now();
  const rows = await db.reading(({ knex }) => countByTenant(knex, now, query.limit ?? 50));
  const tenants = rows.map((row) => ({
    tenant: { id: row.id, name: row.name },
    calls: { live: row.live, oldestSilentSeconds: secondsSince(row.silent_since, now), endedByReconciler: row.ended_by_reconciler },
    deliveries: { due: row.due, scheduled: row.scheduled, oldestDueSeconds: secondsSince(row.oldest_due, now) },
    failingEndpoints: row.failing,
  }));
  return { status: 200, body: { tenants } };
};

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
