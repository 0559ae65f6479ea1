import type { Context } from '../context.ts';

/** Measures the queue for the gauges. It runs at intervals, never on the path of a delivery. */
export async function measureQueue({ db, clock, metrics }: Pick<Context, 'db' | 'clock' | 'metrics'>): Promise<void> {
  const now = clock.now();
  const { rows } = await db.engine.query<Measures>({ name: 'measure-deliveries', text: statement, values: [now] });
  const [measured] = rows;
  if (!measured) return;
  metrics.queueReady.set(measured.ready);
  metrics.queueScheduled.set(measured.scheduled);
  metrics.queueOldestReadySeconds.set(measured.oldest ? Math.max(0, (now.getTime() - measured.oldest.getTime()) / 1_000) : 0);
  metrics.queueDeadTuples.set(measured.dead);
}

interface Measures {
  readonly ready: number;
  readonly scheduled: number;
  readonly oldest: Date | null;
  readonly dead: number;
}

const statement = `
  select count(*) filter (where due_at <= $1) as ready,
         count(*) filter (where due_at > $1 and worker is null) as scheduled,
         min(due_at) filter (where due_at <= $1) as oldest,
         (select coalesce(sum(n_dead_tup), 0)::bigint from pg_stat_user_tables where relname like 'webhook\\_deliveries%') as dead
    from webhook_deliveries
   where due_at is not null`;
