import type { Context } from '../context.ts';
import { type CallKey, mostFailures, removeFromStore } from './recordings.ts';

/**
 * Removes a batch of recordings that tenants have kept long enough from the store, and returns their number. The time is counted from
 * the call's creation, and a call that is about to be deleted loses its recording first (D-211). A recording leaves the store before
 * its row forgets it, so a process that dies in between leaves it to the next run.
 */
export async function removeExpiredRecordingsOnce(
  context: Pick<Context, 'db' | 'clock' | 'recordings'>,
  batchSize = 16,
  most = mostFailures,
): Promise<number> {
  const { db, clock } = context;
  for (const errors: unknown[] = []; ; ) {
    const { rows } = await db.engine.query<CallKey>(expiredStatement, [clock.now(), batchSize, errors.length]);
    const { removed, failures } = await removeFromStore(context, rows);
    await db.engine.query(forgetStatement, [removed.map(({ tenant_id }) => tenant_id), removed.map(({ id }) => id)]);
    // Those that cannot be removed stay for the next run and keep no other: they stand first, and this run goes past them.
    errors.push(...failures.map(({ error }) => error));
    if (errors.length === 0) return rows.length;
    if (rows.length < batchSize || errors.length >= most) throw errors[0];
  }
}

/** A tenant that is frozen may live in another cell by now, which may read the same store. */
const expiredStatement = `
  select c.tenant_id, c.id
    from tenants t
   cross join lateral (
           select tenant_id, id, created_at
             from calls
            where tenant_id = t.id
              and completed_event_at is not null
              and recording_key is not null
              and created_at < $1::timestamptz - make_interval(hours => 24 * least(t.recording_retention_days, t.call_retention_days))
            order by created_at, id
            limit $2 + $3::bigint) c
   where least(t.recording_retention_days, t.call_retention_days) is not null
     and t.frozen_at is null
     and t.deleting_since is null
   order by t.id, c.created_at, c.id
   limit $2
  offset $3`;

const forgetStatement = `
  update calls
     set recording_state = 'none', recording_key = null, recording_source = null
   where (tenant_id, id) in (select * from unnest($1::text[], $2::text[]))`;
