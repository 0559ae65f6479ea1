import type { Context } from '../context.ts';
import type { DatabaseState } from '../db/database-state.ts';
import { markHeader } from '../db/migrate.ts';
import type { Page } from './pages.ts';

/**
 * Answers 200 while the process runs. It does not check dependencies, because a restart would not repair a database. Once the process has a
 * database, the answer has the installation's mark, by which `ringpost doctor` knows whom PUBLIC_URL leads to.
 */
export const healthz =
  (installation?: Context['installation']): Page =>
  async () => ({ status: 200, body: { status: 'ok' }, ...(installation && { headers: { [markHeader]: installation.mark } }) });

/** Answers 503 while the process migrates: it is alive, but must not get requests yet. */
export const migratingReadyz: Page = async () => ({ status: 503, body: { status: 'migrating' } });

/**
 * Tells within a second if the process should get requests. It is not ready without a writable database or while it
 * stops. Without Redis it is ready but `degraded`: each process paces by its own memory. A queue of requests for the
 * database does not count: if every process left its balancer for that, no request would be served.
 */
export const readyz =
  (context: Pick<Context, 'db' | 'pacing' | 'stopping'>): Page =>
  async () => {
    const database = await context.db.state();
    const pacing = context.pacing.health;
    const status = readiness(context, database);
    return { status: status === 'unavailable' || status === 'stopping' ? 503 : 200, body: { status, database, pacing } };
  };

function readiness({ stopping, pacing }: Pick<Context, 'pacing' | 'stopping'>, database: DatabaseState): string {
  if (database !== 'reachable') return 'unavailable';
  if (stopping.aborted) return 'stopping';
  return pacing.health === 'degraded' ? 'degraded' : 'ready';
}

/** Serves the Prometheus metrics. Gauges that query the database are refreshed first, once there is one. */
export const metricsPage =
  ({ db, metrics }: Pick<Context, 'metrics'> & Partial<Pick<Context, 'db'>>): Page =>
  async () => {
    const state = await db?.state();
    metrics.databaseReadOnly.set(state === 'read-only' ? 1 : 0);
    // The next session that has worked sets it back.
    if (state === 'unreachable') metrics.databaseAway.set(1);
    return { status: 200, headers: { 'Content-Type': metrics.registry.contentType }, text: await metrics.registry.metrics() };
  };
