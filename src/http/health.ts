import type { Context } from '../context.ts';
import type { DatabaseState } from '../db/database-state.ts';
import type { Page } from './pages.ts';

/** The process runs. Says nothing of what it needs: a restart would not bring a database back. */
export const healthz: Page = async () => ({ status: 200, body: { status: 'ok' } });

/** Of a process that migrates: it is alive, and nothing should come to it yet. */
export const migratingReadyz: Page = async () => ({ status: 503, body: { status: 'migrating' } });

/**
 * Whether requests should come now, told within a second. Without a database that takes writes the service is not ready,
 * nor while it stops; without Redis it is, but `degraded`: each process paces by its own memory. That requests wait for
 * the database does not count: if every process left its balancer for that, nobody would be served at all.
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

/** Prometheus' page. What a gauge must ask for is asked first, once there is a database to ask. */
export const metricsPage =
  ({ db, metrics }: Pick<Context, 'metrics'> & Partial<Pick<Context, 'db'>>): Page =>
  async () => {
    if (db) metrics.databaseReadOnly.set((await db.state()) === 'read-only' ? 1 : 0);
    return { status: 200, headers: { 'Content-Type': metrics.registry.contentType }, text: await metrics.registry.metrics() };
  };
