import type { Context } from '../context.ts';
import { secondsSince } from '../process/time.ts';

/**
 * Measures the queue for the gauges. It runs at intervals, never on the path of a delivery. What is due to the given endpoints waits for
 * them and not for us: they have as many attempts as they may have.
 */
export async function measureQueue(
  { db, clock, metrics }: Pick<Context, 'db' | 'clock' | 'metrics'>,
  busyEndpoints: readonly string[] = [],
): Promise<void> {
  const now = clock.now();
  const { rows } = await db.engine.query<Measures>({ name: 'measure-deliveries', text: statement, values: [now, busyEndpoints] });
  const [measured] = rows;
  if (!measured) return;
  metrics.queueReady.set(measured.ready);
  metrics.queueScheduled.set(measured.scheduled);
  metrics.queueOldestReadySeconds.set(secondsSince(measured.oldest, now));
  metrics.queueOldestStartableSeconds.set(secondsSince(measured.startable, now));
  metrics.queueDeadTuples.set(measured.dead);
}

interface Measures {
  readonly ready: number;
  readonly scheduled: number;
  readonly oldest: Date | null;
  readonly startable: Date | null;
  readonly dead: number;
}

const statement = `
  select count(*) filter (where due_at <= $1) as ready,
         count(*) filter (where due_at > $1 and worker is null) as scheduled,
         min(due_at) filter (where due_at <= $1) as oldest,
         min(due_at) filter (where due_at <= $1 and endpoint_id not in (select unnest($2::text[]))) as startable,
         (select coalesce(sum(n_dead_tup), 0)::bigint from pg_stat_user_tables where relname like 'webhook\\_deliveries%') as dead
    from webhook_deliveries
   where due_at is not null`;
