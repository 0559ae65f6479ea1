import type { Context } from '../context.ts';
import { leastIdentifier } from '../process/identifiers.ts';
import { before, dayMs } from '../process/time.ts';
import { isSettled } from './calls.ts';

/**
 * Removes what tenants have kept long enough: a call's transcript after one time, the call itself after another (D-211). Both are counted
 * from the call's creation. A call is deleted once its events are published and its recording is removed, because its row alone
 * knows where that is (`recordings/retention.ts`).
 */

type Needs = Pick<Context, 'db' | 'clock'>;

export async function removeExpiredTranscriptsOnce({ db, clock }: Needs, batchSize = 500): Promise<number> {
  const { rowCount } = await db.engine.query(transcriptsStatement, [clock.now(), batchSize]);
  return rowCount ?? 0;
}

/** Deletes a batch of expired calls, and returns their number. They are found by the key: ids are in the order of creation. */
export async function deleteExpiredCallsOnce({ db, clock }: Needs, batchSize = 500): Promise<number> {
  const { rows } = await db.engine.query<{ days: number }>(timesStatement);
  const ends = rows.map(({ days }) => leastIdentifier('call', before(clock.now(), days * dayMs)));
  const { rowCount } = await db.engine.query(callsStatement, [clock.now(), batchSize, rows.map(({ days }) => days), ends]);
  return rowCount ?? 0;
}

/** A tenant that is frozen may live in another cell by now, with other times. One that is deleted has a chore of its own. */
const expired = (days: string, condition: string): string => `
         select c.tenant_id, c.id
           from tenants t
          cross join lateral (
                  select tenant_id, id
                    from calls
                   where tenant_id = t.id
                     and created_at < $1::timestamptz - make_interval(hours => 24 * t.${days})
                     and ${condition}
                   limit $2) c
          where t.${days} is not null
            and t.frozen_at is null
            and t.deleting_since is null
          limit $2`;

const transcriptsStatement = `
  update calls
     set transcript = null
   where transcript is not null
     and (tenant_id, id) in (${expired('transcript_retention_days', 'completed_event_at is not null and transcript is not null')})`;

/** The times that tenants keep their calls, of which there are few. */
const timesStatement = 'select distinct call_retention_days as days from tenants where call_retention_days is not null';

const callsStatement = `
  with times as materialized (
         select * from unnest($3::integer[], $4::text[]) as kept (days, until_id))
  delete from calls
   where recording_key is null
     and (tenant_id, id) in (${expired(
       'call_retention_days',
       `${isSettled} and id < (select until_id from times where days = t.call_retention_days) and recording_key is null and recording_state <> 'due'`,
     )})`;
