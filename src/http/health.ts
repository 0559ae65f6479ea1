import type { Context } from '../context.ts';
import type { Page } from './pages.ts';

/** The process runs. Says nothing of what it needs: a restart would not bring a database back. */
export const healthz: Page = async () => ({ status: 200, body: { status: 'ok' } });

/** Of a process that migrates: it is alive, and nothing should come to it yet. */
export const migratingReadyz: Page = async () => ({ status: 503, body: { status: 'migrating' } });

/**
 * Whether requests should come now. Without its database the service is not ready, nor while it stops; without Redis it
 * is, but `degraded`: each process paces by its own memory.
 */
export const readyz =
  (context: Pick<Context, 'db' | 'pacing' | 'stopping'>): Page =>
  async () => {
    const database = (await reachable(context)) ? 'reachable' : 'unreachable';
    const pacing = context.pacing.health;
    const status = readiness(context, database);
    return { status: status === 'unavailable' || status === 'stopping' ? 503 : 200, body: { status, database, pacing } };
  };

function readiness({ stopping, pacing }: Pick<Context, 'pacing' | 'stopping'>, database: 'reachable' | 'unreachable'): string {
  if (database === 'unreachable') return 'unavailable';
  if (stopping.aborted) return 'stopping';
  return pacing.health === 'degraded' ? 'degraded' : 'ready';
}

const patienceMs = 2_000;

async function reachable({ db }: Pick<Context, 'db'>): Promise<boolean> {
  try {
    await db.knex.raw('select 1').timeout(patienceMs);
    return true;
  } catch {
    return false;
  }
}
