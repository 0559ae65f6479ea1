import type { Context } from '../context.ts';
import type { Page } from './pages.ts';

/** The process runs. Says nothing of what it needs: a restart would not bring a database back. */
export const healthz: Page = async () => ({ status: 200, body: { status: 'ok' } });

/**
 * Whether requests would be served now. Without its database the service is not ready; without Redis it is, but
 * `degraded`: each process paces by its own memory.
 */
export const readyz =
  (context: Pick<Context, 'db' | 'pacing'>): Page =>
  async () => {
    const database = (await reachable(context)) ? 'reachable' : 'unreachable';
    const pacing = context.pacing.health;
    const status = database === 'unreachable' ? 'unavailable' : pacing === 'degraded' ? 'degraded' : 'ready';
    return { status: status === 'unavailable' ? 503 : 200, body: { status, database, pacing } };
  };

const patienceMs = 2_000;

async function reachable({ db }: Pick<Context, 'db'>): Promise<boolean> {
  try {
    await db.knex.raw('select 1').timeout(patienceMs);
    return true;
  } catch {
    return false;
  }
}
