import type { Context } from '../context.ts';
import { requireRow } from '../db/require-row.ts';
import { isServed } from '../db/served-here.ts';
import { heldOfAll } from '../deliveries/sweep.ts';
import { before, dayMs } from '../process/time.ts';

export interface Counts {
  readonly due: number;
  readonly under_way: number;
  readonly scheduled: number;
  readonly oldest_due: Date | null;
  readonly queued: number;
  readonly ringing: number;
  readonly in_progress: number;
  /** These three are when the oldest silent call of the status was accepted. */
  readonly silent_queued: Date | null;
  readonly silent_ringing: Date | null;
  readonly silent_in_progress: Date | null;
  readonly awaiting_analysis: number;
  /** The calls of the last 24 hours whose end only the reconciler has brought. */
  readonly ended_by_reconciler: number;
  readonly texts: number;
  readonly recordings: number;
  readonly replays: number;
  /** When the oldest deletion of a tenant that has not ended was asked for, in real time. */
  readonly deleting_since: Date | null;
  /** When the oldest erasure of a person that has not ended was asked for. */
  readonly erasing_since: Date | null;
}

/**
 * Counts each from a partial index that holds only the counted rows, and nothing of a tenant that lives in another cell or is being
 * deleted. A delivery that has a worker and is not due yet is under lease. A delivery that is leased since its insertion is in no such
 * index, and is found among all of the last minute. A call is silent if the reconciler has asked for it since its status last changed.
 */
export async function countAll({ knex }: Pick<Context['db'], 'knex'>, now: Date): Promise<Counts> {
  const { rows } = await knex.raw<{ rows: Counts[] }>(
    `select *
       from (select count(*) filter (where due_at <= :now) as due,
                    count(*) filter (where due_at > :now and worker is not null)
                      + (select count(*) from webhook_deliveries where ${heldOfAll} and ${isServed}) as under_way,
                    count(*) filter (where due_at > :now and worker is null) as scheduled,
                    min(due_at) filter (where due_at <= :now) as oldest_due
               from webhook_deliveries
              where due_at is not null and ${isServed}) as deliveries,
            (select count(*) filter (where status = 'queued') as queued,
                    count(*) filter (where status = 'ringing') as ringing,
                    count(*) filter (where status = 'in-progress') as in_progress,
                    min(created_at) filter (where status = 'queued' and silent_checks > 0) as silent_queued,
                    min(created_at) filter (where status = 'ringing' and silent_checks > 0) as silent_ringing,
                    min(created_at) filter (where status = 'in-progress' and silent_checks > 0) as silent_in_progress
               from calls
              where status in ('queued', 'ringing', 'in-progress') and ${isServed}) as live,
            (select count(*) as awaiting_analysis from calls where completion_due_at is not null and ${isServed}) as ended,
            (select count(*) as ended_by_reconciler from calls where ended_by = 'reconciler' and ended_at > :dayAgo and ${isServed}) as unheard,
            (select count(*) as texts from texts where check_at is not null and ${isServed}) as sent,
            (select count(*) as recordings from calls where recording_due_at is not null and ${isServed}) as fetching,
            (select count(*) as replays from webhook_replays where due_at is not null and ${isServed}) as replaying,
            (select min(deleting_since) as deleting_since from tenants where deleting_since is not null) as deleting,
            (select min(requested_at) as erasing_since
               from erasures
              where due_at is not null and ${isServed}) as erasing`,
    { now, dayAgo: before(now, dayMs) },
  );
  return requireRow(rows[0]);
}
